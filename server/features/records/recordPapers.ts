import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { handOverDocument, type HandOverPaper } from '@contract/features/fieldwork/handOver/handOverDocument';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { planDocument, type PlanPaper } from '@contract/features/fieldwork/plan/planDocument';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { samplingDocument, type SamplingPaper } from '@contract/features/fieldwork/samples/samplingDocument';
import { samplingGroups } from '@contract/features/fieldwork/samples/samplingGroups';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { surveyDocument, type SurveyPaper } from '@contract/features/fieldwork/survey/surveyDocument';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { incomingDocument, type IncomingPaper } from '@contract/features/laboratory/incoming/incomingDocument';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import type { EarlierStage } from '@contract/features/projects/takeOver';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { ShownPaper } from '@contract/features/records/recordsWire';
import { explained, type GivenReason } from '@contract/print/corrections';
import { paperTexts } from '@contract/print/paperTexts';
import type { Machine } from '@contract/workflow/machine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { formatDay } from '@server/base/zone';
import type { Context } from '@server/crud/context';
import type { Orm } from '@server/db/orm';
import {
  equipmentTable,
  equipmentUseTable,
  labMethodTable,
  labTaskTable,
  siteHazardTable,
  userTable,
} from '@server/db/schema';
import { linesOf } from '@server/features/fieldwork/handOver/sentSamples';
import { namedTotals, planSources } from '@server/features/fieldwork/plan/planFacts';
import { collectorsFrom } from '@server/features/fieldwork/samples/collectors';
import { editsOf, inWords, oldValuesByRow } from '@server/features/laboratory/sheets/corrections';
import { printedRecordOf } from '@server/features/laboratory/sheets/sheetPaper';
import { broughtNote } from '@server/features/projects/brought';
import { projectOf } from '@server/features/projects/stage';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { inlinePictures, specimenPictures } from '@server/print/specimens';
import { seenNow } from '@server/signing/seenContent';
import { withChanges } from '@server/workflow/changesSince';
import { timelineOf } from '@server/workflow/stepHistory';
import { stepsByRow } from '@server/workflow/stepHistory';
import { keptPaper } from './keptPaper';
import { headOf, partsOf } from './readableParts';

interface Asked {
  readonly context: Context;
  readonly orm: Orm;
  readonly call: Call<unknown>;
  readonly project: AnyRow;
}

const parts = ({ context, orm, call, project }: Asked, name: string) => partsOf(context, orm, call, name, project.id);
const zoneOf = ({ context }: Asked): string => context.services.env.zone;
const gone = () => notFound(recordsTexts.gone);

async function oldOf(asked: Asked, entity: string, ids: readonly number[], reasons: readonly GivenReason[] = []) {
  const { orm, context } = asked;
  return oldValuesByRow(
    explained(
      await inWords(orm, context.registry, zoneOf(asked), entity, await editsOf(orm, zoneOf(asked), entity, ids)),
      reasons,
    ),
    0,
  );
}

/** Returns the timeline of an object that is moved on its own page. */
const wayOf = (asked: Asked, machine: Machine, row: AnyRow, offered: readonly string[] = []): Promise<Timeline> =>
  timelineOf(
    asked.context.services,
    asked.orm,
    machine,
    { id: row.id, state: String(row.state), organizationId: row.organizationId },
    asked.call.viewer,
    offered,
  );

const specimensOf = ({ context, orm }: Asked, { steps }: Timeline) =>
  specimenPictures(
    context.services,
    orm,
    steps.flatMap(({ signature }) => signature?.picture ?? []),
  );

async function surveyPaper(asked: Asked): Promise<ShownPaper> {
  const { orm, project } = asked;
  const [survey] = await parts(asked, 'siteSurvey');
  if (!survey) throw gone();
  const rows = await parts(asked, 'siteHazard');
  const steps = (await stepsByRow(orm, zoneOf(asked), 'project', [project.id])).get(project.id) ?? [];
  const end = steps.findLast(({ move }) => move === 'endSurvey');
  const over = !['draft', 'contractReview', 'survey'].includes(String(project.stage));
  const reopened = steps.flatMap(({ move, at, reason }) => (move === 'reopenSurvey' && reason ? [{ at, reason }] : []));
  // The head is created empty and filled in later, so its first save is not a correction.
  const given = {
    head: await headOf(orm, project, paperTexts.titles.survey),
    survey,
    rows,
    files: (await parts(asked, 'surveyFile')).filter(({ fileKind }) => fileKind !== 'sites'),
    old: (await oldOf(asked, 'siteSurvey', [survey.id], reopened))[survey.id] ?? {},
    oldRows: await oldOf(
      asked,
      'siteHazard',
      rows.map(({ id }) => id),
      reopened,
    ),
    ended: over && end ? { name: end.personName, on: end.at.slice(0, 10) } : null,
  };
  return { document: surveyDocument(given as unknown as SurveyPaper), timeline: null };
}

async function planPaper(asked: Asked): Promise<ShownPaper> {
  const { orm, context, call, project } = asked;
  const [plan] = await parts(asked, 'samplePlan');
  if (!plan) throw gone();
  const stored = await projectOf(orm, context.registry, call, project.id);
  const timeline = await wayOf(asked, samplePlanMachine, plan);
  const totals = namedTotals(await planSources(orm, stored, formatDay(context.services.now(), zoneOf(asked))));
  const files = (await parts(asked, 'surveyFile')).filter(({ fileKind }) => fileKind === 'sites');
  const drawings = await inlinePictures(
    context.services,
    orm,
    files.map(({ content }) => String(content)),
  );
  const given = {
    head: await headOf(orm, project, paperTexts.titles.plan),
    plan,
    rows: await parts(asked, 'sampleSiteHazard'),
    totals,
    steps: timeline.steps,
    files,
    drawings,
    specimens: await specimensOf(asked, timeline),
  };
  return { document: planDocument(given as unknown as PlanPaper), timeline };
}

interface Tool {
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly model: string | null;
}
const toolWords = ({ eqpNo, eqpName, model }: Tool): string => `${eqpName}${model ? `（${model}）` : ''}/${eqpNo}`;

async function toolsOf(
  { orm, project }: Asked,
  ids: readonly number[],
): Promise<{ instruments: string[]; calibrators: string[] }> {
  const [tool, use] = [equipmentTable, equipmentUseTable];
  const picked = { id: tool.id, eqpNo: tool.eqpNo, eqpName: tool.eqpName, model: tool.model };
  const instruments = ids.length
    ? await orm
        .select(picked)
        .from(tool)
        .where(inArray(tool.id, [...ids]))
        .orderBy(tool.eqpNo)
    : [];
  const calibrators = ids.length
    ? await orm
        .selectDistinct(picked)
        .from(use)
        .innerJoin(tool, eq(tool.id, use.calibrator))
        .where(
          and(
            eq(use.project, project.id),
            inArray(use.equipment, [...ids]),
            isNotNull(use.calibrator),
            isNull(use.deleteTime),
          ),
        )
        .orderBy(tool.eqpNo)
    : [];
  return { instruments: instruments.map(toolWords), calibrators: calibrators.map(toolWords) };
}

async function exposureOf({ orm }: Asked, samples: readonly SampleRow[]): Promise<SamplingPaper['exposure']> {
  const ids = [...new Set(samples.flatMap(({ siteHazardId }) => siteHazardId ?? []))];
  const rows = ids.length
    ? await orm
        .select({ id: siteHazardTable.id, workers: siteHazardTable.workers, daysPerWeek: siteHazardTable.daysPerWeek })
        .from(siteHazardTable)
        .where(inArray(siteHazardTable.id, ids))
    : [];
  const byRow = new Map(rows.map(({ id, ...facts }) => [id, facts]));
  return new Map(
    samples.flatMap(({ id, siteHazardId }) => {
      const facts = siteHazardId === null ? undefined : byRow.get(siteHazardId);
      return facts ? [[id, facts] as const] : [];
    }),
  );
}

async function methodWords({ orm }: Asked, id: number | null): Promise<string> {
  const [method] =
    id === null
      ? []
      : await orm
          .select({ title: labMethodTable.title, standardNo: labMethodTable.standardNo })
          .from(labMethodTable)
          .where(eq(labMethodTable.id, id));
  if (!method) return '';
  return method.title.includes(method.standardNo) ? method.title : `${method.standardNo}　${method.title}`;
}

async function samplingPaper(asked: Asked, key: string): Promise<ShownPaper> {
  const { orm, project } = asked;
  const group = samplingGroups((await parts(asked, 'sample')) as unknown as SampleRow[]).find((one) => one.key === key);
  const day = (await parts(asked, 'samplingDay')).find(({ id }) => id === group?.day);
  if (!group || !day) throw gone();
  const ids = group.samples.map((one) => one.id);
  const weather = (await parts(asked, 'siteWeather')).filter(({ samplingDay }) => samplingDay === day.id);
  const companions = await parts(asked, 'companion');
  const given = {
    head: await headOf(orm, project, group.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling),
    group,
    day,
    weather,
    companions,
    method: await methodWords(asked, group.samples[0]?.method ?? null),
    takenBy: collectorsFrom(await stepsByRow(orm, zoneOf(asked), 'sample', ids), ids),
    ...(await toolsOf(asked, [...new Set(group.samples.flatMap(({ equipment }) => equipment ?? []))])),
    exposure: await exposureOf(asked, group.samples),
    oldSamples: await oldOf(asked, 'sample', ids),
    specimens: await specimenPictures(
      asked.context.services,
      orm,
      companions.map(({ signature }) => String(signature)),
    ),
  };
  return { document: samplingDocument(given as unknown as SamplingPaper), timeline: null };
}

async function takenOf({ orm, context }: Asked, samples: readonly number[]): Promise<HandOverPaper['taken']> {
  const task = labTaskTable;
  const rows = samples.length
    ? await orm
        .select({ name: userTable.nickName, at: task.distributedAt })
        .from(task)
        .innerJoin(userTable, eq(userTable.id, task.analyst))
        .where(and(inArray(task.sample, [...samples]), isNull(task.deleteTime)))
    : [];
  if (!rows.length) return null;
  const days = rows.flatMap(({ at }) => (at ? [formatDay(at, context.services.env.zone)] : [])).sort();
  return { names: [...new Set(rows.map(({ name }) => name))], on: days[0] ?? '' };
}

async function handOverPaper(asked: Asked, id: number): Promise<ShownPaper> {
  const { orm, context, project } = asked;
  const sheet = (await parts(asked, 'handOver')).find((one) => one.id === id);
  if (!sheet) throw gone();
  const lines = await linesOf(context.services, orm, id);
  const timeline = await wayOf(asked, handOverMachine, sheet);
  const given = {
    head: await headOf(orm, project, paperTexts.titles.handOver),
    steps: timeline.steps,
    specimens: await specimensOf(asked, timeline),
    sheet,
    lines,
    taken:
      sheet.state === 'received'
        ? await takenOf(
            asked,
            lines.map((line) => line.id),
          )
        : null,
  };
  return { document: handOverDocument(given as unknown as HandOverPaper), timeline };
}

async function incomingPaper(asked: Asked): Promise<ShownPaper> {
  const rows = await parts(asked, 'incomingSample');
  if (!rows.length) throw gone();
  const given = { head: await headOf(asked.orm, asked.project, paperTexts.titles.incoming), rows };
  return { document: incomingDocument(given as unknown as IncomingPaper), timeline: null };
}

async function recordPaper(asked: Asked, id: number, hover: boolean): Promise<ShownPaper> {
  const { orm, context, call, project } = asked;
  // Read before everything else: a save in between makes the signature fail, so nobody signs unseen content.
  const asSeen = await seenNow(orm, 'labSheet', id);
  const record = await printedRecordOf(context, orm, call, id);
  if (record.work.project.id !== project.id) throw gone();
  const sheet = record.work.sheet as unknown as AnyRow;
  const way = await wayOf(
    asked,
    recordMachine,
    sheet,
    recordMachine.moves.map(({ key }) => key),
  );
  const timeline = await withChanges(context, orm, call.viewer, labSheet, sheet, way);
  return { document: recordDocument(record, hover), timeline: { ...timeline, ...(asSeen ? { asSeen } : {}) } };
}

/** Returns the number in a key: `record-12`. */
const idIn = (key: string): number => Number(/^\w+-(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN);

async function drawn(asked: Asked, key: string, hover: boolean): Promise<ShownPaper> {
  const [kind] = key.split('-');
  const id = idIn(key);
  if (kind === 'survey') return surveyPaper(asked);
  if (kind === 'plan') return planPaper(asked);
  if (kind === 'sampling') return samplingPaper(asked, key);
  if (kind === 'incoming') return incomingPaper(asked);
  if (kind === 'handOver' && id > 0) return handOverPaper(asked, id);
  if (kind === 'record' && id > 0) return recordPaper(asked, id, hover);
  throw gone();
}

/** Kinds of work that may have been done before a job was taken over, by the first word of the paper's key. */
const earlierWork: Readonly<Record<string, EarlierStage>> = {
  survey: 'survey',
  plan: 'planning',
  sampling: 'sampling',
  handOver: 'handOver',
};

/** Adds the sentence about the earlier papers to a paper of work that was done before the job was taken over. */
async function withOrigin({ orm, project }: Asked, key: string, shown: ShownPaper): Promise<ShownPaper> {
  const work = earlierWork[key.split('-')[0] ?? ''];
  const note = work ? await broughtNote(orm, project, work) : null;
  if (note === null) return shown;
  const { document } = shown;
  return { ...shown, document: { ...document, blocks: [{ kind: 'lines', lines: [note] }, ...document.blocks] } };
}

/**
 * Returns one paper of a project by its key, with its timeline.
 * @param hover includes the details behind the displayed numbers, which a PDF can't show
 * @throws Refusal 404 for a key that the project does not have
 */
export async function paperOf(asked: Asked, key: string, hover: boolean): Promise<ShownPaper> {
  const shown = await withOrigin(asked, key, await drawn(asked, key, hover));
  const kept = await keptPaper(asked.orm, asked.project, key);
  return kept ? { ...shown, document: kept } : shown;
}

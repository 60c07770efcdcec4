import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { blindSample } from '@contract/features/fieldwork/entities/blindSample';
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
import type { EarlierStage } from '@contract/features/projects/projectTakeOver';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { ShownPaper } from '@contract/features/records/recordsWire';
import { mayAny, permissionOf } from '@contract/permissions';
import { paperTexts } from '@contract/print/paperTexts';
import { withGivenReasons, type GivenReason } from '@contract/print/recordCorrections';
import type { Machine } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import {
  blindSampleTable,
  equipmentTable,
  equipmentUseTable,
  inspectUnitTable,
  labMethodTable,
  labTaskTable,
  siteHazardTable,
  userTable,
} from '@server/db/schema';
import { linesOf } from '@server/features/fieldwork/handOver/sentSamples';
import { namedTotals, planSources } from '@server/features/fieldwork/plan/planFacts';
import { samplingStaffFrom } from '@server/features/fieldwork/samples/samplingStaff';
import { editsOf, readableValues, oldValuesByRow } from '@server/features/laboratory/sheets/recordCorrections';
import { printedGroupOf } from '@server/features/laboratory/sheets/sheetPaper';
import { broughtNote } from '@server/features/projects/earlierWork';
import { projectOf } from '@server/features/projects/projectStage';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { inlinePictures } from '@server/print/inlinePictures';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { withChanges } from '@server/workflow/changesSinceReturn';
import { timelineOf } from '@server/workflow/stepHistory';
import { stepsByRow } from '@server/workflow/stepHistory';
import { archivedPaper } from './archivedPaper';
import { planForm } from './planForm';
import { headOf, partsOf } from './readableParts';

interface PaperRequest {
  readonly context: CrudContext;
  readonly orm: Orm;
  readonly call: Call<unknown>;
  readonly project: AnyRow;
}

const nameParts = ({ context, orm, call, project }: PaperRequest, name: string) =>
  partsOf(context, orm, call, name, project.id);
const zoneOf = ({ context }: PaperRequest): string => context.services.env.zone;
const goneRefusal = () => notFound(recordsTexts.gone);

async function oldOf(
  request: PaperRequest,
  entity: string,
  ids: readonly number[],
  reasons: readonly GivenReason[] = [],
) {
  const { orm, context } = request;
  return oldValuesByRow(
    withGivenReasons(
      await readableValues(
        orm,
        context.registry,
        zoneOf(request),
        entity,
        await editsOf(orm, zoneOf(request), entity, ids),
      ),
      reasons,
    ),
    0,
  );
}

/** Returns the timeline of an object that is moved on its own page. */
const wayOf = (
  request: PaperRequest,
  machine: Machine,
  row: AnyRow,
  offeredMoves: readonly string[] = [],
): Promise<Timeline> =>
  timelineOf(
    request.context.services,
    request.orm,
    machine,
    { id: row.id, state: String(row.state), organizationId: row.organizationId },
    request.call.viewer,
    offeredMoves,
  );

const specimensOf = ({ context, orm }: PaperRequest, { steps }: Timeline) =>
  inlinePictures(
    context.services,
    orm,
    steps.flatMap(({ signature }) => signature?.picture ?? []),
  );

async function surveyPaper(request: PaperRequest): Promise<ShownPaper> {
  const { orm, project } = request;
  const [survey] = await nameParts(request, 'siteSurvey');
  if (!survey) throw goneRefusal();
  const rows = await nameParts(request, 'siteHazard');
  const stepFacts = (await stepsByRow(orm, zoneOf(request), 'project', [project.id])).get(project.id) ?? [];
  const end = stepFacts.findLast(({ move }) => move === 'endSurvey');
  const isSurveyOver = !['draft', 'contractReview', 'survey'].includes(String(project.stage));
  const reopenReasons = stepFacts.flatMap(({ move, at, reason }) =>
    move === 'reopenSurvey' && reason ? [{ at, reason }] : [],
  );
  // The head is created empty and filled in later, so its first save is not a correction.
  const paper = {
    head: await headOf(orm, project, paperTexts.titles.survey),
    survey,
    rows,
    files: (await nameParts(request, 'surveyFile')).filter(({ fileKind }) => fileKind !== 'sites'),
    old: (await oldOf(request, 'siteSurvey', [survey.id], reopenReasons))[survey.id] ?? {},
    oldRows: await oldOf(
      request,
      'siteHazard',
      rows.map(({ id }) => id),
      reopenReasons,
    ),
    ended: isSurveyOver && end ? { name: end.personName, on: end.at.slice(0, 10) } : null,
  };
  return { document: surveyDocument(paper as unknown as SurveyPaper), timeline: null };
}

async function planPaper(request: PaperRequest): Promise<ShownPaper> {
  const { orm, context, call, project } = request;
  const [plan] = await nameParts(request, 'samplePlan');
  if (!plan) throw goneRefusal();
  const storedProject = await projectOf(orm, context.registry, call, project.id);
  const timeline = await wayOf(request, samplePlanMachine, plan);
  const sources = await planSources(orm, storedProject, formatDay(context.services.now(), zoneOf(request)));
  const files = (await nameParts(request, 'surveyFile')).filter(({ fileKind }) => fileKind === 'sites');
  const drawings = await inlinePictures(
    context.services,
    orm,
    files.map(({ content }) => String(content)),
  );
  const paper = {
    head: await headOf(orm, project, paperTexts.titles.plan),
    plan,
    rows: await nameParts(request, 'sampleSiteHazard'),
    totals: namedTotals(sources),
    steps: timeline.steps,
    files,
    drawings,
    form: await planForm(orm, storedProject, {
      limits: sources.limits,
      methods: sources.rows.flatMap(({ method }) => method ?? []),
    }),
    specimens: await specimensOf(request, timeline),
  };
  return { document: planDocument(paper as unknown as PlanPaper), timeline };
}

interface UsedInstrument {
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly model: string | null;
}
const toolWords = ({ eqpNo, eqpName, model }: UsedInstrument): string =>
  `${eqpName}${model ? `（${model}）` : ''}/${eqpNo}`;

async function toolsOf(
  { orm, project }: PaperRequest,
  ids: readonly number[],
): Promise<{ instruments: string[]; calibrators: string[] }> {
  const [toolTable, usage] = [equipmentTable, equipmentUseTable];
  const equipmentColumns = {
    id: toolTable.id,
    eqpNo: toolTable.eqpNo,
    eqpName: toolTable.eqpName,
    model: toolTable.model,
  };
  const instruments = ids.length
    ? await orm
        .select(equipmentColumns)
        .from(toolTable)
        .where(inArray(toolTable.id, [...ids]))
        .orderBy(toolTable.eqpNo)
    : [];
  const calibrators = ids.length
    ? await orm
        .selectDistinct(equipmentColumns)
        .from(usage)
        .innerJoin(toolTable, eq(toolTable.id, usage.calibrator))
        .where(
          and(
            eq(usage.project, project.id),
            inArray(usage.equipment, [...ids]),
            isNotNull(usage.calibrator),
            isNull(usage.deleteTime),
          ),
        )
        .orderBy(toolTable.eqpNo)
    : [];
  return { instruments: instruments.map(toolWords), calibrators: calibrators.map(toolWords) };
}

async function exposureOf({ orm }: PaperRequest, samples: readonly SampleRow[]): Promise<SamplingPaper['exposure']> {
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
      const hazardFacts = siteHazardId === null ? undefined : byRow.get(siteHazardId);
      return hazardFacts ? [[id, hazardFacts] as const] : [];
    }),
  );
}

async function methodWords({ orm }: PaperRequest, id: number | null): Promise<string> {
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

/**
 * Returns the ids of blind samples (密码样), which nobody took on site and nobody brought: papers leave them out. Until
 * its judgement a blind sample stays on the paper for people who may not know of it.
 */
async function knownBlinds({ orm, call, project }: PaperRequest): Promise<ReadonlySet<unknown>> {
  const { viewer } = call;
  const knows = viewer.user.isAdmin || mayAny(viewer.permissions, [permissionOf(blindSample, 'list')]);
  const blinds = await orm
    .select({ sample: blindSampleTable.sample })
    .from(blindSampleTable)
    .where(
      and(
        eq(blindSampleTable.project, project.id),
        isNull(blindSampleTable.deleteTime),
        knows ? undefined : isNotNull(blindSampleTable.judgedAt),
      ),
    );
  return new Set(blinds.map(({ sample }) => sample));
}

/** Returns the address of the workplace of a project (F.4). */
async function workAddressOf(orm: Orm, { belongInspect }: AnyRow): Promise<string | null> {
  const [unit] = await orm
    .select({ work: inspectUnitTable.workAddress, registered: inspectUnitTable.registeredAddress })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, Number(belongInspect)));
  return unit?.work ?? unit?.registered ?? null;
}

async function samplingPaper(request: PaperRequest, key: string): Promise<ShownPaper> {
  const { orm, project } = request;
  const blinds = await knownBlinds(request);
  const samples = (await nameParts(request, 'sample')).filter(({ id }) => !blinds.has(id));
  const samplingGroup = samplingGroups(samples as unknown as SampleRow[]).find((candidate) => candidate.key === key);
  const day = (await nameParts(request, 'samplingDay')).find(({ id }) => id === samplingGroup?.day);
  if (!samplingGroup || !day) throw goneRefusal();
  const ids = samplingGroup.samples.map((sample) => sample.id);
  const weather = (await nameParts(request, 'siteWeather')).filter(({ samplingDay }) => samplingDay === day.id);
  const companions = await nameParts(request, 'companion');
  const paper = {
    head: await headOf(orm, project, samplingGroup.measured ? paperTexts.titles.measuring : paperTexts.titles.sampling),
    group: samplingGroup,
    day,
    weather,
    companions,
    address: await workAddressOf(orm, project),
    method: await methodWords(request, samplingGroup.samples[0]?.method ?? null),
    takenBy: samplingStaffFrom(await stepsByRow(orm, zoneOf(request), 'sample', ids), ids),
    ...(await toolsOf(request, [...new Set(samplingGroup.samples.flatMap(({ equipment }) => equipment ?? []))])),
    exposure: await exposureOf(request, samplingGroup.samples),
    oldSamples: await oldOf(request, 'sample', ids),
    specimens: await inlinePictures(
      request.context.services,
      orm,
      companions.map(({ signature }) => String(signature)),
    ),
  };
  return { document: samplingDocument(paper as unknown as SamplingPaper), timeline: null };
}

async function takenOf({ orm, context }: PaperRequest, sampleIds: readonly number[]): Promise<HandOverPaper['taken']> {
  const task = labTaskTable;
  const rows = sampleIds.length
    ? await orm
        .select({ name: userTable.nickName, at: task.distributedAt })
        .from(task)
        .innerJoin(userTable, eq(userTable.id, task.analyst))
        .where(and(inArray(task.sample, [...sampleIds]), isNull(task.deleteTime)))
    : [];
  if (!rows.length) return null;
  const days = rows.flatMap(({ at }) => (at ? [formatDay(at, context.services.env.zone)] : [])).sort();
  return { names: [...new Set(rows.map(({ name }) => name))], on: days[0] ?? '' };
}

async function handOverPaper(request: PaperRequest, id: number): Promise<ShownPaper> {
  const { orm, context, project } = request;
  const sheet = (await nameParts(request, 'handOver')).find((row) => row.id === id);
  if (!sheet) throw goneRefusal();
  const sheetLines = await linesOf(context.services, orm, id);
  const timeline = await wayOf(request, handOverMachine, sheet);
  const paper = {
    head: await headOf(orm, project, paperTexts.titles.handOver),
    steps: timeline.steps,
    specimens: await specimensOf(request, timeline),
    sheet,
    lines: sheetLines,
    taken:
      sheet.state === 'received'
        ? await takenOf(
            request,
            sheetLines.map((line) => line.id),
          )
        : null,
  };
  return { document: handOverDocument(paper as unknown as HandOverPaper), timeline };
}

async function incomingPaper(request: PaperRequest): Promise<ShownPaper> {
  const blinds = await knownBlinds(request);
  const rows = (await nameParts(request, 'incomingSample')).filter(({ receivedAs }) => !blinds.has(receivedAs));
  if (!rows.length) throw goneRefusal();
  const paper = { head: await headOf(request.orm, request.project, paperTexts.titles.incoming), rows };
  return { document: incomingDocument(paper as unknown as IncomingPaper), timeline: null };
}

async function recordPaper(request: PaperRequest, id: number, hover: boolean): Promise<ShownPaper> {
  const { orm, context, call, project } = request;
  // Read before everything else: a save in between makes the signature fail, so nobody signs unseen content.
  const asSeen = await currentFingerprint(orm, 'labSheet', id);
  const record = await printedGroupOf(context, orm, call, id);
  if (record.work.project.id !== project.id) throw goneRefusal();
  const sheet = record.work.sheet as unknown as AnyRow;
  const changePath = await wayOf(
    request,
    recordMachine,
    sheet,
    recordMachine.moves.map(({ key }) => key),
  );
  const timeline = await withChanges(context, orm, call.viewer, labSheet, sheet, changePath);
  return { document: recordDocument(record, hover), timeline: { ...timeline, ...(asSeen ? { asSeen } : {}) } };
}

/** Returns the number in a key: `record-12`. */
const idIn = (key: string): number => Number(/^\w+-(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN);

async function drawPaper(request: PaperRequest, key: string, hover: boolean): Promise<ShownPaper> {
  const [kind] = key.split('-');
  const id = idIn(key);
  if (kind === 'survey') return surveyPaper(request);
  if (kind === 'plan') return planPaper(request);
  if (kind === 'sampling') return samplingPaper(request, key);
  if (kind === 'incoming') return incomingPaper(request);
  if (kind === 'handOver' && id > 0) return handOverPaper(request, id);
  if (kind === 'record' && id > 0) return recordPaper(request, id, hover);
  throw goneRefusal();
}

/** Kinds of work that may have been done before a job was taken over, by the first word of the paper's key. */
const earlierWork: Readonly<Record<string, EarlierStage>> = {
  survey: 'survey',
  plan: 'planning',
  sampling: 'sampling',
  handOver: 'handOver',
};

/** Adds the sentence about the earlier papers to a paper of work that was done before the job was taken over. */
async function withOrigin({ orm, project }: PaperRequest, key: string, paper: ShownPaper): Promise<ShownPaper> {
  const earlierStage = earlierWork[key.split('-')[0] ?? ''];
  const broughtText = earlierStage ? await broughtNote(orm, project, earlierStage) : null;
  if (broughtText === null) return paper;
  const { document } = paper;
  return { ...paper, document: { ...document, blocks: [{ kind: 'lines', lines: [broughtText] }, ...document.blocks] } };
}

/**
 * Returns one paper of a project by its key, with its timeline.
 * @param hover includes the details behind the displayed numbers, which a PDF can't show
 * @throws Refusal 404 for a key that the project does not have
 */
export async function paperOf(request: PaperRequest, key: string, hover: boolean): Promise<ShownPaper> {
  const drawnPaper = await withOrigin(request, key, await drawPaper(request, key, hover));
  const keptDocument = await archivedPaper(request.orm, request.project, key);
  return keptDocument ? { ...drawnPaper, document: keptDocument } : drawnPaper;
}

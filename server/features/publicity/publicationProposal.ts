import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { type EarlierStage, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import {
  type NoticeDraft,
  type PublicationProposal,
  type PublicationScene,
  publicationTexts,
  signedFacts,
  wordedFacts,
} from '@contract/features/publicity/noticePublication';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  inspectUnitTable,
  reportFormulaTable,
  reportSceneTable,
  reportTable,
  sampleTable,
  siteMediaTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { earlierWorkOf } from '@server/features/projects/earlierWork';
import type { StoredProject } from '@server/features/projects/projectStage';
import { assertNotSecret } from '@server/features/projects/requiredSheets';
import { brokenSignatures } from '@server/features/reports/brokenSignatures';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { frozenContent } from '@server/features/reports/movedReport';
import { conflict, notFound, Refusal } from '@server/http/errors';
import type { Services } from '@server/services';

const joinNames = (people: readonly (string | null)[]): string | null =>
  [...new Set(people.filter(Boolean))].join('、') || null;

/** Returns the published facts of a signed report, with the unit's region. */
async function factsOf(
  orm: Orm,
  report: StoredReport,
  project: StoredProject,
  content: ReportContent,
): Promise<NoticeDraft> {
  const [unit] = await orm
    .select({ region: inspectUnitTable.region })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, project.belongInspect));
  const { people, unit: signedUnit, texts } = content;
  const samplingDays = [...people.sampledOn].sort();
  return {
    title: `${report.title}公示`.slice(0, 120),
    project: project.id,
    unitName: signedUnit.name,
    reportNo: report.reportNo ?? '',
    reportType: project.type,
    reportDate: report.issuedOn ?? '',
    region: unit?.region ?? '',
    address: signedUnit.address ?? '',
    contact: signedUnit.contact ?? '',
    contactPhone: signedUnit.phone,
    leader: people.leader ?? '',
    team: joinNames([people.leader, ...people.team]) ?? '',
    surveyors: joinNames(people.surveyors),
    surveyFrom: people.surveyedOn,
    surveyTo: people.surveyedOn,
    samplers: joinNames(people.collectors),
    samplingFrom: samplingDays[0] ?? null,
    samplingTo: samplingDays.at(-1) ?? null,
    testers: joinNames(people.testers),
    testFrom: people.testFrom,
    testTo: people.testTo,
    companion: joinNames(people.companions),
    companionPublic: true,
    conclusion: texts.conclusion.slice(0, 1000) || null,
    remark: null,
  };
}

const fixedIn = (noticeFacts: NoticeDraft): string[] =>
  signedFacts.filter((name) => noticeFacts[name] !== null && noticeFacts[name] !== '');

/** Returns the notice to store: the wording from the person's draft, and the signed facts. */
export function noticeDraft(noticeFacts: NoticeDraft, draft: NoticeDraft): NoticeDraft {
  const fixedFields = new Set<string>(fixedIn(noticeFacts));
  const personFields = [...wordedFacts, ...signedFacts].filter(
    (name) => !fixedFields.has(name) && draft[name] !== undefined,
  );
  return { ...noticeFacts, ...Object.fromEntries(personFields.map((name) => [name, draft[name]])) };
}

const sceneLabels = new Set<string>(fixedDictionaries.sceneActivity.map(({ value }) => value));

/** Returns the photographs taken on site, and the pictures of an earlier notice of the report. */
async function scenesOf(
  services: Services,
  orm: Orm,
  projectId: number,
  noticeId: number | null,
): Promise<{ scenes: PublicationScene[]; shown: string[] }> {
  const media = await orm
    .select()
    .from(siteMediaTable)
    .where(and(eq(siteMediaTable.project, projectId), isNull(siteMediaTable.deleteTime)))
    .orderBy(asc(siteMediaTable.takenAt), asc(siteMediaTable.id));
  const before =
    noticeId === null
      ? []
      : await orm
          .select()
          .from(reportSceneTable)
          .where(and(eq(reportSceneTable.formula, noticeId), isNull(reportSceneTable.deleteTime)))
          .orderBy(asc(reportSceneTable.sort), asc(reportSceneTable.id));
  const siteScenes = media.map((item): PublicationScene => ({
    picture: item.content,
    caption: [item.place, item.remark].filter(Boolean).join('　').slice(0, 100),
    activity: sceneLabels.has(item.activity ?? '') ? String(item.activity) : 'sampling',
    takenOn: item.takenAt ? formatDay(item.takenAt, services.env.zone) : null,
  }));
  const earlierScenes = before.map(({ picture, caption, activity, takenOn }): PublicationScene => ({
    picture,
    caption,
    activity,
    takenOn,
  }));
  const scenes = [
    ...earlierScenes,
    ...siteScenes.filter(({ picture }) => !earlierScenes.some((scene) => scene.picture === picture)),
  ];
  const pictures = await picturesAmong(
    orm,
    scenes.map(({ picture }) => picture),
    null,
  );
  return {
    scenes: scenes.filter(({ picture }) => pictures.has(picture)),
    shown: earlierScenes.map(({ picture }) => picture),
  };
}

/** Returns the files that are stored pictures; with an organization, only its own. */
async function picturesAmong(
  orm: Orm,
  files: readonly string[],
  organizationId: number | null,
): Promise<ReadonlySet<string>> {
  if (!files.length) return new Set();
  const rows = await orm
    .select({ id: storedFileTable.id, mime: storedFileTable.mime, owner: storedFileTable.organizationId })
    .from(storedFileTable)
    .where(and(inArray(storedFileTable.id, [...files]), isNull(storedFileTable.deleteTime)));
  return new Set(
    rows
      .filter(({ mime, owner }) => mime.startsWith('image/') && (organizationId === null || owner === organizationId))
      .map(({ id }) => id),
  );
}

/**
 * Requires pictures of the organization, each once.
 * @throws Refusal 400 otherwise
 */
export async function assertPictures(
  orm: Orm,
  report: StoredReport,
  scenes: readonly PublicationScene[],
): Promise<void> {
  const files = scenes.map(({ picture }) => picture);
  const knownPictures = await picturesAmong(orm, files, report.organizationId);
  const refuse = (message: string) => new Refusal(400, 'invalid', message, { errors: [{ field: 'scenes', message }] });
  if (files.some((file) => !knownPictures.has(file))) throw refuse(publicationTexts.foreignPicture);
  if (new Set(files).size !== files.length) throw refuse(publicationTexts.pictureTwice);
}

const stateLabel = (state: string | null): string =>
  (reportMachine.states as Readonly<Record<string, { label: string }>>)[state ?? '']?.label ?? '';
const stageLabel = (stage: string | null): string =>
  (projectMachine.states as Readonly<Record<string, { label: string }>>)[stage ?? '']?.label ?? '';

/**
 * Refuses a report that may not be published now.
 * @throws Refusal 409: not issued, published already, replaced, voided, project not archived, or an invalid signature
 */
export async function assertPublishable(
  services: Services,
  orm: Orm,
  report: StoredReport,
  project: Pick<StoredProject, 'id' | 'stage'>,
): Promise<void> {
  await assertNotSecret(orm, project.id, '公示');
  if (report.state === 'published')
    throw conflict(publicationTexts.alreadyPublished(report.reportNo ?? ''), 'published');
  if (report.state === 'voided') throw conflict(publicationTexts.voided, 'wrongState');
  if (report.state === 'corrected') {
    const [next] = await orm
      .select({ no: reportTable.reportNo })
      .from(reportTable)
      .where(eq(reportTable.previous, report.id));
    throw conflict(publicationTexts.corrected(next?.no ?? ''), 'wrongState');
  }
  if (report.state !== 'issued') throw conflict(publicationTexts.notIssued(stateLabel(report.state)), 'wrongState');
  const brokenNames = await brokenSignatures(services, orm, report.id);
  if (brokenNames.length) throw conflict(publicationTexts.badSignature(brokenNames.join('、')), 'signatureInvalid');
  if (project.stage !== 'archived' && project.stage !== 'published')
    throw conflict(publicationTexts.notArchived(stageLabel(project.stage)), 'notArchived');
}

/**
 * Returns the signed content with the facts to publish.
 * @throws Refusal 404
 */
export async function signedFactsOf(
  orm: Orm,
  report: StoredReport,
  project: StoredProject,
): Promise<{ content: ReportContent; facts: NoticeDraft }> {
  const content = await frozenContent(orm, report.id);
  if (!content) throw notFound('报告内容不存在');
  return { content, facts: await factsOf(orm, report, project, content) };
}

/**
 * Returns the people who did the work by the recorded steps, else by the papers of a job that was taken over. Offered
 * if the report names nobody.
 */
async function workersOf(orm: Orm, job: StoredProject): Promise<NoticeDraft> {
  const projectId = job.id;
  const step = workflowStepTable;
  const surveySteps = await orm
    .selectDistinct({ name: step.personName })
    .from(step)
    .where(and(eq(step.machine, projectMachine.name), eq(step.rowId, projectId), eq(step.move, 'endSurvey')));
  const collectedDays = await orm
    .selectDistinct({ name: step.personName })
    .from(step)
    .innerJoin(sampleTable, and(eq(step.machine, sampleMachine.name), eq(sampleTable.id, step.rowId)))
    .where(
      and(
        eq(sampleTable.project, projectId),
        eq(step.move, 'collect'),
        sql`${step.reason} is distinct from ${takeOverTexts.reason}`,
      ),
    );
  const workerNames = async (steps: readonly { readonly name: string }[], earlierStage: EarlierStage) =>
    joinNames([
      ...steps.map(({ name }) => name),
      ...(steps.length ? [] : (await earlierWorkOf(orm, job, earlierStage)).people),
    ]);
  return {
    surveyors: await workerNames(surveySteps, 'survey'),
    samplers: await workerNames(collectedDays, 'sampling'),
  };
}

/** Returns the proposal for a publication: the reason against it, or the text of the notice. */
export async function publicationProposal(
  services: Services,
  orm: Orm,
  report: StoredReport,
  project: StoredProject,
): Promise<PublicationProposal> {
  const blockedReason = await assertPublishable(services, orm, report, project).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );
  const emptyProposal = { blocked: blockedReason, draft: {}, fixed: [], scenes: [], shown: [] };
  if (report.state !== 'issued') return emptyProposal;
  const { facts } = await signedFactsOf(orm, report, project);
  const [notice] =
    report.notice === null
      ? []
      : await orm
          .select()
          .from(reportFormulaTable)
          .where(and(eq(reportFormulaTable.id, report.notice), isNull(reportFormulaTable.deleteTime)));
  const before = notice
    ? (Object.fromEntries(wordedFacts.map((name) => [name, notice[name] ?? null])) as NoticeDraft)
    : {};
  const workers = Object.fromEntries(
    Object.entries(await workersOf(orm, project)).filter(
      ([name, names]) => names !== null && facts[name === 'surveyors' ? 'surveyFrom' : 'samplingFrom'],
    ),
  );
  return {
    blocked: blockedReason,
    draft: noticeDraft(facts, { ...workers, ...before }),
    fixed: fixedIn(facts),
    ...(await scenesOf(services, orm, project.id, notice?.id ?? null)),
  };
}

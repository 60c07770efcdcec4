import type { FieldGapWithReason } from '@contract/features/fieldwork/samples/fieldGaps';
import type { OpenItem } from '@contract/features/projects/openItem';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { MissingSheet } from '@contract/features/projects/projectProcedure';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import { type PlaceInPage, placeAddress } from '@contract/fields/placeAddress';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import { type ArchiveBlocker, missingDocumentText, formBlockers } from './archiveBlockers';
import type { ArchiveFolder } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';

// 还缺什么: data and documents that later steps of a project will require, listed while they can still be added. Each
// line is the result of the check in that step: the end of sampling, the report's submission, or archiving.

/** Steps that require the missing items. */
const lackGates = {
  passContract: '通过合同评审',
  endSurvey: '结束调查',
  submitPlan: '提交方案',
  approvePlan: '批准方案',
  endSampling: '结束采样',
  submitRecord: '提交记录',
  submitReport: '提交报告',
  signReport: '签发报告',
  archive: '归档',
} as const;
type LackGate = keyof typeof lackGates;

/** Step of each move whose button is not the next action while something is missing for it. */
const gateOfMove: Readonly<Record<string, LackGate>> = {
  endSurvey: 'endSurvey',
  'samplePlan:submit': 'submitPlan',
  endSampling: 'endSampling',
};

/**
 * Returns the missing items that a move would refuse.
 * @param move key of a move of the project, or of another machine with the machine's name before a colon
 * @param gaps missing items of the project; undefined while they are being loaded
 * @returns undefined while the items of a move that may lack some are being loaded
 */
export function gapsBefore(move: string, gaps: readonly ProjectGap[] | undefined): readonly ProjectGap[] | undefined {
  const gateOfThis = gateOfMove[move];
  return gateOfThis === undefined ? [] : gaps?.filter(({ gate }) => gate === gateOfThis);
}

/** Answer of `GET api/archive/lacks/:id`. */
export interface ProjectGap extends ArchiveBlocker {
  /** Step that refuses as long as the item is missing. */
  readonly gate: LackGate;
}

export const projectGapTexts = {
  heading: (count: number) => `还缺${count}项`,
  more: (count: number) => `查看全部${count}项`,
  fewer: '收起',
  before: (gate: LackGate) => `${lackGates[gate]}前补全`,
  /** Caption of the button that leads to the first missing item. */
  complete: (count: number) => `补全缺项（${count}）`,
} as const;

const stageOrder = Object.keys(projectMachine.states);
const hasReached = (stage: string, from: Stage): boolean => stageOrder.indexOf(stage) >= stageOrder.indexOf(from);
const finishedStages = new Set<string>(['archived', 'published', 'terminated']);

const liveSamplePath = '/siteSample/liveSample/condition';
const adjustmentPath = '/siteSample/projectAdjustment/blkSampleInfo/pageSampling';
const reportPath = '/reportPreviewNew';
/**
 * Fields in which missing data of the site are entered, by the first word of a gap's key. `laterPage` is the page that
 * changes them once sampling has ended.
 */
const gapFields: Readonly<
  Record<string, { readonly page: string; readonly field: string; readonly laterPage?: string }>
> = {
  pump: { page: `${liveSamplePath}/pageSampling`, field: 'equipment', laterPage: adjustmentPath },
  collector: { page: `${liveSamplePath}/pageSampling`, field: 'collectors', laterPage: adjustmentPath },
  weather: { page: `${liveSamplePath}/taskDetails`, field: 'temperature' },
  companion: { page: `${liveSamplePath}/projectSign`, field: 'companionName' },
};

const addressIn = (page: string, projectId: number, place: PlaceInPage = {}): string =>
  placeAddress(`${page}?belongProject=${projectId}`, place);

/** Stage from which a missing document of a folder is listed: the work of the folder is then done. */
const folderSince: Partial<Record<ArchiveFolder, Stage>> = {
  survey: 'sampling',
  plan: 'sampling',
  equipment: 'handOver',
  sampling: 'sampling',
  handOver: 'testing',
  record: 'recordReview',
  curve: 'recordReview',
  attachment: 'recordReview',
};

/** Returns whether the end of sampling or the report requires a document of the folder 现场采样 already. */
const requestedEarlier = ({ folder, key }: ArchiveDocument): boolean =>
  folder === 'sampling' && !key.startsWith('pictures-');

const itemGaps =
  (gate: LackGate, page: string) =>
  (openItems: readonly OpenItem[], projectId: number): ProjectGap[] =>
    openItems.map(({ sentence, place }, index) => ({
      key: `${gate}-${index + 1}`,
      title: sentence,
      gate,
      path: addressIn(page, projectId, place),
    }));

/** Returns the missing items that the end of the survey requires. */
export const surveyGaps = itemGaps('endSurvey', '/siteSample/siteSurvey/details/page');

/** Returns what the submission of the plan refuses. */
export const planGaps = itemGaps('submitPlan', '/siteSample/samplePlan/details/page');

/** Returns the missing items that the end of sampling requires. */
export const samplingGaps = (
  openGaps: readonly (OpenItem & { readonly ofDays?: boolean })[],
  projectId: number,
): ProjectGap[] =>
  openGaps.map(({ sentence, ofDays, place }, index) => ({
    key: `endSampling-${index + 1}`,
    title: sentence,
    gate: 'endSampling',
    path: addressIn(
      `${liveSamplePath}/${ofDays ? 'pageSamplingTime' : 'pageSampling'}`,
      projectId,
      ofDays ? { field: 'sampledOn' } : place,
    ),
  }));

/**
 * Returns where missing data of the site are entered: during sampling in their field, later by 项目调整. The report
 * takes the reason for data that nobody can add any more.
 */
function fieldGapPath(key: string, { id, stage }: { readonly id: number; readonly stage: string }): string | null {
  const [word = '', row] = key.split('-');
  const target = gapFields[word];
  if (!target) return null;
  if (stage !== 'sampling' && target.laterPage) return addressIn(target.laterPage, id);
  return stage === 'reporting'
    ? addressIn(reportPath, id)
    : addressIn(target.page, id, { row: Number(row), field: target.field });
}

/** Returns the missing field data that a report requires, without data whose absence has a stated reason. */
export const unexplainedFieldGaps = (
  gaps: readonly FieldGapWithReason[],
  project: { readonly id: number; readonly stage: string },
): ProjectGap[] =>
  gaps
    .filter(({ reason }) => reason === null)
    .map(({ key, title }) => ({ key, title, gate: 'submitReport', path: fieldGapPath(key, project) }));

/**
 * Returns what the submission of a report refuses besides missing field data.
 * @param problems refusals of the submission, as sentences
 * @param projectId id of the project
 */
export const reportGaps = (problems: readonly string[], projectId: number): ProjectGap[] =>
  problems.map((title, index) => ({
    key: `submitReport-${index + 1}`,
    title,
    gate: 'submitReport',
    path: addressIn(reportPath, projectId),
  }));

/** Gap of a report whose organization has no public address for its QR code; the last signature refuses it. */
export const publicAddressGap: ProjectGap = {
  key: 'publicUrl',
  title: publicUrlTexts.missing,
  gate: 'signReport',
  path: '/system/organization',
};

/** Gap of a report whose coming signatures lack people. Administrators authorise them. */
export const signersGap = (move: string): ProjectGap => ({
  key: 'signers',
  title: eligibleSignerTexts.tooFew('报告审批', move),
  gate: 'signReport',
  path: '/system/user',
});

/** Steps that ask for signed sheets (规范表单) before the archive does, by the stage that waits for them. */
export const sheetGates = {
  contractReview: 'passContract',
  survey: 'endSurvey',
  planReview: 'approvePlan',
  sampling: 'endSampling',
  reporting: 'submitReport',
  reportReview: 'signReport',
  issuing: 'signReport',
} as const satisfies Partial<Record<Stage, LackGate>>;

/**
 * Signed sheets that a step asks for (规范表单).
 * @param sheets signed sheets that the project lacks
 * @param gate step that waits for them
 * @param project id of the project, for the links of the gaps
 */
export const sheetGaps = (sheets: readonly MissingSheet[], gate: LackGate, project: number): ProjectGap[] =>
  formBlockers(sheets, project).map((blocker) => ({ ...blocker, gate }));

/** Facts that contradict a rule of time, where the organization lets these rules stop a step. */
export const timeLacks = (findings: readonly { readonly rule: string; readonly message: string }[], gate: LackGate) =>
  findings.map(({ rule, message }, index): ProjectGap => ({
    key: `time-${rule}-${index}`,
    title: `${rule} ${message}`,
    gate,
    path: '/projectTime',
  }));

/** Returns the missing documents that the archive will require, for steps that the project has reached. */
export const archiveGaps = (documents: readonly ArchiveDocument[], stage: string): ProjectGap[] =>
  documents
    .filter(
      (document) =>
        document.status === 'missing' &&
        !requestedEarlier(document) &&
        hasReached(stage, folderSince[document.folder] ?? 'archived'),
    )
    .map((document) => ({
      key: document.key,
      title: missingDocumentText(document),
      gate: 'archive',
      path: document.path,
    }));

/** Returns the reasons that prevent archiving now, in the last stage before it. */
export const blockerGaps = (blockers: readonly ArchiveBlocker[]): ProjectGap[] =>
  blockers.map((blocker) => ({ ...blocker, gate: 'archive' }));

/** Returns whether a project's report is not submitted yet; the submission checks the field data. */
export const isBeforeReportSubmission = (stage: string): boolean => !hasReached(stage, 'reportReview');

/** Returns whether a project has been sampled or is being sampled. */
export const reachesSampling = (stage: string): boolean => hasReached(stage, 'sampling');

/** Returns whether a project is in a stage for which missing items are listed. */
export const showsProjectGaps = ({ stage }: { readonly stage: unknown }): boolean =>
  (reachesSampling(String(stage)) || stage === 'planning' || String(stage) in sheetGates) &&
  !finishedStages.has(String(stage));

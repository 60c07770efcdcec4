import type { fixedDictionaries } from '@contract/dictionaries';
import type { Stage } from './projectMachine';
import type { ServiceKind } from './serviceKind';

// The procedure of each service as data (GBZ 331-2024 figures B.1 to B.3): its stages in common terms, and the signed
// sheets without which a stage of an evaluation can't end.

type SheetKind = (typeof fixedDictionaries.serviceFormKind)[number]['value'];

/** Steps that ask for signed sheets. */
export type SheetStep =
  | 'passContract'
  | 'endSurvey'
  | 'approvePlan'
  | 'endSampling'
  | 'submitReport'
  | 'signReport'
  | 'archive';

/** A signed sheet that a step asks for and the project lacks. */
export interface MissingSheet {
  readonly kind: SheetKind;
  /** Name of the sheet, with what it must be about. */
  readonly label: string;
}

export interface ProcedureStage {
  readonly label: string;
  /** Stages of the machine that it is made of. */
  readonly stages: readonly Stage[];
  /** Sheets that the steps of this stage ask for. */
  readonly sheets?: Readonly<Partial<Record<SheetStep, readonly SheetKind[]>>>;
}

const regularStages: readonly ProcedureStage[] = [
  { label: '合同', stages: ['draft', 'contractReview'] },
  { label: '调查', stages: ['survey'] },
  { label: '方案', stages: ['planning', 'planReview'] },
  { label: '采样', stages: ['sampling'] },
  { label: '流转', stages: ['handOver'] },
  { label: '检测', stages: ['testing'] },
  { label: '记录', stages: ['recordReview'] },
  { label: '报告', stages: ['reporting', 'reportReview', 'issuing'] },
  { label: '归档', stages: ['archived', 'published'] },
];

/** Returns the stages of a routine test with other labels and sheets. */
const evaluationStages = (
  changedStages: Readonly<Record<string, Partial<ProcedureStage>>>,
): readonly ProcedureStage[] => regularStages.map((stage) => ({ ...stage, ...changedStages[stage.label] }));

/** Sheets that both kinds of evaluations require for the report. */
const report = {
  label: '评价报告',
  sheets: { signReport: ['evaluationReportReview', 'evaluationSigning'] as readonly SheetKind[] },
} as const;

/** Stages of each service, in their order. */
export const procedures: Readonly<Record<ServiceKind, readonly ProcedureStage[]>> = {
  regular: regularStages,
  presentState: evaluationStages({
    调查: {
      label: '资料与初步调查',
      sheets: { endSurvey: ['evaluationDocuments', 'evaluationTeam'] },
    },
    方案: { label: '评价方案', sheets: { approvePlan: ['evaluationPlanReview'] } },
    采样: {
      label: '进一步调查与采样',
      sheets: { endSampling: ['surveyRunning', 'surveyBuildings', 'surveyManagement', 'surveyEarlier'] },
    },
    报告: { ...report, sheets: { submitReport: ['evaluationReport'], ...report.sheets } },
    归档: { sheets: { archive: ['evaluationArchive'] } },
  }),
  effect: evaluationStages({
    调查: { label: '资料与调查', sheets: { endSurvey: ['evaluationDocuments', 'evaluationTeam'] } },
    方案: { label: '评价方案', sheets: { approvePlan: ['effectPlanReview'] } },
    采样: { label: '性能检测', sheets: { endSampling: ['effectTest'] } },
    报告: { ...report, sheets: { submitReport: ['effectReport'], ...report.sheets } },
    归档: { sheets: { archive: ['effectArchive'] } },
  }),
  other: regularStages,
};

/** Stages of a project from before the kinds of service were stored. */
export const formerProcedure = regularStages;

/** Returns the sheets that a service always asks for before a step. */
export const sheetsOfService = (service: ServiceKind | null, step: SheetStep): readonly SheetKind[] =>
  service === null ? [] : procedures[service].flatMap(({ sheets }) => sheets?.[step] ?? []);

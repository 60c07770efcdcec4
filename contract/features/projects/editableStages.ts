import { messages } from '@contract/messages';
import { projectMachine, type Stage } from './projectMachine';
import { projectTexts } from './projectTexts';

/** Stages in which a part of a project may be written, and the messages before and after them. */
export interface EditableStages {
  readonly stages: readonly Stage[];
  readonly early: string;
  readonly late: string;
  /**
   * Papers of the time before may be copied into the part while a job is in the stage of its takeover
   * (`projectTakeOver.ts`).
   */
  readonly copiedLater?: boolean;
}

export const surveyStages: EditableStages = {
  stages: ['survey'],
  early: projectTexts.surveyNotOpen,
  late: messages.surveyEnded,
  copiedLater: true,
};
export const planningStages: EditableStages = {
  stages: ['planning'],
  early: projectTexts.planNotOpen,
  late: projectTexts.planLocked,
  copiedLater: true,
};

const stageOrder = Object.keys(projectMachine.states);

/**
 * Returns the reason why the part can't be written in a stage: `early` before its stages, `late` after them; null
 * where it can.
 * @param takenOverAt stage at which the job was taken over, if it was
 */
export function notEditableReason(
  stage: string,
  { stages, early, late, copiedLater }: EditableStages,
  takenOverAt?: unknown,
): string | null {
  if ((stages as readonly string[]).includes(stage)) return null;
  const isBehind = stageOrder.indexOf(stages[0] as Stage) < stageOrder.indexOf(stage);
  if (copiedLater && isBehind && stage === takenOverAt) return null;
  return stage !== 'terminated' && stageOrder.indexOf(stage) < stageOrder.indexOf(stages[0] as Stage) ? early : late;
}

import { messages } from '@contract/messages';
import { projectMachine, type Stage } from './projectMachine';
import { projectTexts } from './projectTexts';

/** Stages in which a part of a project may be written, and the messages before and after them. */
export interface OpenWhile {
  readonly stages: readonly Stage[];
  readonly early: string;
  readonly late: string;
}

export const whileSurveying: OpenWhile = {
  stages: ['survey'],
  early: projectTexts.surveyNotOpen,
  late: messages.surveyEnded,
};
export const whilePlanning: OpenWhile = {
  stages: ['planning'],
  early: projectTexts.planNotOpen,
  late: projectTexts.planLocked,
};

const order = Object.keys(projectMachine.states);

/**
 * Returns why the part can't be written in a stage: `early` before its stages, `late` after them; null where it can.
 */
export function closedBecause(stage: string, { stages, early, late }: OpenWhile): string | null {
  if ((stages as readonly string[]).includes(stage)) return null;
  return stage !== 'terminated' && order.indexOf(stage) < order.indexOf(stages[0] as Stage) ? early : late;
}

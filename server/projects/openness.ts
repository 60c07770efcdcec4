import type { Openness } from '@contract/siteSample/wire';
import { Refusal } from '../http/errors';
import type { OpenWhile } from './part';
import { assertStage, type Stage, type StoredProject } from './stage';

/** Whether a part of the project may be written now, told rather than thrown. */
export function opennessOf(project: Pick<StoredProject, 'stage'>, open: OpenWhile): Openness {
  const stage = String(project.stage);
  try {
    assertStage({ stage: stage as Stage }, open.stages, open);
    return { stage, open: true, why: null };
  } catch (error) {
    if (error instanceof Refusal) return { stage, open: false, why: error.message };
    throw error;
  }
}

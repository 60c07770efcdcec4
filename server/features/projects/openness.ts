import type { Openness } from '@contract/features/projects/openness';
import { closedBecause, type OpenWhile } from '@contract/features/projects/openWhile';
import type { StoredProject } from './stage';

/** Returns whether a part of the project may be edited now, without throwing. */
export function opennessOf(project: Pick<StoredProject, 'stage' | 'takenOverAt'>, open: OpenWhile): Openness {
  const stage = String(project.stage);
  const why = closedBecause(stage, open, project.takenOverAt);
  return { stage, open: why === null, why };
}

import { and, eq, isNull } from 'drizzle-orm';
import type { fixedDictionaries } from '@contract/dictionaries';
import { notEditableReason, type EditableStages } from '@contract/features/projects/editableStages';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { mayEdit } from '@contract/workflow/stateMachine';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { projectTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { MovedEntity } from '@server/workflow/moveRows';

type StageValue = (typeof fixedDictionaries.projectStage)[number]['value'];
export type StoredProject = typeof projectTable.$inferSelect;

/** Returns how a project moves: its machine, table and stage field. */
export const movedProject = (registry: Registry): MovedEntity => ({
  machine: projectMachine,
  resource: registry.named('project'),
  stateField: 'stage',
});

/**
 * Returns a project that the viewer may see. `share` locks it against a move until the transaction ends, while others
 * may still write to it. So no data of a stage are stored after the move that ends the stage.
 * @throws Refusal 404
 */
export async function projectOf(
  tx: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
  lock?: 'share' | 'update',
): Promise<StoredProject> {
  const query = tx
    .select()
    .from(projectTable)
    .where(
      and(eq(projectTable.id, id), isNull(projectTable.deleteTime), scopeOf(registry.named('project'), call.viewer)),
    );
  const [projectRow] = lock ? await query.for(lock) : await query;
  if (!projectRow) throw notFound(projectTexts.notFound);
  return projectRow;
}

/**
 * Refuses changes to an archived, published or terminated project, whatever the state of the part.
 * @throws Refusal 409
 */
export function assertNotClosed({ stage }: Pick<StoredProject, 'stage'>): void {
  if (!mayEdit(projectMachine, String(stage))) throw conflict(projectTexts.locked, 'locked');
}

/**
 * Requires one of the stages.
 * @throws Refusal 409 with `early` before the stages and `late` after them
 */
export function assertStage(
  project: Pick<StoredProject, 'stage' | 'takenOverAt'>,
  stages: readonly StageValue[],
  { early, late, copiedLater = false }: Pick<EditableStages, 'early' | 'late' | 'copiedLater'>,
): void {
  const closedReason = notEditableReason(
    String(project.stage),
    { stages, early, late, copiedLater },
    project.takenOverAt,
  );
  if (closedReason !== null) throw conflict(closedReason, 'wrongStage');
}

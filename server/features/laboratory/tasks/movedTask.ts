import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labTaskTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockRows, type MovedEntity, moveRows } from '@server/workflow/moveRows';

/** Returns how a task moves: its machine, table and state field. */
export const movedTask = (registry: Registry): MovedEntity => ({
  machine: labTaskMachine,
  resource: registry.named('labTask'),
  stateField: 'state',
});
/** Returns how a sample moves: its machine, table and state field. */
export const movedSample = (registry: Registry): MovedEntity => ({
  machine: sampleMachine,
  resource: registry.named('sample'),
  stateField: 'state',
});

/**
 * Locks tasks together with their samples until the transaction ends. Samples are locked first, as voiding does.
 * @throws Refusal 404 unless the viewer may see all of them
 */
export async function lockTasks(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<{ tasks: AnyRow[]; samples: ReadonlyMap<number, AnyRow> }> {
  const wantedIds = [...new Set(ids)];
  const resource = registry.named('labTask');
  const seenTasks = await tx
    .select({ sample: labTaskTable.sample })
    .from(labTaskTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (seenTasks.length !== wantedIds.length) throw notFound(labTaskTexts.gone);
  const samples = await lockRows(
    movedSample(registry),
    tx,
    call,
    seenTasks.map(({ sample }) => sample),
  );
  return {
    tasks: await lockRows(movedTask(registry), tx, call, wantedIds),
    samples: new Map(samples.map((storedSample) => [storedSample.id, storedSample])),
  };
}

const openStates = ['waiting', 'distributed', 'testing'];

/** Cancels the tasks of voided samples. The caller has locked the samples. */
export async function voidTasksOf(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sampleIds: readonly number[],
  reason: string,
): Promise<void> {
  if (!sampleIds.length) return;
  const taskRows = await tx
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        inArray(labTaskTable.sample, [...sampleIds]),
        inArray(labTaskTable.state, openStates),
        isNull(labTaskTable.deleteTime),
      ),
    );
  if (!taskRows.length) return;
  const movedResource = movedTask(registry);
  await moveRows(
    services,
    tx,
    call,
    movedResource,
    await lockRows(
      movedResource,
      tx,
      call,
      taskRows.map(({ id }) => id),
    ),
    'void',
    { reason, changes: { stateReason: reason } },
  );
}

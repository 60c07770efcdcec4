import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { Context } from '@server/crud/context';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf, withIds } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import { labTaskTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockRows, type Moved, moveRows } from '@server/workflow/move';

/** Returns how a task moves: its machine, table and state field. */
export const movedTask = (registry: Registry): Moved => ({
  machine: labTaskMachine,
  resource: registry.named('labTask'),
  stateField: 'state',
});
/** Returns how a sample moves: its machine, table and state field. */
export const movedSample = (registry: Registry): Moved => ({
  machine: sampleMachine,
  resource: registry.named('sample'),
  stateField: 'state',
});

/**
 * Locks tasks together with their samples until the transaction ends. Samples are locked first, as voiding does.
 * @throws Refusal 404 unless the viewer may see all of them
 */
export async function lockTasks(
  { registry }: Context,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<{ tasks: AnyRow[]; samples: ReadonlyMap<number, AnyRow> }> {
  const wanted = [...new Set(ids)];
  const resource = registry.named('labTask');
  const seen = await tx
    .select({ sample: labTaskTable.sample })
    .from(labTaskTable)
    .where(and(withIds(resource, wanted), living(resource), scopeOf(resource, call.viewer)));
  if (seen.length !== wanted.length) throw notFound(labTaskTexts.gone);
  const samples = await lockRows(
    movedSample(registry),
    tx,
    call,
    seen.map(({ sample }) => sample),
  );
  return {
    tasks: await lockRows(movedTask(registry), tx, call, wanted),
    samples: new Map(samples.map((one) => [one.id, one])),
  };
}

const open = ['waiting', 'distributed', 'testing'];

/** Cancels the tasks of voided samples. The caller has locked the samples. */
export async function voidTasksOf(
  { services, registry }: Context,
  tx: Orm,
  call: Call<unknown>,
  sampleIds: readonly number[],
  reason: string,
): Promise<void> {
  if (!sampleIds.length) return;
  const found = await tx
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        inArray(labTaskTable.sample, [...sampleIds]),
        inArray(labTaskTable.state, open),
        isNull(labTaskTable.deleteTime),
      ),
    );
  if (!found.length) return;
  const moved = movedTask(registry);
  await moveRows(
    services,
    tx,
    call,
    moved,
    await lockRows(
      moved,
      tx,
      call,
      found.map(({ id }) => id),
    ),
    'void',
    { reason, changes: { stateReason: reason } },
  );
}

import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labTaskTable, sampleTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { movedSample } from './movedTask';

type SampleState = 'received' | 'distributed' | 'testing' | 'completed';
const stateOrder: readonly SampleState[] = ['received', 'distributed', 'testing', 'completed'];
/** Moves between the states of `stateOrder`: forward from each state, and backward from each state. */
const forwardMoves = ['distribute', 'start', 'complete'] as const;
const backwardMoves = [undefined, 'giveBack', 'takeOff', 'reopen'] as const;

/**
 * Returns the state of a sample by its tasks: the state of the most advanced task; completed only if all tasks are.
 */
function stateByTasks(states: readonly string[]): SampleState {
  if (states.every((state) => state === 'completed')) return 'completed';
  if (states.some((state) => state === 'testing' || state === 'completed')) return 'testing';
  return states.includes('distributed') ? 'distributed' : 'received';
}

/**
 * Moves samples to the state of their tasks, after the caller's transaction has moved tasks. Voided, kept and
 * disposed samples stay.
 * @param reason reason of a move back, if there is one
 */
export async function moveSamplesToTaskState(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  taskIds: readonly number[],
  reason = '检测任务退回',
): Promise<void> {
  if (!taskIds.length) return;
  const samplesOfTasks = tx
    .select({ sample: labTaskTable.sample })
    .from(labTaskTable)
    .where(inArray(labTaskTable.id, [...taskIds]));
  const tasks = await tx
    .select({ sample: labTaskTable.sample, state: labTaskTable.state })
    .from(labTaskTable)
    .where(and(inArray(labTaskTable.sample, samplesOfTasks), isNull(labTaskTable.deleteTime)));
  const states = new Map<number, string[]>();
  for (const { sample, state } of tasks)
    if (state !== 'voided') states.set(sample, [...(states.get(sample) ?? []), String(state)]);
  if (!states.size) return;
  const lockedSamples = await tx
    .select({ id: sampleTable.id, state: sampleTable.state })
    .from(sampleTable)
    .where(inArray(sampleTable.id, [...states.keys()]))
    .orderBy(asc(sampleTable.id))
    .for('update');
  const samples = lockedSamples
    .map(({ id, state }) => ({
      id,
      at: stateOrder.indexOf(state as SampleState),
      to: stateOrder.indexOf(stateByTasks(states.get(id) ?? [])),
    }))
    .filter(({ at }) => at >= 0);
  const movedResource = movedSample(registry);
  // Moves step by step, so that each step is recorded; samples that take the same step are moved together.
  const moveOneStep = async (from: number, to: number, key: string): Promise<void> => {
    const movingSamples = samples.filter(
      (storedSample) => storedSample.at === from && (to > from ? storedSample.to >= to : storedSample.to <= to),
    );
    if (!movingSamples.length) return;
    await moveRows(
      services,
      tx,
      call,
      movedResource,
      await lockRows(
        movedResource,
        tx,
        call,
        movingSamples.map(({ id }) => id),
      ),
      key,
      to < from ? { reason } : {},
    );
    for (const storedSample of movingSamples) storedSample.at = to;
  };
  for (const [from, key] of forwardMoves.entries()) await moveOneStep(from, from + 1, key);
  for (let from = stateOrder.length - 1; from > 0; from -= 1)
    await moveOneStep(from, from - 1, backwardMoves[from] ?? '');
}

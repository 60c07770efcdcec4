import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import { returningStep, type ReturnDetails } from '@contract/workflow/returnedWork';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { workflowStepTable } from '@server/db/schema';

interface RowState {
  readonly id: number;
  readonly state: string;
}

const table = workflowStepTable;

/** Returns the rows that have a step with a reason. They are few in a list, so only few steps have to be loaded. */
async function rowsWithReasons(orm: Orm, machine: string, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await orm
    .selectDistinct({ id: table.rowId })
    .from(table)
    .where(and(eq(table.machine, machine), inArray(table.rowId, [...ids]), isNotNull(table.reason)));
  return rows.map(({ id }) => id);
}

/**
 * Returns who returned rows to their present state. Rows in their state by a forward move are left out, and rows that
 * their own sender withdrew.
 * @param to person to whom the rows were returned; everybody by default
 */
export async function returnedFacts(
  orm: Orm,
  zone: string,
  machine: { readonly name: string },
  rows: readonly RowState[],
  to?: number,
): Promise<ReadonlyMap<number, ReturnDetails>> {
  if (!rows.length) return new Map();
  const ids = await rowsWithReasons(
    orm,
    machine.name,
    rows.map(({ id }) => id),
  );
  if (!ids.length) return new Map();
  const steps = await orm
    .select()
    .from(table)
    .where(and(eq(table.machine, machine.name), inArray(table.rowId, [...ids])))
    .orderBy(asc(table.id));
  return new Map(
    rows.flatMap(({ id, state }): [number, ReturnDetails][] => {
      const rowSteps = steps
        .filter(({ rowId }) => rowId === id)
        .map((step) => ({ ...step, from: step.fromState, to: step.toState }));
      const returnStep = returningStep(rowSteps, state);
      const sender = returnStep && rowSteps.findLast((step) => step.id < returnStep.id && step.from === state);
      const wasReturned =
        returnStep && sender?.personId !== returnStep.personId && (to === undefined || sender?.personId === to);
      return wasReturned
        ? [
            [
              id,
              {
                person: returnStep.personName,
                at: formatMoment(returnStep.time, zone),
                reason: returnStep.reason ?? '',
              },
            ],
          ]
        : [];
    }),
  );
}

/**
 * Adds to each returned row of a list the person, time and reason of the return (`returnedFact`).
 * @param zone time zone in which the time is written
 */
export async function withReturned(
  orm: Orm,
  zone: string,
  { stateMachine }: Entity,
  rows: readonly AnyRow[],
): Promise<AnyRow[]> {
  if (!stateMachine) return [...rows];
  const factsByRow = await returnedFacts(
    orm,
    zone,
    { name: stateMachine.machine },
    rows.map((row) => ({ id: row.id, state: String(row[stateMachine.stateField]) })),
  );
  return rows.map((row) => {
    const returnedFact = factsByRow.get(row.id);
    return returnedFact ? { ...row, returned: returnedFact } : row;
  });
}

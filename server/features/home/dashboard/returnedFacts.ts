import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ReturnedFact } from '@contract/features/home/dashboard';
import type { Machine } from '@contract/workflow/machine';
import { returnedBy } from '@contract/workflow/returned';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { workflowStepTable } from '@server/db/schema';

interface StateOf {
  readonly id: number;
  readonly state: string;
}

/** Returns who sent rows back to their present state; rows that came forward are left out. */
export async function returnedFacts(
  orm: Orm,
  zone: string,
  machine: Pick<Machine, 'name'>,
  rows: readonly StateOf[],
): Promise<ReadonlyMap<number, ReturnedFact>> {
  if (!rows.length) return new Map();
  const table = workflowStepTable;
  const steps = await orm
    .select()
    .from(table)
    .where(
      and(
        eq(table.machine, machine.name),
        inArray(
          table.rowId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(table.id));
  return new Map(
    rows.flatMap(({ id, state }): [number, ReturnedFact][] => {
      const own = steps.filter(({ rowId }) => rowId === id);
      const back = returnedBy(
        own.map((step) => ({ ...step, from: step.fromState, to: step.toState })),
        state,
      );
      return back
        ? [[id, { person: back.personName, at: formatMoment(back.time, zone), reason: back.reason ?? '' }]]
        : [];
    }),
  );
}

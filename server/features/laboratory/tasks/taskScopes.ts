import { inArray } from 'drizzle-orm';
import { type AnnexItem, type ScopeState, scopeOf } from '@contract/features/library/accreditationScope';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';

/** Fields of a task that decide on its accreditation. */
interface ScopedTask {
  readonly hazard: number;
  readonly standardNo: string | null;
  readonly methodKind: string | null;
  readonly organizationId: number | null;
}

/**
 * Returns a lookup of the accredited scope for tasks on a day: null for a task without a method, for an outsourced
 * test, and for an organization without an annex.
 * @param day `YYYY-MM-DD`
 */
export async function scopesOfTasks(
  orm: Orm,
  tasks: readonly ScopedTask[],
  day: string,
): Promise<(task: ScopedTask) => ScopeState | null> {
  const annexes = new Map<number | null, readonly AnnexItem[]>();
  for (const organizationId of new Set(tasks.map((task) => task.organizationId)))
    annexes.set(organizationId, await accreditationAnnex(orm, organizationId));
  const hazardIds = [...new Set(tasks.map(({ hazard }) => hazard))];
  const categories = new Map(
    hazardIds.length && [...annexes.values()].some(({ length }) => length)
      ? (
          await orm
            .select({ id: hazardTable.id, category: hazardTable.category })
            .from(hazardTable)
            .where(inArray(hazardTable.id, hazardIds))
        ).map(({ id, category }) => [id, category])
      : [],
  );
  return ({ hazard, standardNo, methodKind, organizationId }) =>
    standardNo === null || methodKind === 'outsourced'
      ? null
      : (scopeOf(annexes.get(organizationId) ?? [], {
          hazard,
          category: categories.get(hazard) ?? '',
          standardNo,
          day,
        })?.state ?? null);
}

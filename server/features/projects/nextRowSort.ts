import { and, eq, isNull, max } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from '@server/db/orm';

type SortedTable = PgTable & Readonly<Record<'project' | 'rowSort' | 'deleteTime', AnyPgColumn>>;

const sortStep = 10;

/** Returns the sort number after the last row of a project's table; steps leave room for insertions. */
export async function nextRowSort(
  tx: Orm,
  table: SortedTable,
  projectId: number,
  maxRowSort = 99_999,
): Promise<number> {
  const [last] = await tx
    .select({ rowSort: max(table.rowSort) })
    .from(table)
    .where(and(eq(table.project, projectId), isNull(table.deleteTime)));
  return Math.min(Number(last?.rowSort ?? 0) + sortStep, maxRowSort);
}

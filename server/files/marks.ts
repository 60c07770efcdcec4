import { inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Orm } from '../db/orm';
import { storedFileTable } from '../db/schema';

const marksOf = (row: AnyRow | null): string[] =>
  [row?.['logo'], row?.['favicon']].filter((id): id is string => typeof id === 'string');

/**
 * Marks are shown on the login page too, so that anybody may open them; one that is replaced goes back to being a file
 * like others.
 */
export async function openMarks(tx: Orm, row: AnyRow, before: AnyRow | null): Promise<void> {
  const shown = marksOf(row);
  const gone = marksOf(before).filter((id) => !shown.includes(id));
  if (shown.length) await tx.update(storedFileTable).set({ open: true }).where(inArray(storedFileTable.id, shown));
  if (gone.length) await tx.update(storedFileTable).set({ open: false }).where(inArray(storedFileTable.id, gone));
}

import { crud } from '@/api/crudClient';
import { Failure } from '@/api/failures';
import type { AnyRow, Entity } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import {
  type FormTable,
  type FormTables,
  rowsOf,
  type TableRow,
  withRows,
} from '@contract/features/conformity/forms/formTable';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import type { SavedTogether } from '@contract/workbook/saveAll';

const forms = crud<Entity>(serviceForm);

export const fetchForm = (id: number, signal?: AbortSignal): Promise<AnyRow> => forms.get(id, signal);

/** Returns the rows of a table after a save, and the sent rows with the numbers of new ones. */
export function mergedRows(
  before: readonly TableRow[],
  { rows, removed }: SavedTogether,
): { rows: TableRow[]; sent: TableRow[] } {
  const gone = new Set(removed.map(({ id }) => id));
  const kept = new Map(before.filter(({ id }) => !gone.has(id)).map((row) => [row.id, row]));
  let next = Math.max(0, ...before.map(({ id }) => id));
  const sent = rows.map(({ id, version: _version, clientId: _clientId, ...values }): TableRow => {
    const number = id ?? (next += 1);
    const row: TableRow = { rowSort: null, ...kept.get(number), ...values, id: number };
    kept.set(number, row);
    return row;
  });
  return { rows: [...kept.values()], sent };
}

/**
 * Stores the rows of one table. Other tables and the items of the sheet stay.
 * @param known rows before the change
 * @throws Failure if somebody else has changed the table since
 */
export async function saveTables(
  id: number,
  table: FormTable,
  known: readonly TableRow[],
  rows: readonly TableRow[],
  idempotencyKey: string,
): Promise<void> {
  const stored = await fetchForm(id);
  const tables = (stored['tables'] ?? {}) as FormTables;
  const same = (a: readonly TableRow[]) => JSON.stringify(withRows({}, table, a));
  if (
    same(rowsOf(tables, table)) !== same([...known].sort((a, b) => (a.rowSort ?? 0) - (b.rowSort ?? 0) || a.id - b.id))
  )
    throw new Failure('refused', formTexts.tableChanged, {});
  await forms.edit({ id, version: stored.version, tables: withRows(tables, table, rows) }, { idempotencyKey });
}

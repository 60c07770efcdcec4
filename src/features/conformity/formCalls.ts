import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import type { AnyRow, Entity } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import {
  type FormTable,
  type FormTables,
  rowsOf,
  type TableRow,
  withTableRows,
} from '@contract/features/conformity/forms/formTable';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import type { SavedTogether } from '@contract/workbook/saveMany';

const formCrud = crud<Entity>(serviceForm);

export const fetchForm = (id: number, signal?: AbortSignal): Promise<AnyRow> => formCrud.get(id, signal);

/** Returns the rows of a table after a save, and the sent rows with the numbers of new ones. */
export function mergedRows(
  knownRows: readonly TableRow[],
  { rows, removed }: SavedTogether,
): { rows: TableRow[]; sent: TableRow[] } {
  const removedIds = new Set(removed.map(({ id }) => id));
  const keptRows = new Map(knownRows.filter(({ id }) => !removedIds.has(id)).map((row) => [row.id, row]));
  let nextId = Math.max(0, ...knownRows.map(({ id }) => id));
  const sentRows = rows.map(({ id, version: _version, clientId: _clientId, ...values }): TableRow => {
    const number = id ?? (nextId += 1);
    const row: TableRow = { rowSort: null, ...keptRows.get(number), ...values, id: number };
    keptRows.set(number, row);
    return row;
  });
  return { rows: [...keptRows.values()], sent: sentRows };
}

/**
 * Stores the rows of one table. Other tables and the items of the sheet stay.
 * @param knownRows rows before the change
 * @throws Failure if somebody else has changed the table since
 */
export async function saveTables(
  id: number,
  table: FormTable,
  knownRows: readonly TableRow[],
  rows: readonly TableRow[],
  idempotencyKey: string,
): Promise<void> {
  const storedForm = await fetchForm(id);
  const tables = (storedForm['tables'] ?? {}) as FormTables;
  const serialise = (a: readonly TableRow[]) => JSON.stringify(withTableRows({}, table, a));
  if (
    serialise(rowsOf(tables, table)) !==
    serialise([...knownRows].sort((a, b) => (a.rowSort ?? 0) - (b.rowSort ?? 0) || a.id - b.id))
  )
    throw new Failure('refused', formTexts.tableChanged, {});
  await formCrud.edit(
    { id, version: storedForm.version, tables: withTableRows(tables, table, rows) },
    { idempotencyKey },
  );
}

/** Returns a project's newest form of a kind that is not signed completely; undefined if there is none. */
export async function fetchUnfinishedForm(
  formKind: string,
  project: number,
  signal?: AbortSignal,
): Promise<AnyRow | undefined> {
  const state = Object.entries(formMachine.states)
    .filter(([, { final }]) => !final)
    .map(([key]) => key);
  const { content } = await formCrud.list({ formKind, project, state, size: 1, sort: 'id,desc' }, signal);
  return content[0];
}

/** Creates a form of a kind of a project. */
export const addForm = (formKind: string, project: number, idempotencyKey: string): Promise<AnyRow | undefined> =>
  formCrud.add({ formKind, project }, { idempotencyKey, quiet: true });

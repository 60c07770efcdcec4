import type { AnyRow, Entity } from '@contract/entity';
import type { FieldError } from '@contract/schema';
import { placeOf } from '@contract/workbook/saveMany';
import { afterSave, type Request } from './changedFields';
import type { EntryRow } from './entryTypes';
import { type GridState, rowsIn, type ServerFault, replaceRows } from './gridState';
import { assignOrder } from './rowOrder';

/**
 * Returns the state after a successful save. The returned rows become the base; values typed meanwhile remain as
 * changes.
 * @param request request that succeeded
 * @param savedRows returned rows, in the order of the request
 */
export function applySave(gridState: GridState, request: Request, savedRows: readonly AnyRow[]): GridState {
  const base = new Map(gridState.base);
  for (const key of request.removed) base.delete(key);
  const byKey = new Map<string, { sent: EntryRow; saved: AnyRow }>();
  request.sent.forEach((sentRow, index) => {
    const row = savedRows[index];
    if (!row) return;
    base.set(sentRow.key, row);
    byKey.set(sentRow.key, { sent: sentRow, saved: row });
  });
  const rows = rowsIn(gridState).map((row) => {
    const pair = byKey.get(row.key);
    return pair ? afterSave(row, pair.sent, pair.saved) : row;
  });
  return { ...replaceRows(gridState, rows, base), serverFaults: new Map(), conflicts: new Map(), gone: new Set() };
}

/**
 * Attaches the server's errors to the rows that were sent.
 * @param request request that was refused
 * @param errors errors with the index of their row in the request
 */
export function applyFaults(gridState: GridState, request: Request, errors: readonly FieldError[]): GridState {
  const faults = new Map<string, Record<string, ServerFault>>();
  for (const { field, message } of errors) {
    const place = placeOf(field);
    const row = place?.list === 'rows' ? request.sent[place.at] : undefined;
    if (!place || !row) continue;
    const name = place.name ?? '';
    faults.set(row.key, { ...faults.get(row.key), [name]: { message, value: row.values[name] } });
  }
  return { ...gridState, serverFaults: faults };
}

/** Records the current versions of rows that another person has changed, to be compared. */
export function applyConflicts(gridState: GridState, currentRows: readonly AnyRow[]): GridState {
  const keys = new Map([...gridState.base].map(([key, row]) => [row.id, key]));
  const conflicts = new Map(
    currentRows.flatMap((row): [string, AnyRow][] => {
      const key = keys.get(row.id);
      return key === undefined ? [] : [[key, row]];
    }),
  );
  // A row removed here but changed by another person is shown again for comparison.
  const shownKeys = new Set(rowsIn(gridState).map(({ key }) => key));
  const restoredRows = [...conflicts]
    .filter(([key]) => !shownKeys.has(key))
    .map(([key, row]): EntryRow => ({ key, values: row }));
  return {
    ...replaceRows(
      gridState,
      restoredRows.length ? [...rowsIn(gridState), ...restoredRows] : rowsIn(gridState),
      gridState.base,
    ),
    conflicts,
  };
}

/**
 * Handles rows that another person has deleted: changed rows become new rows, removed rows need nothing more.
 * @param request request that was refused
 * @param errors errors with the index of their row in the request
 */
export function applyDeletions(gridState: GridState, request: Request, errors: readonly FieldError[]): GridState {
  const base = new Map(gridState.base);
  const goneKeys = new Set<string>();
  for (const { field } of errors) {
    const place = placeOf(field);
    const key =
      place?.list === 'rows'
        ? request.sent[place.at]?.key
        : place?.list === 'removed'
          ? request.removed[place.at]
          : undefined;
    if (key === undefined) continue;
    base.delete(key);
    if (place?.list === 'rows') goneKeys.add(key);
  }
  return { ...replaceRows(gridState, rowsIn(gridState), base), gone: goneKeys };
}

/**
 * Resolves a conflict: the row is based on the server's version and gets the chosen values.
 * @param key key of the row
 * @param values values that the person chose, by field
 */
export function resolveConflict(
  gridState: GridState,
  key: string,
  values: Readonly<Record<string, unknown>>,
): GridState {
  const theirRow = gridState.conflicts.get(key);
  if (!theirRow) return gridState;
  const conflicts = new Map(gridState.conflicts);
  conflicts.delete(key);
  const rows = rowsIn(gridState).map((row): EntryRow => {
    if (row.key !== key) return row;
    const names = Object.fromEntries(
      Object.keys(values).flatMap((name) => {
        const label = `${name}Name`;
        return values[name] === row.values[name] && label in row.values ? [[label, row.values[label]]] : [];
      }),
    );
    return { key, values: { ...theirRow, ...values, ...names } };
  });
  return { ...replaceRows(gridState, rows, new Map(gridState.base).set(key, theirRow)), conflicts };
}

/**
 * Numbers the rows that will be saved. Adds no step of undo, because no person made this change.
 * @param name integer field that stores the order
 * @param isUntouched checks whether a new row has no input yet; such rows are not saved
 */
export function withOrder(
  gridState: GridState,
  entity: Entity,
  name: string,
  isUntouched: (row: EntryRow) => boolean,
): GridState {
  const field = entity.fields[name];
  const maxNumber = field?.kind === 'integer' ? (field.max ?? 2_000_000_000) : 2_000_000_000;
  const countedRows = rowsIn(gridState).filter((row) => !isUntouched(row));
  const numberedByKey = new Map(assignOrder(countedRows, name, maxNumber).map((row) => [row.key, row]));
  return replaceRows(
    gridState,
    rowsIn(gridState).map((row) => numberedByKey.get(row.key) ?? row),
    gridState.base,
  );
}

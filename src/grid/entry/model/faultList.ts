import type { Column, EntryRow } from './entryTypes';
import type { GridState } from './gridState';
import type { RowFaults } from './rowFaults';

/** One entry of the list of errors. */
export interface GridFault {
  readonly key: string;
  /** Index of the row, from 0. */
  readonly row: number;
  /** Field name; '' for the row as a whole. */
  readonly name: string;
  readonly title: string;
  readonly message: string;
  /** True if a missing required value is the only error. */
  readonly isMissing: boolean;
}

/**
 * Returns the errors of one row: errors by the field rules, and the server's errors for values that have not changed
 * since.
 * @param find finds the errors of a row by the field rules
 */
export function faultsOf(
  state: Pick<GridState, 'serverFaults'>,
  row: EntryRow,
  find: (row: EntryRow) => RowFaults,
): RowFaults {
  const ownFaults = find(row);
  const serverFaults = state.serverFaults.get(row.key);
  if (!serverFaults) return ownFaults;
  const standingFaults = Object.entries(serverFaults).filter(
    ([name, { value }]) => !ownFaults[name] && (name === '' || row.values[name] === value),
  );
  return standingFaults.length
    ? {
        ...ownFaults,
        ...Object.fromEntries(standingFaults.map(([name, { message }]) => [name, { message, isMissing: false }])),
      }
    : ownFaults;
}

/**
 * Returns all errors in the order of the sheet. New rows without input and unchanged rows have none.
 * @param find finds the errors of a row by the field rules
 * @param isUntouched tells a new row in which nothing was typed
 */
export function faultList(
  state: Pick<GridState, 'base' | 'serverFaults'> & { rows: readonly EntryRow[] },
  columns: readonly Column[],
  find: (row: EntryRow) => RowFaults,
  isUntouched: (row: EntryRow) => boolean,
): GridFault[] {
  const places = new Map(columns.map(({ name, title }, index) => [name, { index, title }]));
  return state.rows.flatMap((row, index) => {
    const base = state.base.get(row.key);
    if (base === undefined ? isUntouched(row) : base === row.values) return [];
    const faults = faultsOf(state, row, find);
    return Object.entries(faults)
      .map(([name, { message, isMissing }]) => ({
        key: row.key,
        row: index,
        name,
        title: places.get(name)?.title ?? '',
        message,
        isMissing,
      }))
      .sort((a, b) => (places.get(a.name)?.index ?? -1) - (places.get(b.name)?.index ?? -1));
  });
}

import type { Column, EntryRow } from './entryTypes';
import type { RowFaults } from './faults';
import type { GridState } from './gridState';

/** One line of the list of faults. */
export interface GridFault {
  readonly key: string;
  /** 0-based */
  readonly row: number;
  /** '' for the row as a whole. */
  readonly name: string;
  readonly title: string;
  readonly message: string;
  /** Only that it is empty. */
  readonly missing: boolean;
}

/** The faults of one row: what its fields' rules say, and what the server said of values that are still there. */
export function faultsOf(
  state: Pick<GridState, 'serverFaults'>,
  row: EntryRow,
  find: (row: EntryRow) => RowFaults,
): RowFaults {
  const own = find(row);
  const told = state.serverFaults.get(row.key);
  if (!told) return own;
  const standing = Object.entries(told).filter(
    ([name, { value }]) => !own[name] && (name === '' || row.values[name] === value),
  );
  return standing.length
    ? { ...own, ...Object.fromEntries(standing.map(([name, { message }]) => [name, { message, missing: false }])) }
    : own;
}

/**
 * All faults in the order of the screen; a new row in which nothing stands has none, and neither has a row that nobody
 * has touched.
 */
export function faultList(
  state: Pick<GridState, 'base' | 'serverFaults'> & { rows: readonly EntryRow[] },
  columns: readonly Column[],
  find: (row: EntryRow) => RowFaults,
  untouched: (row: EntryRow) => boolean,
): GridFault[] {
  const places = new Map(columns.map(({ name, title }, index) => [name, { index, title }]));
  return state.rows.flatMap((row, index) => {
    const base = state.base.get(row.key);
    if (base === undefined ? untouched(row) : base === row.values) return [];
    const faults = faultsOf(state, row, find);
    return Object.entries(faults)
      .map(([name, { message, missing }]) => ({
        key: row.key,
        row: index,
        name,
        title: places.get(name)?.title ?? '',
        message,
        missing,
      }))
      .sort((a, b) => (places.get(a.name)?.index ?? -1) - (places.get(b.name)?.index ?? -1));
  });
}

import { newId } from '@/lib/newId';
import type { AnyRow } from '@contract/entity';
import type { Base, EntryRow, Values } from './entryTypes';
import { selectCell, type Selection, limitSelection } from './gridSelection';
import { startHistory, type History, pushStep, redoStep, undoStep } from './undoHistory';

/** State that one step of undo restores: rows and selection. */
interface UndoableContent {
  readonly rows: readonly EntryRow[];
  readonly selection: Selection;
}

/** A server error at a cell. It applies while the cell still contains the value that was sent. */
export interface ServerFault {
  readonly message: string;
  readonly value: unknown;
}

export interface GridState {
  readonly history: History<UndoableContent>;
  readonly base: Base;
  readonly serverFaults: ReadonlyMap<string, Readonly<Record<string, ServerFault>>>;
  /** Current server versions of rows that another person has changed since they were read. */
  readonly conflicts: ReadonlyMap<string, AnyRow>;
  /** Keys of rows that another person has deleted. Saving would add them again. */
  readonly gone: ReadonlySet<string>;
  /** Key for the empty row below the last one. */
  readonly nextKey: string;
}

/** Returns the key of a row that is not stored yet. */
export const newKey = (): string => newId();

/** Returns the key of a stored row. */
export const keyOf = (row: AnyRow): string => `#${row.id}`;

/** Returns the initial state of a grid with rows of the server, the first cell selected. */
export function stateOf(storedRows: readonly AnyRow[]): GridState {
  const rows = storedRows.map((row): EntryRow => ({ key: keyOf(row), values: row }));
  return {
    history: startHistory({ rows, selection: selectCell(0, 0) }),
    base: new Map(storedRows.map((row) => [keyOf(row), row])),
    serverFaults: new Map(),
    conflicts: new Map(),
    gone: new Set(),
    nextKey: newKey(),
  };
}

/** Returns the current rows. */
export const rowsIn = ({ history }: GridState): readonly EntryRow[] => history.present.rows;

/**
 * Returns the state with new rows and selection as one step of undo.
 * @param rows all rows of the grid after the change
 * @param selection selection after the change; the current one by default
 */
export function changeRows(
  gridState: GridState,
  rows: readonly EntryRow[],
  selection: Selection = gridState.history.present.selection,
): GridState {
  const { history } = gridState;
  if (rows === history.present.rows) return selectCells(gridState, selection);
  const nextKey = rows.some(({ key }) => key === gridState.nextKey) ? newKey() : gridState.nextKey;
  return { ...gridState, nextKey, history: pushStep(history, { rows, selection }) };
}

/** Returns the state with another selection, without a step of undo. */
export function selectCells(gridState: GridState, selection: Selection): GridState {
  const { history } = gridState;
  return selection === history.present.selection
    ? gridState
    : { ...gridState, history: { ...history, present: { ...history.present, selection } } };
}

/**
 * Undoes or redoes one step. Without a further step the state stays the same.
 * @param columns number of columns
 * @param extraRows number of empty rows below the last, in which a cell may be selected
 */
export function stepHistory(
  gridState: GridState,
  direction: 'undo' | 'redo',
  columns: number,
  extraRows: number,
): GridState {
  const history = (direction === 'undo' ? undoStep : redoStep)(gridState.history);
  if (!history) return gridState;
  const { rows, selection } =
    direction === 'undo' ? { ...history.present, selection: history.present.selection } : history.present;
  const nextKey = rows.some(({ key }) => key === gridState.nextKey) ? newKey() : gridState.nextKey;
  return {
    ...gridState,
    nextKey,
    history: { ...history, present: { rows, selection: limitSelection(selection, rows.length + extraRows, columns) } },
  };
}

/**
 * Returns the rows extended to `count`. The first added row gets `nextKey`, the key of the empty row below the last.
 * @param blank values of an added row
 */
export function withRowCount(gridState: GridState, count: number, blank: Values): readonly EntryRow[] {
  const rows = rowsIn(gridState);
  if (count <= rows.length) return rows;
  return [
    ...rows,
    ...Array.from({ length: count - rows.length }, (_, index): EntryRow => ({
      key: index === 0 ? gridState.nextKey : newKey(),
      values: blank,
    })),
  ];
}

/** Returns the state with a row of these values below the last one, its first cell selected, as one step of undo. */
export const appendRow = (state: GridState, values: Values): GridState =>
  changeRows(state, [...rowsIn(state), { key: newKey(), values }], selectCell(rowsIn(state).length, 0));

/**
 * Replaces rows by their server versions. Adds no step of undo, because no person made this change.
 * @param base rows as the server has them, by key
 */
export const replaceRows = (gridState: GridState, rows: readonly EntryRow[], base: Base): GridState => ({
  ...gridState,
  base,
  history: { ...gridState.history, present: { ...gridState.history.present, rows } },
});

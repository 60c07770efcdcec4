import { newId } from '@/lib/newId';
import type { AnyRow } from '@contract/entity';
import type { Base, EntryRow, Values } from './entryTypes';
import { begin, type History, push, redo, undo } from './history';
import { at, type Selection, within } from './selection';

/** What a step of undo brings back: the rows and where the person was. */
export interface Sheet {
  readonly rows: readonly EntryRow[];
  readonly selection: Selection;
}

/** What the server said of a cell; it holds while the cell holds what was sent. */
export interface ServerFault {
  readonly message: string;
  readonly value: unknown;
}

export interface GridState {
  readonly history: History<Sheet>;
  readonly base: Base;
  readonly serverFaults: ReadonlyMap<string, Readonly<Record<string, ServerFault>>>;
  /** Rows that somebody else has changed since they were read, as they are now. */
  readonly conflicts: ReadonlyMap<string, AnyRow>;
  /** Rows that somebody else has deleted: they would be added anew. */
  readonly gone: ReadonlySet<string>;
  /** The key that the row below the last one will have. */
  readonly nextKey: string;
}

export const newKey = (): string => newId();

export const keyOf = (row: AnyRow): string => `#${row.id}`;

export function stateOf(stored: readonly AnyRow[]): GridState {
  const rows = stored.map((row): EntryRow => ({ key: keyOf(row), values: row }));
  return {
    history: begin({ rows, selection: at(0, 0) }),
    base: new Map(stored.map((row) => [keyOf(row), row])),
    serverFaults: new Map(),
    conflicts: new Map(),
    gone: new Set(),
    nextKey: newKey(),
  };
}

export const rowsIn = ({ history }: GridState): readonly EntryRow[] => history.present.rows;

/** One step: other rows, and the selection afterwards. */
export function changed(
  state: GridState,
  rows: readonly EntryRow[],
  selection: Selection = state.history.present.selection,
): GridState {
  const { history } = state;
  if (rows === history.present.rows) return selected(state, selection);
  const nextKey = rows.some(({ key }) => key === state.nextKey) ? newKey() : state.nextKey;
  return { ...state, nextKey, history: push(history, { rows, selection }) };
}

/** Where the person is; no step. */
export function selected(state: GridState, selection: Selection): GridState {
  const { history } = state;
  return selection === history.present.selection
    ? state
    : { ...state, history: { ...history, present: { ...history.present, selection } } };
}

export function stepped(state: GridState, direction: 'undo' | 'redo', columns: number, extra: number): GridState {
  const history = (direction === 'undo' ? undo : redo)(state.history);
  if (!history) return state;
  const { rows, selection } =
    direction === 'undo' ? { ...history.present, selection: history.present.selection } : history.present;
  const nextKey = rows.some(({ key }) => key === state.nextKey) ? newKey() : state.nextKey;
  return {
    ...state,
    nextKey,
    history: { ...history, present: { rows, selection: within(selection, rows.length + extra, columns) } },
  };
}

/**
 * Rows up to `count`, new ones with what new rows start with; the first of them is the one that stood below the last.
 */
export function withRows(state: GridState, count: number, blank: Values): readonly EntryRow[] {
  const rows = rowsIn(state);
  if (count <= rows.length) return rows;
  return [
    ...rows,
    ...Array.from({ length: count - rows.length }, (_, index): EntryRow => ({
      key: index === 0 ? state.nextKey : newKey(),
      values: blank,
    })),
  ];
}

/** Rows that are no longer what a person typed but what the server has: no step, for there is nothing to take back. */
export const settled = (state: GridState, rows: readonly EntryRow[], base: Base): GridState => ({
  ...state,
  base,
  history: { ...state.history, present: { ...state.history.present, rows } },
});

import type { RefObject } from 'react';
import { type Write, withWrites } from '../model/cellWrites';
import type { EntryRow } from '../model/entryTypes';
import type { Selection } from '../model/gridSelection';
import { changeRows, type GridState, rowsIn, selectCells, withRowCount } from '../model/gridState';
import type { DataGridModel } from '../useDataGrid';

/**
 * State that the grid's commands read and write. A read returns the current state, not the state of the last render.
 */
export function gridAccess(model: RefObject<DataGridModel>) {
  const now = (): GridState => model.current.now.current;
  const rows = (): readonly EntryRow[] => rowsIn(now());
  const selection = (): Selection => now().history.present.selection;
  const select = (nextSelection: Selection) =>
    model.current.update((previousGridState) => selectCells(previousGridState, nextSelection));
  /** Returns the values of a new row below another one. */
  const blankAfter = (rowAbove: EntryRow | undefined) => ({
    ...model.current.blank,
    ...model.current.newRow?.(rowAbove?.values),
  });
  const lengthened = (state: GridState, count: number) => withRowCount(state, count, blankAfter(rowsIn(state).at(-1)));
  const write = (writes: readonly Write[], nextSelection?: Selection) => {
    if (writes.length === 0) return nextSelection && select(nextSelection);
    const lastIndex = Math.max(...writes.map(({ row }) => row));
    model.current.update((gridState) => {
      const presentRows = rowsIn(gridState);
      const changedRows = withWrites(lengthened(gridState, lastIndex + 1), writes);
      // If all writes to an added row turn out empty, the row is not kept.
      return changeRows(
        gridState,
        changedRows.length > presentRows.length &&
          changedRows.slice(presentRows.length).every((row) => model.current.isUntouched(row))
          ? withWrites(presentRows, writes)
          : changedRows,
        nextSelection,
      );
    });
  };
  return {
    /** Returns the model of the last render. */
    grid: () => model.current,
    now,
    rows,
    selection,
    select,
    blankAfter,
    lengthened,
    write,
    /** Returns the number of empty rows below the last one, for new entries. */
    extra: (): number => (model.current.rights.add ? 1 : 0),
  };
}

export type GridAccess = ReturnType<typeof gridAccess>;

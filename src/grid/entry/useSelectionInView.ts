import { useCallback, useLayoutEffect, useRef } from 'react';
import type { EntryRow } from './model/entryTypes';
import type { Place } from './model/gridSelection';
import type { DataGridModel } from './useDataGrid';
import type { SheetRows } from './useSheetRows';

/**
 * Keeps the head of a range, or the active cell, in view.
 * @param focused whether the grid has the keyboard
 * @returns a function that also scrolls the page, because below a long form the sheet may extend past the bottom of the
 * window
 */
export function useSelectionInView(grid: DataGridModel, core: SheetRows['core'], focused: boolean) {
  const { rows } = grid;
  const { anchor, head } = grid.state.history.present.selection;
  const { viewportRef, reveal } = core;
  const drawnRows = useRef<readonly EntryRow[] | null>(null);
  const inSight = useCallback(
    ({ row, column }: Place) =>
      viewportRef.current
        ?.querySelector(`[data-row="${row}"] > [data-column="${column}"]`)
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    [viewportRef],
  );
  useLayoutEffect(() => {
    const previousRows = drawnRows.current;
    drawnRows.current = rows;
    // After a paste the corner of the pasted block is shown.
    const place = previousRows === rows ? head : anchor;
    if (previousRows === null || (previousRows !== rows && previousRows.length === 0)) return;
    reveal(place.row, place.column + 1);
    if (focused) inSight(place);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [head.row, head.column, anchor.row, anchor.column]);
  return inSight;
}

import { useMemo, useRef } from 'react';
import { textOf } from '../model/entryColumns';
import { clearingWrites, continuedInto, filledFromEdge } from '../model/fillCells';
import { type Place, type Range, rangeOf } from '../model/gridSelection';
import { stepHistory } from '../model/gridState';
import type { DataGridModel } from '../useDataGrid';
import { type CopiedBlock, copySelection, pasteText, selectionOf } from './clipboardCommands';
import { type GridAccess, gridAccess } from './gridAccess';
import { duplicateRows, insertRows, removeRows } from './rowCommands';

/** Writes a typed text into one cell. */
function typeInto({ grid, rows, write }: GridAccess, place: Place, text: string): void {
  const { columns, blank, labels, references } = grid();
  const column = columns[place.column];
  if (!column?.field || column.name === null) return;
  const row = rows()[place.row];
  if (column.isReadonly(row?.values ?? blank)) return;
  if (row && textOf(column, row, labels) === text) return;
  write([{ row: place.row, name: column.name, content: references.read(column.field, text) }]);
  grid().references.resolve(true);
}

/** Continues the selection into the larger range of the fill handle. */
function fillInto({ grid, now, selection, lengthened, write }: GridAccess, range: Range): void {
  const longer = lengthened(now(), range.bottom + 1);
  write(continuedInto(longer, grid().columns, rangeOf(selection()), range), selectionOf(range));
}

/** Selects a column from its first to its last row. `extend` keeps the anchor's column. */
function selectColumn({ rows, selection, select }: GridAccess, column: number, extend: boolean): void {
  const from = extend ? selection().anchor.column : column;
  select({ anchor: { row: 0, column: from }, head: { row: Math.max(0, rows().length - 1), column }, others: [] });
}

/** Commands of the grid. Each is one step of undo. */
export function useGridCommands(grid: DataGridModel) {
  const model = useRef(grid);
  model.current = grid;
  const block: CopiedBlock = useRef(null);

  return useMemo(() => {
    const access = gridAccess(model);
    const { rows, selection, select, write, extra: extraRows } = access;
    const columns = () => model.current.columns;
    const copy = () => copySelection(access, block);
    const clear = () => write(clearingWrites(rows(), columns(), selection()));
    const step = (direction: 'undo' | 'redo') =>
      model.current.update((previousGridState) =>
        stepHistory(previousGridState, direction, columns().length, extraRows()),
      );
    const selectAll = () =>
      select({
        anchor: { row: 0, column: 0 },
        head: { row: Math.max(0, rows().length - 1), column: columns().length - 1 },
        others: [],
      });
    return {
      select,
      /** Selects the column of a header cell. A number below 0 is the corner, which selects everything. */
      selectColumn: (column: number, extend: boolean) =>
        column < 0 ? selectAll() : selectColumn(access, column, extend),
      type: (place: Place, text: string) => typeInto(access, place, text),
      paste: (text: string) => pasteText(access, block, text),
      copy,
      clear,
      insert: (side: 'above' | 'below') => insertRows(access, side),
      duplicate: () => duplicateRows(access),
      remove: () => removeRows(access),
      fill: (direction: 'down' | 'right') => write(filledFromEdge(rows(), columns(), selection(), direction)),
      fillTo: (range: Range) => fillInto(access, range),
      cut: () => {
        const text = copy();
        clear();
        return text;
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
      selectAll,
    };
  }, []);
}

export type GridCommands = ReturnType<typeof useGridCommands>;

import { type ClipboardEvent, useCallback } from 'react';
import type { GridCommands } from './commands/useGridCommands';
import { textOf } from './model/entryColumns';
import { selectCell, type Place } from './model/gridSelection';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';
import { useGridKeys } from './useGridKeys';
import { useGridPointer } from './useGridPointer';
import type { SheetRows } from './useSheetRows';

interface SheetInputOptions {
  readonly grid: DataGridModel;
  readonly sheet: SheetRows;
  readonly commands: GridCommands;
  readonly editing: EditingState;
}

/** Moves to the first error after the active cell, else to the first error of all. */
function jumpToNextFault({ state, faults, columns, jumpTo }: DataGridModel): void {
  const { anchor } = state.history.present.selection;
  const nextFault =
    faults.find(
      ({ row, name }) =>
        row > anchor.row || (row === anchor.row && columns.findIndex((column) => column.name === name) > anchor.column),
    ) ?? faults[0];
  if (nextFault) jumpTo(nextFault.key, nextFault.name);
}

/**
 * Returns the handlers of keyboard, pointer and clipboard of the sheet, and two functions about a cell: its text, and
 * whether it is writable.
 */
export function useSheetInput({ grid, sheet, commands, editing }: SheetInputOptions) {
  const { rows, columns, labels, rights } = grid;
  const { shown: shownRows, core } = sheet;
  const textAt = ({ row, column }: Place): string => {
    const [record, cellColumn] = [shownRows[row], columns[column]];
    return record && cellColumn ? textOf(cellColumn, record, labels, grid.derived) : '';
  };
  const canWrite = ({ row, column }: Place): boolean => {
    const [record, cellColumn] = [shownRows[row], columns[column]];
    return (
      record !== undefined &&
      cellColumn !== undefined &&
      cellColumn.name !== null &&
      !cellColumn.isReadonly(record.values)
    );
  };
  const bounds = {
    rows: shownRows.length,
    columns: columns.length,
    pageRows: core.pageRows,
    isFilled: (place: Place) => textAt(place) !== '',
    stops: canWrite,
  };
  const keys = useGridKeys({ grid, commands, editing, bounds, textAt, nextFault: () => jumpToNextFault(grid) });
  const finish = useCallback(() => editing.finish(), [editing]);
  const open = (place: Place) => {
    commands.select(selectCell(place.row, place.column));
    if (canWrite(place)) editing.start(place, textAt(place), false);
  };
  const pointer = useGridPointer({
    viewportRef: core.viewportRef,
    selection: grid.state.history.present.selection,
    columns: columns.length,
    rows: rights.add ? grid.mostRows : rows.length,
    commands,
    onFinish: finish,
    onOpen: open,
  });
  return { textAt, canWrite, keys, pointer, finish };
}

export type SheetInput = ReturnType<typeof useSheetInput>;

/**
 * Handlers that copy the selection to the clipboard and paste cells from it. In an open cell the browser does this.
 */
export function clipboardOf(commands: GridCommands, { editing }: EditingState) {
  const onCopy = (event: ClipboardEvent, isCut: boolean) => {
    if (editing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', isCut ? commands.cut() : commands.copy());
  };
  return {
    onCopy: (event: ClipboardEvent) => onCopy(event, false),
    onCut: (event: ClipboardEvent) => onCopy(event, true),
    onPaste: (event: ClipboardEvent) => {
      if (editing) return;
      event.preventDefault();
      commands.paste(event.clipboardData.getData('text/plain'));
    },
  };
}

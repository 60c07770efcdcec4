import { useMemo } from 'react';
import { CellEditor } from './CellEditor';
import { EntryGridRow, type RowMark } from './EntryGridRow';
import type { Column, EntryRow } from './model/entryTypes';
import { partOf, type Place, type Range, rangeOf } from './model/gridSelection';
import { shownFaults } from './shownFaults';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';
import type { SheetInput } from './useSheetInput';
import { rowHeight, type SheetRows } from './useSheetRows';
import styles from '../DataGrid.module.css';

interface SheetBodyProps {
  readonly grid: DataGridModel;
  readonly sheet: SheetRows;
  readonly input: SheetInput;
  readonly editing: EditingState;
  readonly focused: boolean;
  /** Scrolls a cell into view. */
  readonly inSight: (place: Place) => void;
}

/** Returns a function that compares a row with its stored version. */
function useRowMarks({ state, changes }: DataGridModel, nextRow: EntryRow): (row: EntryRow) => RowMark {
  const changedKeys = useMemo(() => new Set(changes.changed.map(({ key }) => key)), [changes]);
  return (row) => {
    if (row === nextRow) return 'next';
    if (state.conflicts.has(row.key)) return 'conflict';
    if (state.gone.has(row.key)) return 'gone';
    return state.base.has(row.key) ? (changedKeys.has(row.key) ? 'changed' : 'stored') : 'new';
  };
}

/** Returns the columns that the fill handle covers in a row, in the form of `EntryGridRow`. */
const fillingIn = (filling: Range | null, index: number): string =>
  filling && index >= filling.top && index <= filling.bottom ? `${filling.left}-${filling.right}` : '';

/** Visible rows of the sheet. */
export function SheetBody(props: SheetBodyProps) {
  const { grid, sheet, input, focused } = props;
  const { shown: shownRows, core, slots } = sheet;
  const { selection } = grid.state.history.present;
  const { anchor } = selection;
  const isLocked = grid.locked !== null;
  const markOf = useRowMarks(grid, sheet.nextRow);
  const range = rangeOf(selection);
  const hasHandle = selection.others.length === 0 && !isLocked && focused;
  const activeColumn = grid.columns[anchor.column];
  return (
    <div role="rowgroup" className={styles['body']} style={{ width: core.layout.totalWidth, height: core.bodyHeight }}>
      {core.rowIndexes.map((index, slot) => {
        const row = shownRows[index];
        if (!row) return null;
        const isActive = index === anchor.row;
        return (
          <EntryGridRow
            key={slots[slot]}
            row={row}
            index={index}
            top={index * rowHeight}
            cells={core.cells}
            labels={grid.labels}
            derivedValues={grid.derived.get(row.key)}
            faults={shownFaults(grid, row, index)}
            mark={markOf(row)}
            selectedColumns={partOf(selection, index)}
            active={isActive ? anchor.column : null}
            handle={index === range.bottom && hasHandle ? range.right : null}
            filling={fillingIn(input.pointer.filling, index)}
            readonlyAll={isLocked}
          >
            {isActive && activeColumn ? <ActiveCell {...props} column={activeColumn} /> : undefined}
          </EntryGridRow>
        );
      })}
    </div>
  );
}

/** Text box of the active cell. */
function ActiveCell({ grid, sheet, input, editing, focused, inSight, column }: SheetBodyProps & { column: Column }) {
  const { textAt, canWrite, keys } = input;
  const { anchor } = grid.state.history.present.selection;
  const openEditing = editing.editing?.place.column === anchor.column ? editing.editing : null;
  const row = sheet.shown[anchor.row];
  return (
    <CellEditor
      column={column}
      label={`${column.title} 第${anchor.row + 1}行${openEditing ? '' : ` ${textAt(anchor) || '空'}`}`}
      text={textAt(anchor)}
      readonly={!canWrite(anchor)}
      fault={row && shownFaults(grid, row, anchor.row)[column.name ?? '-']?.message}
      editing={openEditing}
      focused={focused}
      onType={(text, typed) => {
        if (openEditing) return editing.retype(text);
        inSight(anchor);
        if (canWrite(anchor)) editing.start(anchor, text, typed);
      }}
      onFinish={(text, key) => {
        editing.finish(text);
        keys.choseBy(key);
      }}
      onChoose={grid.references.learnOption}
    />
  );
}

import { type ClipboardEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { phone, useMedia } from '@/lib/useMedia';
import { useGridCore } from '../useGridCore';
import { useRowSlots } from '../useRowSlots';
import { useEdgeMarks } from '../useScrollMarks';
import { CellEditor } from './CellEditor';
import { EntryGridHead } from './EntryGridHead';
import { EntryGridRow, type RowMark } from './EntryGridRow';
import { textOf } from './model/columns';
import type { Column, EntryRow } from './model/entryTypes';
import { at, partOf, type Place, rangeOf } from './model/selection';
import { shownFaults } from './shownFaults';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';
import type { GridCommands } from './useGridCommands';
import { useGridKeys } from './useGridKeys';
import { useGridPointer } from './useGridPointer';
import styles from '../DataGrid.module.css';

/** px */
export const headerHeight = 36;
const rowHeight = 32;

const numberColumn: Column = {
  key: '#',
  title: '序号',
  unit: undefined,
  align: 'right',
  name: null,
  field: null,
  computed: null,
  mark: null,
  isReadonly: () => true,
  width: 52,
  fixed: 'left',
};

interface EntrySheetProps {
  readonly grid: DataGridModel;
  readonly label: string;
  readonly commands: GridCommands;
  readonly editing: EditingState;
  readonly focused: boolean;
  readonly onFocused: (focused: boolean) => void;
  /** Gives the focus to the active cell's text box. */
  readonly refocus: () => void;
}

/** Scrolling part of the grid. Separate from its surroundings, so that a frame of a scroll renders rows only. */
export function EntrySheet({ grid, label, commands, editing, focused, onFocused, refocus }: EntrySheetProps) {
  const { state, rows, columns, labels, rights, locked, blank } = grid;
  const { selection } = state.history.present;
  const { anchor } = selection;

  const nextRow = useMemo<EntryRow>(() => ({ key: state.nextKey, values: blank }), [state.nextKey, blank]);
  const shown = useMemo(
    () => (rights.add && rows.length < grid.mostRows ? [...rows, nextRow] : rows),
    [rows, nextRow, rights.add, grid.mostRows],
  );
  // On a phone more than one pinned column would leave no room to scroll.
  const narrow = useMedia(phone);
  const ordered = useMemo(
    () => [
      numberColumn,
      ...(narrow ? columns.map((column, index) => (index === 0 ? column : { ...column, fixed: undefined })) : columns),
    ],
    [columns, narrow],
  );
  const keepColumns = useMemo(() => [anchor.column + 1], [anchor.column]);
  const core = useGridCore<Column>({
    count: shown.length,
    rowHeight,
    headerHeight,
    columns: ordered,
    keepRow: anchor.row,
    keepColumns,
  });
  const { viewportRef, reveal, layout } = core;
  const rowKeys = useMemo(() => shown.map(({ key }) => key), [shown]);
  const slots = useRowSlots(core.rowIndexes, rowKeys);
  const markEdges = useEdgeMarks(viewportRef, layout.totalWidth, core.shown?.width ?? 0);

  // Keeps the head of a range, or the active cell, in view.
  const { head } = selection;
  const drawn = useRef<readonly EntryRow[] | null>(null);
  /** Scrolls the page too: below a long form the sheet may extend past the bottom of the window. */
  const inSight = useCallback(
    ({ row, column }: Place) =>
      viewportRef.current
        ?.querySelector(`[data-row="${row}"] > [data-column="${column}"]`)
        ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    [viewportRef],
  );
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = rows;
    // After a paste the corner of the pasted block is shown.
    const place = before === rows ? head : anchor;
    if (before === null || (before !== rows && before.length === 0)) return;
    reveal(place.row, place.column + 1);
    if (focused) inSight(place);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [head.row, head.column, anchor.row, anchor.column]);

  const finish = useCallback(() => editing.finish(), [editing]);
  const textAt = ({ row, column }: Place): string => {
    const [record, one] = [shown[row], columns[column]];
    return record && one ? textOf(one, record, labels, grid.derived) : '';
  };
  const canWrite = ({ row, column }: Place): boolean => {
    const [record, one] = [shown[row], columns[column]];
    return record !== undefined && one !== undefined && one.name !== null && !one.isReadonly(record.values);
  };
  const bounds = {
    rows: shown.length,
    columns: columns.length,
    pageRows: core.pageRows,
    filled: (place: Place) => textAt(place) !== '',
    stops: canWrite,
  };
  const nextFault = () => {
    const after =
      grid.faults.find(
        ({ row, name }) =>
          row > anchor.row || (row === anchor.row && columns.findIndex((one) => one.name === name) > anchor.column),
      ) ?? grid.faults[0];
    if (after) grid.jumpTo(after.key, after.name);
  };
  const keys = useGridKeys({ grid, commands, editing, bounds, textAt, nextFault });
  const open = (place: Place) => {
    commands.select(at(place.row, place.column));
    if (canWrite(place)) editing.start(place, textAt(place), false);
  };
  const pointer = useGridPointer({
    viewportRef,
    selection,
    columns: columns.length,
    rows: rights.add ? grid.mostRows : rows.length,
    commands,
    onFinish: finish,
    onOpen: open,
  });
  const onColumn = useCallback(
    (column: number, extend: boolean) => {
      const last = Math.max(0, grid.now.current.history.present.rows.length - 1);
      const held = grid.now.current.history.present.selection;
      if (column < 0) commands.selectAll();
      else
        commands.select({
          anchor: extend ? { row: 0, column: held.anchor.column } : { row: 0, column },
          head: { row: last, column },
          others: [],
        });
    },
    [commands, grid.now],
  );

  const onCopy = (event: ClipboardEvent, cut: boolean) => {
    if (editing.editing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', cut ? commands.cut() : commands.copy());
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing.editing) return;
    event.preventDefault();
    commands.paste(event.clipboardData.getData('text/plain'));
  };

  const changedKeys = useMemo(() => new Set(grid.changes.changed.map(({ key }) => key)), [grid.changes]);
  const markOf = (row: EntryRow): RowMark => {
    if (row === nextRow) return 'next';
    if (state.conflicts.has(row.key)) return 'conflict';
    if (state.gone.has(row.key)) return 'gone';
    return state.base.has(row.key) ? (changedKeys.has(row.key) ? 'changed' : 'stored') : 'new';
  };
  const range = rangeOf(selection);
  const active = shown[anchor.row];
  const activeColumn = columns[anchor.column];
  const activeFault =
    active && activeColumn ? shownFaults(grid, active, anchor.row)[activeColumn.name ?? '-']?.message : undefined;
  return (
    <div
      ref={viewportRef}
      className={styles['viewport']}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={shown.length + 1}
      aria-colcount={ordered.length}
      aria-multiselectable
      aria-readonly={locked !== null || undefined}
      aria-busy={grid.loading}
      data-focused={focused || undefined}
      onScroll={markEdges}
      onKeyDown={keys.onKeyDown}
      onCopy={(event) => onCopy(event, false)}
      onCut={(event) => onCopy(event, true)}
      onPaste={onPaste}
      onMouseDown={(event) => {
        pointer.onMouseDown(event);
        if (event.defaultPrevented) {
          onFocused(true);
          refocus();
        }
      }}
      onDoubleClick={pointer.onDoubleClick}
      onFocus={() => onFocused(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget) || !event.target.isConnected) return;
        onFocused(false);
        finish();
      }}
    >
      <EntryGridHead cells={core.cells} width={layout.totalWidth} height={headerHeight} onColumn={onColumn} />
      <div role="rowgroup" className={styles['body']} style={{ width: layout.totalWidth, height: core.bodyHeight }}>
        {core.rowIndexes.map((index, slot) => {
          const row = shown[index];
          if (!row) return null;
          const isActive = index === anchor.row;
          const own =
            editing.editing && isActive && editing.editing.place.column === anchor.column ? editing.editing : null;
          return (
            <EntryGridRow
              key={slots[slot]}
              row={row}
              index={index}
              top={index * rowHeight}
              cells={core.cells}
              labels={labels}
              derived={grid.derived.get(row.key)}
              faults={shownFaults(grid, row, index)}
              mark={markOf(row)}
              part={partOf(selection, index)}
              active={isActive ? anchor.column : null}
              handle={
                index === range.bottom && selection.others.length === 0 && locked === null && focused
                  ? range.right
                  : null
              }
              filling={
                pointer.filling && index >= pointer.filling.top && index <= pointer.filling.bottom
                  ? `${pointer.filling.left}-${pointer.filling.right}`
                  : ''
              }
              readonlyAll={locked !== null}
            >
              {isActive && activeColumn ? (
                <CellEditor
                  column={activeColumn}
                  label={`${activeColumn.title} 第${index + 1}行${own ? '' : ` ${textAt(anchor) || '空'}`}`}
                  text={textAt(anchor)}
                  readonly={!canWrite(anchor)}
                  fault={activeFault}
                  editing={own}
                  focused={focused}
                  onType={(text, typed) => {
                    if (own) return editing.retype(text);
                    inSight(anchor);
                    if (canWrite(anchor)) editing.start(anchor, text, typed);
                  }}
                  onFinish={(text, key) => {
                    editing.finish(text);
                    keys.choseBy(key);
                  }}
                  onChoose={grid.references.learnOption}
                />
              ) : undefined}
            </EntryGridRow>
          );
        })}
      </div>
    </div>
  );
}

import { Alert, Button, Dropdown, type MenuProps, Space } from 'antd';
import { entryGridTexts } from '@contract/entryGridTexts';
import { type ClipboardEvent, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { feedback } from '@/lib/feedback';
import { Notice, WayButton } from '@/lib/notice/Notice';
import styles from './DataGrid.module.css';
import { CellEditor } from './entry/CellEditor';
import { textOf } from './entry/columns';
import { Conflicts } from './entry/Conflicts';
import { EntryGridHead } from './entry/EntryGridHead';
import { EntryGridRow, type RowMark } from './entry/EntryGridRow';
import type { Column, EntryRow } from './entry/entryTypes';
import { faultsOf } from './entry/faultList';
import { noFaults, type RowFaults } from './entry/faults';
import { at, partOf, type Place, rangeOf } from './entry/selection';
import { textsOf } from './entry/filling';
import { StatusBar } from './entry/StatusBar';
import type { DataGridModel } from './entry/useDataGrid';
import { useEditing } from './entry/useEditing';
import { useGridCommands } from './entry/useGridCommands';
import { useGridKeys } from './entry/useGridKeys';
import { useGridPointer } from './entry/useGridPointer';
import { useEdgeMarks } from './useScrollMarks';
import { useDelayed } from './useDelayed';
import { useGridCore } from './useGridCore';

export { entryColumns } from './entry/columns';
export { useDataGrid } from './entry/useDataGrid';
export type { DataGridModel, DataGridOptions } from './entry/useDataGrid';
export type { EntryColumn, Values } from './entry/entryTypes';

export interface DataGridProps {
  readonly grid: DataGridModel;
  /** Accessible name of the table. */
  readonly label: string;
  /** px, or '100%' to fill a parent of definite height. */
  readonly height?: number | string;
  /** More buttons, behind the grid's own. */
  readonly toolbar?: ReactNode;
}

const rowHeight = 32;
const headerHeight = 36;

const numberColumn: Column = { key: '#', title: '序号', unit: undefined, align: 'right', name: null, field: null, computed: null, isReadonly: () => true, width: 52, fixed: 'left' };

/**
 * The default skin of `useDataGrid`: a sheet of typed cells with the keyboard, the clipboard and the mouse of a spreadsheet,
 * undo, faults at their cells, and one button that saves everything. Rows and columns are virtual.
 */
export function DataGrid({ grid, label, height = '100%', toolbar }: DataGridProps) {
  const { state, rows, columns, labels, rights, locked, blank, findFaults, tried } = grid;
  const { selection } = state.history.present;
  const { anchor } = selection;
  const commands = useGridCommands(grid);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);

  const nextRow = useMemo<EntryRow>(() => ({ key: state.nextKey, values: blank }), [state.nextKey, blank]);
  const shown = useMemo(() => (rights.add && rows.length < grid.mostRows ? [...rows, nextRow] : rows), [rows, nextRow, rights.add, grid.mostRows]);
  const ordered = useMemo(() => [numberColumn, ...columns], [columns]);
  const keepColumns = useMemo(() => [anchor.column + 1], [anchor.column]);
  const core = useGridCore<Column>({ count: shown.length, rowHeight, headerHeight, columns: ordered, keepRow: anchor.row, keepColumns });
  const { viewportRef, reveal, layout } = core;
  const markEdges = useEdgeMarks(viewportRef, layout.totalWidth, core.shown?.width ?? 0);
  const late = useDelayed(grid.loading, 200);

  // Where the person is is always in sight: the head of a range, or the active cell.
  const { head } = selection;
  const drawn = useRef<readonly EntryRow[] | null>(null);
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = rows;
    // A block that was pasted is read from its corner on.
    if (before === rows) reveal(head.row, head.column + 1);
    else if (before !== null && before.length > 0) reveal(anchor.row, anchor.column + 1);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [head.row, head.column, anchor.row, anchor.column]);

  const editing = useEditing(commands.type);
  const finish = useCallback(() => editing.finish(), [editing]);
  const textAt = ({ row, column }: Place): string => {
    const [record, one] = [shown[row], columns[column]];
    return record && one ? textOf(one, record, labels) : '';
  };
  const canWrite = ({ row, column }: Place): boolean => {
    const [record, one] = [shown[row], columns[column]];
    return record !== undefined && one !== undefined && one.name !== null && !one.isReadonly(record.values);
  };
  const bounds = { rows: shown.length, columns: columns.length, pageRows: core.pageRows, filled: (place: Place) => textAt(place) !== '', stops: canWrite };
  const nextFault = () => {
    const after = grid.faults.find(({ row, name }) => row > anchor.row || (row === anchor.row && columns.findIndex((one) => one.name === name) > anchor.column)) ?? grid.faults[0];
    if (after) grid.jumpTo(after.key, after.name);
  };
  const keys = useGridKeys({ grid, commands, editing, bounds, textAt, nextFault });
  const open = (place: Place) => {
    commands.select(at(place.row, place.column));
    if (canWrite(place)) editing.start(place, textAt(place), false);
  };
  const pointer = useGridPointer({ viewportRef, selection, columns: columns.length, rows: rights.add ? grid.mostRows : rows.length, commands, onFinish: finish, onOpen: open });
  const onColumn = useCallback((column: number, extend: boolean) => {
    const last = Math.max(0, grid.now.current.history.present.rows.length - 1);
    const held = grid.now.current.history.present.selection;
    if (column < 0) commands.selectAll();
    else commands.select({ anchor: extend ? { row: 0, column: held.anchor.column } : { row: 0, column }, head: { row: last, column }, others: [] });
  }, [commands, grid.now]);

  const refocus = () => root.current?.querySelector<HTMLElement>('[data-entry-editor]')?.focus({ preventScroll: true });

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

  const faultsAt = (row: EntryRow, index: number): RowFaults => {
    const base = state.base.get(row.key);
    if (base === undefined ? grid.isUntouched(row) : base === row.values) return noFaults;
    const all = faultsOf(state, row, findFaults);
    // Nobody is told that a row is incomplete while filling it in.
    if (base !== undefined || tried || index !== anchor.row || all === noFaults) return all;
    const told = Object.entries(all).filter(([, { missing }]) => !missing);
    return told.length ? Object.fromEntries(told) : noFaults;
  };
  const changedKeys = useMemo(() => new Set(grid.changes.changed.map(({ key }) => key)), [grid.changes]);
  const markOf = (row: EntryRow): RowMark => {
    if (row === nextRow) return 'next';
    if (state.conflicts.has(row.key)) return 'conflict';
    if (state.gone.has(row.key)) return 'gone';
    return state.base.has(row.key) ? (changedKeys.has(row.key) ? 'changed' : 'stored') : 'new';
  };
  const faults = useMemo(() => (tried ? grid.faults : grid.faults.filter(({ missing, row, key }) => !(missing && row === anchor.row && !state.base.has(key)))), [grid.faults, tried, anchor.row, state.base]);

  const selectedTexts = useMemo(() => textsOf(selection, rows, columns, labels), [selection, rows, columns, labels]);
  const range = rangeOf(selection);
  const active = shown[anchor.row];
  const activeColumn = columns[anchor.column];
  const activeFault = active && activeColumn ? faultsAt(active, anchor.row)[activeColumn.name ?? '-']?.message : undefined;
  const removable = rights.remove || grid.changes.added.length > 0;

  const menu: MenuProps['items'] = [
    { key: 'cut', label: '剪切', extra: 'Ctrl+X' },
    { key: 'copy', label: '复制', extra: 'Ctrl+C' },
    { key: 'paste', label: '粘贴', extra: 'Ctrl+V' },
    { type: 'divider' },
    { key: 'above', label: '在上方插入行', disabled: !rights.add },
    { key: 'below', label: '在下方插入行', extra: 'Ctrl+Shift+=', disabled: !rights.add },
    { key: 'duplicate', label: '复制为新行', disabled: !rights.add },
    { key: 'remove', label: '删除行', danger: true, disabled: !removable },
    { type: 'divider' },
    { key: 'down', label: '向下填充', extra: 'Ctrl+D' },
    { key: 'clear', label: '清除内容', extra: 'Delete' },
  ];
  const onMenu: MenuProps['onClick'] = ({ key }) => {
    refocus();
    if (key === 'copy' || key === 'cut') void navigator.clipboard?.writeText(key === 'cut' ? commands.cut() : commands.copy());
    else if (key === 'paste') {
      const asked = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
      asked.then(commands.paste).catch(() => feedback.notify('info', entryGridTexts.clipboardRefused));
    } else if (key === 'above' || key === 'below') commands.insert(key);
    else if (key === 'duplicate') commands.duplicate();
    else if (key === 'remove') commands.remove();
    else if (key === 'down') commands.fill('down');
    else if (key === 'clear') commands.clear();
  };

  return (
    <div ref={root} className={styles['grid']} style={{ height }}>
      {locked === null && (rights.add || rights.edit || rights.remove) && (
        <div className={styles['tools']} onMouseDown={(event) => event.button === 0 && focused && event.preventDefault()}>
          <Space wrap>
            {rights.add && <Button onClick={() => { finish(); commands.insert('below'); refocus(); }}>插入行</Button>}
            {removable && <Button disabled={rows.length === 0} onClick={() => { finish(); commands.remove(); refocus(); }}>删除行</Button>}
            <Button disabled={state.history.past.length === 0} onClick={() => { commands.undo(); refocus(); }}>撤销</Button>
            <Button disabled={state.history.future.length === 0} onClick={() => { commands.redo(); refocus(); }}>重做</Button>
            {toolbar}
          </Space>
          <Button type="primary" loading={grid.saving} disabled={grid.unsaved === 0 || grid.loading} onClick={() => { finish(); void Promise.resolve().then(() => grid.save()); }}>保存</Button>
        </div>
      )}
      {locked !== null && <Alert type="info" showIcon title={locked} />}
      {grid.draft.found && (
        <Alert type="info" showIcon title={entryGridTexts.draftFound(grid.draft.found.rows.length + grid.draft.found.removed.length, new Date(grid.draft.found.at).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' }))} action={<Space><Button size="small" type="primary" onClick={grid.draft.restore}>{entryGridTexts.restoreDraft}</Button><Button size="small" onClick={grid.draft.drop}>{entryGridTexts.dropDraft}</Button></Space>} />
      )}
      <Conflicts grid={grid} />
      {grid.saveFailure && state.conflicts.size === 0 && <Alert type="error" showIcon title={grid.saveFailure} />}
      <Dropdown trigger={['contextMenu']} menu={{ items: menu, onClick: onMenu }} disabled={locked !== null}>
        <div className={styles['frame']}>
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
                setFocused(true);
                refocus();
              }
            }}
            onDoubleClick={pointer.onDoubleClick}
            onFocus={() => setFocused(true)}
            onBlur={(event) => {
              if (event.currentTarget.contains(event.relatedTarget) || !event.target.isConnected) return;
              setFocused(false);
              finish();
            }}
          >
            <EntryGridHead cells={core.cells} width={layout.totalWidth} height={headerHeight} onColumn={onColumn} />
            <div role="rowgroup" className={styles['body']} style={{ width: layout.totalWidth, height: core.bodyHeight }}>
              {core.rowIndexes.map((index) => {
                const row = shown[index];
                if (!row) return null;
                const isActive = index === anchor.row;
                const own = editing.editing && isActive && editing.editing.place.column === anchor.column ? editing.editing : null;
                return (
                  <EntryGridRow
                    key={row.key}
                    row={row}
                    index={index}
                    top={index * rowHeight}
                    cells={core.cells}
                    labels={labels}
                    faults={faultsAt(row, index)}
                    mark={markOf(row)}
                    part={partOf(selection, index)}
                    active={isActive ? anchor.column : null}
                    handle={index === range.bottom && selection.others.length === 0 && locked === null && focused ? range.right : null}
                    filling={pointer.filling && index >= pointer.filling.top && index <= pointer.filling.bottom ? `${pointer.filling.left}-${pointer.filling.right}` : ''}
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
                        onType={(text, typed) => (own ? editing.retype(text) : canWrite(anchor) && editing.start(anchor, text, typed))}
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
          {grid.loadFailure && (
            <div className={styles['state']} role="alert">
              <Notice title="加载失败" text={grid.loadFailure.message}><WayButton first onClick={() => void grid.reload()}>重试</WayButton></Notice>
            </div>
          )}
          {!grid.loadFailure && !grid.loading && shown.length === 0 && <div className={styles['state']} role="status">还没有内容</div>}
          {late && <div className={styles['progress']} role="progressbar" aria-label="正在加载…" />}
        </div>
      </Dropdown>
      <StatusBar rows={rows.length} unsaved={grid.unsaved} faults={faults} fault={activeFault} savedAt={grid.savedAt} saving={grid.saving} selectedTexts={selectedTexts} onFault={(one) => { grid.jumpTo(one.key, one.name); setFocused(true); refocus(); }} />
    </div>
  );
}


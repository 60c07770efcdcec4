import { Alert, Button, Dropdown, type MenuProps, Space } from 'antd';
import { type ComponentRef, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { copyText } from '@/lib/browser/copyText';
import { feedback } from '@/lib/feedback';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { useDelayed } from '@/lib/useDelayed';
import { Conflicts } from './entry/Conflicts';
import { entryGridTexts } from './entry/entryGridTexts';
import { EntrySheet } from './entry/EntrySheet';
import { textsOf } from './entry/model/filling';
import { shownFaults } from './entry/shownFaults';
import { StatusBar } from './entry/StatusBar';
import type { DataGridModel } from './entry/useDataGrid';
import { useEditing } from './entry/useEditing';
import { useGridCommands } from './entry/useGridCommands';
import styles from './DataGrid.module.css';

export { entryColumns } from './entry/model/columns';
export { useDataGrid } from './entry/useDataGrid';
export type { DataGridModel, DataGridOptions } from './entry/useDataGrid';
export type { Derived } from './entry/model/columns';
export type { EntryColumn, EntryRow, Mark, Values } from './entry/model/entryTypes';

interface DataGridProps {
  readonly grid: DataGridModel;
  /** Accessible name of the table. */
  readonly label: string;
  /** px, or '100%' to fill a parent of definite height. */
  readonly height?: number | string;
  /** Buttons that follow the grid's own. */
  readonly toolbar?: ReactNode;
}

/** Scrolls the offer to restore a draft into view. Below a long form it might otherwise be overlooked. */
const reveal = (offer: ComponentRef<typeof Alert> | null) =>
  offer?.nativeElement.scrollIntoView?.({ block: 'nearest' });

/**
 * Renders the model of `useDataGrid` as an editable sheet. It has the keyboard, clipboard and mouse functions of a
 * spreadsheet, undo, errors shown at their cells, and one button that saves all rows. Rows and columns are virtual.
 * @param grid model, from `useDataGrid`
 */
export function DataGrid({ grid, label, height = '100%', toolbar }: DataGridProps) {
  const { state, rows, columns, labels, rights, locked, tried } = grid;
  const { selection } = state.history.present;
  const { anchor } = selection;
  const commands = useGridCommands(grid);
  const editing = useEditing(commands.type);
  const { finish } = editing;
  const { keepTyped } = grid;
  const { editing: open } = editing;
  useEffect(() => keepTyped(open?.place ?? null, open?.text ?? ''), [keepTyped, open]);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const late = useDelayed(grid.loading, 200);
  const refocus = useCallback(
    () => root.current?.querySelector<HTMLElement>('[data-entry-editor]')?.focus({ preventScroll: true }),
    [],
  );

  const faults = useMemo(
    () =>
      tried
        ? grid.faults
        : grid.faults.filter(({ missing, row, key }) => !(missing && row === anchor.row && !state.base.has(key))),
    [grid.faults, tried, anchor.row, state.base],
  );

  const selectedTexts = useMemo(
    () => textsOf(selection, rows, columns, labels, grid.derived),
    [selection, rows, columns, labels, grid.derived],
  );
  const active = rows[anchor.row];
  const name = columns[anchor.column]?.name ?? null;
  const activeFault = active && name !== null ? shownFaults(grid, active, anchor.row)[name]?.message : undefined;
  const removable = rights.remove || grid.changes.added.length > 0;

  /** The buttons disappear with the question, so the focus returns to the sheet. */
  const decided = (answer: () => void) => {
    answer();
    setFocused(true);
    refocus();
  };

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
    if (key === 'copy' || key === 'cut')
      void copyText(key === 'cut' ? commands.cut() : commands.copy()).then(refocus, refocus);
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
        <div
          className={styles['tools']}
          onMouseDown={(event) => event.button === 0 && focused && event.preventDefault()}
        >
          <Space wrap>
            {rights.add && (
              <Button
                onClick={() => {
                  finish();
                  commands.insert('below');
                  refocus();
                }}
              >
                插入行
              </Button>
            )}
            {removable && (
              <Button
                disabled={rows.length === 0}
                onClick={() => {
                  finish();
                  commands.remove();
                  refocus();
                }}
              >
                删除行
              </Button>
            )}
            <Button
              disabled={state.history.past.length === 0}
              onClick={() => {
                commands.undo();
                refocus();
              }}
            >
              撤销
            </Button>
            <Button
              disabled={state.history.future.length === 0}
              onClick={() => {
                commands.redo();
                refocus();
              }}
            >
              重做
            </Button>
            {toolbar}
          </Space>
          <Button
            type="primary"
            loading={grid.saving}
            disabled={grid.unsaved === 0 || grid.loading}
            onClick={() => {
              finish();
              void Promise.resolve().then(() => grid.save());
            }}
          >
            保存
          </Button>
        </div>
      )}
      {locked !== null && <Alert type="info" showIcon title={locked} />}
      {grid.draft.found && (
        <Alert
          ref={reveal}
          type="info"
          showIcon
          title={entryGridTexts.draftFound(
            grid.draft.found.rows.length + grid.draft.found.removed.length,
            new Date(grid.draft.found.at).toLocaleString('zh-CN', {
              month: 'numeric',
              day: 'numeric',
              hour: '2-digit',
              minute: '2-digit',
            }),
          )}
          action={
            <Space>
              <Button size="small" type="primary" onClick={() => decided(grid.draft.restore)}>
                {entryGridTexts.restoreDraft}
              </Button>
              <Button size="small" onClick={() => decided(grid.draft.drop)}>
                {entryGridTexts.dropDraft}
              </Button>
            </Space>
          }
        />
      )}
      <Conflicts grid={grid} />
      {grid.saveFailure && state.conflicts.size === 0 && <Alert type="error" showIcon title={grid.saveFailure} />}
      <Dropdown trigger={['contextMenu']} menu={{ items: menu, onClick: onMenu }} disabled={locked !== null}>
        <div className={styles['frame']}>
          <EntrySheet
            grid={grid}
            label={label}
            commands={commands}
            editing={editing}
            focused={focused}
            onFocused={setFocused}
            refocus={refocus}
          />
          {grid.loadFailure && (
            <div className={styles['state']} role="alert">
              <Notice title="加载失败" text={grid.loadFailure.message}>
                <WayButton first onClick={() => void grid.reload()}>
                  重试
                </WayButton>
              </Notice>
            </div>
          )}
          {!grid.loadFailure && !grid.loading && rows.length === 0 && !rights.add && (
            <div className={styles['state']} role="status">
              还没有内容
            </div>
          )}
          {late && <div className={styles['progress']} role="progressbar" aria-label="正在加载…" />}
        </div>
      </Dropdown>
      <StatusBar
        rows={rows.length}
        unsaved={grid.unsaved}
        faults={faults}
        fault={activeFault}
        savedAt={grid.savedAt}
        saving={grid.saving}
        selectedTexts={selectedTexts}
        onFault={(one) => {
          grid.jumpTo(one.key, one.name);
          setFocused(true);
          refocus();
        }}
      />
    </div>
  );
}

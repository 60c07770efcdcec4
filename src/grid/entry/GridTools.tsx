import { Button, type MenuProps, Space } from 'antd';
import type { ReactNode } from 'react';
import { copyText } from '@/lib/browser/copyText';
import { feedback } from '@/lib/feedback';
import type { GridCommands } from './commands/useGridCommands';
import { entryGridTexts } from './entryGridTexts';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';
import styles from '../DataGrid.module.css';

export interface GridParts {
  readonly grid: DataGridModel;
  readonly commands: GridCommands;
  /** Writes the text of the open cell. */
  readonly finish: EditingState['finish'];
  /** Focuses the active cell's text box. */
  readonly refocus: () => void;
}

const canRemove = ({ rights, changes }: DataGridModel): boolean => rights.remove || changes.added.length > 0;

/** Buttons above the sheet. Buttons of the caller follow those of the grid. */
export function GridTools(props: GridParts & { readonly focused: boolean; readonly children: ReactNode }) {
  const { grid, commands, finish, refocus, focused, children } = props;
  const { past, future } = grid.state.history;
  const finishThen = (act: () => void) => () => {
    finish();
    act();
    refocus();
  };
  const stepThen = (act: () => void) => () => {
    act();
    refocus();
  };
  return (
    <div className={styles['tools']} onMouseDown={(event) => event.button === 0 && focused && event.preventDefault()}>
      <Space wrap>
        {grid.rights.add && <Button onClick={finishThen(() => commands.insert('below'))}>插入行</Button>}
        {canRemove(grid) && (
          <Button disabled={grid.rows.length === 0} onClick={finishThen(commands.remove)}>
            删除行
          </Button>
        )}
        <Button disabled={past.length === 0} onClick={stepThen(commands.undo)}>
          撤销
        </Button>
        <Button disabled={future.length === 0} onClick={stepThen(commands.redo)}>
          重做
        </Button>
        {children}
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
  );
}

/** Returns the context menu of the sheet. */
export function gridMenu({ grid, commands, refocus }: GridParts): MenuProps {
  const { add } = grid.rights;
  const paste = () => {
    const clipboardRead = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    clipboardRead.then(commands.paste).catch(() => feedback.notify('info', entryGridTexts.clipboardRefused));
  };
  const actionByKey: Record<string, () => void> = {
    cut: () => void copyText(commands.cut()).then(refocus, refocus),
    copy: () => void copyText(commands.copy()).then(refocus, refocus),
    paste,
    above: () => commands.insert('above'),
    below: () => commands.insert('below'),
    duplicate: commands.duplicate,
    remove: commands.remove,
    down: () => commands.fill('down'),
    clear: commands.clear,
  };
  return {
    items: [
      { key: 'cut', label: '剪切', extra: 'Ctrl+X' },
      { key: 'copy', label: '复制', extra: 'Ctrl+C' },
      { key: 'paste', label: '粘贴', extra: 'Ctrl+V' },
      { type: 'divider' },
      { key: 'above', label: '在上方插入行', disabled: !add },
      { key: 'below', label: '在下方插入行', extra: 'Ctrl+Shift+=', disabled: !add },
      { key: 'duplicate', label: '复制为新行', disabled: !add },
      { key: 'remove', label: '删除行', danger: true, disabled: !canRemove(grid) },
      { type: 'divider' },
      { key: 'down', label: '向下填充', extra: 'Ctrl+D' },
      { key: 'clear', label: '清除内容', extra: 'Delete' },
    ],
    onClick: ({ key }) => {
      refocus();
      actionByKey[key]?.();
    },
  };
}

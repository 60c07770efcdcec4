import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import RestOutlined from '@ant-design/icons/RestOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Dropdown, Space, Tooltip } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { serverSupports } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { entryGridTexts } from '@/grid/entry/entryGridTexts';
import { isChunkFailure } from '@/lib/browser/chunkFailure';
import { deferredPart, notifyPartMissing } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { isOutsider } from '@/session/outsider';
import { useSession } from '@/session/sessionStore';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { failures, messages } from '@contract/messages';
import { ColumnSettings } from './columns/ColumnSettings';
import type { PastedDraft } from './importing/pastedDraft';
import { abilitiesOf, allowedActions, canSelectRows, missingWriteRights, isClosedTo } from './listAbilities';
import type { Action } from './page';
import { totalText } from './totalText';
import type { ListEditorModel } from './useListEditor';
import styles from './listEditor.module.css';

const WhoMay = deferredPart(async () => (await import('./PermissionOverview')).PermissionOverview);

interface ToolbarProps {
  readonly editor: ListEditorModel;
  readonly filtersOpen: boolean;
  readonly onToggleFilters: () => void;
  readonly onImport: () => void;
  readonly onDelete: (rows: readonly AnyRow[]) => void;
}

interface SelectionOptions extends Pick<ToolbarProps, 'editor' | 'onDelete'> {
  /** Selected rows, of all pages. */
  readonly rows: readonly AnyRow[];
}

/**
 * Returns the number of selected rows and the buttons for them. It is a fragment and not a component, because `Space`
 * inserts its gap between children.
 */
function useSelectionButtons({ editor, rows, onDelete }: SelectionOptions) {
  const { page, list } = editor;
  const hasPermission = useMay();
  const can = abilitiesOf(page, hasPermission);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  /** Returns the first reason why one of the selected rows can't be edited or deleted. */
  const lockReasonFor = (to: 'edit' | 'del') =>
    rows.map((row) => isClosedTo(page.entity, row, isAdmin, to)).find((reason) => reason !== null);
  const [uneditable, undeletable] = [lockReasonFor('edit'), lockReasonFor('del')];
  if (!rows.length) return null;
  return (
    <>
      <span className={styles.selection} role="status">
        已选{rows.length}条
        <Button type="link" size="small" onClick={editor.clearSelection}>
          清空
        </Button>
      </span>
      {!list.deleted && can.has('edit') && rows.length === 1 && (
        <Button
          disabled={uneditable !== undefined}
          title={uneditable}
          onClick={() => void editor.openForm('edit', rows[0])}
        >
          编辑
        </Button>
      )}
      {!list.deleted &&
        allowedActions(page, 'selection', hasPermission).map((action) => (
          <ActionButton key={action.key} action={action} rows={rows} run={() => void editor.runAction(action, rows)} />
        ))}
      {!list.deleted && can.has('del') && (
        <Button
          danger
          disabled={undeletable !== undefined}
          title={undeletable}
          icon={<DeleteOutlined />}
          onClick={() => onDelete(rows)}
        >
          批量删除
        </Button>
      )}
      {list.deleted && can.has('restore') && <Button onClick={() => void editor.restore(rows)}>恢复</Button>}
    </>
  );
}

/** Buttons at the right: total, recycle bin, filters, refresh and columns. */
function Tools({ editor, filtersOpen, onToggleFilters }: Omit<ToolbarProps, 'onImport' | 'onDelete'>) {
  const { page, list } = editor;
  const can = abilitiesOf(page, useMay());
  return (
    <Space size={2} className={styles.tools}>
      <span className={styles.total}>{totalText(editor)}</span>
      {can.has('restore') && can.has('del') && (
        <Tooltip title={list.deleted ? '返回列表' : '回收站'}>
          <Button
            type={list.deleted ? 'primary' : 'text'}
            aria-label={list.deleted ? '返回列表' : '回收站'}
            aria-pressed={list.deleted}
            icon={<RestOutlined />}
            onClick={() => editor.setDeleted(!list.deleted)}
          />
        </Tooltip>
      )}
      <Tooltip title={filtersOpen ? '隐藏查询条件' : '显示查询条件'}>
        <Button
          type="text"
          aria-label={filtersOpen ? '隐藏查询条件' : '显示查询条件'}
          aria-pressed={filtersOpen}
          icon={<SearchOutlined />}
          onClick={onToggleFilters}
        />
      </Tooltip>
      <Tooltip title="刷新">
        <Button type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={() => void editor.refresh()} />
      </Tooltip>
      <ColumnSettings editor={editor} />
    </Space>
  );
}

/**
 * Renders the buttons above a list: add, paste, import, export, actions of the selection, recycle bin, columns.
 * @param onDelete called with the selected rows; asks for confirmation itself
 */
export function Toolbar({ editor, filtersOpen, onToggleFilters, onImport, onDelete }: ToolbarProps) {
  const { page, selected, list } = editor;
  const hasPermission = useMay();
  const can = abilitiesOf(page, hasPermission);
  // Only for staff: the server refuses the overview of roles to others.
  const outsider = useSession((session) => isOutsider(session.user));
  const barred = serverSupports('rights') ? missingWriteRights(page, hasPermission) : [];
  const rows = [...selected.values()];
  const selection = useSelectionButtons({ editor, rows, onDelete });
  const title = page.title ?? page.entity.label;

  return (
    <div className={styles.toolbar}>
      <Space wrap>
        {!list.deleted && can.has('add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void editor.openForm('add')}>
            新增
          </Button>
        )}
        {!list.deleted && can.has('paste') && (
          <Tooltip title={'将从Excel复制的一行粘贴为新数据，列的顺序同导入模板'}>
            <Button icon={<SnippetsOutlined />} onClick={() => void pasteRow(editor)}>
              粘贴
            </Button>
          </Tooltip>
        )}
        {!list.deleted && can.has('import') && (
          <Button icon={<UploadOutlined />} onClick={onImport}>
            导入
          </Button>
        )}
        {barred.length > 0 && !list.deleted && !outsider && (
          <WhoMay wanted barred={barred} mayWriteOtherwise={can.has('edit') || can.has('import')} />
        )}
        {can.has('export') && (
          <ExportButton
            editor={editor}
            title={page.exportTitle ?? title}
            selectable={canSelectRows(page, hasPermission)}
          />
        )}
        {!list.deleted &&
          allowedActions(page, 'toolbar', hasPermission).map((action) => (
            <ActionButton
              key={action.key}
              action={action}
              rows={rows}
              run={() => void editor.runAction(action, rows)}
            />
          ))}
        {selection}
      </Space>
      <Tools editor={editor} filtersOpen={filtersOpen} onToggleFilters={onToggleFilters} />
    </div>
  );
}

function ActionButton({ action, rows, run }: { action: Action; rows: readonly AnyRow[]; run: () => void }) {
  return (
    <Button
      danger={action.danger}
      disabled={action.enabled ? !action.enabled(rows) : action.place === 'selection' && rows.length === 0}
      onClick={run}
    >
      {action.label}
    </Button>
  );
}

interface ExportButtonProps {
  readonly editor: ListEditorModel;
  /** Name of the file, after its time. */
  readonly title: string;
  /** Whether rows can be selected. */
  readonly selectable: boolean;
}

/**
 * Exports the query result or the selected ids as xlsx or txt (SPEC §7): as the person sees it, with the shown columns
 * in their order, or with all columns.
 */
export function ExportButton({ editor, title, selectable }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const { exportQuery, shownColumns } = editor;
  const run = async (request: Parameters<typeof editor.api.exportSheet>[0]) => {
    setBusy(true);
    const isSaved = await succeeded(editor.api.exportSheet({ columns: shownColumns, ...request, title }));
    setBusy(false);
    if (isSaved) feedback.notify('success', messages.downloaded);
  };
  const ids = [...editor.selected.keys()];
  const isEmpty = editor.total === 0 && ids.length === 0;
  const runSelected = (format: 'xlsx' | 'txt') =>
    ids.length ? void run({ ids, format }) : feedback.notify('warning', failures.noSelection);
  const selectedItem = (format: 'xlsx' | 'txt', key: string) => ({
    key,
    label: `导出选中的${ids.length || ''}条（${format}）`,
    disabled: ids.length === 0,
    onClick: () => runSelected(format),
  });
  const items = [
    { key: 'xlsx', label: '导出查询结果（xlsx）', onClick: () => void run({ query: exportQuery }) },
    { key: 'txt', label: '导出查询结果（txt）', onClick: () => void run({ query: exportQuery, format: 'txt' }) },
    {
      key: 'all',
      label: '导出查询结果的全部列（xlsx）',
      onClick: () => void run({ query: exportQuery, columns: [] }),
    },
    ...(selectable ? [selectedItem('xlsx', 'ids'), selectedItem('txt', 'idsTxt')] : []),
  ];
  return (
    <Dropdown disabled={isEmpty} trigger={['click']} menu={{ items }}>
      <Button icon={<DownloadOutlined />} loading={busy} disabled={isEmpty}>
        导出
      </Button>
    </Dropdown>
  );
}

/**
 * Returns the clipboard's text. If the browser denies access, as it always does over plain http, asks the person to
 * paste the text. Returns null if the person cancels.
 */
const clipboardText = async (): Promise<string | null> => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return feedback.prompt('浏览器未允许直接读取剪贴板，请在此处粘贴一行数据', { placeholder: '按 Ctrl+V 粘贴' });
  }
};

/** Opens a new form filled from one row copied from a spreadsheet or a list. */
async function pasteRow(editor: ListEditorModel): Promise<void> {
  const text = await clipboardText();
  if (text === null) return;
  let draft: PastedDraft | 'unclear' | null;
  try {
    // The code that parses cells contains the rules of all fields, which no list needs before its first paste.
    const { pastedDraft } = await import('./importing/pastedDraft');
    draft = await pastedDraft(editor.page.entity, text);
  } catch (error) {
    return isChunkFailure(error) ? notifyPartMissing() : feedback.notify('error', failureOf(error).pageText);
  }
  if (draft === 'unclear') return feedback.notify('warning', entryGridTexts.quotesUnclear);
  if (!draft) return feedback.notify('warning', '剪贴板中没有可粘贴的一行数据，请先在表格中复制一行');
  await editor.openForm('paste', null, draft.values, draft.unread);
}

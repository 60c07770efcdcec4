import { Button, Pagination } from 'antd';
import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import { serverSupports } from '@/api/client';
import { deferredPart, whenIdle } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { phone, useMedia } from '@/lib/useMedia';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { useMay } from '@/session/useCan';
import { listTableHeight, pageSizes } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { failures, messages } from '@contract/messages';
import { FilterBar } from './filters/FilterBar';
import { EditDialog } from './form/EditDialog';
import { useFormInAddress } from './form/useFormInAddress';
import { abilitiesOf, isClosedTo } from './listAbilities';
import type { ListPage } from './page';
import { ListTable } from './table/ListTable';
import { Toolbar } from './Toolbar';
import { totalText } from './totalText';
import { type ListEditorModel, useListEditor } from './useListEditor';
import styles from './listEditor.module.css';

const ImportDialog = deferredPart(async () => (await import('./importing/ImportDialog')).ImportDialog);
const UploadDialog = deferredPart(async () => (await import('./importing/UploadDialog')).UploadDialog);
const DetailDrawer = deferredPart(async () => (await import('./DetailDrawer')).DetailDrawer);

const wholeHeight = { '--list-height': `${listTableHeight}px` } as CSSProperties;

interface ListEditorProps {
  readonly page: ListPage;
  readonly embedded?: boolean;
  /** Replaces the default click on a row's title. The fields are then shown by the row button 详情. */
  readonly onOpen?: (row: AnyRow) => void;
  /** `onOpen` shows the whole row, so the button 详情 is left out. */
  readonly onOpenShowsAllFields?: boolean;
  /** Called with the rows of the current page after each load. */
  readonly onRows?: (rows: readonly AnyRow[]) => void;
  /** Id of the row to highlight, such as the one that a neighbouring page shows. */
  readonly activeId?: number | null;
  /** True if the list has half the window's width. */
  readonly compact?: boolean;
}

/** Loads the form and the drawer after the rows are shown, because most people open one of them next. */
function usePrefetchedForm(painted: boolean, mayWrite: boolean): void {
  useEffect(() => {
    if (!painted) return;
    return whenIdle(() => {
      if (mayWrite) EditDialog.prefetch();
      DetailDrawer.prefetch();
    });
  }, [painted, mayWrite]);
}

/** Returns the function that deletes rows after a confirmation. */
function useDelete(editor: ListEditorModel) {
  const { askDelete, cancelDelete, remove } = editor;
  return useCallback(
    (rows: readonly AnyRow[]) => {
      const ids = rows.map((row) => row.id);
      askDelete(ids);
      void feedback
        .confirm(rows.length === 1 ? messages.confirmDelete : failures.confirmDeleteMany(rows.length), { danger: true })
        .then((isConfirmed) => (isConfirmed ? remove(rows) : cancelDelete(ids)));
    },
    [askDelete, cancelDelete, remove],
  );
}

/** Shows that the list contains deleted rows, and offers to cancel a slow load. */
function Banners({ editor }: { readonly editor: ListEditorModel }) {
  const slow = useSlow(editor.loading);
  return (
    <>
      {editor.list.deleted && (
        <div className={styles.banner} role="status">
          回收站：这里是已删除的数据，可以恢复
        </div>
      )}
      {slow && (
        <div className={styles.banner} role="status">
          仍在加载，可取消后缩小查询范围{' '}
          <Button size="small" onClick={() => void editor.cancel()}>
            取消
          </Button>
        </div>
      )}
    </>
  );
}

/** Page numbers of the list. On a phone the total and the page numbers share one line. */
function ListPages({ editor, compact }: { readonly editor: ListEditorModel; readonly compact: boolean }) {
  const isNarrow = useMedia(phone);
  return (
    <Pagination
      className={styles.pagination}
      size="small"
      current={editor.list.page}
      pageSize={editor.list.size}
      total={editor.total}
      pageSizeOptions={[...pageSizes]}
      showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
      showQuickJumper={!compact && !isNarrow}
      showLessItems={isNarrow || compact}
      showTotal={(total, [from, to]) =>
        total && !isNarrow ? `第${from}–${to}条，共${total.toLocaleString('zh-CN')}条` : totalText(editor)
      }
      onChange={(next, size) => (size === editor.list.size ? editor.setPage(next) : editor.setSize(size))}
    />
  );
}

/**
 * Renders a list page with the default layout: filters, toolbar, table, pagination, form, detail drawer and import.
 * State and commands are provided by `useListEditor`.
 * @param page description of the page, created by `definePage`
 * @param embedded true if the list is part of another page and keeps its state out of the address
 * @example <ListEditor page={customersPage} />
 */
export function ListEditor({
  page,
  embedded,
  onOpen,
  onOpenShowsAllFields,
  onRows,
  activeId,
  compact,
}: ListEditorProps) {
  const editor = useListEditor(page, { embedded });
  const Importer = serverSupports('importPreview') ? ImportDialog : UploadDialog;
  const can = abilitiesOf(page, useMay());
  const [filtersOpen, setFiltersOpen] = useState(!embedded || (page.filters?.length ?? 0) > 0);
  const [importing, setImporting] = useState(false);
  const [shownRow, setShownRow] = useState<AnyRow | null>(null);
  const isFullHeight = useSettings((settings) => settings.tallLists) || embedded || compact;

  usePrefetchedForm(editor.rows.length > 0, can.has('add') || can.has('edit'));
  const onDelete = useDelete(editor);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  useFormInAddress(editor, { embedded: embedded ?? false, abilities: can, isAdmin, openRow: setShownRow });
  const { rows, loading } = editor;
  useEffect(() => {
    if (!loading) onRows?.(rows);
  }, [loading, rows, onRows]);
  const hasTitleColumn = page.columns.includes(page.entity.titleField);

  const Above = page.slots?.aboveList;
  const Aside = page.slots?.besideList;
  return (
    <div className={styles.page}>
      {Aside && (
        <aside className={styles.aside}>
          <Aside />
        </aside>
      )}
      <section className={styles.main} aria-label={page.title ?? page.entity.label}>
        {Above && <Above />}
        {filtersOpen && <FilterBar editor={editor} />}
        <Toolbar
          editor={editor}
          filtersOpen={filtersOpen}
          onToggleFilters={() => setFiltersOpen(!filtersOpen)}
          onImport={() => void editor.owner().then((hasOwner) => setImporting(hasOwner))}
          onDelete={onDelete}
        />
        <Banners editor={editor} />
        <div
          className={`${styles.table} ${isFullHeight ? '' : styles.whole} ${page.cards ? styles.cards : ''}`}
          style={wholeHeight}
        >
          <ListTable
            editor={editor}
            height="100%"
            onOpen={onOpen ?? setShownRow}
            onDelete={onDelete}
            onDetail={!onOpenShowsAllFields && (onOpen || !hasTitleColumn) ? setShownRow : undefined}
            activeId={activeId}
            compact={compact}
          />
        </div>
        <ListPages editor={editor} compact={compact === true} />
      </section>
      <EditDialog editor={editor} />
      <DetailDrawer
        wanted={shownRow !== null}
        editor={editor}
        row={shownRow}
        onClose={() => setShownRow(null)}
        onEdit={
          can.has('edit') && shownRow && isClosedTo(page.entity, shownRow, isAdmin, 'edit') === null
            ? (row) => {
                setShownRow(null);
                void editor.openForm('edit', row);
              }
            : undefined
        }
      />
      {importing && <Importer wanted editor={editor} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Returns true once a load has taken 30 s; the list then offers to cancel it (QUALITY §3). */
function useSlow(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), 30_000);
    return () => clearTimeout(timer);
  }, [loading]);
  return slow;
}

import { Button } from 'antd';
import { useCallback, useMemo } from 'react';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { phone, useMedia } from '@/lib/useMedia';
import { useLabels } from '@/session/dictionaryStore';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { arrangeColumns, withColumnWidth } from '../columns/columnWidthsAndOrder';
import { abilitiesOf, canSelectRows, isClosedTo } from '../listAbilities';
import type { ListEditorModel } from '../useListEditor';
import { listColumnOf } from './listColumn';
import { actionsColumn, useRowButtons } from './rowButtons';
import styles from '../listEditor.module.css';

interface ListTableProps {
  readonly editor: ListEditorModel;
  readonly height: number | string;
  readonly onOpen: (row: AnyRow) => void;
  readonly onDelete: (rows: readonly AnyRow[]) => void;
  /** Shows a row's fields and history. Set if the title is not a column, or if a click on it does something else. */
  readonly onDetail?: (row: AnyRow) => void;
  /** Id of the row to highlight. */
  readonly activeId?: number | null;
  /** True if the table has half the window's width: all row buttons move into the 更多 menu. */
  readonly compact?: boolean;
}

function LoadFailure({ editor: { error, retry } }: Pick<ListTableProps, 'editor'>) {
  if (!error) return null;
  return (
    <Notice title="加载失败" text={error.pageText}>
      <NoticeButton first onClick={() => void retry()}>
        重试
      </NoticeButton>
    </Notice>
  );
}

/** Returns the columns, the selection and the texts of the table. */
function useListTable({
  editor,
  onOpen,
  onDelete,
  onDetail,
  compact = false,
}: Pick<ListTableProps, 'editor' | 'onOpen' | 'onDelete' | 'onDetail' | 'compact'>) {
  const { page, preference, state } = editor;
  const { entity } = page;
  const hasPermission = useMay();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const labels = useLabels(entity);
  const size = useSettings((settings) => settings.size);
  const isRecycleBin = editor.list.deleted;
  // On a phone two pinned columns of full width would leave no room for the others.
  const isNarrow = useMedia(phone);

  const can = useMemo(() => abilitiesOf(page, hasPermission), [page, hasPermission]);
  // Lock marks are shown only to people who can edit or delete rows.
  const writes = can.has('edit') || can.has('del');
  const showsLocks = writes && (entity.scope === 'shared' || Boolean(entity.locks?.length));
  const whyLocked = useCallback(
    (row: AnyRow) => (writes && !row.deleteTime ? isClosedTo(entity, row, isAdmin, 'edit') : null),
    [writes, entity, isAdmin],
  );

  const columns = useMemo<DataTableColumn<AnyRow>[]>(() => {
    const options = { page, labels, isNarrow, onOpen, whyLocked, showsLocks };
    return arrangeColumns(page.columns, preference.columns)
      .filter((choice) => !choice.hidden)
      .map((choice) => listColumnOf(choice, options));
  }, [page, preference.columns, labels, onOpen, isNarrow, whyLocked, showsLocks]);

  const buttons = useRowButtons({ editor, can, isAdmin, onDelete, onDetail });
  const { openForm } = editor;
  const density = preference.density ?? size;
  const { deleting } = state;
  const withActions = useMemo<DataTableColumn<AnyRow>[]>(
    () =>
      buttons.length
        ? [...columns, actionsColumn({ buttons, density, isShort: (isNarrow && !page.cards) || compact, deleting })]
        : columns,
    [columns, buttons, isNarrow, page.cards, compact, density, deleting],
  );

  const selectable = canSelectRows(page, hasPermission);
  const selected = useMemo(() => new Set(editor.selected.keys()), [editor.selected]);
  const filtered = Object.keys(editor.list.filters).length > 0;
  const label = page.title ?? entity.label;
  const failure = editor.error ? <LoadFailure editor={editor} /> : undefined;
  const emptyContent = (
    <EmptyState
      filtered={filtered}
      deleted={isRecycleBin}
      label={label}
      empty={page.empty}
      first={can.has('add') ? () => void openForm('add') : undefined}
      reset={() => void editor.search({})}
    />
  );
  return { page, preference, entity, density, withActions, selectable, selected, label, failure, emptyContent };
}

/**
 * Renders the table of a list page: columns as the person arranged them, row buttons, empty and error states.
 * @param editor model of the list, from `useListEditor`
 * @param height height of the table, in px or as a CSS length
 * @param onOpen called when a person clicks a row's title
 * @param onDelete called with the rows to delete; asks for the confirmation itself
 */
export function ListTable({ editor, height, onOpen, onDelete, onDetail, activeId, compact = false }: ListTableProps) {
  const { page, preference, entity, density, withActions, selectable, selected, label, failure, emptyContent } =
    useListTable({ editor, onOpen, onDelete, onDetail, compact });
  return (
    <DataTable<AnyRow>
      label={label}
      rows={editor.rows}
      rowKey={rowKey}
      columns={withActions}
      height={height}
      density={density}
      loading={editor.loading}
      error={failure}
      empty={emptyContent}
      sort={editor.sort}
      onSort={editor.setSort}
      selected={selectable ? selected : undefined}
      onSelect={selectable ? editor.select : undefined}
      onResize={(key, width) =>
        editor.savePreference({
          columns: withColumnWidth(arrangeColumns(page.columns, preference.columns), key, width),
        })
      }
      onOpen={onOpen}
      activeKey={editor.state.row?.id ?? activeId ?? null}
      cards={page.cards && entity.titleField}
    />
  );
}

const rowKey = (row: AnyRow): number => row.id;

function EmptyState({
  filtered,
  deleted,
  label,
  empty = `还没有${label}`,
  first,
  reset,
}: {
  filtered: boolean;
  deleted: boolean;
  label: string;
  empty?: string;
  first?: () => void;
  reset: () => void;
}) {
  return (
    <div className={styles.empty}>
      <p>{deleted ? `回收站中没有${label}` : filtered ? `没有符合条件的${label}` : empty}</p>
      {filtered ? (
        <Button onClick={reset}>清除查询条件</Button>
      ) : (
        !deleted &&
        first && (
          <Button type="primary" onClick={first}>
            新增{label}
          </Button>
        )
      )}
    </div>
  );
}

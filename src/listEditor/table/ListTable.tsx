import { Button } from 'antd';
import { type ReactNode, useCallback, useMemo } from 'react';
import { alignOf, cellText, DictCell, headerWidth, emptyCellText, ownerText, widthOf } from '@/fields';
import { DataTable, type DataTableColumn, type Density } from '@/grid/DataTable';
import { type CellSpace, fontSizes } from '@/grid/dataTableColumn';
import { cutMiddle } from '@/grid/text/CutMiddle';
import { codeFit, type Fit } from '@/grid/text/textFit';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { phone, useMedia } from '@/lib/useMedia';
import { useLabels } from '@/session/dictionaryStore';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { useMay } from '@/session/useCan';
import { fieldOf, labelOf, type AnyRow } from '@contract/entity';
import { dateTime, type Field } from '@contract/field';
import { returnText, returnedTexts, type ReturnDetails } from '@contract/workflow/returnedWork';
import { arrangeColumns, withColumnWidth } from '../columns/columnWidthsAndOrder';
import { LockMark } from '../form/LockMark';
import { abilitiesOf, allowedActions, canSelectRows, isClosedTo } from '../listAbilities';
import type { ListEditorModel } from '../useListEditor';
import { actionsWidth } from './actionsWidth';
import { labelsInRow, RowActions, type RowButton } from './RowActions';
import styles from '../listEditor.module.css';

const housekeepingFields: Readonly<Record<string, Field>> = {
  createTime: dateTime('创建时间'),
  updateTime: dateTime('修改时间'),
};
/** Kinds of field that cannot be sorted by. */
const unsortableKinds = new Set<Field['kind'] | undefined>(['refs', 'longText', 'file']);
const personFields = new Set(['createBy', 'updateBy']);
/** Width in px of a date column with a custom cell, which also shows the remaining time. */
const dateCellWidth = 154;
const codeRules = new Set(['unifiedCode', 'mobile', 'phone', 'ip', 'userName']);

/**
 * Checks whether a field contains numbers of samples, records, reports or projects, which differ in their last
 * digits.
 */
const isNumber = (name: string, field: Field | undefined): boolean =>
  field?.kind === 'text' && /(No|[cC]ode)$/.test(name) && !codeRules.has(field.rule ?? '');

/** Largest width in px of a column of names. */
const widestName = 260;
/** Width in px of the dot before a dictionary's value. */
const dotWidth = 24;
/** Width in px of the lock of a row that can't be edited, with its distance. */
const lockWidth = 16;
const namedKinds = new Set<Field['kind']>(['text', 'ref', 'dict']);

/**
 * Returns the limits for the initial width of a column by its content; undefined for columns of fixed width.
 * @param lock width of the lock beside the text, in px
 */
function fitOf(code: boolean, field: Field | undefined, pinnedOnPhone: boolean, lock: number): Fit | undefined {
  if (pinnedOnPhone) return undefined;
  if (code) return { ...codeFit, extraWidth: lock };
  if (!field || !namedKinds.has(field.kind) || (field.kind === 'text' && codeRules.has(field.rule ?? '')))
    return undefined;
  return {
    minWidth: headerWidth(field),
    maxWidth: widestName,
    extraWidth: lock + (field.kind === 'dict' ? dotWidth : 0),
  };
}

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

interface ColumnOptions {
  readonly page: ListEditorModel['page'];
  readonly labels: ReturnType<typeof useLabels>;
  readonly isNarrow: boolean;
  readonly onOpen: (row: AnyRow) => void;
  /** Returns why a row can't be edited, or null. */
  readonly whyLocked: (row: AnyRow) => string | null;
  /** True if rows may carry a lock. */
  readonly showsLocks: boolean;
}

type ArrangedColumn = ReturnType<typeof arrangeColumns>[number];

/** Returns the default width of a column in px. */
function usualWidth({ page: { entity, cells }, isNarrow }: ColumnOptions, name: string): number {
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  if (name === entity.titleField) return isNarrow ? 150 : 220;
  if (field) return Math.max(widthOf(field), cells?.[name] && field.kind === 'date' ? dateCellWidth : 0);
  return name === 'organizationId' ? 150 : 110;
}

/** Returns the text of a cell. */
function textIn({ page: { entity }, labels }: ColumnOptions, name: string, row: AnyRow): string {
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  if (personFields.has(name)) return String(row[`${name}Name`] ?? emptyCellText);
  if (name === 'organizationId') return ownerText(row);
  return field ? cellText(field, row[name], row, name, labels) : String(row[name] ?? emptyCellText);
}

/** Title of a row: a link to its form, with a lock if the row can't be edited. */
function titleCell(row: AnyRow, name: string, options: ColumnOptions, { width, fontSize }: CellSpace) {
  const { page, onOpen, whyLocked } = options;
  const Cell = page.cells?.[name];
  const lockReason = whyLocked(row);
  const text = textIn(options, name, row);
  const isCode = isNumber(name, fieldOf(page.entity, name));
  const cellContent = Cell ? (
    <Cell row={row} />
  ) : (
    <button type="button" className={styles.titleCell} onClick={() => onOpen(row)}>
      {isCode ? cutMiddle(text, width - (lockReason === null ? 0 : lockWidth), { fontSize }) : text}
    </button>
  );
  return lockReason === null ? (
    cellContent
  ) : (
    <span className={styles.locked}>
      <LockMark reason={lockReason} />
      {cellContent}
    </span>
  );
}

/** A state with the mark 被退回. A card shows by whom, when and why; a table shows this in a tooltip. */
function returnedCell(cell: ReactNode, row: AnyRow, { width }: CellSpace): ReactNode {
  const returned = row['returned'] as ReturnDetails | undefined;
  if (!returned) return cell;
  const line = returnText(returned);
  return (
    <>
      {cell}{' '}
      <b className={styles.returned} title={line}>
        {returnedTexts.mark}
        {width === Infinity && `：${line}`}
      </b>
    </>
  );
}

function columnOf({ name, pin, width }: ArrangedColumn, options: ColumnOptions): DataTableColumn<AnyRow> {
  const { page } = options;
  const { entity } = page;
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  const Cell = page.cells?.[name];
  const isState = name === entity.stateMachine?.stateField;
  // The width by content includes the mark 被退回 beside a state.
  const text = (row: AnyRow) =>
    `${textIn(options, name, row)}${isState && row['returned'] ? ` ${returnedTexts.mark}` : ''}`;
  const title = name === entity.titleField;
  const code = isNumber(name, field);
  return {
    key: name,
    title: labelOf(entity, name),
    unit: field?.unit,
    width: width ?? (title && options.isNarrow ? undefined : page.widths?.[name]) ?? usualWidth(options, name),
    fixed: pin === undefined ? (title ? 'left' : undefined) : (pin ?? undefined),
    align: name === 'id' ? 'right' : field ? alignOf(field) : 'left',
    fit:
      width === undefined && (code || !(Cell ?? page.widths?.[name]))
        ? fitOf(code, field, title && options.isNarrow, title && options.showsLocks ? lockWidth : 0)
        : undefined,
    code,
    mono: field?.kind === 'text' && codeRules.has(field.rule ?? ''),
    sortable: !personFields.has(name) && !unsortableKinds.has(field?.kind),
    text,
    reuse: !Cell,
    render: (row, space) => {
      if (title) return titleCell(row, name, options, space);
      const cell = Cell ? (
        <Cell row={row} />
      ) : field?.kind === 'dict' ? (
        <DictCell dict={field.dict} value={row[name]} />
      ) : (
        textIn(options, name, row)
      );
      return isState ? returnedCell(cell, row, space) : cell;
    },
  };
}

interface RowButtonsOptions extends Pick<ListTableProps, 'editor' | 'onDelete' | 'onDetail'> {
  readonly can: ReturnType<typeof abilitiesOf>;
  readonly isAdmin: boolean;
}

/** Returns the buttons of each row: the list editor's and the page's own. */
function useRowButtons({ editor, can, isAdmin, onDelete, onDetail }: RowButtonsOptions): RowButton[] {
  const { page } = editor;
  const { entity } = page;
  const isRecycleBin = editor.list.deleted;
  const hasPermission = useMay();
  const custom = useMemo(() => allowedActions(page, 'row', hasPermission), [page, hasPermission]);
  const { openForm, restore, runAction } = editor;
  return useMemo<RowButton[]>(() => {
    if (isRecycleBin)
      return can.has('restore') ? [{ key: 'restore', label: '恢复', run: (row) => void restore([row]) }] : [];
    const lockReasonFor = (to: 'edit' | 'del') => (row: AnyRow) => isClosedTo(entity, row, isAdmin, to);
    return [
      ...(can.has('edit')
        ? [
            {
              key: 'edit',
              label: '编辑',
              lockReasonOf: lockReasonFor('edit'),
              run: (row: AnyRow) => void openForm('edit', row),
            },
          ]
        : []),
      ...custom.map((action) => ({
        key: action.key,
        label: action.label,
        danger: action.danger,
        enabled: (row: AnyRow) => action.enabled?.([row]) ?? true,
        run: (row: AnyRow) => void runAction(action, [row]),
      })),
      ...(can.has('copy') ? [{ key: 'copy', label: '复制', run: (row: AnyRow) => void openForm('copy', row) }] : []),
      ...(can.has('del')
        ? [
            {
              key: 'del',
              label: '删除',
              danger: true,
              lockReasonOf: lockReasonFor('del'),
              run: (row: AnyRow) => onDelete([row]),
            },
          ]
        : []),
      ...(onDetail ? [{ key: 'detail', label: '详情', run: onDetail }] : []),
    ];
  }, [isRecycleBin, can, custom, openForm, restore, runAction, onDelete, onDetail, entity, isAdmin]);
}

interface ActionsColumnOptions {
  readonly buttons: readonly RowButton[];
  readonly density: Density;
  /** True if several buttons become one menu. */
  readonly isShort: boolean;
  readonly deleting: ListEditorModel['state']['deleting'];
}

function actionsColumn({ buttons, density, isShort, deleting }: ActionsColumnOptions): DataTableColumn<AnyRow> {
  const inRow = isShort && buttons.length > 1 ? 0 : 2;
  const labels = labelsInRow(buttons, inRow);
  return {
    key: '#actions',
    title: '操作',
    width: actionsWidth(labels, fontSizes[density], labels.length === 1 ? 72 : labels.length === 2 ? 112 : 152),
    fixed: 'right',
    render: (row) => <RowActions row={row} buttons={buttons} inRow={inRow} busy={deleting[row.id] === 'processing'} />,
  };
}

function LoadFailure({ editor: { error, retry } }: Pick<ListTableProps, 'editor'>) {
  if (!error) return null;
  return (
    <Notice title="加载失败" text={`${error.message}${error.requestId ? `（请求编号 ${error.requestId}）` : ''}`}>
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
      .map((choice) => columnOf(choice, options));
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

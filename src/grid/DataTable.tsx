import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useDelayed } from '@/lib/useDelayed';
import { phone, useMedia } from '@/lib/useMedia';
import { loadingDelay } from '@contract/constants';
import { CardList } from './cards/CardList';
import { widthShownAs } from './columnPlacement';
import { fontSizes, rowHeights, selectColumnKey } from './dataTableColumn';
import type { DataTableColumn, Density, TableSort } from './dataTableColumn';
import { DataTableHeader } from './DataTableHeader';
import { DataTableRow } from './DataTableRow';
import { DataTableState } from './DataTableState';
import { gridTexts } from './gridTexts';
import { pageSelection, withKeys } from './rowSelection';
import type { RowKey } from './rowSelection';
import { tableCellsOf } from './tableCells';
import { useColumnEdgeDrag } from './useColumnEdgeDrag';
import { type GridCore, useGridCore } from './useGridCore';
import { useGridCursor } from './useGridCursor';
import { useRowEvents } from './useRowEvents';
import { useRowSlots } from './useRowSlots';
import { useEdgeMarks, useTopOfNewPage } from './useScrollMarks';
import styles from './DataTable.module.css';

export type { DataTableColumn, Density, TableSort } from './dataTableColumn';

export interface DataTableProps<R> {
  /** Accessible name of the table. */
  label: string;
  rows: readonly R[];
  rowKey: (row: R) => RowKey;
  columns: readonly DataTableColumn<R>[];
  /** Height in px, or '100%' to fill a parent of definite height. */
  height: number | string;
  density?: Density;
  /** Without rows, shows a skeleton after 200 ms. With rows, keeps them and shows a thin progress line. */
  loading?: boolean;
  /** Shown instead of the rows. */
  error?: ReactNode;
  empty?: ReactNode;
  sort?: TableSort | null;
  onSort?: (sort: TableSort | null) => void;
  /** Keys of the selected rows on all pages. The header's checkbox shows only the state of this page. */
  selected?: ReadonlySet<RowKey>;
  onSelect?: (next: ReadonlySet<RowKey>) => void;
  /** Called with the width in px once when a dragged edge is released, and at each arrow key. */
  onResize?: (key: string, width: number) => void;
  /** Called on a double click, or on Enter in the focused row. */
  onOpen?: (row: R) => void;
  rowClass?: (row: R) => string | undefined;
  activeKey?: RowKey | null;
  /** Key of the column that is the head of a card. With it, each row is a card on a phone. */
  cards?: string | undefined;
}

const isPinnedLeft = (column: { fixed?: 'left' | 'right' }) => column.fixed === 'left';
const isPinnedRight = (column: { fixed?: 'left' | 'right' }) => column.fixed === 'right';

/** Returns the columns with the selecting column first and pinned columns at their sides. */
function useOrdered<R>(drawnColumns: readonly DataTableColumn<R>[], selectable: boolean): DataTableColumn<R>[] {
  return useMemo<DataTableColumn<R>[]>(() => {
    const select: DataTableColumn<R> = {
      key: selectColumnKey,
      title: '',
      width: 40,
      fixed: 'left',
      reuse: true,
      render: () => null,
    };
    const unpinnedColumns = drawnColumns.filter((column) => !isPinnedLeft(column) && !isPinnedRight(column));
    return [
      ...(selectable ? [select] : []),
      ...drawnColumns.filter(isPinnedLeft),
      ...unpinnedColumns,
      ...drawnColumns.filter(isPinnedRight),
    ];
  }, [drawnColumns, selectable]);
}

/** Returns the column of the header that has the tab stop. */
function useHeaderCursor() {
  const [column, setColumn] = useState(0);
  const isFocusWanted = useRef(false);
  const move = useCallback((next: number, focus: boolean) => {
    isFocusWanted.current = focus;
    setColumn(next);
  }, []);
  /** Focuses the cell of the header, if a key requested it. */
  const focusHeadCell = (viewport: HTMLElement | null, reveal: (column: number) => void) => {
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    reveal(column);
    const cell = viewport?.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${column + 1}"]`);
    (cell?.querySelector<HTMLElement>('button,input') ?? cell)?.focus({ preventScroll: true });
  };
  return { column, move, settle: focusHeadCell };
}

/** Returns how many rows of the page are selected, and the function that selects all or none. */
function usePageSelection(
  keys: readonly RowKey[],
  selected: ReadonlySet<RowKey> | undefined,
  onSelect: ((next: ReadonlySet<RowKey>) => void) | undefined,
) {
  const pageSelected = useMemo(() => pageSelection(selected ?? noKeys, keys), [selected, keys]);
  const onSelectPage = useCallback(
    () => onSelect?.(withKeys(selected ?? noKeys, keys, pageSelected !== 'all')),
    [onSelect, selected, keys, pageSelected],
  );
  return { pageSelected, onSelectPage };
}

/** Returns the function that stores a dragged width. Without `resize` the widths stay. */
function useWidthHandler<R>(
  layout: GridCore<DataTableColumn<R>>['layout'],
  resize: ((key: string, width: number, done: boolean) => void) | undefined,
) {
  return useMemo(
    () =>
      resize &&
      ((column: DataTableColumn<R>, shownWidth: number, isDone: boolean) =>
        resize(column.key, widthShownAs(layout, column, shownWidth), isDone)),
    [resize, layout],
  );
}

/** State of the table: displayed columns, visible range, both cursors, selection. */
function useDataTable<R>(props: DataTableProps<R>) {
  const { rows, rowKey, columns, density = 'default', error, selected, onSelect } = props;
  const rowHeight = rowHeights[density];
  const headerHeight = Math.max(32, rowHeight);
  const body = useRef<HTMLDivElement>(null);
  const hasFailed = error !== undefined && error !== null;
  const drawnRows: readonly R[] = hasFailed ? noRows : rows;

  const { drawn: drawnColumns, resize } = useColumnEdgeDrag(columns, drawnRows, fontSizes[density], props.onResize);
  const selectable = onSelect !== undefined;
  const ordered = useOrdered(drawnColumns, selectable);
  const keys = useMemo(() => drawnRows.map((row) => rowKey(row)), [drawnRows, rowKey]);
  const cursor = useGridCursor(keys);
  const header = useHeaderCursor();
  const keepColumns = useMemo(() => [cursor.column, header.column], [cursor.column, header.column]);
  const core = useGridCore<DataTableColumn<R>>({
    count: drawnRows.length,
    rowHeight,
    headerHeight,
    columns: ordered,
    keepRow: cursor.row,
    keepColumns,
  });
  const { layout, viewportRef, reveal } = core;
  const cells = useMemo(() => tableCellsOf(core.cells), [core.cells]);
  const events = useRowEvents<R>({
    rows: drawnRows,
    keys,
    columns: ordered,
    cursor,
    pageRows: core.pageRows,
    selected,
    onSelect,
    onOpen: props.onOpen,
  });
  const markEdges = useEdgeMarks(viewportRef, layout.totalWidth, core.visibleRect?.width ?? 0);
  useTopOfNewPage(viewportRef, keys);
  const slots = useRowSlots(core.rowIndexes, keys);

  useLayoutEffect(() => {
    if (body.current !== null) cursor.settle(body.current, reveal);
    header.settle(viewportRef.current, (column) =>
      reveal(Math.round((viewportRef.current?.scrollTop ?? 0) / rowHeight), column),
    );
  });

  const { pageSelected, onSelectPage } = usePageSelection(keys, selected, onSelect);
  const { move, row: cursorRow } = cursor;
  const onLeaveDown = useCallback(() => move({ row: cursorRow, column: -1 }, true), [move, cursorRow]);
  const onWidth = useWidthHandler<R>(layout, props.onResize && resize);
  return {
    rowHeight,
    headerHeight,
    body,
    rows: drawnRows,
    keys,
    columnCount: ordered.length,
    core,
    cells,
    slots,
    cursor,
    header,
    events,
    markEdges,
    selectable,
    pageSelected,
    onSelectPage,
    onLeaveDown,
    onWidth,
  };
}

type TableModel<R> = ReturnType<typeof useDataTable<R>>;

/** Header of the table. */
function TableHead<R>({
  table,
  sort = null,
  onSort,
}: Pick<DataTableProps<R>, 'sort' | 'onSort'> & { table: TableModel<R> }) {
  const { cells, core, header, columnCount } = table;
  return (
    <DataTableHeader
      cells={cells}
      width={core.layout.totalWidth}
      height={table.headerHeight}
      columnCount={columnCount}
      sort={sort}
      onSort={onSort}
      pageSelected={table.pageSelected}
      onSelectPage={table.onSelectPage}
      onWidth={table.onWidth}
      cursor={Math.min(header.column, columnCount - 1)}
      onCursor={header.move}
      onLeaveDown={table.onLeaveDown}
    />
  );
}

/** Visible rows of the table. */
function TableRows<R>({ table, ...props }: DataTableProps<R> & { table: TableModel<R> }) {
  const { core, cells, cursor, keys, rows, rowHeight } = table;
  const { density = 'default', selected, activeKey = null } = props;
  return core.rowIndexes.map((index, at) => {
    const row = rows[index];
    const key = keys[index];
    if (row === undefined || key === undefined) return null;
    return (
      <DataTableRow
        key={table.slots[at]}
        row={row}
        rowKey={key}
        index={index}
        top={index * rowHeight}
        cells={cells}
        selected={table.selectable ? (selected?.has(key) ?? false) : undefined}
        active={key === activeKey}
        cursor={index === cursor.row ? cursor.column : null}
        className={props.rowClass?.(row)}
        fontSize={fontSizes[density]}
      />
    );
  });
}

/** Content for a table without rows, and the progress line. */
function TableState<R>({ table, ...props }: DataTableProps<R> & { table: TableModel<R> }) {
  const { loading = false, error, empty } = props;
  const isSlow = useDelayed(loading, 200);
  const underWay = useDelayed(loading, loadingDelay);
  if (table.rows.length === 0)
    return (
      <DataTableState
        top={table.headerHeight}
        error={error}
        loading={loading}
        slow={isSlow}
        empty={empty}
        cells={table.cells}
        rowHeight={table.rowHeight}
        height={(table.core.visibleRect?.height ?? 0) - table.headerHeight}
      />
    );
  if (!underWay) return null;
  return (
    <div
      className={styles['progress']}
      style={{ top: table.headerHeight - 2 }}
      role="progressbar"
      aria-label={gridTexts.loading}
    />
  );
}

/** Table whose rows and columns are both virtual. */
function VirtualTable<R>(props: DataTableProps<R>) {
  const { density = 'default', loading = false } = props;
  const table = useDataTable(props);
  const { core, cursor } = table;
  const sizes: CSSProperties & Record<`--grid-${string}`, string> = {
    height: props.height,
    fontSize: fontSizes[density],
    '--grid-row': `${table.rowHeight}px`,
  };
  return (
    <div className={styles['table']} data-density={density} style={sizes}>
      <div
        ref={core.viewportRef}
        className={styles['viewport']}
        role="grid"
        aria-label={props.label}
        aria-rowcount={table.rows.length + 1}
        aria-colcount={table.columnCount}
        aria-multiselectable={table.selectable || undefined}
        aria-busy={loading}
        onScroll={table.markEdges}
      >
        <TableHead<R> table={table} sort={props.sort} onSort={props.onSort} />
        <div
          ref={table.body}
          role="rowgroup"
          className={styles['body']}
          style={{ width: core.layout.totalWidth, height: core.bodyHeight }}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
          {...table.events}
        >
          <TableRows<R> {...props} table={table} />
        </div>
      </div>
      <TableState<R> {...props} table={table} />
    </div>
  );
}

/**
 * Renders a list of up to 5,000 rows and many columns, both virtual. Header and body are one tab stop each. Arrows,
 * Home, End, PageUp and PageDown move, Space selects, Enter opens, Ctrl+C copies the cell or the row. With `cards` it
 * is a list of cards on a phone.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const isNarrow = useMedia(phone);
  return props.cards !== undefined && isNarrow ? (
    <CardList<R> {...props} cards={props.cards} />
  ) : (
    <VirtualTable<R> {...props} />
  );
}

const noRows: readonly never[] = [];
const noKeys: ReadonlySet<RowKey> = new Set();

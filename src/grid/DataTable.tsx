import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useDelayed } from '@/lib/useDelayed';
import { loadingDelay } from '@contract/constants';
import { fontSizes, rowHeights, selectColumnKey } from './dataTableColumn';
import type { DataTableColumn, Density, TableSort } from './dataTableColumn';
import { DataTableHeader } from './DataTableHeader';
import { DataTableRow } from './DataTableRow';
import { DataTableState } from './DataTableState';
import { widthShownAs } from './gridLayout';
import { gridTexts } from './gridTexts';
import { pageSelection, withKeys } from './rowSelection';
import type { RowKey } from './rowSelection';
import { tableCellsOf } from './tableCells';
import { useColumnWidths } from './useColumnWidths';
import { useGridCore } from './useGridCore';
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
  /** px, or '100%' to fill a parent of definite height. */
  height: number | string;
  density?: Density;
  /** Without rows, shows a skeleton after 200 ms. With rows, keeps them and shows a thin progress line. */
  loading?: boolean;
  /** Shown instead of the rows. */
  error?: ReactNode;
  empty?: ReactNode;
  sort?: TableSort | null;
  onSort?: (sort: TableSort | null) => void;
  /** Keys of the selected rows on all pages. The header's checkbox shows the state of this page only. */
  selected?: ReadonlySet<RowKey>;
  onSelect?: (next: ReadonlySet<RowKey>) => void;
  /** Called with the width in px once when a dragged edge is released, and at each arrow key. */
  onResize?: (key: string, width: number) => void;
  /** Called on a double click, or on Enter in the focused row. */
  onOpen?: (row: R) => void;
  rowClass?: (row: R) => string | undefined;
  activeKey?: RowKey | null;
}

const left = (column: { fixed?: 'left' | 'right' }) => column.fixed === 'left';
const right = (column: { fixed?: 'left' | 'right' }) => column.fixed === 'right';

/**
 * Renders a list of up to 5,000 rows and many columns, both virtual. Header and body are one tab stop each. Arrows,
 * Home, End, PageUp and PageDown move, Space selects, Enter opens, Ctrl+C copies the cell or the row.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const {
    rows,
    rowKey,
    columns,
    density = 'default',
    loading = false,
    error,
    sort = null,
    onSort,
    selected,
    onSelect,
    activeKey = null,
  } = props;
  const rowHeight = rowHeights[density];
  const headerHeight = Math.max(32, rowHeight);
  const body = useRef<HTMLDivElement>(null);
  const failed = error !== undefined && error !== null;
  const drawnRows: readonly R[] = failed ? noRows : rows;

  const { drawn, resize } = useColumnWidths(columns, drawnRows, fontSizes[density], props.onResize);
  const selectable = onSelect !== undefined;
  const ordered = useMemo<DataTableColumn<R>[]>(() => {
    const select: DataTableColumn<R> = {
      key: selectColumnKey,
      title: '',
      width: 40,
      fixed: 'left',
      reuse: true,
      render: () => null,
    };
    const rest = drawn.filter((column) => !left(column) && !right(column));
    return [...(selectable ? [select] : []), ...drawn.filter(left), ...rest, ...drawn.filter(right)];
  }, [drawn, selectable]);

  const keys = useMemo(() => drawnRows.map((row) => rowKey(row)), [drawnRows, rowKey]);
  const cursor = useGridCursor(keys);
  const [headerCursor, setHeaderCursor] = useState(0);
  const wantHeader = useRef(false);
  const keepColumns = useMemo(() => [cursor.column, headerCursor], [cursor.column, headerCursor]);
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
  const markEdges = useEdgeMarks(viewportRef, layout.totalWidth, core.shown?.width ?? 0);
  useTopOfNewPage(viewportRef, keys);
  const slots = useRowSlots(core.rowIndexes, keys);
  const late = useDelayed(loading, 200);
  const underWay = useDelayed(loading, loadingDelay);

  useLayoutEffect(() => {
    if (body.current !== null) cursor.settle(body.current, reveal);
    if (!wantHeader.current) return;
    wantHeader.current = false;
    reveal(Math.round((viewportRef.current?.scrollTop ?? 0) / rowHeight), headerCursor);
    const cell = viewportRef.current?.querySelector<HTMLElement>(
      `[role="columnheader"][aria-colindex="${headerCursor + 1}"]`,
    );
    (cell?.querySelector<HTMLElement>('button,input') ?? cell)?.focus({ preventScroll: true });
  });

  const pageSelected = useMemo(() => pageSelection(selected ?? noKeys, keys), [selected, keys]);
  const onSelectPage = useCallback(
    () => onSelect?.(withKeys(selected ?? noKeys, keys, pageSelected !== 'all')),
    [onSelect, selected, keys, pageSelected],
  );
  const onHeaderCursor = useCallback((column: number, focus: boolean) => {
    wantHeader.current = focus;
    setHeaderCursor(column);
  }, []);
  const { move, row: cursorRow } = cursor;
  const onLeaveDown = useCallback(() => move({ row: cursorRow, column: -1 }, true), [move, cursorRow]);
  const resizable = props.onResize !== undefined;
  const onWidth = useMemo(
    () =>
      resizable
        ? (column: DataTableColumn<R>, shown: number, done: boolean) =>
            resize(column.key, widthShownAs(layout, column, shown), done)
        : undefined,
    [resizable, resize, layout],
  );

  const sizes: CSSProperties & Record<`--grid-${string}`, string> = {
    height: props.height,
    fontSize: fontSizes[density],
    '--grid-row': `${rowHeight}px`,
  };
  return (
    <div className={styles['table']} data-density={density} style={sizes}>
      <div
        ref={viewportRef}
        className={styles['viewport']}
        role="grid"
        aria-label={props.label}
        aria-rowcount={drawnRows.length + 1}
        aria-colcount={ordered.length}
        aria-multiselectable={selectable || undefined}
        aria-busy={loading}
        onScroll={markEdges}
      >
        <DataTableHeader
          cells={cells}
          width={layout.totalWidth}
          height={headerHeight}
          columnCount={ordered.length}
          sort={sort}
          onSort={onSort}
          pageSelected={pageSelected}
          onSelectPage={onSelectPage}
          onWidth={onWidth}
          cursor={Math.min(headerCursor, ordered.length - 1)}
          onCursor={onHeaderCursor}
          onLeaveDown={onLeaveDown}
        />
        <div
          ref={body}
          role="rowgroup"
          className={styles['body']}
          style={{ width: layout.totalWidth, height: core.bodyHeight }}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
          {...events}
        >
          {core.rowIndexes.map((index, at) => {
            const row = drawnRows[index];
            const key = keys[index];
            if (row === undefined || key === undefined) return null;
            return (
              <DataTableRow
                key={slots[at]}
                row={row}
                rowKey={key}
                index={index}
                top={index * rowHeight}
                cells={cells}
                selected={selectable ? (selected?.has(key) ?? false) : undefined}
                active={key === activeKey}
                cursor={index === cursor.row ? cursor.column : null}
                className={props.rowClass?.(row)}
                fontSize={fontSizes[density]}
              />
            );
          })}
        </div>
      </div>
      {drawnRows.length === 0 && (
        <DataTableState
          top={headerHeight}
          error={error}
          loading={loading}
          slow={late}
          empty={props.empty}
          cells={cells}
          rowHeight={rowHeight}
          height={(core.shown?.height ?? 0) - headerHeight}
        />
      )}
      {underWay && drawnRows.length > 0 && (
        <div
          className={styles['progress']}
          style={{ top: headerHeight - 2 }}
          role="progressbar"
          aria-label={gridTexts.loading}
        />
      )}
    </div>
  );
}

const noRows: readonly never[] = [];
const noKeys: ReadonlySet<RowKey> = new Set();

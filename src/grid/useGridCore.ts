import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, Rect } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { cellsOf, layoutOf } from './columnPlacement';
import type { GridCell, GridColumn, GridLayout } from './columnPlacement';
import { useShownRect } from './useShownRect';
import type { ShownRect } from './useShownRect';

// With fewer unpinned columns, virtual columns cost more than they save.
const virtualColumnsFrom = 12;
// jsdom has no layout to measure, so a windowful of rows and every column are rendered.
const rowsWithoutLayout = 44;

interface GridCoreOptions<C extends GridColumn> {
  count: number;
  /** Row height in px; all rows have the same height. */
  rowHeight: number;
  headerHeight: number;
  columns: readonly C[];
  /** 0-based row that stays mounted outside the window, because it contains the focus or the tab stop. */
  keepRow: number;
  keepColumns: readonly number[];
}

export interface GridCore<C extends GridColumn> {
  viewportRef: RefObject<HTMLDivElement | null>;
  visibleRect: ShownRect | null;
  layout: GridLayout<C>;
  /** Cells of each row and of the header. Keeps its identity while the same columns are in view. */
  cells: readonly GridCell<C>[];
  rowIndexes: readonly number[];
  bodyHeight: number;
  /** Number of whole rows that fit, for PageUp and PageDown. */
  pageRows: number;
  /**
   * Scrolls as little as needed to show a cell beside header and pinned columns. Column -1 keeps the sideways position.
   */
  reveal: (row: number, column: number) => void;
}

/**
 * Returns a new key function for each change of sizes. The virtualizer measures again only if its key function
 * changes.
 */
const keyFor = (_sizes: unknown) => (index: number) => index;

const withKept = (range: Range, keptIndexes: readonly number[]): number[] => {
  const indexes = defaultRangeExtractor(range);
  const missingIndexes = keptIndexes.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
  return missingIndexes.length === 0 ? indexes : [...indexes, ...missingIndexes].sort((a, b) => a - b);
};

/**
 * Returns the area without header and pinned columns. The virtualizers get it, so that their offsets equal the
 * scroller's.
 */
function freeArea(
  shownRect: ShownRect | null,
  layout: GridLayout<GridColumn>,
  headerHeight: number,
  rowHeight: number,
) {
  // The virtualizers get the area without header and pinned columns, so that their offsets equal the scroller's.
  const freeHeight =
    shownRect === null
      ? 0
      : shownRect.height > 0
        ? Math.max(shownRect.height - headerHeight, rowHeight)
        : rowsWithoutLayout * rowHeight;
  const freeWidth =
    shownRect === null
      ? 0
      : shownRect.width > 0
        ? Math.max(shownRect.width - layout.leftWidth - layout.rightWidth, 1)
        : layout.centerWidth;
  return { freeWidth, freeHeight };
}

/** Scrolls as little as needed to show a column beside the pinned ones. */
function revealAcross(
  element: HTMLElement,
  { start, width }: { readonly start: number; readonly width: number },
  freeWidth: number,
): void {
  if (start < element.scrollLeft) element.scrollLeft = start;
  else if (start + width > element.scrollLeft + freeWidth)
    element.scrollLeft = Math.min(start, start + width - freeWidth);
}

/** Virtual rows and columns in one scroller, for DataTable and DataGrid. Knows sizes and positions, not data. */
export function useGridCore<C extends GridColumn>(options: GridCoreOptions<C>): GridCore<C> {
  const { count, rowHeight, headerHeight, columns, keepRow, keepColumns } = options;
  const viewportRef = useRef<HTMLDivElement>(null);
  const shownRect = useShownRect(viewportRef);
  const layout = useMemo(() => layoutOf(columns, shownRect?.width ?? 0), [columns, shownRect?.width]);

  const { freeWidth, freeHeight } = freeArea(shownRect, layout, headerHeight, rowHeight);

  const rowKey = useMemo(() => keyFor(rowHeight), [rowHeight]);
  const columnKey = useMemo(() => keyFor(layout), [layout]);
  const emitRows = useRef<((rect: Rect) => void) | null>(null);
  const emitColumns = useRef<((rect: Rect) => void) | null>(null);
  const freeRect = useRef<Rect>({ width: 0, height: 0 });

  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => viewportRef.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    overscan: 3,
    rangeExtractor: useCallback((range: Range) => withKept(range, [keepRow]), [keepRow]),
    observeElementRect: (_, emit) => {
      emitRows.current = emit;
      emit(freeRect.current);
    },
  });

  const virtualColumns = layout.center.length > virtualColumnsFrom;
  const columnVirtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    horizontal: true,
    enabled: virtualColumns,
    count: layout.center.length,
    getScrollElement: () => viewportRef.current,
    estimateSize: (index) => layout.center[index]?.width ?? 0,
    getItemKey: columnKey,
    overscan: 1,
    rangeExtractor: useCallback(
      (range: Range) =>
        withKept(
          range,
          keepColumns.map((index) => index - layout.left.length),
        ),
      [keepColumns, layout.left.length],
    ),
    observeElementRect: (_, emit) => {
      emitColumns.current = emit;
      emit(freeRect.current);
    },
  });

  useLayoutEffect(() => {
    freeRect.current = { width: freeWidth, height: freeHeight };
    emitRows.current?.(freeRect.current);
    emitColumns.current?.(freeRect.current);
  }, [freeWidth, freeHeight]);

  const rowItems = rows.getVirtualItems();
  const columnItems = columnVirtualizer.getVirtualItems();
  const rowIndexes = useMemo(() => rowItems.map((item) => item.index), [rowItems]);
  const cells = useMemo(
    () =>
      cellsOf(layout, virtualColumns ? columnItems.map((item) => item.index) : layout.center.map((_, index) => index)),
    [layout, virtualColumns, columnItems],
  );

  const reveal = useCallback(
    (row: number, column: number) => {
      const element = viewportRef.current;
      if (element === null) return;
      const top = row * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + freeHeight) element.scrollTop = top + rowHeight - freeHeight;
      const placedColumn = layout.center[column - layout.left.length];
      if (placedColumn !== undefined) revealAcross(element, placedColumn, freeWidth);
    },
    [rowHeight, freeHeight, freeWidth, layout],
  );

  return {
    viewportRef,
    visibleRect: shownRect,
    layout,
    cells,
    rowIndexes,
    bodyHeight: count * rowHeight,
    pageRows: Math.max(1, Math.floor(freeHeight / rowHeight) - 1),
    reveal,
  };
}

import type { CSSProperties } from 'react';

/** Column data that the layout reads. DataTable and DataGrid extend it. Widths in px. */
export interface GridColumn {
  key: string;
  width: number;
  minWidth?: number;
  fixed?: 'left' | 'right';
}

interface PlacedColumn<C extends GridColumn> {
  column: C;
  /** 0-based position from left to right, pinned columns included. */
  index: number;
  width: number;
  /** Distance in px from the start of its own band (left, centre or right). */
  start: number;
}

export interface GridLayout<C extends GridColumn> {
  left: readonly PlacedColumn<C>[];
  center: readonly PlacedColumn<C>[];
  right: readonly PlacedColumn<C>[];
  leftWidth: number;
  centerWidth: number;
  rightWidth: number;
  totalWidth: number;
  /** Width in px that remains for the centre; 0 or less if unknown. */
  space: number;
}

export interface GridCell<C extends GridColumn> {
  column: C;
  index: number;
  pin: 'left' | 'right' | null;
  /** True for the pinned cell next to the scrolling ones, which draws the shadow. */
  edge: boolean;
  width: number;
  style: CSSProperties;
}

/** Returns the least width of a column in px. */
export const minWidthOf = (column: GridColumn): number => column.minWidth ?? 48;
/** Largest width of a column in px. */
export const maxColumnWidth = 1000;

const totalWidth = (columns: readonly GridColumn[]) => columns.reduce((total, column) => total + column.width, 0);

/**
 * Places the columns into three bands. If they leave room, unpinned columns stretch in proportion, in whole pixels.
 * @param shownWidth inner width of the viewport in px, 0 when unknown
 */
export function layoutOf<C extends GridColumn>(columns: readonly C[], shownWidth: number): GridLayout<C> {
  const bands = {
    left: columns.filter((column) => column.fixed === 'left'),
    center: columns.filter((column) => column.fixed === undefined),
    right: columns.filter((column) => column.fixed === 'right'),
  };
  const leftWidth = totalWidth(bands.left);
  const rightWidth = totalWidth(bands.right);
  const wantedWidth = totalWidth(bands.center);
  const space = shownWidth - leftWidth - rightWidth;
  const centerWidth = bands.center.length === 0 ? 0 : Math.max(wantedWidth, space);
  let index = 0;
  const place = (band: readonly C[], bandWidth: number, factor: number): PlacedColumn<C>[] => {
    let start = 0;
    return band.map((column, at) => {
      const width = at === band.length - 1 ? bandWidth - start : Math.floor(column.width * factor);
      const placedColumn = { column, index: index++, width, start };
      start += width;
      return placedColumn;
    });
  };
  return {
    left: place(bands.left, leftWidth, 1),
    center: place(bands.center, centerWidth, wantedWidth === 0 ? 1 : centerWidth / wantedWidth),
    right: place(bands.right, rightWidth, 1),
    leftWidth,
    centerWidth,
    rightWidth,
    totalWidth: leftWidth + centerWidth + rightWidth,
    space,
  };
}

/**
 * Returns the cells of one row: both pinned bands and the given columns of the centre. Sticky positioning requires
 * cells in the normal flow, so the margin of an unpinned cell replaces the cells left out.
 * @param shownIndexes 0-based columns of the centre to render, ascending
 */
export function cellsOf<C extends GridColumn>(layout: GridLayout<C>, shownIndexes: readonly number[]): GridCell<C>[] {
  const cells: GridCell<C>[] = layout.left.map((placedColumn, index) => ({
    ...placedColumn,
    pin: 'left',
    edge: index === layout.left.length - 1,
    style: { width: placedColumn.width, left: placedColumn.start },
  }));
  let end = 0;
  for (const index of shownIndexes) {
    const placedColumn = layout.center[index];
    if (placedColumn === undefined) continue;
    const gap = placedColumn.start - end;
    end = placedColumn.start + placedColumn.width;
    const style = gap > 0 ? { width: placedColumn.width, marginLeft: gap } : { width: placedColumn.width };
    cells.push({ ...placedColumn, pin: null, edge: false, style });
  }
  // The margin follows the last unpinned cell: a sticky cell can't move into its own margin.
  const lastCell = cells.at(-1);
  const freeWidth = layout.centerWidth - end;
  if (freeWidth > 0 && lastCell?.pin === null) lastCell.style = { ...lastCell.style, marginRight: freeWidth };
  layout.right.forEach((placedColumn, index) => {
    const right = layout.rightWidth - placedColumn.start - placedColumn.width;
    const gapStyle = index === 0 && freeWidth > 0 && lastCell?.pin !== null ? { marginLeft: freeWidth } : {};
    cells.push({
      ...placedColumn,
      pin: 'right',
      edge: index === 0,
      style: { width: placedColumn.width, right, ...gapStyle },
    });
  });
  return cells;
}

/**
 * Returns the width to store for a column that is drawn `shownWidth` px wide although unpinned columns stretch. Inverse
 * of the factor in layoutOf, limited to the column's least width and 1,000 px.
 * @param layout placement of all columns
 * @param shownWidth drawn width, px
 * @returns the width, px
 */
export function widthShownAs<C extends GridColumn>(layout: GridLayout<C>, column: C, shownWidth: number): number {
  const clampWidth = (width: number) => Math.round(Math.min(maxColumnWidth, Math.max(minWidthOf(column), width)));
  if (column.fixed !== undefined) return clampWidth(shownWidth);
  const otherWidth = totalWidth(
    layout.center
      .filter((placedColumn) => placedColumn.column.key !== column.key)
      .map((placedColumn) => placedColumn.column),
  );
  if (otherWidth === 0 || otherWidth + shownWidth >= layout.space) return clampWidth(shownWidth);
  return clampWidth((shownWidth * otherWidth) / (layout.space - shownWidth));
}

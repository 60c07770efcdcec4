import type { ReactNode } from 'react';
import type { GridColumn } from './columnPlacement';
import type { Fit } from './text/textFit';

/** Space of a cell for its text: width and font size, both in px. */
export interface CellSpace {
  readonly width: number;
  readonly fontSize: number;
}

/** A column of a list. Define columns at module scope or memoise them: a new identity redraws their cells. */
export interface DataTableColumn<R> extends GridColumn {
  title: string;
  /** Unit shown in the header, never in the cell (docs/spec/design.md). */
  unit?: string;
  align?: 'left' | 'right' | 'center';
  sortable?: boolean;
  /** Limits within which the column gets the width of its rows' texts, if there are rows. Needs `text`. */
  fit?: Fit;
  /** True for numbers that differ in their last characters. A long one is cut in its middle. */
  code?: boolean;
  /** True for a code in a monospaced font. */
  mono?: boolean;
  /**
   * Renders a cell. Use plain spans and buttons only: an antd Tag or Button per row causes 25 slow frames while
   * scrolling (docs/performance.md).
   */
  render: (row: R, space: CellSpace) => ReactNode;
  /**
   * True for cells without state of their own (no open menu, no dialog). Their elements may be reused for another
   * row, which makes a fast scroll a third smoother. Otherwise they are rebuilt for each row. Plain text is always
   * reused.
   */
  reuse?: boolean;
  /**
   * Returns the full text of the cell. It decides whether the cell needs an ellipsis, is the tooltip of a clipped
   * cell, and is copied by Ctrl+C.
   */
  text?: (row: R) => string;
}

export type Density = 'default' | 'medium' | 'small' | 'mini';

export interface TableSort {
  field: string;
  order: 'asc' | 'desc';
}

/** Row height in px (docs/spec/design.md: 32 small, 36, 40). */
export const rowHeights: Record<Density, number> = { default: 40, medium: 36, small: 32, mini: 28 };

/**
 * Font size in px (docs/spec/design.md). Set by the table itself, because the estimate of what fits depends on it.
 */
export const fontSizes: Record<Density, number> = { default: 14, medium: 14, small: 13, mini: 12 };

/** Key of the column with the checkboxes. */
export const selectColumnKey = '#select';

/** Returns the sort order after a click on a header: ascending, then descending, then none. */
export function nextSort(currentTableSort: TableSort | null | undefined, field: string): TableSort | null {
  if (currentTableSort?.field !== field) return { field, order: 'asc' };
  return currentTableSort.order === 'asc' ? { field, order: 'desc' } : null;
}

import type { ReactNode } from 'react';
import type { GridColumn } from './gridLayout';
import type { Fit } from './text/textFit';

/** What a cell has for its text, both in px. */
export interface CellSpace {
  readonly width: number;
  readonly fontSize: number;
}

/** A column of a list. Define columns at module scope or memoise them: a new identity redraws their cells. */
export interface DataTableColumn<R> extends GridColumn {
  title: string;
  /** Shown in the header, never in the cell (LOOK). */
  unit?: string;
  align?: 'left' | 'right' | 'center';
  sortable?: boolean;
  /** Makes the column as wide as the texts of its rows, where there are any. Needs `text`. */
  fit?: Fit;
  /** Numbers that differ in their last characters: a long one is cut in its middle. */
  code?: boolean;
  /** A code in a monospaced font. */
  mono?: boolean;
  /**
   * Use plain spans and buttons only. An antd Tag or Button per row causes 25 slow frames while scrolling
   * (PERFORMANCE).
   */
  render: (row: R, space: CellSpace) => ReactNode;
  /**
   * Set for cells without state of their own (no open menu, no dialog). Their elements may be reused for another row,
   * which makes a fast scroll a third smoother. Without it they are rebuilt for each row. Plain text is always reused.
   */
  reuse?: boolean;
  /**
   * Full text of the cell. Decides whether it needs an ellipsis, is the tooltip of a clipped cell, and is what Ctrl+C
   * copies.
   */
  text?: (row: R) => string;
}

export type Density = 'default' | 'medium' | 'small' | 'mini';

export interface TableSort {
  field: string;
  order: 'asc' | 'desc';
}

/** Row height in px (LOOK: 32 small, 36, 40). */
export const rowHeights: Record<Density, number> = { default: 40, medium: 36, small: 32, mini: 28 };

/** Font size in px (LOOK). Set by the table itself, because the estimate of what fits depends on it. */
export const fontSizes: Record<Density, number> = { default: 14, medium: 14, small: 13, mini: 12 };

/** Key of the column with the checkboxes. */
export const selectColumnKey = '#select';

/** Returns the sort order after a click on a header: ascending, then descending, then none. */
export function nextSort(current: TableSort | null | undefined, field: string): TableSort | null {
  if (current?.field !== field) return { field, order: 'asc' };
  return current.order === 'asc' ? { field, order: 'desc' } : null;
}

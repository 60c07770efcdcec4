import type { ReactNode } from 'react';
import type { GridColumn } from './gridLayout';

/** One column of a list. Define columns at module scope or memoise them: their identity decides what is redrawn. */
export interface DataTableColumn<R> extends GridColumn {
  title: string;
  /** Stands in the header, never in the cell (LOOK). */
  unit?: string;
  align?: 'left' | 'right' | 'center';
  sortable?: boolean;
  /** Codes and sample numbers. */
  mono?: boolean;
  /** Plain spans and buttons only: an antd Tag or Button per row brings 25 slow frames to a scroll (PERFORMANCE). */
  render: (row: R) => ReactNode;
  /**
   * The cell keeps no state of its own (no open menu, no question): while scrolling its elements may pass to another
   * row,
   * which makes a fast scroll a third smoother. Without it they are built anew for each row; plain text always passes
   * on.
   */
  reuse?: boolean;
  /** The whole text as shown: decides on the ellipsis, shown on hover when it does not fit, and copied by Ctrl+C. */
  text?: (row: R) => string;
}

export type Density = 'default' | 'medium' | 'small' | 'mini';

export interface TableSort {
  field: string;
  order: 'asc' | 'desc';
}

/** px (LOOK: 32 small, 36, 40). */
export const rowHeights: Record<Density, number> = { default: 40, medium: 36, small: 32, mini: 28 };

/** px (LOOK). Set by the table itself, because the estimate of what fits depends on it. */
export const fontSizes: Record<Density, number> = { default: 14, medium: 14, small: 13, mini: 12 };

export const selectColumnKey = '#select';

/** Ascending, descending, none. */
export function nextSort(current: TableSort | null | undefined, field: string): TableSort | null {
  if (current?.field !== field) return { field, order: 'asc' };
  return current.order === 'asc' ? { field, order: 'desc' } : null;
}

import type { ReactNode } from 'react';
import { gridTexts } from './gridTexts';
import type { TableCell } from './tableCells';
import styles from './DataTable.module.css';

interface DataTableStateProps<R> {
  top: number;
  error: ReactNode;
  loading: boolean;
  /** True if loading has lasted long enough to show the skeleton. */
  slow: boolean;
  empty: ReactNode;
  cells: readonly TableCell<R>[];
  rowHeight: number;
  height: number;
}

// Bars of uneven length look like text. The fixed pattern keeps them still between renders.
const barLengths = ['70%', '52%', '84%', '61%', '76%'];

/** Fills the body of a table without rows: the error, the skeleton aligned with the columns, or the empty state. */
export function DataTableState<R>({
  top,
  error,
  loading,
  slow,
  empty,
  cells,
  rowHeight,
  height,
}: DataTableStateProps<R>) {
  if (error !== undefined && error !== null) {
    return (
      <div className={styles['state']} style={{ top }} role="alert">
        <div className={styles['stateText']}>{error}</div>
      </div>
    );
  }
  if (!loading) {
    return (
      <div className={styles['state']} style={{ top }} role="status">
        <div className={styles['stateText']}>{empty ?? gridTexts.empty}</div>
      </div>
    );
  }
  if (!slow) return null;
  const count = Math.max(3, Math.min(20, Math.floor(height / rowHeight)));
  return (
    <div className={styles['skeleton']} style={{ top }} role="status" aria-label={gridTexts.loading}>
      {Array.from({ length: count }, (_, row) => (
        <div
          key={row}
          className={styles['skeletonRow']}
          style={{ height: rowHeight, opacity: 1 - (row / count) * 0.8 }}
        >
          {cells.map((cell, index) => (
            <span key={cell.column.key} className={styles['skeletonCell']} style={cell.style}>
              <i style={{ width: barLengths[(row + index) % barLengths.length] }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

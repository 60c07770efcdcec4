import type { ReactNode } from 'react';
import { gridTexts } from './gridTexts';
import type { TableCell } from './tableCells';
import styles from './DataTable.module.css';

export interface DataTableStateProps<R> {
  top: number;
  error: ReactNode;
  loading: boolean;
  /** Loading has lasted long enough to be shown. */
  slow: boolean;
  empty: ReactNode;
  cells: readonly TableCell<R>[];
  rowHeight: number;
  height: number;
}

// Bars of uneven length look like text; the pattern is fixed so that nothing moves.
const barLengths = ['70%', '52%', '84%', '61%', '76%'];

/**
 * What fills the body when it has no rows: the error, the skeleton (in the columns' own places), or what belongs here.
 */
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
          {cells.map((cell, at) => (
            <span key={cell.column.key} className={styles['skeletonCell']} style={cell.style}>
              <i style={{ width: barLengths[(row + at) % barLengths.length] }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

import { memo } from 'react';
import type { GridCell } from '../columnPlacement';
import type { Column } from './model/entryTypes';
import styles from '../DataGrid.module.css';

interface EntryGridHeadProps {
  readonly cells: readonly GridCell<Column>[];
  readonly width: number;
  readonly height: number;
  /** Selects a whole column; -1, the corner, selects everything. */
  readonly onColumn: (column: number, extend: boolean) => void;
}

function EntryGridHeadRow({ cells, width, height, onColumn }: EntryGridHeadProps) {
  return (
    <div role="rowgroup" className={styles['head']} style={{ width, height }}>
      <div role="row" aria-rowindex={1} className={styles['headRow']} style={{ height }}>
        {cells.map(({ column, index, pin, edge, style }) => (
          <div
            key={column.key}
            role="columnheader"
            tabIndex={-1}
            aria-colindex={index + 1}
            title={column.field?.hint ?? column.title}
            className={[
              styles['cell'],
              index === 0 ? styles['number'] : column.align === 'right' && styles['right'],
              pin && styles['pinned'],
              edge && styles['edgeLeft'],
              column.computed && styles['computed'],
            ]
              .filter(Boolean)
              .join(' ')}
            style={style}
            onMouseDown={(event) => {
              event.preventDefault();
              onColumn(index - 1, event.shiftKey);
            }}
          >
            <span className={styles['title']}>{index === 0 ? '序号' : column.title}</span>
            {column.unit && <span className={styles['unit']}>{column.unit}</span>}
            {column.field?.required && (
              <span className={styles['required']} aria-label="必填">
                *
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Header of the sheet. A click selects a column, on the corner everything. */
export const EntryGridHead = memo(EntryGridHeadRow);

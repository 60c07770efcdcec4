import { memo, useLayoutEffect, useRef } from 'react';
import styles from './DataTable.module.css';
import { selectColumnKey } from './dataTableColumn';
import { gridTexts } from './gridTexts';
import type { TableCell } from './tableCells';
import { setTabStops } from './tabStops';

export interface DataTableRowProps<R> {
  row: R;
  index: number;
  top: number;
  cells: readonly TableCell<R>[];
  /** Undefined when rows cannot be selected. */
  selected: boolean | undefined;
  active: boolean;
  /** The keyboard's column, -1 on the row itself, null when it is elsewhere. */
  cursor: number | null;
  className: string | undefined;
}

// No handlers here: the body listens for all rows, so a row costs its elements and nothing else.
function Row<R>({ row, index, top, cells, selected, active, cursor, className }: DataTableRowProps<R>) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current !== null) setTabStops(ref.current, cursor === -1 ? null : cursor);
  });
  const cellCursor = cursor === null || cursor < 0 ? undefined : cursor;

  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={active || undefined}
      data-row={index}
      tabIndex={cursor === -1 ? 0 : -1}
      className={className === undefined ? styles['row'] : `${styles['row']} ${className}`}
      style={{ top }}
    >
      {cells.map((cell) => (
        <div
          key={cell.column.key}
          role="gridcell"
          aria-colindex={cell.index + 1}
          data-cursor={cell.index === cellCursor || undefined}
          className={cell.className}
          style={cell.style}
        >
          {cell.column.key === selectColumnKey ? (
            <input type="checkbox" className={styles['check']} aria-label={gridTexts.selectRow(index + 1)} checked={selected === true} readOnly />
          ) : (
            cell.column.render(row)
          )}
        </div>
      ))}
    </div>
  );
}

export const DataTableRow = memo(Row) as typeof Row;

import { Fragment, memo, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { selectColumnKey } from './dataTableColumn';
import { gridTexts } from './gridTexts';
import type { RowKey } from './rowSelection';
import type { TableCell } from './tableCells';
import { setTabStops } from './tabStops';
import { cutMiddle } from './text/CutMiddle';
import { mayOverflow } from './text/textFit';
import styles from './DataTable.module.css';

interface DataTableRowProps<R> {
  row: R;
  rowKey: RowKey;
  index: number;
  top: number;
  cells: readonly TableCell<R>[];
  /** True if the row is selected; undefined if rows can't be selected. */
  selected: boolean | undefined;
  active: boolean;
  /** 0-based column of the keyboard cursor, -1 for the row itself, null when the cursor is in another row. */
  cursor: number | null;
  className: string | undefined;
  /** Font size in px. */
  fontSize: number;
}

/**
 * Returns whether a cell needs clipping, which costs time while scrolling. A cell of unknown text is always clipped,
 * the checkbox never. A component may be wider than its text.
 */
function isClipped<R>({ column, width }: TableCell<R>, row: R, content: ReactNode, fontSize: number): boolean {
  if (column.key === selectColumnKey) return false;
  if (typeof content === 'object' && column.reuse !== true) return true;
  const text =
    column.text?.(row) ?? (typeof content === 'string' || typeof content === 'number' ? String(content) : null);
  return text === null || mayOverflow(text, width, fontSize);
}

/** Returns the content of a cell. A code that does not fit is cut in its middle. */
function shownIn<R>({ column, width }: TableCell<R>, row: R, fontSize: number): ReactNode {
  const content = column.render(row, { width, fontSize });
  const mono = column.mono === true;
  return (column.code || mono) && typeof content === 'string' ? cutMiddle(content, width, { fontSize, mono }) : content;
}

// Rows have no event handlers. The body listens for all of them, so a row costs only its elements.
function TableRow<R>({
  row,
  rowKey,
  index,
  top,
  cells,
  selected,
  active,
  cursor,
  className,
  fontSize,
}: DataTableRowProps<R>) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current !== null) setTabStops(ref.current, cursor === -1 ? null : cursor);
  });

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
      {cells.map((cell) => {
        const content =
          cell.column.key === selectColumnKey ? (
            <input
              type="checkbox"
              className={styles['check']}
              aria-label={gridTexts.selectRow(index + 1)}
              checked={selected === true}
              readOnly
            />
          ) : (
            shownIn(cell, row, fontSize)
          );
        return (
          <div
            key={cell.column.key}
            role="gridcell"
            aria-colindex={cell.index + 1}
            className={
              isClipped(cell, row, content, fontSize) ? `${cell.className} ${styles['clipped']}` : cell.className
            }
            style={cell.style}
          >
            {typeof content === 'object' && cell.column.reuse !== true ? (
              <Fragment key={rowKey}>{content}</Fragment>
            ) : (
              content
            )}
          </div>
        );
      })}
    </div>
  );
}

/** One row of a list. Memoised: scrolling renders only new rows. */
export const DataTableRow = memo(TableRow) as typeof TableRow;

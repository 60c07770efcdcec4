import { memo } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { minWidthOf } from './columnPlacement';
import { nextSort, selectColumnKey } from './dataTableColumn';
import type { DataTableColumn, TableSort } from './dataTableColumn';
import { gridTexts } from './gridTexts';
import { ResizeHandle } from './ResizeHandle';
import type { TableCell } from './tableCells';
import styles from './DataTable.module.css';

interface DataTableHeaderProps<R> {
  cells: readonly TableCell<R>[];
  width: number;
  height: number;
  columnCount: number;
  sort: TableSort | null;
  onSort: ((sort: TableSort | null) => void) | undefined;
  pageSelected: 'none' | 'some' | 'all';
  onSelectPage: () => void;
  onWidth: ((column: DataTableColumn<R>, width: number, done: boolean) => void) | undefined;
  /** 0-based column with the header's tab stop. Its resize handle is focusable, too. */
  cursor: number;
  onCursor: (column: number, focus: boolean) => void;
  onLeaveDown: () => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

interface HeadContentProps<R> {
  readonly cell: TableCell<R>;
  readonly head: DataTableHeaderProps<R>;
}

/** Checkbox of the page, or the title of a column with its unit. The title is a button if the column sorts. */
function HeadContent<R>({ cell: { column, index }, head }: HeadContentProps<R>) {
  const { sort, onSort, cursor } = head;
  const tabIndex = index === cursor ? 0 : -1;
  if (column.key === selectColumnKey) {
    return (
      <label className={styles['all']}>
        <input
          type="checkbox"
          className={styles['check']}
          aria-label={gridTexts.selectPage}
          checked={head.pageSelected === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = head.pageSelected === 'some';
          }}
          onChange={head.onSelectPage}
          tabIndex={tabIndex}
        />
      </label>
    );
  }
  const title = (
    <span className={styles['title']}>
      {column.title}
      {column.unit !== undefined && <span className={styles['unit']}>（{column.unit}）</span>}
    </span>
  );
  if (column.sortable !== true || onSort === undefined) return title;
  const order = sort?.field === column.key ? sort.order : undefined;
  return (
    <button
      type="button"
      className={styles['sort']}
      tabIndex={tabIndex}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {title}
      <span className={styles['arrows']} data-order={order} aria-hidden="true" />
    </button>
  );
}

function TableHeader<R>(props: DataTableHeaderProps<R>) {
  const { cells, sort, onSort, cursor, onCursor } = props;

  const onKeyDown = (event: KeyboardEvent) => {
    const lastColumn = props.columnCount - 1;
    const goals: Record<string, number> = { ArrowLeft: cursor - 1, ArrowRight: cursor + 1, Home: 0, End: lastColumn };
    const goalIndex = goals[event.key];
    if (event.key === 'ArrowDown') props.onLeaveDown();
    else if (goalIndex === undefined) return;
    else onCursor(Math.min(lastColumn, Math.max(0, goalIndex)), true);
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const cell = event.target.closest('[aria-colindex]');
    if (cell !== null) onCursor(Number(cell.getAttribute('aria-colindex')) - 1, false);
  };

  return (
    <div role="rowgroup" className={styles['head']} style={{ width: props.width }}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles['headRow']}
        style={{ height: props.height }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {cells.map((cell) => {
          const { column, index, className, style, width } = cell;
          const sortable = column.sortable === true && onSort !== undefined;
          const order = sort?.field === column.key ? ariaSort[sort.order] : 'none';
          const isPlain = column.key !== selectColumnKey && !sortable;
          const { onWidth } = props;
          return (
            <div
              key={column.key}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={sortable ? order : undefined}
              title={column.unit === undefined ? column.title : `${column.title}（${column.unit}）`}
              className={className}
              style={style}
              tabIndex={isPlain ? (index === cursor ? 0 : -1) : undefined}
            >
              <HeadContent cell={cell} head={props} />
              {onWidth !== undefined && column.key !== selectColumnKey && (
                <ResizeHandle
                  title={column.title}
                  width={width}
                  minWidth={minWidthOf(column)}
                  fromRight={column.fixed === 'right'}
                  focusable={index === cursor}
                  onWidth={(next, isDone) => onWidth(column, next, isDone)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Header of a list with sorting, selection of the page and resize handles. */
export const DataTableHeader = memo(TableHeader) as typeof TableHeader;

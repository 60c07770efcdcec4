import { memo, type ReactNode } from 'react';
import type { GridCell } from '../columnPlacement';
import { cutMiddle } from '../text/CutMiddle';
import { mayOverflow } from '../text/textFit';
import type { Labels } from './model/entryColumns';
import { nothingDerived, textOf } from './model/entryColumns';
import type { Column, EntryRow, Values } from './model/entryTypes';
import { inPart } from './model/gridSelection';
import type { RowFaults } from './model/rowFaults';
import styles from '../DataGrid.module.css';

export type RowMark = 'new' | 'changed' | 'conflict' | 'gone' | 'stored' | 'next';

const markTexts: Readonly<Record<RowMark, string>> = {
  new: '新增，未保存',
  changed: '已修改，未保存',
  conflict: '与他人的修改冲突',
  gone: '已被他人删除',
  stored: '',
  next: '输入内容即新增一行',
};

interface EntryGridRowProps {
  readonly row: EntryRow;
  readonly index: number;
  readonly top: number;
  readonly cells: readonly GridCell<Column>[];
  readonly labels: Labels;
  readonly derivedValues: Values | undefined;
  readonly faults: RowFaults;
  readonly mark: RowMark;
  /** Selected columns of the row in the format of `partOf`. */
  readonly selectedColumns: string;
  /** 0-based active column, null when the active cell is in another row. */
  readonly active: number | null;
  /** 0-based column whose lower right corner shows the fill handle. */
  readonly handle: number | null;
  /** Columns covered by the fill that is being dragged, in the format of `partOf`. */
  readonly filling: string;
  readonly readonlyAll: boolean;
  /** Rendered inside the active cell. */
  readonly children?: ReactNode;
}

/** Returns the message of a cell's invalid value, or undefined. */
const faultAt = (faults: RowFaults, column: Column): string | undefined =>
  column.name === null ? undefined : faults[column.name]?.message;

const cellFont = { fontSize: 14 };

const classNames = (names: readonly (string | false | undefined | null)[]): string => names.filter(Boolean).join(' ');

// Rows have no event handlers. The body listens for all of them, so a row costs only its elements. Cells are functions
// and not components for the same reason.

/** Renders the cell with the row's number; its title tells the row's fault or mark. */
function numberCell({ edge, style }: GridCell<Column>, { faults, mark, index }: EntryGridRowProps): ReactNode {
  const rowFault = faults['']?.message;
  return (
    <div
      key="#"
      role="rowheader"
      aria-colindex={1}
      data-column={-1}
      title={rowFault ?? markTexts[mark]}
      className={classNames([
        styles['cell'],
        styles['number'],
        styles['pinned'],
        edge && styles['edgeLeft'],
        rowFault && styles['fault'],
      ])}
      style={style}
    >
      {mark === 'next' ? '＋' : index + 1}
    </div>
  );
}

/** Renders a cell with a value, the fill handle, and the editor if it is active. */
function valueCell(
  { column, index: at, pin, edge, style, width }: GridCell<Column>,
  props: EntryGridRowProps,
): ReactNode {
  const { row, labels, derivedValues = nothingDerived, selectedColumns, filling } = props;
  const columnIndex = at - 1;
  const isActive = columnIndex === props.active;
  const text = column.computed ? column.computed(row.values, derivedValues) : textOf(column, row, labels);
  const remark = column.mark?.(row.values, derivedValues);
  const fault = faultAt(props.faults, column);
  const readonly = column.name === null || props.readonlyAll || column.isReadonly(row.values);
  const names = [
    'cell',
    column.align === 'right' && 'right',
    pin && 'pinned',
    edge && 'edgeLeft',
    column.computed ? 'computed' : readonly && 'readonly',
    (fault !== undefined || remark?.tone === 'bad') && 'fault',
    remark?.tone === 'warning' && 'warned',
    remark?.tone === 'good' && 'passed',
    inPart(selectedColumns, columnIndex) && 'selected',
    isActive && 'active',
    filling && inPart(filling, columnIndex) && 'filling',
    !isActive && (text.includes('\n') || mayOverflow(text, width, 14)) && 'clipped',
  ];
  return (
    <div
      key={column.key}
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={inPart(selectedColumns, columnIndex)}
      aria-invalid={fault !== undefined || undefined}
      data-column={columnIndex}
      title={fault ?? remark?.message ?? (column.fixed && mayOverflow(text, width, 14) ? text : undefined)}
      className={classNames(names.map((name) => (name ? styles[name] : undefined)))}
      style={style}
    >
      {column.fixed && !isActive ? cutMiddle(text, width, cellFont) : text}
      {isActive && props.children}
      {columnIndex === props.handle && <i className={styles['handle']} data-fill />}
    </div>
  );
}

function GridRow(props: EntryGridRowProps) {
  const { index, top, cells, mark } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-mark={mark}
      className={styles['row']}
      style={{ top }}
    >
      {cells.map((cell) => (cell.index === 0 ? numberCell(cell, props) : valueCell(cell, props)))}
    </div>
  );
}

/** One row of the sheet. Memoised: typing renders only the changed row. */
export const EntryGridRow = memo(GridRow);

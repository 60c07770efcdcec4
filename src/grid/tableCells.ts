import type { GridCell } from './columnPlacement';
import { selectColumnKey } from './dataTableColumn';
import type { DataTableColumn } from './dataTableColumn';
import styles from './DataTable.module.css';

/** A cell with its class names, computed once per column. */
export interface TableCell<R> extends GridCell<DataTableColumn<R>> {
  className: string;
}

const alignClass = { left: undefined, right: 'right', center: 'center' } as const;

/**
 * Returns the cells of a row with their class names (pin, edge, alignment).
 * @param cells cells of the layout, from `cellsOf`
 */
export function tableCellsOf<R>(cells: readonly GridCell<DataTableColumn<R>>[]): TableCell<R>[] {
  return cells.map((cell) => {
    const { column, pin, edge } = cell;
    const names = [
      'cell',
      column.key === selectColumnKey && 'selectCell',
      column.align !== undefined && alignClass[column.align],
      column.mono === true && 'mono',
      pin !== null && 'pinned',
      edge && (pin === 'left' ? 'edgeLeft' : 'edgeRight'),
    ];
    return {
      ...cell,
      className: names
        .map((name) => (name ? styles[name] : undefined))
        .filter(Boolean)
        .join(' '),
    };
  });
}

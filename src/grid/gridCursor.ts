/** Position of the keyboard cursor, both 0-based. Column -1 is the row as a whole. */
export interface GridCursor {
  row: number;
  column: number;
}

interface GridBounds {
  rows: number;
  columns: number;
  pageRows: number;
}

/** A key press; `jump` means Ctrl or ⌘ is held. */
interface GridKey {
  key: string;
  jump: boolean;
}

/**
 * Returns the cursor after a key, or null if the key does not move it. Left of the first cell is the row itself (column
 * -1).
 * @param bounds number of rows and columns, and the rows of a page
 * @example moveCursor({ row: 0, column: 2 }, { key: 'ArrowLeft', jump: false }, bounds) // { row: 0, column: 1 }
 */
export function moveCursor(cursor: GridCursor, { key, jump }: GridKey, bounds: GridBounds): GridCursor | null {
  const { row, column } = cursor;
  const lastRow = bounds.rows - 1;
  const inRow = column < 0 || jump;
  const toRow = (next: number) => ({ row: Math.min(lastRow, Math.max(0, next)), column });
  const toColumn = (next: number) => ({ row, column: Math.min(bounds.columns - 1, Math.max(-1, next)) });
  switch (key) {
    case 'ArrowUp':
      return toRow(jump ? 0 : row - 1);
    case 'ArrowDown':
      return toRow(jump ? lastRow : row + 1);
    case 'PageUp':
      return toRow(row - bounds.pageRows);
    case 'PageDown':
      return toRow(row + bounds.pageRows);
    case 'Home':
      return inRow ? toRow(0) : toColumn(0);
    case 'End':
      return inRow ? toRow(lastRow) : toColumn(bounds.columns - 1);
    case 'ArrowLeft':
      return toColumn(column - 1);
    case 'ArrowRight':
      return toColumn(column + 1);
    default:
      return null;
  }
}

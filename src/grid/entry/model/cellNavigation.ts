import { selectCell, type Place, type Selection } from './gridSelection';

export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
  /** Returns whether a cell has content. Ctrl+arrow jumps to the end of a filled block. */
  readonly isFilled: (place: Place) => boolean;
  /** Returns whether Tab stops at a cell. Computed and read-only cells are skipped. */
  readonly stops: (place: Place) => boolean;
}

interface KeyStroke {
  readonly key: string;
  readonly jump: boolean;
  readonly shift: boolean;
}

const arrowSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Jumps as spreadsheets do: to the last filled cell of a block, across a gap to the next filled cell, or to the edge.
 */
function jumpTarget(
  from: Place,
  [rowStep, columnStep]: readonly [number, number],
  { rows, columns, isFilled }: Bounds,
): Place {
  const isInside = ({ row, column }: Place) => row >= 0 && row < rows && column >= 0 && column < columns;
  const next = ({ row, column }: Place): Place => ({ row: row + rowStep, column: column + columnStep });
  let place = from;
  if (!isInside(next(place))) return place;
  const inBlock = isFilled(place) && isFilled(next(place));
  place = next(place);
  while (isInside(next(place)) && (inBlock ? isFilled(next(place)) : !isFilled(place))) place = next(place);
  return place;
}

/** Returns the cell that a key moves to, or null for a key that does not move. */
function keyTarget(from: Place, { key, jump }: KeyStroke, bounds: Bounds): Place | null {
  const { rows, columns, pageRows } = bounds;
  const clamp = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const step = arrowSteps[key];
  if (step) return jump ? jumpTarget(from, step, bounds) : clamp(from.row + step[0], from.column + step[1]);
  switch (key) {
    case 'Home':
      return clamp(jump ? 0 : from.row, 0);
    case 'End':
      return clamp(jump ? rows - 1 : from.row, columns - 1);
    case 'PageUp':
      return clamp(from.row - pageRows, from.column);
    case 'PageDown':
      return clamp(from.row + pageRows, from.column);
    default:
      return null;
  }
}

/**
 * Returns the selection after a moving key, or null. With Shift the head moves and the active cell stays.
 * @param stroke pressed key with its modifiers
 * @param bounds size of the grid, and which cells have content
 */
export function movedBy(selection: Selection, stroke: KeyStroke, bounds: Bounds): Selection | null {
  const head = keyTarget(stroke.shift ? selection.head : selection.anchor, stroke, bounds);
  if (!head) return null;
  return stroke.shift ? { ...selection, head } : selectCell(head.row, head.column);
}

/**
 * Returns the next (or previous) cell that Tab stops at, across the ends of rows. Null if there is none: Tab then
 * leaves the grid.
 * @param from present cell
 * @param isBack true for Shift+Tab
 */
export function tabTarget(from: Place, isBack: boolean, { rows, columns, stops }: Bounds): Place | null {
  const step = isBack ? -1 : 1;
  for (let index = from.row * columns + from.column + step; index >= 0 && index < rows * columns; index += step) {
    const place = { row: Math.floor(index / columns), column: index % columns };
    if (stops(place)) return place;
  }
  return null;
}

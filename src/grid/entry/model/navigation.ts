import { at, type Place, type Selection } from './selection';

export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
  /** Whether a cell holds something: Ctrl and an arrow go to the end of what is filled. */
  readonly filled: (place: Place) => boolean;
  /** Whether Tab stops here: computed and readonly cells are passed. */
  readonly stops: (place: Place) => boolean;
}

export interface Stroke {
  readonly key: string;
  readonly jump: boolean;
  readonly shift: boolean;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** As spreadsheets jump: to the last filled cell of a block, or over a gap to the next one, or to the edge. */
function jumped(from: Place, [down, right]: readonly [number, number], { rows, columns, filled }: Bounds): Place {
  const inside = ({ row, column }: Place) => row >= 0 && row < rows && column >= 0 && column < columns;
  const next = ({ row, column }: Place): Place => ({ row: row + down, column: column + right });
  let place = from;
  if (!inside(next(place))) return place;
  const inBlock = filled(place) && filled(next(place));
  place = next(place);
  while (inside(next(place)) && (inBlock ? filled(next(place)) : !filled(place))) place = next(place);
  return place;
}

/** Where a key of the map takes a place; null for keys that move nothing. */
export function target(from: Place, { key, jump }: Stroke, bounds: Bounds): Place | null {
  const { rows, columns, pageRows } = bounds;
  const clamp = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const step = steps[key];
  if (step) return jump ? jumped(from, step, bounds) : clamp(from.row + step[0], from.column + step[1]);
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

/** The selection after a moving key: with Shift the head moves and the active cell stays. */
export function movedBy(selection: Selection, stroke: Stroke, bounds: Bounds): Selection | null {
  const head = target(stroke.shift ? selection.head : selection.anchor, stroke, bounds);
  if (!head) return null;
  return stroke.shift ? { ...selection, head } : at(head.row, head.column);
}

/**
 * The next or the last cell that Tab stops at, over the ends of rows; null where there is none, and Tab leaves the
 * grid.
 */
export function tabbed(from: Place, back: boolean, { rows, columns, stops }: Bounds): Place | null {
  const step = back ? -1 : 1;
  for (let index = from.row * columns + from.column + step; index >= 0 && index < rows * columns; index += step) {
    const place = { row: Math.floor(index / columns), column: index % columns };
    if (stops(place)) return place;
  }
  return null;
}

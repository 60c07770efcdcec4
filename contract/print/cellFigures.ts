import type { PlacedBar } from './placedPage';
import { barOf, type Cell, struckOf, textOf } from './printDocument';
import { type Letters, widthOf } from './textMetrics';

// Numbers below each other by their decimal marks, and bars of a result to its limit. Lengths are in mm.

/** A number, also with a sign of comparison before it and words behind it. */
const figurePattern = /^([<>≤≥＜＞≈±+−-]?\s*\d[\d ]*)(.*)$/s;

/** Returns the part before the decimal mark, and the rest; undefined for a cell that is no number in one line. */
function partsOf(cell: Cell): readonly [before: string, rest: string] | undefined {
  const text = textOf(cell);
  const [, before, textAfter] = figurePattern.exec(text) ?? [];
  if (before === undefined || textAfter === undefined || struckOf(cell).length > 0 || text.includes('\n'))
    return undefined;
  return [before, textAfter];
}

/**
 * Returns how far each cell of a column begins from its left padding, so that decimal marks stand below each other;
 * undefined for cells that are no numbers. Numbers that are too wide stay as they are.
 * @param width width of the column without its padding
 * @param place where the widest number stands
 */
export function markIndents(
  cells: readonly Cell[],
  width: number,
  letters: Letters,
  place: 'center' | 'right' = 'center',
): readonly (number | undefined)[] {
  const parts = cells.map(partsOf);
  const widths = parts.map((part) => part && ([widthOf(part[0], letters), widthOf(part[1], letters)] as const));
  const before = Math.max(0, ...widths.map((part) => part?.[0] ?? 0));
  const widthAfter = Math.max(0, ...widths.map((part) => part?.[1] ?? 0));
  const freeWidth = width - before - widthAfter;
  if (freeWidth < 0) return cells.map(() => undefined);
  const from = place === 'center' ? freeWidth / 2 : freeWidth;
  return widths.map((part) => part && from + before - part[0]);
}

const barHeight = 2.2;
/** Multiple of the limit that the right end of a cell stands for; longer bars are cut there. */
const barScale = 2;

/**
 * Returns a bar as long as a multiple of the limit, which is in the middle of the cell.
 * @param box the cell without its padding, and the height of its row
 */
export function placedBar(
  multiple: number,
  box: { readonly x: number; readonly width: number; readonly height: number },
): PlacedBar {
  return {
    x: box.x,
    y: (box.height - barHeight) / 2,
    width: (Math.min(Math.max(multiple, 0), barScale) / barScale) * box.width,
    height: barHeight,
    limitX: box.x + box.width / barScale,
    over: multiple > 1,
  };
}

/** Returns a cell with its bar as a row of squares, ten for the limit, for a file in which text flows. */
export const barText = (cell: Cell): Cell => {
  const multiple = barOf(cell);
  return multiple === undefined ? cell : '■'.repeat(Math.min(10 * barScale, Math.round(multiple * 10)));
};

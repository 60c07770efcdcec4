import { type TableBlock, textOf } from './document';
import { leastWidth, type Letters, widthOf } from './metrics';

// Widths of a table's columns: the whole of the paper, shared by what stands in them.

/** Beside the letters of a cell, both sides together, mm. */
export const besides = 1.6;

/** Nothing needs more than this to be read in lines. */
const most = 52;

interface Wish {
  /** Below this words are torn. */
  readonly least: number;
  /** All in one line. */
  readonly whole: number;
}

const one: Letters = { size: 1 };
const bold: Letters = { size: 1, bold: true };

/** Of the letters alone, at one point: widths grow with the size. */
function lettersOf({ columns, rows }: TableBlock, at: number): Wish {
  const { heading = '' } = columns[at] ?? {};
  let least = leastWidth(heading, bold);
  // A heading may stand in two lines.
  let whole = Math.max(least, widthOf(heading, bold) / 2);
  for (const row of rows) {
    const text = textOf(row[at] ?? '');
    least = Math.max(least, leastWidth(text, one));
    whole = Math.max(whole, widthOf(text, one));
  }
  return { least, whole };
}

const known = new WeakMap<TableBlock, readonly Wish[]>();
function wishesOf(table: TableBlock, { size }: Letters): Wish[] {
  let held = known.get(table);
  if (!held) known.set(table, (held = table.columns.map((_, at) => lettersOf(table, at))));
  return held.map((wish, at) => {
    const least = Math.max(table.columns[at]?.least ?? 0, wish.least * size + besides);
    return { least, whole: Math.max(least, Math.min(most, wish.whole * size + besides)) };
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * Widths in mm that fill `width`; null where words would be torn and `force` is not said.
 * @param force the last resort: columns shrink in proportion, and words break by the letter
 */
export function columnWidths(table: TableBlock, width: number, letters: Letters, force = false): readonly number[] | null {
  const wishes = wishesOf(table, letters);
  const least = sumOf(wishes.map((wish) => wish.least));
  if (least > width) return force ? wishes.map((wish) => (wish.least / least) * width) : null;
  const whole = sumOf(wishes.map((wish) => wish.whole));
  if (whole <= width) return wishes.map((wish) => wish.whole + ((width - whole) * wish.whole) / whole);
  const share = (width - least) / (whole - least);
  return wishes.map((wish) => wish.least + (wish.whole - wish.least) * share);
}

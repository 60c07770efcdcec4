import { struckOf, type TableBlock, textOf } from './document';
import { leastWidth, type Letters, mm, sideBySide, widthOf } from './metrics';

// Widths of a table's columns: the whole of the paper, shared by what stands in them.

/** Beside the letters of a cell, both sides together, mm. */
export const besides = 1.6;

/** Nothing needs more than this to be read in lines. */
const most = 52;

interface Wish {
  /** Below this words are torn. */
  readonly least: number;
  /** Below this it is read down, not across: short words stand in one line, sentences and headings in three. */
  readonly good: number;
  /** Three of four in one line: a long remark in a single row is not worth a broken word in all others. */
  readonly whole: number;
}

const one: Letters = { size: 1 };
const bold: Letters = { size: 1, bold: true };
/** Four Chinese letters, or a number of a sample: not to be broken. */
const short = mm(4);
const longNumber = mm(9.5);

function goodOf(text: string, whole: number, least: number): number {
  const number = !/[\u2e80-\u9fff]/.test(text);
  return whole <= short || (number && whole <= longNumber) ? whole : Math.max(least, whole / 3);
}

/** A heading is read across: of less than two letters a line it is a column of letters. */
const headingLetters = 2;

/** Of the letters alone, at one point: widths grow with the size. */
function lettersOf({ columns, rows }: TableBlock, at: number): Wish {
  const { heading = '' } = columns[at] ?? {};
  const title = widthOf(heading, bold);
  let least = leastWidth(heading, bold);
  let good = Math.max(least, Math.min(title, mm(headingLetters)), title / 3);
  const whole = Math.max(least, title / 2);
  // A column repeats itself: each text is measured once.
  const measured = new Map<string, number>();
  const widths: number[] = [];
  const measure = (text: string): number => {
    const all = measured.get(text);
    if (all !== undefined) return all;
    const [width, piece] = [widthOf(text, one), leastWidth(text, one)];
    measured.set(text, width);
    least = Math.max(least, piece);
    good = Math.max(good, goodOf(text, width, piece));
    return width;
  };
  for (const row of rows) {
    const cell = row[at] ?? '';
    const width = measure(textOf(cell));
    const struck = struckOf(cell);
    for (const { text } of struck) measure(text);
    widths.push(struck.length > 0 ? widthOf(sideBySide(cell), one) : width);
  }
  widths.sort((a, b) => a - b);
  return { least, good, whole: Math.max(whole, widths[Math.ceil((widths.length - 1) * 0.75)] ?? 0) };
}

const known = new WeakMap<TableBlock, readonly Wish[]>();
function wishesOf(table: TableBlock, { size }: Letters): Wish[] {
  let held = known.get(table);
  if (!held) known.set(table, (held = table.columns.map((_, at) => lettersOf(table, at))));
  return held.map((wish, at) => {
    const room = table.columns[at]?.least ?? 0;
    const least = Math.max(room, wish.least * size + besides);
    const good = Math.max(least, wish.good * size + besides);
    return { least, good, whole: Math.max(good, Math.min(most, wish.whole * size + besides)) };
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * Widths in mm that fill `width`; null where the columns do not fit as well as is asked.
 * @param how `good`: easily read; `tight`: no word torn; `forced`: the last resort, columns shrink in proportion and
 * words break by the letter
 */
export function columnWidths(
  table: TableBlock,
  width: number,
  letters: Letters,
  how: 'good' | 'tight' | 'forced' = 'good',
): readonly number[] | null {
  const wishes = wishesOf(table, letters).map((wish) => ({
    least: how === 'good' ? wish.good : wish.least,
    whole: wish.whole,
  }));
  const least = sumOf(wishes.map((wish) => wish.least));
  if (least > width) return how === 'forced' ? wishes.map((wish) => (wish.least / least) * width) : null;
  const whole = sumOf(wishes.map((wish) => wish.whole));
  if (whole <= width) return wishes.map((wish) => wish.whole + ((width - whole) * wish.whole) / whole);
  const share = (width - least) / (whole - least);
  return wishes.map((wish) => wish.least + (wish.whole - wish.least) * share);
}

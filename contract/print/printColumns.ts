import { struckOf, type TableBlock, textOf } from './printDocument';
import { leastWidth, type Letters, mmFromPoints, sideBySide, widthOf } from './textMetrics';

// Column widths of a table. They fill the width of the paper, in proportion to the content of the columns. Lengths
// are in mm.

/** Horizontal padding of a cell, both sides together, mm. */
export const cellPadding = 1.6;

/** Maximum useful column width, mm. */
const maxWidth = 52;

interface Wish {
  /** Minimum width that breaks no word. */
  readonly least: number;
  /** Minimum width that reads well: short words in one line, sentences and headings in at most three lines. */
  readonly good: number;
  /** Width at which three of four cells fit in one line, so that one long remark does not squeeze the other columns. */
  readonly whole: number;
}

const unitLetters: Letters = { size: 1 };
const bold: Letters = { size: 1, bold: true };
/** Width up to which texts are not broken: four Chinese characters, or a sample number. */
const shortWidth = mmFromPoints(4);
const longNumber = mmFromPoints(9.5);

function goodOf(text: string, wholeWidth: number, minWidth: number): number {
  const number = !/[\u2e80-\u9fff]/.test(text);
  return wholeWidth <= shortWidth || (number && wholeWidth <= longNumber)
    ? wholeWidth
    : Math.max(minWidth, wholeWidth / 3);
}

/** Minimum number of characters of a heading per line. */
const headingLetters = 2;

/** Returns the widths of a column for text of 1 pt; they are proportional to the font size. */
function lettersOf({ columns, rows }: TableBlock, at: number): Wish {
  const { heading = '' } = columns[at] ?? {};
  const title = widthOf(heading, bold);
  let least = leastWidth(heading, bold);
  let good = Math.max(least, Math.min(title, mmFromPoints(headingLetters)), title / 3);
  const whole = Math.max(least, title / 2);
  // Texts of a column repeat, so each text is measured once.
  const measured = new Map<string, number>();
  const widths: number[] = [];
  const measure = (text: string): number => {
    const all = measured.get(text);
    if (all !== undefined) return all;
    const [width, piece] = [widthOf(text, unitLetters), leastWidth(text, unitLetters)];
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
    widths.push(struck.length > 0 ? widthOf(sideBySide(cell), unitLetters) : width);
  }
  widths.sort((a, b) => a - b);
  return { least, good, whole: Math.max(whole, widths[Math.ceil((widths.length - 1) * 0.75)] ?? 0) };
}

const wishesByTable = new WeakMap<TableBlock, readonly Wish[]>();
function wishesOf(table: TableBlock, { size }: Letters): Wish[] {
  let heldWishes = wishesByTable.get(table);
  if (!heldWishes) wishesByTable.set(table, (heldWishes = table.columns.map((_, at) => lettersOf(table, at))));
  return heldWishes.map((wish, at) => {
    const room = table.columns[at]?.least ?? 0;
    const least = Math.max(room, wish.least * size + cellPadding);
    const good = Math.max(least, wish.good * size + cellPadding);
    return { least, good, whole: Math.max(good, Math.min(maxWidth, wish.whole * size + cellPadding)) };
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Returns column widths in mm that fill `width`; null where the columns do not fit in the requested way.
 * @param widthRule `good`: reads well; `tight`: no word is broken; `forced`: columns shrink in proportion and words break
 * anywhere
 */
export function columnWidths(
  table: TableBlock,
  width: number,
  letters: Letters,
  widthRule: 'good' | 'tight' | 'forced' = 'good',
): readonly number[] | null {
  const wishes = wishesOf(table, letters).map((wish) => ({
    least: widthRule === 'good' ? wish.good : wish.least,
    whole: wish.whole,
  }));
  const leastSum = sumOf(wishes.map((wish) => wish.least));
  if (leastSum > width) return widthRule === 'forced' ? wishes.map((wish) => (wish.least / leastSum) * width) : null;
  const wholeSum = sumOf(wishes.map((wish) => wish.whole));
  if (wholeSum <= width) return wishes.map((wish) => wish.whole + ((width - wholeSum) * wish.whole) / wholeSum);
  const share = (width - leastSum) / (wholeSum - leastSum);
  return wishes.map((wish) => wish.least + (wish.whole - wish.least) * share);
}

import { struckOf, type TableBlock, textOf } from './printDocument';
import { type Face, minWidth, type Letters, mmFromPoints, sideBySide, widthOf } from './textMetrics';

// Column widths of a table. They fill the width of the paper, in proportion to the content of the columns. Lengths
// are in mm.

/** Horizontal padding of a cell, both sides together, mm; papers in the serif face have more room. */
export const cellPaddingOf = (face: Face = 'sans'): number => (face === 'serif' ? 2.6 : 1.6);

/** Maximum useful column width, mm. */
const maxWidth = 52;

interface ColumnWidths {
  /** Minimum width that breaks no word. */
  readonly minWidth: number;
  /** Minimum width that reads well: short words in one line, sentences and headings in at most three lines. */
  readonly goodWidth: number;
  /** Width at which three of four cells fit in one line, so that one long remark does not squeeze the other columns. */
  readonly fullWidth: number;
}

const boldLetters: Letters = { size: 1, bold: true };
/** Width up to which texts are not broken: four Chinese characters, or a sample number. */
const shortWidth = mmFromPoints(4);
const longNumber = mmFromPoints(9.5);

function readableWidth(text: string, wholeWidth: number, minWidth: number): number {
  const number = !/[\u2e80-\u9fff]/.test(text);
  return wholeWidth <= shortWidth || (number && wholeWidth <= longNumber)
    ? wholeWidth
    : Math.max(minWidth, wholeWidth / 3);
}

/** Minimum number of characters of a heading per line. */
const minHeadingCharacters = 2;

/** Returns the widths of a column for text of 1 pt; they are proportional to the font size. */
function unitWidthsOf({ columns, rows }: TableBlock, index: number, face: Face): ColumnWidths {
  const unitLetters: Letters = { size: 1, face };
  const { heading = '' } = columns[index] ?? {};
  const title = widthOf(heading, boldLetters);
  let minTextWidth = minWidth(heading, boldLetters);
  let goodTextWidth = Math.max(minTextWidth, Math.min(title, mmFromPoints(minHeadingCharacters)), title / 3);
  const titleWidth = Math.max(minTextWidth, title / 2);
  // Texts of a column repeat, so each text is measured once.
  const widthByText = new Map<string, number>();
  const widths: number[] = [];
  const measure = (text: string): number => {
    const cachedWidth = widthByText.get(text);
    if (cachedWidth !== undefined) return cachedWidth;
    const [width, widestPiece] = [widthOf(text, unitLetters), minWidth(text, unitLetters)];
    widthByText.set(text, width);
    minTextWidth = Math.max(minTextWidth, widestPiece);
    goodTextWidth = Math.max(goodTextWidth, readableWidth(text, width, widestPiece));
    return width;
  };
  for (const row of rows) {
    const cell = row[index] ?? '';
    const width = measure(textOf(cell));
    const struckValues = struckOf(cell);
    for (const { text } of struckValues) measure(text);
    widths.push(struckValues.length > 0 ? widthOf(sideBySide(cell), unitLetters) : width);
  }
  widths.sort((a, b) => a - b);
  return {
    minWidth: minTextWidth,
    goodWidth: goodTextWidth,
    fullWidth: Math.max(titleWidth, widths[Math.ceil((widths.length - 1) * 0.75)] ?? 0),
  };
}

const unitWidthsByTable: Readonly<Record<Face, WeakMap<TableBlock, readonly ColumnWidths[]>>> = {
  sans: new WeakMap(),
  serif: new WeakMap(),
};
function columnWidthsAt(table: TableBlock, { size, face = 'sans' }: Letters): ColumnWidths[] {
  let heldWishes = unitWidthsByTable[face].get(table);
  if (!heldWishes)
    unitWidthsByTable[face].set(
      table,
      (heldWishes = table.columns.map((_, index) => unitWidthsOf(table, index, face))),
    );
  return heldWishes.map((unitWidths, index) => {
    const cellPadding = cellPaddingOf(face);
    const handwritingWidth = table.columns[index]?.least ?? 0;
    const minColumnWidth = Math.max(handwritingWidth, unitWidths.minWidth * size + cellPadding);
    const goodWidth = Math.max(minColumnWidth, unitWidths.goodWidth * size + cellPadding);
    const fullWidth = Math.max(goodWidth, Math.min(maxWidth, unitWidths.fullWidth * size + cellPadding));
    return { minWidth: minColumnWidth, goodWidth, fullWidth };
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Returns column widths in mm that fill `width`; null where the columns do not fit in the requested way.
 * @param widthRule `full`: most cells have one line; `good`: reads well; `tight`: no word is broken; `forced`: columns
 * shrink in proportion and words break anywhere
 */
export function columnWidths(
  table: TableBlock,
  width: number,
  letters: Letters,
  widthRule: 'full' | 'good' | 'tight' | 'forced' = 'good',
): readonly number[] | null {
  const columnWishes = columnWidthsAt(table, letters).map((wish) => ({
    least: widthRule === 'full' ? wish.fullWidth : widthRule === 'good' ? wish.goodWidth : wish.minWidth,
    whole: wish.fullWidth,
  }));
  const minSum = sumOf(columnWishes.map((wish) => wish.least));
  if (minSum > width) return widthRule === 'forced' ? columnWishes.map((wish) => (wish.least / minSum) * width) : null;
  const wholeSum = sumOf(columnWishes.map((wish) => wish.whole));
  if (wholeSum <= width) return columnWishes.map((wish) => wish.whole + ((width - wholeSum) * wish.whole) / wholeSum);
  const surplusShare = (width - minSum) / (wholeSum - minSum);
  return columnWishes.map((wish) => wish.least + (wish.whole - wish.least) * surplusShare);
}

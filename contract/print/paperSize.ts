import { cellPaddingOf, columnWidths } from './printColumns';
import type { Cell, FactsBlock, PrintDocument, TableBlock } from './printDocument';
import { type Face, type Letters, mmFromPoints, widthOf } from './textMetrics';

// Paper format and column widths of a document. The pages (pageLayout.ts) and the editable text file share them.
// Lengths are in mm.

const a4 = { short: 210, long: 297 };
/** Page margins, mm; the left one is the binding edge. */
export const margin = { left: 18, right: 12, top: 10, bottom: 10 };
const headHeight = 7;
const footHeight = 13;

export interface PaperSize {
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  /** Width between the margins, mm. */
  readonly inner: number;
  readonly top: number;
  readonly bottom: number;
  /** Face of the text on it that is not bold. */
  readonly face: Face;
}

/** Returns the A4 paper in an orientation. */
export const paperSizeOf = (landscape: boolean, face: Face = 'sans'): PaperSize => {
  const [width, height] = landscape ? [a4.long, a4.short] : [a4.short, a4.long];
  return {
    landscape,
    width,
    height,
    inner: width - margin.left - margin.right,
    top: margin.top + headHeight,
    bottom: height - margin.bottom - footHeight,
    face,
  };
};

/** Returns whether a table needs landscape, because it would be too small in portrait. */
const needsLandscape = (table: TableBlock, face: Face): boolean =>
  columnWidths(table, paperSizeOf(false).inner, { size: 8, face }) === null;
/** Returns whether a document is printed in landscape. */
export const isLandscape = ({ blocks, face = 'sans' }: Pick<PrintDocument, 'blocks' | 'face'>): boolean =>
  blocks.some((block) => block.kind === 'table' && needsLandscape(block, face));

/** Font sizes of tables, from comfortable to just readable, pt. */
const tableSizes = [9, 8, 7.5, 7, 6.5] as const;

/**
 * Returns the largest font size at which a table reads well; if there is none, the largest at which no word breaks.
 */
export function fitOf(
  table: TableBlock,
  { inner, face }: Pick<PaperSize, 'inner' | 'face'>,
): { readonly letters: Letters; readonly widths: readonly number[] } {
  for (const widthRule of ['good', 'tight'] as const) {
    for (const size of tableSizes) {
      const widths = columnWidths(table, inner, { size, face }, widthRule);
      if (widths) return { letters: { size, face }, widths };
    }
  }
  const smallestLetters: Letters = { size: 6.5, face };
  return { letters: smallestLetters, widths: columnWidths(table, inner, smallestLetters, 'forced') ?? [] };
}

/** Returns the group headings above the columns; null where a table has none. */
export function headGroups({
  columns,
}: TableBlock): readonly { readonly name: string; readonly span: number }[] | null {
  if (!columns.some(({ group }) => group)) return null;
  const groups: { name: string; span: number }[] = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last?.name === group) last.span += 1;
    else groups.push({ name: group, span: 1 });
  }
  return groups;
}

interface FactCell {
  readonly text: Cell;
  readonly head: boolean;
  readonly span: number;
}

/**
 * Arranges facts in lines of labels and values; the last value of a line takes the remaining width.
 * @param inner width between the page margins, mm
 * @param letters face and size in which the facts are drawn
 */
export function factsLines(
  { pairs, facts }: FactsBlock,
  inner: number,
  letters: Letters,
): { readonly widths: readonly number[]; readonly lines: readonly (readonly FactCell[])[] } {
  // A label has a little room at its right side; on a paper in the serif face that is one letter.
  const gapWidth = letters.face === 'serif' ? mmFromPoints(letters.size) : 0.2;
  const labelWidth = Math.min(
    letters.face === 'serif' ? 44 : 34,
    Math.max(...facts.map((fact) => widthOf(fact.label, { ...letters, bold: true }))) +
      cellPaddingOf(letters.face) +
      gapWidth,
  );
  const lines: (typeof facts)[number][][] = [];
  let openLine: (typeof facts)[number][] | null = null;
  for (const fact of facts) {
    if (fact.wide) {
      lines.push([fact]);
      openLine = null;
    } else if (openLine && openLine.length < pairs) openLine.push(fact);
    else lines.push((openLine = [fact]));
  }
  return {
    widths: Array.from({ length: pairs }, () => [labelWidth, inner / pairs - labelWidth]).flat(),
    lines: lines.map((line) => {
      const isWholeLine = line.length === 1 && (line[0]?.wide ?? false);
      const lastSpan = isWholeLine ? pairs * 2 - 1 : (pairs - line.length) * 2 + 1;
      return line.flatMap(({ label, value }, index) => [
        { text: label, head: true, span: 1 },
        { text: value, head: false, span: index === line.length - 1 ? lastSpan : 1 },
      ]);
    }),
  };
}

/**
 * Returns the largest size of a picture within a box, mm.
 * @param ratio width divided by height
 */
export const fittedSize = (ratio: number, width: number, height: number): { width: number; height: number } =>
  width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };

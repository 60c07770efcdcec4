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
  /** Left edge of the text, mm. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Face of the text on it that is not bold. */
  readonly face: Face;
  /** Letters of running text in a grid; `inner` and `left` are then those of the grid. */
  readonly grid?: Letters;
}

/** Grid of running text: lines of a page, characters of a line, size of the letters in pt. */
const textGrid = { lines: 28, characters: 30, size: 14 } as const;

/** Returns the A4 paper in an orientation. */
const paperSizeOf = (landscape: boolean, face: Face = 'sans'): PaperSize => {
  const [width, height] = landscape ? [a4.long, a4.short] : [a4.short, a4.long];
  return {
    landscape,
    width,
    height,
    inner: width - margin.left - margin.right,
    left: margin.left,
    top: margin.top + headHeight,
    bottom: height - margin.bottom - footHeight,
    face,
  };
};

/** Returns the paper of a document; landscape paper has no grid. */
export function paperOf(document: Pick<PrintDocument, 'blocks' | 'face' | 'textGrid'>): PaperSize {
  const paper = paperSizeOf(isLandscape(document), document.face);
  if (!document.textGrid || paper.landscape) return paper;
  const { lines, characters, size } = textGrid;
  const inner = characters * mmFromPoints(size);
  return {
    ...paper,
    inner,
    left: paper.left + (paper.inner - inner) / 2,
    // A little less than the height of the page, against rounding errors in sums of lines.
    grid: { size, face: paper.face, leading: (paper.bottom - paper.top - 0.01) / lines / mmFromPoints(size) },
  };
}

/** Returns the width between the margins and the left one, mm. */
export const wholeWidth = ({ width }: Pick<PaperSize, 'width'>): Pick<PaperSize, 'inner' | 'left'> => ({
  inner: width - margin.left - margin.right,
  left: margin.left,
});

/** Returns whether a table needs landscape, because it would be too small in portrait. */
const needsLandscape = (table: TableBlock, face: Face): boolean =>
  columnWidths(table, paperSizeOf(false).inner, { size: 8, face }) === null;
/** Returns whether a document is printed in landscape. */
const isLandscape = ({ blocks, face = 'sans' }: Pick<PrintDocument, 'blocks' | 'face'>): boolean =>
  blocks.some((block) => block.kind === 'table' && needsLandscape(block, face));

/** Font sizes of tables, from comfortable to just readable, pt. */
const tableSizes = [9, 8, 7.5, 7, 6.5] as const;
/** Font size of tables beside the larger text of a grid, pt. */
const gridTableSize = 10.5;
/** Returns the font size of facts and lines that are not in the grid, pt. */
export const bodySizeOf = ({ grid }: Pick<PaperSize, 'grid'>): number => (grid ? gridTableSize : 9);

interface TableFit {
  readonly letters: Letters;
  readonly widths: readonly number[];
  /** Left edge of the table, mm. */
  readonly left: number;
}

/**
 * Returns the largest font size at which a table reads well; if there is none, the largest at which no word breaks. A
 * table that is too wide for the grid of the text takes the whole width between the margins.
 */
export function fitOf(
  table: TableBlock,
  { width, inner, left, face, grid }: Pick<PaperSize, 'width' | 'inner' | 'left' | 'face' | 'grid'>,
): TableFit {
  const whole = wholeWidth({ width });
  if (grid) {
    const letters: Letters = { size: gridTableSize, face };
    const widths = columnWidths(table, inner, letters, 'full');
    if (widths) return { letters, widths, left };
  }
  for (const widthRule of ['good', 'tight'] as const) {
    for (const size of grid ? [gridTableSize, ...tableSizes] : tableSizes) {
      const widths = columnWidths(table, whole.inner, { size, face }, widthRule);
      if (widths) return { letters: { size, face }, widths, left: whole.left };
    }
  }
  const letters: Letters = { size: 6.5, face };
  return { letters, widths: columnWidths(table, whole.inner, letters, 'forced') ?? [], left: whole.left };
}

/** Returns the group headings above the columns; null where a table has none. */
export function headGroups({
  columns,
}: TableBlock): readonly { readonly name: string; readonly span: number }[] | null {
  if (!columns.some(({ group }) => group)) return null;
  const groups: { name: string; span: number }[] = [];
  for (const { group = '' } of columns) {
    const lastGroup = groups.at(-1);
    if (lastGroup?.name === group) lastGroup.span += 1;
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

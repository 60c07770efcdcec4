import { markIndents, placedBar } from './cellFigures';
import { bodySizeOf, factsLines, fitOf, fittedSize, headGroups, type PaperSize } from './paperSize';
import type { PlacedCell, PlacedPicture, PlacedText } from './placedPage';
import { cellPaddingOf } from './printColumns';
import {
  type Align,
  barOf,
  type Block,
  type Cell,
  type FactsBlock,
  hintOf,
  type Picture,
  type TableBlock,
  textOf,
} from './printDocument';
import { type Letters, lineHeight, linesOf, type CellLines, cellLinesOf } from './textMetrics';

// Divides the blocks of a document into flow blocks: texts, pictures and table rows that are measured but have no
// position yet. Lengths are in mm.

const edgeSize = 8;
/** Returns the letters of headers, footers and captions. */
export const edgeLettersOf = ({ face }: Pick<PaperSize, 'face'>): Letters => ({ size: edgeSize, face });
export const titleLetters: Letters = { size: 16, bold: true };
const headingLettersOf = ({ grid }: PaperSize): Letters => ({ size: grid ? grid.size : 10, bold: true });
/** Space above and below the lines of a cell, mm. */
const paddingOf = ({ face }: Letters): number => (face === 'serif' ? 1 : 0.7);
const blockGap = 2.5;

/** Cells of a row before it has a position. */
export interface MeasuredRow {
  readonly height: number;
  readonly cells: readonly PlacedCell[];
  /** Whether the row stays on the page of the row before it. */
  readonly goesOn?: true;
}

/** A block in sequence. A table may break between rows; its header repeats on each page. */
export type FlowBlock =
  | {
      readonly kind: 'pictures';
      readonly pictures: readonly Omit<PlacedPicture, 'y'>[];
      readonly captions: readonly Omit<PlacedText, 'y'>[];
      readonly boxHeight: number;
      readonly height: number;
      readonly gapAfter: number;
    }
  | { readonly kind: 'space'; readonly height: number | 'page' }
  | {
      readonly kind: 'text';
      readonly text: Omit<PlacedText, 'y'>;
      readonly height: number;
      readonly gapAfter: number;
      readonly keepWithNext: boolean;
      /** Whether a page break may divide its lines. */
      readonly divisible: boolean;
    }
  | {
      readonly kind: 'table';
      readonly label: string;
      readonly letters: Letters;
      readonly x: number;
      readonly width: number;
      readonly columns: number;
      readonly head: readonly MeasuredRow[];
      readonly rows: readonly MeasuredRow[];
      readonly gapAfter: number;
    };

interface RowInput {
  readonly cells: readonly Cell[];
  readonly aligns: readonly Align[];
  readonly heads: readonly PlacedCell['head'][];
  readonly spans?: readonly number[];
  readonly rowHeight?: number;
  /** Distance of a cell's text from its left padding, mm. */
  readonly indents?: readonly (number | undefined)[];
}

/** Widths of the columns and the left edge of their table, mm. */
interface Columns {
  readonly widths: readonly number[];
  readonly left: number;
}

function measureRow(
  { cells, aligns, heads, spans, rowHeight = 0, indents }: RowInput,
  { widths, left }: Columns,
  letters: Letters,
): MeasuredRow {
  const cellLines: CellLines[] = [];
  const cellWidths: number[] = [];
  let maxLines = 1;
  let at = 0;
  for (const [index, cell] of cells.entries()) {
    const span = spans?.[index] ?? 1;
    let width = 0;
    for (const endColumn = at + span; at < endColumn; at += 1) width += widths[at] ?? 0;
    const lines = cellLinesOf(
      cell,
      width - cellPaddingOf(letters.face),
      heads[index] ? { ...letters, bold: true } : letters,
    );
    cellLines.push(lines);
    cellWidths.push(width);
    maxLines = Math.max(maxLines, lines.lines.length);
  }
  const height = Math.max(rowHeight, maxLines * lineHeight(letters) + 2 * paddingOf(letters));
  let x = left;
  return {
    height,
    cells: cells.map((cell, index): PlacedCell => {
      const raw = hintOf(cell);
      const { lines, struck } = cellLines[index] as CellLines;
      const width = cellWidths[index] ?? 0;
      const multiple = barOf(cell);
      const indent = lines.length === 1 ? indents?.[index] : undefined;
      const cellPadding = cellPaddingOf(letters.face);
      const placedCell = {
        x,
        width,
        height,
        span: spans?.[index] ?? 1,
        head: heads[index] ?? null,
        align: aligns[index] ?? ('left' as const),
        lines,
        ...(struck ? { struck } : {}),
        ...(raw === undefined ? {} : { raw }),
        ...(indent === undefined ? {} : { indent }),
        ...(multiple === undefined
          ? {}
          : { bar: placedBar(multiple, { x: x + cellPadding / 2, width: width - cellPadding, height }) }),
      };
      x += width;
      return placedCell;
    }),
  };
}

function headRows(table: TableBlock, placed: Columns, letters: Letters): MeasuredRow[] {
  const { columns } = table;
  const leaf = measureRow(
    {
      cells: columns.map(({ heading }) => heading),
      aligns: columns.map(() => 'center'),
      heads: columns.map(() => 'column'),
    },
    placed,
    letters,
  );
  const groups = headGroups(table);
  if (!groups) return [leaf];
  return [
    measureRow(
      {
        cells: groups.map(({ name }) => name),
        spans: groups.map(({ span }) => span),
        aligns: groups.map(() => 'center'),
        heads: groups.map(() => 'column'),
      },
      placed,
      letters,
    ),
    leaf,
  ];
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** Returns whether a row has the same texts in the first columns as the row before it. */
const isOfRowBefore = ({ rows, together }: TableBlock, at: number): boolean =>
  together !== undefined &&
  at > 0 &&
  Array.from({ length: together }, (_, index) => index).every(
    (index) => textOf(rows[at]?.[index] ?? '') === textOf(rows[at - 1]?.[index] ?? ''),
  );

function tableFlow(table: TableBlock, paper: PaperSize): FlowBlock {
  const { letters, widths, left } = fitOf(table, paper);
  // Papers in the serif face have the numbers of a right-aligned column below each other as well.
  const byColumn = table.columns.map(({ align }, index) =>
    align === 'mark' || (align === 'right' && paper.face === 'serif')
      ? markIndents(
          table.rows.map((cells) => cells[index] ?? ''),
          (widths[index] ?? 0) - cellPaddingOf(letters.face),
          letters,
          align === 'mark' ? 'center' : 'right',
        )
      : undefined,
  );
  const rows = table.rows.map((cells, at) => ({
    ...(isOfRowBefore(table, at) ? ({ goesOn: true } as const) : {}),
    ...measureRow(
      {
        indents: byColumn.map((indents) => indents?.[at]),
        cells: table.columns.map((_, index) => cells[index] ?? ''),
        aligns: table.columns.map(({ align = 'left' }) => (align === 'mark' ? 'center' : align)),
        heads: [],
        ...(table.rowHeight ? { rowHeight: table.rowHeight } : {}),
      },
      { widths, left },
      letters,
    ),
  }));
  return {
    kind: 'table',
    label: table.title,
    letters,
    x: left,
    width: sumOf(widths),
    columns: table.columns.length,
    head: headRows(table, { widths, left }, letters),
    rows,
    gapAfter: blockGap,
  };
}

function factsFlow(block: FactsBlock, paper: PaperSize): FlowBlock {
  const letters = { size: block.size ?? bodySizeOf(paper), face: paper.face };
  const { widths, lines } = factsLines(block, paper.inner, letters);
  const rowHeight = block.rowHeight ?? (6 * letters.size) / 9;
  const rows = lines.map((line) =>
    measureRow(
      {
        cells: line.map(({ text }) => text),
        spans: line.map(({ span }) => span),
        aligns: line.map(() => 'left'),
        heads: line.map(({ head }) => (head ? 'row' : null)),
        rowHeight,
      },
      { widths, left: paper.left },
      letters,
    ),
  );
  return {
    kind: 'table',
    label: block.label,
    letters,
    x: paper.left,
    width: paper.inner,
    columns: block.pairs * 2,
    head: [],
    rows,
    gapAfter: blockGap,
  };
}

/**
 * Sets a text in lines of the page's width.
 * @param letters size of the letters, which decides the height of a line
 * @param options `gapAfter`: distance to the next block, in mm; `keepWithNext`: the next block stays on the same page
 */
export function textFlow(
  cell: Cell,
  role: PlacedText['as'],
  letters: Letters,
  paper: PaperSize,
  options: { align?: Align; gapAfter?: number; keepWithNext?: boolean } = {},
): FlowBlock {
  const cellLines = cellLinesOf(cell, paper.inner, letters);
  const raw = hintOf(cell);
  const text = {
    kind: 'text',
    as: role,
    x: paper.left,
    width: paper.inner,
    letters,
    align: options.align ?? 'left',
    ...cellLines,
    ...(raw === undefined ? {} : { raw }),
  } as const;
  return {
    kind: 'text',
    text,
    height: Math.max(1, cellLines.lines.length) * lineHeight(letters),
    gapAfter: options.gapAfter ?? 0.8,
    keepWithNext: options.keepWithNext ?? false,
    divisible: paper.grid !== undefined && role === 'line' && cellLines.struck === undefined,
  };
}

/** Splits a block of a document into blocks that a page break may separate; lengths in mm. */
export function flowBlocksOf(block: Block, paper: PaperSize): FlowBlock[] {
  switch (block.kind) {
    case 'heading':
      return [textFlow(block.text, 'heading', headingLettersOf(paper), paper, { keepWithNext: true, gapAfter: 1 })];
    case 'facts':
      return block.facts.length === 0 ? [] : [factsFlow(block, paper)];
    case 'table':
      return [tableFlow(block, paper)];
    case 'pictures':
      return pictureFlows(block, paper);
    case 'space':
      return [block];
    case 'lines': {
      const isInGrid = block.running && paper.grid;
      const ownLetters: Letters = isInGrid || {
        size: block.size ?? bodySizeOf(paper),
        face: paper.face,
        ...(block.bold ? { bold: true } : {}),
      };
      return block.lines.map((line, index) =>
        textFlow(line, 'line', ownLetters, paper, {
          align: block.align ?? 'left',
          keepWithNext: block.keepWithNext ?? false,
          ...(index === block.lines.length - 1 ? { gapAfter: blockGap } : isInGrid ? { gapAfter: 0 } : {}),
        }),
      );
    }
  }
}

function pictureFlows(
  { pictures, across, height, align = 'center' }: Extract<Block, { kind: 'pictures' }>,
  paper: PaperSize,
): FlowBlock[] {
  const columnWidth = paper.inner / across;
  const edgeLetters = edgeLettersOf(paper);
  const lines: (readonly Picture[])[] = [];
  for (let from = 0; from < pictures.length; from += across) lines.push(pictures.slice(from, from + across));
  return lines.map((line) => {
    const captions: Omit<PlacedText, 'y'>[] = [];
    const placedPictures = line.map((picture, index) => {
      const size = fittedSize(picture.ratio, columnWidth - 2, height);
      const columnLeft = paper.left + index * columnWidth;
      const caption = picture.caption ?? '';
      if (caption)
        captions.push({
          kind: 'text',
          as: 'line',
          x: columnLeft,
          width: columnWidth - 2,
          letters: edgeLetters,
          align,
          lines: linesOf(caption, columnWidth - 2, edgeLetters),
        });
      const freeWidth = columnWidth - 2 - size.width;
      return {
        kind: 'picture',
        x: columnLeft + (align === 'center' ? freeWidth / 2 : align === 'right' ? freeWidth : 0),
        ...size,
        source: picture.source,
        caption,
        ...(picture.rings?.length ? { rings: picture.rings } : {}),
      } as const;
    });
    const captionHeight = Math.max(0, ...captions.map((caption) => caption.lines.length)) * lineHeight(edgeLetters);
    // Pictures that fill the width may be lower than the box; the box then shrinks, so that no empty space remains.
    const boxHeight = Math.max(...placedPictures.map((picture) => picture.height));
    return {
      kind: 'pictures',
      pictures: placedPictures,
      captions,
      boxHeight,
      height: boxHeight + (captionHeight > 0 ? captionHeight + 0.8 : 0),
      gapAfter: blockGap,
    } as const;
  });
}

import { contentsBlocks } from './contents';
import {
  factsLines,
  fitOf,
  fittedSize,
  headGroups,
  isLandscape,
  margin,
  type PaperSize,
  paperSizeOf,
} from './paperSize';
import { cellPadding } from './printColumns';
import {
  type Align,
  type Block,
  type Cell,
  type FactsBlock,
  hintOf,
  type Picture,
  type PrintDocument,
  type TableBlock,
} from './printDocument';
import { type Letters, lineHeight, linesOf, type SetLines, setLines, widthOf } from './textMetrics';

// Lays a document out on A4, once for all outputs. Every line, its position and the number of pages are known before
// drawing begins.

export interface PlacedText {
  readonly kind: 'text';
  readonly as: 'title' | 'heading' | 'line' | 'edge';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly letters: Letters;
  readonly align: Align;
  readonly lines: readonly string[];
  /** Struck-through beginning of each line. */
  readonly struck?: readonly string[];
  /** Unrounded value, shown on hover. */
  readonly raw?: string;
}

export interface PlacedCell {
  readonly x: number;
  readonly width: number;
  /** Height of the row; for a cell that spans two rows the height of both. */
  readonly height: number;
  readonly align: Align;
  readonly lines: readonly string[];
  readonly struck?: readonly string[];
  readonly raw?: string;
  /** Whether the cell is the heading of a column or of a row. */
  readonly head: 'column' | 'row' | null;
  /** Number of columns under a group heading. */
  readonly span: number;
}

export interface PlacedRow {
  readonly y: number;
  readonly height: number;
  readonly cells: readonly PlacedCell[];
}

export interface PlacedTable {
  readonly kind: 'table';
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly letters: Letters;
  /** Positions of rows and cells are relative to the page. */
  readonly rows: readonly PlacedRow[];
  readonly columns: number;
}

export interface PlacedPicture {
  readonly kind: 'picture';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly source: string;
  /** Alternative text. */
  readonly caption: string;
}

export type PlacedBlock = PlacedText | PlacedTable | PlacedPicture;

export interface LaidOut {
  readonly title: string;
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly PlacedBlock[])[];
  /** Stamp over the right edges of the pages (`PrintDocument.edgeSeal`). */
  readonly edgeSeal?: Picture;
}

const body: Letters = { size: 9 };
const edgeLetters: Letters = { size: 8 };
const titleLetters: Letters = { size: 16, bold: true };
const headingLetters: Letters = { size: 10, bold: true };
const padding = 0.7;
const blockGap = 2.5;

/** Cells of a row before it has a position. */
interface Draft {
  readonly height: number;
  readonly cells: readonly PlacedCell[];
}

/** A block in sequence. A table may break between rows; its header repeats on each page. */
type Flow =
  | {
      readonly kind: 'pictures';
      readonly pictures: readonly Omit<PlacedPicture, 'y'>[];
      readonly captions: readonly Omit<PlacedText, 'y'>[];
      readonly room: number;
      readonly height: number;
      readonly after: number;
    }
  | { readonly kind: 'space'; readonly height: number | 'page' }
  | {
      readonly kind: 'text';
      readonly text: Omit<PlacedText, 'y'>;
      readonly height: number;
      readonly after: number;
      readonly keepWithNext: boolean;
    }
  | {
      readonly kind: 'table';
      readonly label: string;
      readonly letters: Letters;
      readonly columns: number;
      readonly head: readonly Draft[];
      readonly rows: readonly Draft[];
      readonly after: number;
    };

interface RowGiven {
  readonly cells: readonly Cell[];
  readonly aligns: readonly Align[];
  readonly heads: readonly PlacedCell['head'][];
  readonly spans?: readonly number[];
  readonly rowHeight?: number;
}

function draftRow(
  { cells, aligns, heads, spans, rowHeight = 0 }: RowGiven,
  widths: readonly number[],
  letters: Letters,
): Draft {
  const set: SetLines[] = [];
  const cellWidths: number[] = [];
  let maxLines = 1;
  let at = 0;
  for (const [index, cell] of cells.entries()) {
    const span = spans?.[index] ?? 1;
    let width = 0;
    for (const endColumn = at + span; at < endColumn; at += 1) width += widths[at] ?? 0;
    const lines = setLines(cell, width - cellPadding, heads[index] ? { ...letters, bold: true } : letters);
    set.push(lines);
    cellWidths.push(width);
    maxLines = Math.max(maxLines, lines.lines.length);
  }
  const height = Math.max(rowHeight, maxLines * lineHeight(letters) + 2 * padding);
  let x = margin.left;
  return {
    height,
    cells: cells.map((cell, index): PlacedCell => {
      const raw = hintOf(cell);
      const { lines, struck } = set[index] as SetLines;
      const width = cellWidths[index] ?? 0;
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
      };
      x += width;
      return placedCell;
    }),
  };
}

function headRows(table: TableBlock, widths: readonly number[], letters: Letters): Draft[] {
  const { columns } = table;
  const leaf = draftRow(
    {
      cells: columns.map(({ heading }) => heading),
      aligns: columns.map(() => 'center'),
      heads: columns.map(() => 'column'),
    },
    widths,
    letters,
  );
  const groups = headGroups(table);
  if (!groups) return [leaf];
  return [
    draftRow(
      {
        cells: groups.map(({ name }) => name),
        spans: groups.map(({ span }) => span),
        aligns: groups.map(() => 'center'),
        heads: groups.map(() => 'column'),
      },
      widths,
      letters,
    ),
    leaf,
  ];
}

function tableFlow(table: TableBlock, paper: PaperSize): Flow {
  const { letters, widths } = fitOf(table, paper.inner);
  const rows = table.rows.map((cells) =>
    draftRow(
      {
        cells: table.columns.map((_, index) => cells[index] ?? ''),
        aligns: table.columns.map(({ align = 'left' }) => align),
        heads: [],
        ...(table.rowHeight ? { rowHeight: table.rowHeight } : {}),
      },
      widths,
      letters,
    ),
  );
  return {
    kind: 'table',
    label: table.title,
    letters,
    columns: table.columns.length,
    head: headRows(table, widths, letters),
    rows,
    after: blockGap,
  };
}

function factsFlow(block: FactsBlock, paper: PaperSize): Flow {
  const letters = { size: block.size ?? body.size };
  const { widths, lines } = factsLines(block, paper.inner, letters);
  const rowHeight = block.rowHeight ?? (6 * letters.size) / body.size;
  const rows = lines.map((line) =>
    draftRow(
      {
        cells: line.map(({ text }) => text),
        spans: line.map(({ span }) => span),
        aligns: line.map(() => 'left'),
        heads: line.map(({ head }) => (head ? 'row' : null)),
        rowHeight,
      },
      widths,
      letters,
    ),
  );
  return { kind: 'table', label: block.label, letters, columns: block.pairs * 2, head: [], rows, after: blockGap };
}

function textFlow(
  cell: Cell,
  role: PlacedText['as'],
  letters: Letters,
  paper: PaperSize,
  options: { align?: Align; after?: number; keepWithNext?: boolean } = {},
): Flow {
  const set = setLines(cell, paper.inner, letters);
  const raw = hintOf(cell);
  const text = {
    kind: 'text',
    as: role,
    x: margin.left,
    width: paper.inner,
    letters,
    align: options.align ?? 'left',
    ...set,
    ...(raw === undefined ? {} : { raw }),
  } as const;
  return {
    kind: 'text',
    text,
    height: Math.max(1, set.lines.length) * lineHeight(letters),
    after: options.after ?? 0.8,
    keepWithNext: options.keepWithNext ?? false,
  };
}

function flowsOf(block: Block, paper: PaperSize): Flow[] {
  switch (block.kind) {
    case 'heading':
      return [textFlow(block.text, 'heading', headingLetters, paper, { keepWithNext: true, after: 1 })];
    case 'facts':
      return block.facts.length === 0 ? [] : [factsFlow(block, paper)];
    case 'table':
      return [tableFlow(block, paper)];
    case 'pictures':
      return pictureFlows(block, paper);
    case 'space':
      return [block];
    case 'lines': {
      const ownLetters = { size: block.size ?? body.size, ...(block.bold ? { bold: true } : {}) };
      return block.lines.map((line, index) =>
        textFlow(line, 'line', ownLetters, paper, {
          align: block.align ?? 'left',
          keepWithNext: block.keepWithNext ?? false,
          ...(index === block.lines.length - 1 ? { after: blockGap } : {}),
        }),
      );
    }
  }
}

function pictureFlows(
  { pictures, across, height, align = 'center' }: Extract<Block, { kind: 'pictures' }>,
  paper: PaperSize,
): Flow[] {
  const columnWidth = paper.inner / across;
  const lines: (readonly Picture[])[] = [];
  for (let from = 0; from < pictures.length; from += across) lines.push(pictures.slice(from, from + across));
  return lines.map((line) => {
    const captions: Omit<PlacedText, 'y'>[] = [];
    const placedPictures = line.map((picture, index) => {
      const size = fittedSize(picture.ratio, columnWidth - 2, height);
      const columnLeft = margin.left + index * columnWidth;
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
      } as const;
    });
    const captionHeight = Math.max(0, ...captions.map((caption) => caption.lines.length)) * lineHeight(edgeLetters);
    // Pictures that fill the width may be lower than the box; the box then shrinks, so that no empty space remains.
    const boxHeight = Math.max(...placedPictures.map((picture) => picture.height));
    return {
      kind: 'pictures',
      pictures: placedPictures,
      captions,
      room: boxHeight,
      height: boxHeight + (captionHeight > 0 ? captionHeight + 0.8 : 0),
      after: blockGap,
    } as const;
  });
}

const heightOf = (rows: readonly Draft[]): number => rows.reduce((sum, { height }) => sum + height, 0);
/** Returns the height that must fit on the page below a heading: for a table its name, header and first row. */
function firstHeight(flows: readonly Flow[], at: number): number {
  const flow = flows[at];
  if (!flow || flow.kind === 'space') return 0;
  if (flow.kind === 'table') return heightOf(flow.head) + (flow.rows[0]?.height ?? 0);
  return flow.height + (flow.kind === 'text' && flow.keepWithNext ? flow.after + firstHeight(flows, at + 1) : 0);
}

function placeTable(
  flow: Extract<Flow, { kind: 'table' }>,
  rows: readonly Draft[],
  top: number,
  paper: PaperSize,
): PlacedTable {
  let y = top;
  const placedRows = [...flow.head, ...rows].map((row) => {
    const at = { y, height: row.height, cells: row.cells };
    y += row.height;
    return at;
  });
  return {
    kind: 'table',
    label: flow.label,
    letters: flow.letters,
    columns: flow.columns,
    x: margin.left,
    y: top,
    width: paper.inner,
    height: y - top,
    rows: placedRows,
  };
}

/**
 * Fills pages one after another. A table that does not fit at the bottom begins on the next page. A long table
 * continues on the next page under its header.
 */
function fillPages(flows: readonly Flow[], paper: PaperSize): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [[]];
  let y = paper.top;
  const heightLeft = () => paper.bottom - y;
  const turnPage = () => {
    pages.push([]);
    y = paper.top;
  };
  const putItem = (item: PlacedBlock, height: number) => {
    pages.at(-1)?.push(item);
    y += height;
  };
  for (const [index, flow] of flows.entries()) {
    if (flow.kind === 'space') {
      if (flow.height !== 'page') y += flow.height;
      else if (y > paper.top) turnPage();
      continue;
    }
    if (flow.kind === 'pictures') {
      if (flow.height > heightLeft() && y > paper.top) turnPage();
      for (const picture of flow.pictures) putItem({ ...picture, y: y + (flow.room - picture.height) / 2 }, 0);
      for (const caption of flow.captions) putItem({ ...caption, y: y + flow.room + 0.8 }, 0);
      y += flow.height + flow.after;
      continue;
    }
    if (flow.kind === 'text') {
      const neededHeight = firstHeight(flows, index);
      if (neededHeight > heightLeft() && y > paper.top) turnPage();
      putItem({ ...flow.text, y }, flow.height + flow.after);
      continue;
    }
    let remainingRows = flow.rows;
    while (remainingRows.length > 0) {
      const availableHeight = heightLeft() - heightOf(flow.head);
      let [fittingRows, usedHeight] = [0, 0];
      while (
        fittingRows < remainingRows.length &&
        usedHeight + (remainingRows[fittingRows]?.height ?? 0) <= availableHeight
      )
        usedHeight += remainingRows[fittingRows++]?.height ?? 0;
      if (fittingRows === 0 && y > paper.top) {
        turnPage();
        continue;
      }
      // A row higher than a page is placed alone, so that nothing is omitted.
      const now = remainingRows.slice(0, Math.max(1, fittingRows));
      putItem(placeTable(flow, now, y, paper), heightOf(flow.head) + heightOf(now));
      remainingRows = remainingRows.slice(now.length);
      if (remainingRows.length > 0) turnPage();
    }
    y += flow.after;
  }
  return pages;
}

/** Fits blocks on a fixed number of pages; long names shrink the spaces between blocks. */
function fillWithin(flows: readonly Flow[], paper: PaperSize): PlacedBlock[][] {
  const wantedPages = 1 + flows.filter((flow) => flow.kind === 'space' && flow.height === 'page').length;
  const filledWithSpaces = (spaceFactor: number) =>
    fillPages(
      flows.map((flow) =>
        flow.kind === 'space' && flow.height !== 'page' ? { ...flow, height: flow.height * spaceFactor } : flow,
      ),
      paper,
    );
  const attempts = [1, 0.5, 0.2].map(filledWithSpaces);
  return attempts.find(({ length }) => length <= wantedPages) ?? attempts[0] ?? [];
}

/** Formats the page number: 第 x 页 共 y 页. */
export const pageWords = (page: number, pages: number): string => `第 ${page} 页　共 ${pages} 页`;

/** Returns header and footer of a page: organization, form number, signers, page number. */
function edgesOf(document: PrintDocument, paper: PaperSize, page: number, pages: number): PlacedBlock[] {
  const lineAt = (text: string, y: number, align: Align, x = margin.left, width = paper.inner): PlacedText => ({
    kind: 'text',
    as: 'edge',
    x,
    y,
    width,
    align,
    letters: edgeLetters,
    lines: [text],
  });
  const signY = paper.bottom + 2.5;
  const signerWidth = paper.inner / Math.max(1, document.signers.length);
  // The title may not fit between a long organization name and a long number.
  const titleFits =
    widthOf(document.title, edgeLetters) / 2 + 2 <=
    paper.inner / 2 - Math.max(widthOf(document.agency, edgeLetters), widthOf(document.corner, edgeLetters));
  return [
    lineAt(document.agency, margin.top, 'left'),
    ...(page > 1 && titleFits ? [lineAt(document.title, margin.top, 'center')] : []),
    lineAt(document.corner, margin.top, 'right'),
    ...document.signers.map(({ label, name, on, picture }, index) =>
      lineAt(
        `${label}：${picture ? '　　　　　' : name || '　　　　　'}　日期：${on}`,
        signY,
        'left',
        margin.left + index * signerWidth,
        signerWidth,
      ),
    ),
    // A specimen signature is drawn in place of the printed name.
    ...document.signers.flatMap(({ label, name, picture }, index): PlacedBlock[] => {
      if (!picture) return [];
      const from = margin.left + index * signerWidth + widthOf(`${label}：`, edgeLetters);
      return [
        {
          kind: 'picture',
          x: from,
          y: signY - 1.6,
          ...fittedSize(picture.ratio, widthOf('　　　　　', edgeLetters), 6.5),
          source: picture.source,
          caption: name,
        },
      ];
    }),
    lineAt(document.foot, signY + 6, 'left'),
    lineAt(pageWords(page, pages), signY + 6, 'right'),
  ];
}

/** Lays a document out. A word wider than its column is broken, so that nothing is cut off. */
export function layOut(document: PrintDocument): LaidOut {
  const landscape = isLandscape(document);
  const paper = paperSizeOf(landscape);
  const flows = [
    textFlow(document.title, 'title', titleLetters, paper, { align: 'center', after: 3 }),
    ...document.blocks.flatMap((block) => flowsOf(block, paper)),
  ];
  const cover = document.cover
    ? fillWithin(
        document.cover.flatMap((block) => flowsOf(block, paper)),
        paper,
      )
    : [];
  const filledPages = fillPages(flows, paper);
  const contents = document.contents
    ? fillWithin(
        contentsBlocks(filledPages, paper.inner).flatMap((block) => flowsOf(block, paper)),
        paper,
      )
    : [];
  // Cover and contents have no page number: 第 1 页 is the first page after it.
  const pages = [
    ...cover,
    ...contents,
    ...filledPages.map((placedPage, index) => [
      ...edgesOf(document, paper, index + 1, filledPages.length),
      ...placedPage,
    ]),
  ];
  const { edgeSeal } = document;
  return {
    title: document.title,
    landscape,
    width: paper.width,
    height: paper.height,
    pages,
    ...(edgeSeal ? { edgeSeal } : {}),
  };
}

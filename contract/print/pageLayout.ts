import { type MeasuredRow, type FlowBlock, flowBlocksOf, textFlow, titleLetters } from './flowBlocks';
import { headerAndFooter } from './pageHeaderAndFooter';
import { paperOf, type PaperSize, wholeWidth } from './paperSize';
import type { LaidOut, PlacedBlock, PlacedTable } from './placedPage';
import type { PrintDocument } from './printDocument';
import { contentsBlocks } from './tableOfContents';
import { lineHeight } from './textMetrics';

// Lays a document out on A4, once for all outputs. Every line, its position and the number of pages are known before
// drawing begins.

const heightOf = (rows: readonly MeasuredRow[]): number => rows.reduce((sum, { height }) => sum + height, 0);
/** Returns the number of first rows that stay on one page. */
const groupSize = (rows: readonly MeasuredRow[]): number => {
  const rowIndex = rows.findIndex(({ goesOn }, index) => index > 0 && !goesOn);
  return rowIndex < 0 ? rows.length : rowIndex;
};

type TextFlow = Extract<FlowBlock, { kind: 'text' }>;

/** Lines of a text that stay together before and after a page break. */
const fewestLines = 2;

/** Divides a text at the end of a page; null where too few lines would stand before or after the break. */
function dividedText(flow: TextFlow, room: number): readonly [TextFlow, TextFlow] | null {
  const pitch = lineHeight(flow.text.letters);
  const { lines } = flow.text;
  const count = Math.min(Math.floor(room / pitch), lines.length - fewestLines);
  if (!flow.divisible || count < fewestLines) return null;
  const part = (from: number, to: number): TextFlow => ({
    ...flow,
    text: { ...flow.text, lines: lines.slice(from, to) },
    height: (to - from) * pitch,
  });
  return [part(0, count), part(count, lines.length)];
}

/**
 * Returns the height that must fit on the page below a heading: for a table its name, header and first rows, for a text
 * that may be divided its first lines.
 */
function firstHeight(flowBlocks: readonly FlowBlock[], index: number): number {
  const flow = flowBlocks[index];
  if (!flow || flow.kind === 'space') return 0;
  if (flow.kind === 'table') return heightOf(flow.head) + heightOf(flow.rows.slice(0, groupSize(flow.rows)));
  if (flow.kind === 'text')
    return flow.divisible && flow.text.lines.length >= 2 * fewestLines
      ? fewestLines * lineHeight(flow.text.letters)
      : wholeHeight(flowBlocks, flow, index);
  return flow.height;
}
/** Returns the height of a text with what stays on its page. */
const wholeHeight = (flowBlocks: readonly FlowBlock[], flow: TextFlow, index: number): number =>
  flow.height + (flow.keepWithNext ? flow.gapAfter + firstHeight(flowBlocks, index + 1) : 0);

function placeTable(
  flow: Extract<FlowBlock, { kind: 'table' }>,
  rows: readonly MeasuredRow[],
  top: number,
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
    x: flow.x,
    y: top,
    width: flow.width,
    height: y - top,
    rows: placedRows,
  };
}

/**
 * Returns the number of first rows that fit in a height. Rows that stay together are not divided, unless they are more
 * than a page holds.
 */
function rowsWithin(rows: readonly MeasuredRow[], availableHeight: number, isPageTop: boolean): number {
  let [count, usedHeight] = [0, 0];
  while (count < rows.length && usedHeight + (rows[count]?.height ?? 0) <= availableHeight)
    usedHeight += rows[count++]?.height ?? 0;
  if (count === rows.length) return count;
  let fittingCount = count;
  while (fittingCount > 0 && rows[fittingCount]?.goesOn) fittingCount -= 1;
  return fittingCount === 0 && isPageTop ? count : fittingCount;
}

/**
 * Fills pages one after another. A table that does not fit at the bottom begins on the next page. A long table
 * continues on the next page under its header.
 */
function fillPages(flowBlocks: readonly FlowBlock[], paper: PaperSize): PlacedBlock[][] {
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
  for (const [index, flow] of flowBlocks.entries()) {
    if (flow.kind === 'space') {
      if (flow.height !== 'page') y += flow.height;
      else if (y > paper.top) turnPage();
      continue;
    }
    if (flow.kind === 'pictures') {
      if (flow.height > heightLeft() && y > paper.top) turnPage();
      for (const picture of flow.pictures) putItem({ ...picture, y: y + (flow.boxHeight - picture.height) / 2 }, 0);
      for (const caption of flow.captions) putItem({ ...caption, y: y + flow.boxHeight + 0.8 }, 0);
      y += flow.height + flow.gapAfter;
      continue;
    }
    if (flow.kind === 'text') {
      let remainingText = flow;
      for (;;) {
        const neededHeight = wholeHeight(flowBlocks, remainingText, index);
        if (neededHeight <= heightLeft()) break;
        const parts = dividedText(remainingText, heightLeft());
        if (!parts && y === paper.top) break;
        if (parts) {
          putItem({ ...parts[0].text, y }, parts[0].height);
          remainingText = parts[1];
        }
        turnPage();
      }
      putItem({ ...remainingText.text, y }, remainingText.height + remainingText.gapAfter);
      continue;
    }
    let remainingRows = flow.rows;
    while (remainingRows.length > 0) {
      const availableHeight = heightLeft() - heightOf(flow.head);
      const fittingRows = rowsWithin(remainingRows, availableHeight, y === paper.top);
      if (fittingRows === 0 && y > paper.top) {
        turnPage();
        continue;
      }
      // A row higher than a page is placed alone, so that nothing is omitted.
      const currentMeasuredRows = remainingRows.slice(0, Math.max(1, fittingRows));
      putItem(placeTable(flow, currentMeasuredRows, y), heightOf(flow.head) + heightOf(currentMeasuredRows));
      remainingRows = remainingRows.slice(currentMeasuredRows.length);
      if (remainingRows.length > 0) turnPage();
    }
    y += flow.gapAfter;
  }
  return pages;
}

/** Fits blocks on a fixed number of pages; long names shrink the spaces between blocks. */
function fillWithin(flowBlocks: readonly FlowBlock[], paper: PaperSize): PlacedBlock[][] {
  const wantedPages = 1 + flowBlocks.filter((flow) => flow.kind === 'space' && flow.height === 'page').length;
  const filledWithSpaces = (spaceFactor: number) =>
    fillPages(
      flowBlocks.map((flow) =>
        flow.kind === 'space' && flow.height !== 'page' ? { ...flow, height: flow.height * spaceFactor } : flow,
      ),
      paper,
    );
  const attempts = [1, 0.5, 0.2].map(filledWithSpaces);
  return attempts.find(({ length }) => length <= wantedPages) ?? attempts[0] ?? [];
}

/** Texts that the last page has at least, where the document ends with texts. */
const lastTexts = 3;
/** Keeps the last texts together, so that no page has one line of advice alone. */
const withoutWidow = (flowBlocks: readonly FlowBlock[]): FlowBlock[] =>
  flowBlocks.map((flow, index) =>
    flow.kind === 'text' && index >= flowBlocks.length - lastTexts && index < flowBlocks.length - 1
      ? { ...flow, keepWithNext: true }
      : flow,
  );

/** Lays a document out. A word wider than its column is broken, so that nothing is cut off. */
export function layOut(document: PrintDocument): LaidOut {
  const paper = paperOf(document);
  const flowBlocks = [
    textFlow(
      document.title,
      'title',
      titleLetters,
      { ...paper, ...wholeWidth(paper) },
      { align: 'center', gapAfter: 3 },
    ),
    ...document.blocks.flatMap((block) => flowBlocksOf(block, paper)),
  ];
  const cover = document.cover
    ? fillWithin(
        document.cover.flatMap((block) => flowBlocksOf(block, paper)),
        paper,
      )
    : [];
  const filledPages = fillPages(paper.face === 'serif' ? withoutWidow(flowBlocks) : flowBlocks, paper);
  const contents = document.contents
    ? fillWithin(
        contentsBlocks(filledPages, paper).flatMap((block) => flowBlocksOf(block, paper)),
        paper,
      )
    : [];
  // Cover and contents have no page number: 第 1 页 is the first page after it.
  const pages = [
    ...cover,
    ...contents,
    ...filledPages.map((placedPage, index) => [
      ...headerAndFooter(document, paper, index + 1, filledPages.length),
      ...placedPage,
    ]),
  ];
  const { edgeSeal } = document;
  return {
    title: document.title,
    landscape: paper.landscape,
    width: paper.width,
    height: paper.height,
    pages,
    ...(edgeSeal ? { edgeSeal } : {}),
  };
}

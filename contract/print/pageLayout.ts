import { type MeasuredRow, type FlowBlock, flowBlocksOf, textFlow, titleLetters } from './flowBlocks';
import { headerAndFooter } from './pageHeaderAndFooter';
import { isLandscape, margin, type PaperSize, paperSizeOf } from './paperSize';
import type { LaidOut, PlacedBlock, PlacedTable } from './placedPage';
import type { PrintDocument } from './printDocument';
import { contentsBlocks } from './tableOfContents';

// Lays a document out on A4, once for all outputs. Every line, its position and the number of pages are known before
// drawing begins.

const heightOf = (rows: readonly MeasuredRow[]): number => rows.reduce((sum, { height }) => sum + height, 0);
/** Returns the height that must fit on the page below a heading: for a table its name, header and first row. */
function firstHeight(flowBlocks: readonly FlowBlock[], index: number): number {
  const flow = flowBlocks[index];
  if (!flow || flow.kind === 'space') return 0;
  if (flow.kind === 'table') return heightOf(flow.head) + (flow.rows[0]?.height ?? 0);
  return (
    flow.height + (flow.kind === 'text' && flow.keepWithNext ? flow.gapAfter + firstHeight(flowBlocks, index + 1) : 0)
  );
}

function placeTable(
  flow: Extract<FlowBlock, { kind: 'table' }>,
  rows: readonly MeasuredRow[],
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
      const neededHeight = firstHeight(flowBlocks, index);
      if (neededHeight > heightLeft() && y > paper.top) turnPage();
      putItem({ ...flow.text, y }, flow.height + flow.gapAfter);
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
  const landscape = isLandscape(document);
  const paper = paperSizeOf(landscape, document.face);
  const flowBlocks = [
    textFlow(document.title, 'title', titleLetters, paper, { align: 'center', gapAfter: 3 }),
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
    landscape,
    width: paper.width,
    height: paper.height,
    pages,
    ...(edgeSeal ? { edgeSeal } : {}),
  };
}

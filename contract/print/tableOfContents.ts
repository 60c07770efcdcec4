import type { PaperSize } from './paperSize';
import type { PlacedBlock } from './placedPage';
import type { Block } from './printDocument';
import { type Letters, widthOf } from './textMetrics';

// 目录 of a report: its headings with their pages, on a page of its own before the first numbered one.

const contentsSize = 11;
const leaderDot = '.';

/** Fills the space between a title and its page with dots. */
function leaderLine(title: string, page: string, { inner: width, face }: Pick<PaperSize, 'inner' | 'face'>): string {
  const contentsLetters: Letters = { size: contentsSize, face };
  const freeWidth = width - widthOf(`${title}　　${page}`, contentsLetters);
  const dots = Math.max(3, Math.floor(freeWidth / widthOf(leaderDot, contentsLetters)));
  return `${title}　${leaderDot.repeat(dots)}　${page}`;
}

/** A heading with the number of its page. */
export interface ContentsEntry {
  readonly title: string;
  readonly page: number;
}

/** Returns the headings of laid-out pages in their order; the first page has the number 1. */
export const headingsIn = (pages: readonly (readonly PlacedBlock[])[]): ContentsEntry[] =>
  pages.flatMap((blocks, index) =>
    blocks.flatMap((block) =>
      block.kind === 'text' && block.as === 'heading' ? [{ title: block.lines.join(''), page: index + 1 }] : [],
    ),
  );

/** Heading of the contents. */
export const contentsTitle = '目　录';

/**
 * Returns the blocks of the contents.
 * @param pages as laid out, the first numbered one first
 * @param paper width of a line, mm, and face
 */
export function contentsBlocks(
  pages: readonly (readonly PlacedBlock[])[],
  paper: Pick<PaperSize, 'inner' | 'face'>,
): Block[] {
  const lines = headingsIn(pages).map(({ title, page }) => leaderLine(title, String(page), paper));
  if (!lines.length) return [];
  return [
    { kind: 'lines', lines: [contentsTitle], bold: true, align: 'center', size: 18 },
    { kind: 'space', height: 6 },
    { kind: 'lines', lines, size: contentsSize },
  ];
}

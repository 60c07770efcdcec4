import type { Placed } from './pageLayout';
import type { Block } from './printDocument';
import { type Letters, widthOf } from './textMetrics';

// 目录 of a report: its headings with their pages, on a page of its own before the first numbered one.

const letters: Letters = { size: 11 };
const dot = '.';

/** Fills the space between a title and its page with dots. */
function leader(title: string, page: string, width: number): string {
  const free = width - widthOf(`${title}　　${page}`, letters);
  const dots = Math.max(3, Math.floor(free / widthOf(dot, letters)));
  return `${title}　${dot.repeat(dots)}　${page}`;
}

/**
 * Returns the blocks of the contents.
 * @param pages as laid out, the first numbered one first
 * @param width of a line, mm
 */
export function contentsBlocks(pages: readonly (readonly Placed[])[], width: number): Block[] {
  const lines = pages.flatMap((placed, at) =>
    placed.flatMap((one) =>
      one.kind === 'text' && one.as === 'heading' ? [leader(one.lines.join(''), String(at + 1), width)] : [],
    ),
  );
  if (!lines.length) return [];
  return [
    { kind: 'lines', lines: ['目　录'], bold: true, align: 'center', size: 18 },
    { kind: 'space', height: 6 },
    { kind: 'lines', lines, size: letters.size },
  ];
}

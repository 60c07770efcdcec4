import type { LaidOut, PlacedText } from './placedPage';

/**
 * Formats the page number, from 1, among all bound documents; it is printed beside the page number within the document.
 * @param pageNumber page among all bound documents, from 1
 * @param pageCount number of pages of all bound documents
 */
export const boundPageNumber = (pageNumber: number, pageCount: number): string =>
  `总第 ${pageNumber} 页　共 ${pageCount} 页`;

const footDistance = 14.5;
const margin = { left: 18, right: 12 };

function boundPageFooter({ width, height }: LaidOut, page: number, pages: number): PlacedText {
  return {
    kind: 'text',
    as: 'edge',
    x: margin.left,
    y: height - footDistance,
    width: width - margin.left - margin.right,
    letters: { size: 8 },
    align: 'center',
    lines: [boundPageNumber(page, pages)],
  };
}

/** Binds several documents and numbers their pages consecutively, in the middle of the footer. */
export function bindDocuments(parts: readonly LaidOut[]): LaidOut[] {
  const pages = parts.reduce((sum, part) => sum + part.pages.length, 0);
  let page = 0;
  return parts.map((part) => ({
    ...part,
    pages: part.pages.map((placedPage) => [...placedPage, boundPageFooter(part, (page += 1), pages)]),
  }));
}

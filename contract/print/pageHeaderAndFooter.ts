import { edgeLettersOf } from './flowBlocks';
import { fittedSize, margin, type PaperSize, wholeWidth } from './paperSize';
import type { PlacedBlock, PlacedText } from './placedPage';
import type { Align, PrintDocument } from './printDocument';
import { widthOf } from './textMetrics';

/** Formats the page number: 第 x 页 共 y 页. */
export const pageNumberText = (page: number, pages: number): string => `第 ${page} 页　共 ${pages} 页`;

/**
 * Returns header and footer of a page: organization, form number, signers, page number.
 * @param page number of the page, from 1
 * @param pages number of pages of the document
 */
export function headerAndFooter(document: PrintDocument, paper: PaperSize, page: number, pages: number): PlacedBlock[] {
  const edgeLetters = edgeLettersOf(paper);
  const { inner } = wholeWidth(paper);
  const lineAt = (text: string, y: number, align: Align, x = margin.left, width = inner): PlacedText => ({
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
  const signerWidth = inner / Math.max(1, document.signers.length);
  // The title may not fit between a long organization name and a long number.
  const titleFits =
    widthOf(document.title, edgeLetters) / 2 + 2 <=
    inner / 2 - Math.max(widthOf(document.agency, edgeLetters), widthOf(document.corner, edgeLetters));
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
    lineAt(pageNumberText(page, pages), signY + 6, 'right'),
  ];
}

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Without spaces, so that broken lines are joined. */
  readonly text: string;
  /** Rightmost and lowest end of any word, in points from the left and from the top. */
  readonly right: number;
  readonly bottom: number;
}

export const unspaced = (text: string): string => text.replace(/\s/g, '');

/** Returns the text of a PDF page by page. */
export async function pdfPages(bytes: Uint8Array): Promise<PdfPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let index = 1; index <= document.numPages; index += 1) {
    const page = await document.getPage(index);
    const { width, height } = page.getViewport({ scale: 1 });
    const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item] : []));
    pages.push({
      width,
      height,
      text: unspaced(items.map(({ str }) => str).join('')),
      right: Math.max(...items.map(({ transform, width: wide }) => Number(transform[4]) + wide)),
      bottom: Math.max(...items.map(({ transform }) => height - Number(transform[5]))),
    });
  }
  await task.destroy();
  return pages;
}

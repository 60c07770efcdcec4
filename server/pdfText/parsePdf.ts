import { curveTableOf, hasText, type PdfPage, type PdfTable } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { tablesOfPages } from '@contract/features/laboratory/instruments/pdfTables';
import {
  cellCountOf,
  columnCountOf,
  maxTableCells,
  maxTableColumns,
  type PeakTable,
} from '@contract/features/laboratory/instruments/readPeakTables';
import { PdfRefusal } from './pdfRefusal';
import { textsOf } from './pdfTextWorker.mjs';

// Runs in the child process of `readPdf`.

export interface PdfTextInput {
  readonly bytes: Uint8Array;
  readonly cMapUrl: string;
  readonly pages: number;
  readonly texts: number;
}
export type PdfReply = { readonly pages: readonly PdfPage[] } | { readonly failure: 'encrypted' | 'unreadable' };

/** What was found in a PDF. A PDF without text is a scan. */
interface Found<T> {
  readonly hasText: boolean;
  readonly found: T;
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly pdfCurve: { readonly input: PdfTextInput; readonly part: never; readonly result: Found<PdfTable | null> };
    readonly pdfTables: {
      readonly input: PdfTextInput;
      readonly part: never;
      readonly result: Found<readonly PeakTable[]>;
    };
  }
}

async function pagesOf({ bytes, ...input }: PdfTextInput): Promise<readonly PdfPage[]> {
  // The parser accepts no Buffer and takes ownership of the bytes, so it gets a copy.
  const reply = await textsOf({ ...input, bytes: Uint8Array.from(bytes) });
  if ('failure' in reply)
    throw new PdfRefusal(reply.failure === 'encrypted' ? curvePdfTexts.encrypted : curvePdfTexts.unreadable);
  return reply.pages;
}

/**
 * Finds the table of a calibration curve in a PDF.
 * @throws PdfRefusal
 */
export async function findPdfCurve(input: PdfTextInput): Promise<Found<PdfTable | null>> {
  const pages = await pagesOf(input);
  return { hasText: hasText(pages), found: curveTableOf(pages) };
}

/**
 * Finds the tables of an instrument's results in a PDF.
 * @throws PdfRefusal
 */
export async function findPdfTables(input: PdfTextInput): Promise<Found<readonly PeakTable[]>> {
  const pages = await pagesOf(input);
  const tables = tablesOfPages(pages);
  if (cellCountOf(tables) > maxTableCells || columnCountOf(tables) > maxTableColumns)
    throw new PdfRefusal(curvePdfTexts.unreadable);
  return { hasText: hasText(pages), found: tables };
}

import type { PdfPage } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { PdfRefusal } from './pdfRefusal';
import { textsOf } from './pdfTextWorker.mjs';

// Runs in the child process of `readPdf`.

export interface PdfTextInput {
  readonly bytes: Uint8Array;
  readonly cMapUrl: string;
  readonly pages: number;
  readonly texts: number;
}
export type PdfText = readonly PdfPage[];
export type PdfReply = { readonly pages: PdfText } | { readonly failure: 'encrypted' | 'unreadable' };

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly pdfText: { readonly input: PdfTextInput; readonly part: never; readonly result: PdfText };
  }
}

/**
 * Parses a PDF.
 * @throws PdfRefusal
 */
export async function parsePdf({ bytes, ...input }: PdfTextInput): Promise<PdfText> {
  // The parser accepts no Buffer and takes ownership of the bytes, so it gets a copy.
  const reply = await textsOf({ ...input, bytes: Uint8Array.from(bytes) });
  if ('failure' in reply)
    throw new PdfRefusal(reply.failure === 'encrypted' ? curvePdfTexts.encrypted : curvePdfTexts.unreadable);
  return reply.pages;
}

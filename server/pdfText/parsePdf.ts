import type { PdfPage } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { textsOf } from './pdfTextWorker.mjs';
import { PdfRefusal } from './refusal';

// The child's side of `readPdf`.

export interface PdfTextInput {
  readonly bytes: Uint8Array;
  readonly cMapUrl: string;
  readonly pages: number;
  readonly texts: number;
}
export type PdfText = readonly PdfPage[];
export type PdfReply = { readonly pages: PdfText } | { readonly failure: 'encrypted' | 'unreadable' };

declare module '@server/child/protocol' {
  interface ChildJobs {
    readonly pdfText: { readonly input: PdfTextInput; readonly part: never; readonly result: PdfText };
  }
}

/** @throws PdfRefusal */
export async function parsePdf({ bytes, ...input }: PdfTextInput): Promise<PdfText> {
  // A copy of plain bytes: the parser takes no Buffer, and keeps what it is given.
  const reply = await textsOf({ ...input, bytes: Uint8Array.from(bytes) });
  if ('failure' in reply)
    throw new PdfRefusal(reply.failure === 'encrypted' ? curvePdfTexts.encrypted : curvePdfTexts.unreadable);
  return reply.pages;
}

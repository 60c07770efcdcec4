import type { PdfReply, PdfTextInput } from './parsePdf';

export function textsOf(given: PdfTextInput): Promise<PdfReply>;

import type { PdfReply, PdfTextInput } from './parsePdf';

export function textsOf(input: PdfTextInput): Promise<PdfReply>;

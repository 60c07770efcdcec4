import type { ReadTable, SheetSlice, WorkbookInput } from '@server/workbook/parseWorkbook';
import type { PdfText, PdfTextInput } from '@server/pdfText/parsePdf';
import type { PictureAnswer, PictureInput } from '../files/pictureWork';
import type { DocxInput, PdfInput } from '../print/drawWork';

/** What a child does: of each job what it is given, what it tells on the way, and what it ends with. Everything is plain data. */
export interface ChildJobs {
  readonly workbook: { readonly input: WorkbookInput; readonly part: SheetSlice; readonly result: ReadTable };
  readonly pdfText: { readonly input: PdfTextInput; readonly part: never; readonly result: PdfText };
  readonly picture: { readonly input: PictureInput; readonly part: never; readonly result: PictureAnswer };
  readonly drawPdf: { readonly input: PdfInput; readonly part: never; readonly result: Uint8Array<ArrayBuffer> };
  readonly drawDocx: { readonly input: DocxInput; readonly part: never; readonly result: Uint8Array<ArrayBuffer> };
}

export type JobName = keyof ChildJobs;

/** To the child; one at a time. */
export interface Asked<J extends JobName = JobName> {
  readonly id: number;
  readonly job: J;
  readonly input: ChildJobs[J]['input'];
}

/** From the child. `refused` is a sentence for the person whose file it is, `failure` what the log keeps. */
export type Told =
  | { readonly ready: true }
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly failure: string };

/** The names of errors whose words are for the person whose file it is. */
export const refusalNames: ReadonlySet<string> = new Set(['WorkbookRefusal', 'PdfRefusal']);

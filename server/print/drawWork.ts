import { bindDocuments } from '@contract/print/bindDocuments';
import { layOut } from '@contract/print/pageLayout';
import { printableDocument } from '@contract/print/printableCharacters';
import type { PrintDocument } from '@contract/print/printDocument';
import { docxDefinition } from './docxDefinition';
import type { FontPaths } from './fontFiles';
import { definitionOf } from './pdfDefinition';

// Runs in the child process of `makePdf` and `makeDocx`. Layout takes as long as drawing, so both happen here.

/** `data:` URLs (PNG or JPEG) of the uploads that a document shows, by id. */
export type Pictures = ReadonlyMap<string, string>;

interface PdfInput {
  /** Several documents form one file with continuous page numbers. */
  readonly documents: readonly PrintDocument[];
  readonly title: string | undefined;
  readonly author: string;
  readonly pictures: Pictures | undefined;
  /** Creation date in the file; by default now. */
  readonly createdAt: Date | undefined;
  readonly faces: FontPaths;
}

interface DocxInput {
  readonly document: PrintDocument;
  readonly author: string;
  /** Text on every page of this copy. */
  readonly mark: string;
  readonly pictures: Pictures;
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly drawPdf: { readonly input: PdfInput; readonly part: never; readonly result: Uint8Array<ArrayBuffer> };
    readonly drawDocx: { readonly input: DocxInput; readonly part: never; readonly result: Uint8Array<ArrayBuffer> };
  }
}

/** Lays documents out and draws them as PDF. */
export async function drawPdf({
  documents,
  title,
  author,
  pictures,
  createdAt,
  faces,
}: PdfInput): Promise<Uint8Array<ArrayBuffer>> {
  const { draw } = await import('./pdfWorker.mjs');
  const layouts = documents.map((document) => layOut(printableDocument(document)));
  return draw(
    definitionOf(
      layouts.length > 1 ? bindDocuments(layouts) : layouts,
      title ?? layouts[0]?.title ?? '',
      author,
      pictures,
      createdAt,
    ),
    faces,
  );
}

/** Writes a document as an editable docx file. */
export async function drawDocx({ document, author, mark, pictures }: DocxInput): Promise<Uint8Array<ArrayBuffer>> {
  const { write } = await import('./docxWorker.mjs');
  return write(docxDefinition(document, author, mark, pictures));
}

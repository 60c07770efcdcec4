import { join } from 'node:path';
import type { PdfPage } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { root } from '@server/base/root';
import { ChildBusy, ChildDeath, ChildRefusal, type DeathCause } from '@server/child/pool';
import { readersOf } from '@server/child/readers';
import { PdfRefusal } from './refusal';

/** How much of a PDF is read before it is refused. */
export interface PdfLimits {
  readonly bytes: number;
  readonly pages: number;
  /** Pieces of text, all pages together. */
  readonly texts: number;
  /** ms of work after which the reading process is killed. */
  readonly time: number;
  /** ms after which it is killed on however busy a machine. */
  readonly patience: number;
  /** MB of its heap. */
  readonly heap: number;
}

export const pdfLimits: PdfLimits = {
  bytes: 20 * 1024 * 1024,
  pages: 30,
  texts: 30_000,
  time: 20_000,
  patience: 60_000,
  heap: 256,
};

const deathTexts: Readonly<Record<DeathCause, string>> = {
  memory: curvePdfTexts.unreadable,
  work: curvePdfTexts.tooSlow,
  wait: curvePdfTexts.tooSlow,
  crash: curvePdfTexts.unreadable,
};

/**
 * The text of a PDF with its places, page by page, read in a process of its own.
 * @throws PdfRefusal with a Chinese sentence when it is too big, encrypted, damaged or takes too long; its `cause` is
 * the death of the reader, where it died of it
 */
export async function readPdf(bytes: Uint8Array, changes: Partial<PdfLimits> = {}): Promise<readonly PdfPage[]> {
  const { bytes: most, pages, texts, time, patience, heap } = { ...pdfLimits, ...changes };
  if (bytes.length > most) throw new PdfRefusal(curvePdfTexts.tooBig(Math.floor(most / 1024 / 1024)));
  try {
    return await readersOf(heap).ask(
      'pdfText',
      { bytes, cMapUrl: `${join(root, 'node_modules/pdfjs-dist/cmaps')}/`, pages, texts },
      { work: time, patience },
    );
  } catch (error) {
    if (error instanceof ChildRefusal) throw new PdfRefusal(error.message);
    if (error instanceof ChildBusy) throw new PdfRefusal(curvePdfTexts.busy);
    if (error instanceof ChildDeath) throw new PdfRefusal(deathTexts[error.by], { cause: error });
    throw error;
  }
}

import { join } from 'node:path';
import type { PdfPage } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { root } from '@server/base/root';
import { readerPool } from '@server/child/childPools';
import { ChildBusy, ChildDeath, ChildRefusal, type DeathCause } from '@server/child/processPool';
import { PdfRefusal } from './pdfRefusal';

/** Limits of a PDF; a PDF beyond them is refused. */
interface PdfLimits {
  readonly bytes: number;
  readonly pages: number;
  /** Highest number of text pieces on all pages. */
  readonly texts: number;
  /** Processor time in ms until the reading process is killed. */
  readonly time: number;
  /** Elapsed time in ms until the reading process is killed, even on a busy machine. */
  readonly maxElapsedMs: number;
  /** Heap of the reading process in MB. */
  readonly heap: number;
}

export const pdfLimits: PdfLimits = {
  bytes: 20 * 1024 * 1024,
  pages: 30,
  texts: 30_000,
  time: 20_000,
  maxElapsedMs: 60_000,
  heap: 256,
};

const deathTexts: Readonly<Record<DeathCause, string>> = {
  memory: curvePdfTexts.unreadable,
  work: curvePdfTexts.tooSlow,
  wait: curvePdfTexts.tooSlow,
  crash: curvePdfTexts.unreadable,
};

/**
 * Returns the text of a PDF with positions, page by page, read in a child process.
 * @throws PdfRefusal with a Chinese sentence if the PDF is too large, encrypted, damaged or slow; `cause` says how
 * the process ended, if it did
 */
export async function readPdf(bytes: Uint8Array, changes: Partial<PdfLimits> = {}): Promise<readonly PdfPage[]> {
  const { bytes: maxBytes, pages, texts, time, maxElapsedMs, heap } = { ...pdfLimits, ...changes };
  if (bytes.length > maxBytes) throw new PdfRefusal(curvePdfTexts.tooBig(Math.floor(maxBytes / 1024 / 1024)));
  try {
    return await readerPool(heap).ask(
      'pdfText',
      { bytes, cMapUrl: `${join(root, 'node_modules/pdfjs-dist/cmaps')}/`, pages, texts },
      { maxProcessorMs: time, maxElapsedMs },
    );
  } catch (error) {
    if (error instanceof ChildRefusal) throw new PdfRefusal(error.message);
    if (error instanceof ChildBusy) throw new PdfRefusal(curvePdfTexts.busy);
    if (error instanceof ChildDeath) throw new PdfRefusal(deathTexts[error.deathCause], { cause: error });
    throw error;
  }
}

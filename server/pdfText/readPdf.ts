import { join } from 'node:path';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { root } from '@server/base/root';
import { readerPool } from '@server/child/childPools';
import type { ChildJobs } from '@server/child/childProtocol';
import { ChildBusy, ChildDeath, ChildRefusal, type DeathCause } from '@server/child/processPool';
import { readingTime } from '@server/child/readingTime';
import { PdfRefusal } from './pdfRefusal';

/** Limits of a PDF; a PDF beyond them is refused. */
export const pdfLimits = {
  bytes: 20 * 1024 * 1024,
  pages: 30,
  /** Highest number of text pieces on all pages. */
  texts: 30_000,
} as const;

const deathTexts: Readonly<Record<DeathCause, string>> = {
  memory: curvePdfTexts.unreadable,
  work: curvePdfTexts.tooSlow,
  wait: curvePdfTexts.waited,
  crash: curvePdfTexts.unreadable,
};

/**
 * Looks for something in a PDF in a child process: the parser is not trusted with uploads, and what it finds is
 * searched there, too.
 * @param job `pdfCurve`: the table of a curve; `pdfTables`: the tables of results
 * @throws PdfRefusal with a Chinese sentence if the PDF is too large, encrypted, damaged or slow; `cause` says how
 * the process ended, if it did
 */
export async function readPdf<J extends 'pdfCurve' | 'pdfTables'>(
  job: J,
  bytes: Uint8Array,
): Promise<ChildJobs[J]['result']> {
  const { bytes: maxBytes, pages, texts } = pdfLimits;
  if (bytes.length > maxBytes) throw new PdfRefusal(curvePdfTexts.tooBig(Math.floor(maxBytes / 1024 / 1024)));
  try {
    return await readerPool().ask(
      job,
      { bytes, cMapUrl: `${join(root, 'node_modules/pdfjs-dist/cmaps')}/`, pages, texts },
      readingTime(bytes.length),
    );
  } catch (error) {
    if (error instanceof ChildRefusal) throw new PdfRefusal(error.message);
    if (error instanceof ChildBusy) throw new PdfRefusal(curvePdfTexts.busy);
    if (error instanceof ChildDeath) throw new PdfRefusal(deathTexts[error.deathCause], { cause: error });
    throw error;
  }
}

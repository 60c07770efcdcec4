import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { curvePdfTexts } from '@contract/labCurveTexts';
import type { PdfPage } from '@contract/record/curvePdf';
import { root } from '@server/root';

/** How much of a PDF is read before it is refused. */
export interface PdfLimits {
  readonly bytes: number;
  readonly pages: number;
  /** Pieces of text, all pages together. */
  readonly texts: number;
  /** ms after which the parser is killed. */
  readonly time: number;
  /** MB of the parser's heap. */
  readonly heap: number;
}

export const pdfLimits: PdfLimits = { bytes: 20 * 1024 * 1024, pages: 30, texts: 30_000, time: 20_000, heap: 256 };

/** A PDF that is not read, with the sentence for the person who uploaded it. */
export class PdfRefusal extends Error {
  override readonly name = 'PdfRefusal';
}

type Reply = { readonly pages: readonly PdfPage[] } | { readonly failure: 'encrypted' | 'unreadable' };

// One parser at a time: its heap is what an upload may cost.
const mostWaiting = 10;
let running = false;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running && waiting.length >= mostWaiting) throw new PdfRefusal(curvePdfTexts.busy);
  if (running) await new Promise<void>((resolve) => waiting.push(resolve));
  else running = true;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running = false;
  }
}

/**
 * The text of a PDF with its places, page by page.
 * @throws PdfRefusal with a Chinese sentence when it is too big, encrypted, damaged or takes too long
 */
export function readPdf(bytes: Uint8Array, changes: Partial<PdfLimits> = {}): Promise<readonly PdfPage[]> {
  const limits = { ...pdfLimits, ...changes };
  if (bytes.length > limits.bytes) return Promise.reject(new PdfRefusal(curvePdfTexts.tooBig(Math.floor(limits.bytes / 1024 / 1024))));
  return inTurn(() => new Promise((resolve, reject) => {
    const worker = new Worker(join(root, 'server/pdf/pdfWorker.mjs'), {
      workerData: { bytes: Uint8Array.from(bytes), cMapUrl: `${join(root, 'node_modules/pdfjs-dist/cmaps')}/`, pages: limits.pages, texts: limits.texts },
      resourceLimits: { maxOldGenerationSizeMb: limits.heap, maxYoungGenerationSizeMb: 32 },
      execArgv: [],
      env: {},
      // What the parser has to say of a strange file is for nobody's log.
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const refuse = (message: string) => end(() => reject(new PdfRefusal(message)));
    const timer = setTimeout(() => refuse(curvePdfTexts.tooSlow), limits.time);
    worker.once('message', (reply: Reply) => ('failure' in reply ? refuse(reply.failure === 'encrypted' ? curvePdfTexts.encrypted : curvePdfTexts.unreadable) : end(() => resolve(reply.pages))));
    worker.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse(curvePdfTexts.unreadable) : end(() => reject(error))));
    worker.once('exit', () => refuse(curvePdfTexts.unreadable));
  }));
}

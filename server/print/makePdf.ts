import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LaidOut } from '@contract/print/pages';
import { Refusal } from '@server/http/errors';
import { root } from '@server/root';
import { definitionOf } from './definition';

export const pdfMessages = {
  busy: '正在生成的PDF较多，请稍后再试',
  slow: 'PDF生成超时，请稍后再试；仍不成功时请联系管理员',
} as const;

/** Each waits with its words in memory. */
const mostWaiting = 50;
const patience = 60_000;
/** The fonts cost the thread some 60 MB: it ends when nobody has asked for a while. */
const idle = 120_000;

interface Waiting {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

interface Reply {
  readonly id: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly failure?: string;
}

let worker: Worker | null = null;
let lastId = 0;
let rest: NodeJS.Timeout | undefined;
const waiting = new Map<number, Waiting>();

/** From the build's own copy; from the package where the sources run. */
function fontPath(folder: string, name: string): string {
  const copied = join(root, 'dist/server/fonts', name);
  return existsSync(copied) ? copied : createRequire(join(root, 'package.json')).resolve(`@expo-google-fonts/noto-sans-sc/${folder}/${name}`);
}

function stop(error: unknown): void {
  const ended = worker;
  worker = null;
  void ended?.terminate();
  for (const [id, one] of waiting) settle(id, () => one.reject(error));
}

function settle(id: number, how: () => void): void {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  if (waiting.size === 0) {
    worker?.unref();
    rest = setTimeout(() => stop(null), idle);
    rest.unref();
  }
  how();
}

function started(): Worker {
  if (worker) return worker;
  const fresh = new Worker(join(root, 'server/print/pdfWorker.mjs'), {
    workerData: { regular: fontPath('400Regular', 'NotoSansSC_400Regular.ttf'), bold: fontPath('700Bold', 'NotoSansSC_700Bold.ttf') },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
    env: {},
  });
  fresh.on('message', ({ id, bytes, failure }: Reply) => {
    const one = waiting.get(id);
    settle(id, () => (bytes ? one?.resolve(bytes) : one?.reject(new Error(failure))));
  });
  fresh.on('error', (error) => { if (worker === fresh) stop(error); });
  fresh.on('exit', () => { if (worker === fresh) stop(new Error('the thread that draws PDFs ended')); });
  return (worker = fresh);
}

/**
 * Draws a laid-out document as PDF, or several as one, off the event loop.
 * @param pictures `data:` URLs (PNG or JPEG) of the uploads that the document shows, by their ids
 * @param title of the file; the first document's unless told
 * @throws Refusal 503 where too many wait, or one takes too long
 */
export function makePdf(laid: LaidOut | readonly LaidOut[], author: string, pictures?: ReadonlyMap<string, string>, title?: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts = [laid].flat() as readonly LaidOut[];
  if (waiting.size >= mostWaiting) return Promise.reject(new Refusal(503, 'busy', pdfMessages.busy));
  clearTimeout(rest);
  const thread = started();
  thread.ref();
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stop(new Refusal(503, 'slow', pdfMessages.slow)), patience);
    waiting.set(id, { resolve, reject, timer });
    thread.postMessage({ id, definition: definitionOf(parts, title ?? parts[0]?.title ?? '', author, pictures) });
  });
}

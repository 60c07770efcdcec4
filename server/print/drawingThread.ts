import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { Refusal } from '@server/http/errors';
import { root } from '@server/root';

// A thread that makes files of documents, so that the event loop goes on. It starts when somebody asks and ends when nobody has for a while.

/** Each waits with its words in memory. */
const mostWaiting = 50;
const patience = 60_000;
/** Fonts and libraries cost a thread some 60 MB. */
const idle = 120_000;

export type Bytes = Uint8Array<ArrayBuffer>;

interface Waiting {
  readonly resolve: (bytes: Bytes) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

interface Reply {
  readonly id: number;
  readonly bytes?: Bytes;
  readonly failure?: string;
}

interface Drawing {
  /** Beneath the project's directory; plain JavaScript, so that it runs alike from the sources, under the tests and beside the bundle. */
  readonly file: string;
  /** What the thread is given once, when it starts. */
  readonly data?: () => unknown;
  readonly messages: { readonly busy: string; readonly slow: string };
}

/** A way to ask the thread for a file: `definition` is plain data. Throws Refusal 503 where too many wait, or one takes too long. */
export function drawingThread({ file, data, messages }: Drawing): (definition: unknown) => Promise<Bytes> {
  let worker: Worker | null = null;
  let lastId = 0;
  let rest: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

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
    const options: WorkerOptions = { workerData: data?.(), resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [], env: {} };
    const fresh = new Worker(join(root, file), options);
    fresh.on('message', ({ id, bytes, failure }: Reply) => {
      const one = waiting.get(id);
      settle(id, () => (bytes ? one?.resolve(bytes) : one?.reject(new Error(failure))));
    });
    fresh.on('error', (error) => { if (worker === fresh) stop(error); });
    fresh.on('exit', () => { if (worker === fresh) stop(new Error(`the thread of ${file} ended`)); });
    return (worker = fresh);
  }

  return (definition) => {
    if (waiting.size >= mostWaiting) return Promise.reject(new Refusal(503, 'busy', messages.busy));
    clearTimeout(rest);
    const thread = started();
    thread.ref();
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => stop(new Refusal(503, 'slow', messages.slow)), patience);
      waiting.set(id, { resolve, reject, timer });
      thread.postMessage({ id, definition });
    });
  };
}

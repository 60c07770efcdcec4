import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time that work may block the event loop, ms (SEC-3). */
const longest = 15;

let began = 0;
let counting = false;

/** Returns the time at which the current turn of the event loop began, measured from the first call. */
function turnBegan(): number {
  if (!counting) {
    counting = true;
    began = performance.now();
    setImmediate(() => {
      counting = false;
    });
  }
  return began;
}

/** Pauses long work if the current turn of the event loop has lasted long, so that other requests are handled. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - turnBegan() > longest) await nextTurn();
}

/** Runs work that yields between its parts, and pauses at each yield. */
export async function inParts<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}

/** Maps items, with pauses in between. */
export async function mapInPieces<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  for (const [at, item] of items.entries()) {
    made.push(map(item, at));
    if (at % 50 === 49) await yieldToEventLoop();
  }
  return made;
}

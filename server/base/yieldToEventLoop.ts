import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time that work may block the event loop, ms (SEC-3). */
const maxRunMs = 15;

let sliceStart = 0;
let isCounting = false;

/** Returns the time at which the current turn of the event loop began, measured from the first call. */
function turnBegan(): number {
  if (!isCounting) {
    isCounting = true;
    sliceStart = performance.now();
    setImmediate(() => {
      isCounting = false;
    });
  }
  return sliceStart;
}

/** Pauses long work if the current turn of the event loop has lasted long, so that other requests are handled. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - turnBegan() > maxRunMs) await nextTurn();
}

/** Runs work that yields between its parts, and pauses at each yield. */
export async function inParts<T>(generator: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}

/** Maps items, with pauses in between. */
export async function mapInPieces<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (index % 50 === 49) await yieldToEventLoop();
  }
  return results;
}

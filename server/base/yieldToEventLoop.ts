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

const hasRunLong = (): boolean => performance.now() - turnBegan() > maxRunMs;

/** Pauses long work if the current turn of the event loop has lasted long, so that other requests are handled. */
export async function yieldToEventLoop(): Promise<void> {
  if (hasRunLong()) await nextTurn();
}

/** Runs work that yields between its parts, and pauses at each yield. */
export async function inParts<T>(generator: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
    if (hasRunLong()) await nextTurn();
  }
}

/** Visits items, with pauses in between; a single item may take long, so the clock is read after each. */
export async function visitInPieces<T>(items: Iterable<T>, visit: (item: T, at: number) => void): Promise<void> {
  let index = 0;
  for (const item of items) {
    visit(item, index);
    index += 1;
    if (hasRunLong()) await nextTurn();
  }
}

/** Maps items, with pauses in between. */
export async function mapInPieces<T, R>(items: Iterable<T>, map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  await visitInPieces(items, (item, index) => results.push(map(item, index)));
  return results;
}

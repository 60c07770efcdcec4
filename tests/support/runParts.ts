/** Runs work that yields between its parts to its end, without pauses. */
export function runParts<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

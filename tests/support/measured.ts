import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test counted or timed, for the table of proofs (`npm run proof`). */
    measured?: string[];
    /** A measured time misses its goal; no test may fail because of a time. */
    short?: boolean;
    /** It tried fewer times than its goal requires, as outside of the proofs. */
    fewer?: boolean;
  }
}

/**
 * Records what the running test has measured, in the words of the table of proofs.
 * @param met whether the requirement is met; a missed time fails no test, but the table shows it
 * @param whole whether it was tried as often as required
 */
export function measured(figure: string, met = true, whole = true): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('measured() belongs in a test');
  (test.meta.measured ??= []).push(figure);
  if (!met) test.meta.short = true;
  if (!whole) test.meta.fewer = true;
}

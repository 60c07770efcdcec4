import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test has counted or timed, for the table of proofs (`npm run proof`). */
    measured?: string[];
    /** Something that it has measured is not as good as it is to be, and no test may hang on: a time. */
    short?: boolean;
    /** It has tried fewer times than its goal asks for, which it does outside of the proofs. */
    fewer?: boolean;
  }
}

/**
 * Says what the running test has measured, in the words of the table of proofs.
 * @param met whether it is as required; a time that isn't fails no test, but the table says so
 * @param whole whether it has tried as often as required
 */
export function measured(figure: string, met = true, whole = true): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('measured() belongs in a test');
  (test.meta.measured ??= []).push(figure);
  if (!met) test.meta.short = true;
  if (!whole) test.meta.fewer = true;
}

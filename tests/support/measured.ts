import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test has counted or timed, for the table of proofs (`npm run proof`). */
    measured?: string[];
    /** Something that it has measured is not as good as it is to be, and no test may hang on: a time. */
    short?: boolean;
  }
}

/**
 * Says what the running test has measured, in the words of the table of proofs.
 * @param met whether it is as required; a time that isn't fails no test, but the table says so
 */
export function measured(figure: string, met = true): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('measured() belongs in a test');
  (test.meta.measured ??= []).push(figure);
  if (!met) test.meta.short = true;
}

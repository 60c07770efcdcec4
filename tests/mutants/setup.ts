import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { readPlan } from './plan';

const plan = readPlan(process.env['MUTANTS'] ?? '');
// In jsdom `import.meta.url` is no file; runTests starts in the root.
const root = process.cwd();
/** A mutant called more often is in an endless loop. */
const maxAsked = 20_000_000;

let failed = false;
let held: string | undefined;
let asked = 0;
const holds = (id: string): boolean => {
  if (id !== held) return false;
  asked += 1;
  if (asked > maxAsked) throw new Error('a loop that does not end');
  return true;
};
if (plan.whole !== undefined) {
  held = plan.whole;
  globalThis.mutantHolds = holds;
}

beforeAll(() => {
  const file = relative(root, expect.getState().testPath ?? '').replaceAll('\\', '/');
  held = plan.whole ?? plan.holds?.[file];
  [failed, asked] = [false, 0];
  if (held !== undefined) globalThis.mutantHolds = holds;
  if (!plan.report) return;
  const reached = new Set<string>();
  globalThis.functionReached = (name) => void reached.add(name);
  return () => {
    globalThis.functionReached = undefined;
    appendFileSync(plan.report ?? '', `${JSON.stringify({ file, reached: [...reached] })}\n`);
  };
});

// One failing test is enough.
beforeEach(({ skip, onTestFailed }) => {
  if (failed) skip();
  if (held !== undefined) onTestFailed(() => void (failed = true));
});

afterAll(() => {
  if (plan.whole === undefined) globalThis.mutantHolds = undefined;
});

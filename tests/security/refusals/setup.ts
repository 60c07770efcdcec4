import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { root } from '@server/base/root';

/**
 * Content of `REFUSALS`: which refusal is removed while which test file runs, or where to write which file met which
 * refusals.
 */
export interface RefusalPlan {
  /** By file, from the root. */
  readonly takenOut?: Readonly<Record<string, string>>;
  /** Output file with one line of JSON per test file. */
  readonly metIn?: string;
}

declare global {
  /** Called by each refusal of the server (refusals.ts). */
  var refusalTakenOut: ((id: string) => boolean) | undefined;
}

const plan = JSON.parse(readFileSync(process.env['REFUSALS'] ?? '', 'utf8')) as RefusalPlan;
let met = new Set<string>();
let failed = false;
let file = '';

beforeAll(() => {
  file = relative(root, expect.getState().testPath ?? '').replaceAll('\\', '/');
  const takenOut = plan.takenOut?.[file];
  met = new Set();
  failed = false;
  globalThis.refusalTakenOut = (id) => {
    met.add(id);
    return id === takenOut;
  };
});

// One test that detects it is enough.
beforeEach(({ skip, onTestFailed }) => {
  if (failed) skip();
  if (plan.takenOut) onTestFailed(() => void (failed = true));
});

afterAll(() => {
  globalThis.refusalTakenOut = undefined;
  if (plan.metIn) appendFileSync(plan.metIn, `${JSON.stringify({ file, met: [...met] })}\n`);
});

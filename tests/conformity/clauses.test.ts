import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clauses } from '@contract/features/conformity/clauses';
import { clauseTotals } from '@contract/features/conformity/clauseTotals';
import { staticRoutes } from '@contract/routes';
import { root } from '@server/base/root';
import { isThere } from '../proof/evidence';
import { testFiles } from '../proof/titles';

const files = testFiles();
const read = (path: string): string => readFileSync(join(root, 'tests', path), 'utf8');
const listed = read('conformity/clauses.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '');
const examples = (JSON.parse(read('contract/vectors/vectors-331.json')) as readonly { id: string }[]).map(
  ({ id }) => id,
);

/** Returns whether a test or a worked example of this name exists. */
function isProof(test: string): boolean {
  const [, file = '', part = ''] = /^(\S+): (.+)$/s.exec(test) ?? [];
  return file === 'contract/vectors' ? examples.some((id) => id.startsWith(part)) : isThere(test, files);
}

describe('table of GBZ 331-2024', () => {
  it('the clause table of GBZ 331-2024 has one row for each demand of clauses.csv, in the same order', () => {
    expect(clauses.map(({ id }) => id)).toEqual(listed);
  });

  it('the clause table of GBZ 331-2024 names an existing test for each demand that is met; every named test exists', () => {
    expect(
      clauses
        .filter(({ state, test }) => (test === null ? state === 'met' : !isProof(test)))
        .map(({ id, test }) => `${id}: ${test ?? 'no test'}`),
    ).toEqual([]);
  });

  it('the clause table of GBZ 331-2024 names no test for a demand that is open or not the product’s task', () => {
    expect(clauses.filter(({ state, test }) => ['open', 'notOurs'].includes(state) && test !== null)).toEqual([]);
  });

  it('the clause table of GBZ 331-2024 names, for each demand that is met, an existing page of the product', () => {
    const pages = new Set<string>(staticRoutes.map(({ path }) => path));
    expect(clauses.filter(({ page, state }) => (page === null ? state === 'met' : !pages.has(page)))).toEqual([]);
  });

  it('the clause table of GBZ 331-2024 says for each demand how it is met or what is missing, in other words than the demand', () => {
    expect(clauses.filter(({ demand, how }) => !demand || !how || demand === how)).toEqual([]);
  });

  it('the totals of the clause table of GBZ 331-2024 add up to its number of rows', () => {
    const { met, evidenced, notOurs, open } = clauseTotals();
    expect(met + evidenced + notOurs + open).toBe(clauses.length);
  });
});

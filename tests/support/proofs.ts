/**
 * Tests that repeat a quicker test for every page, width, dialect or volume are proofs: `npm run proof` runs all of
 * them, `npm test` one of each kind. A file of only proofs ends in `.proof.test.ts`.
 */
export const proofs = process.env['PROOFS'] === 'on';

/** Returns all items in the proofs, else the first of each kind. */
export function oneOfEachKind<T>(all: readonly T[], kindOf: (one: T) => unknown): readonly T[] {
  if (proofs) return all;
  const first = new Map<unknown, T>();
  for (const one of all) if (!first.has(kindOf(one))) first.set(kindOf(one), one);
  return [...first.values()];
}

import { describe, expect, it } from 'vitest';
import { proofs } from './vectors/all';
import { allVectors, differences } from './vectors/proof';

describe('the vectors of the domain', () => {
  it('are 132, and each has its proof', () => {
    expect(allVectors).toHaveLength(132);
    expect(Object.keys(proofs).sort()).toEqual(allVectors.map(({ id }) => id).sort());
  });

  it.each(allVectors)('$id', (vector) => {
    const proof = proofs[vector.id];
    expect(proof && differences(vector, proof(vector.input as never))).toEqual([]);
  });
});

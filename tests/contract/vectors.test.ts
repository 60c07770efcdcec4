import { describe, expect, it } from 'vitest';
import { allVectors, differences, type Proofs } from './vectors/proof';
import { rounding } from './vectors/rounding';
import { sampling } from './vectors/sampling';

const proofs: Proofs = { ...sampling, ...rounding };

describe('the vectors of the domain', () => {
  it.each(allVectors.filter(({ id }) => proofs[id]))('$id', (vector) => {
    const proof = proofs[vector.id];
    expect(proof && differences(vector, proof(vector.input as never))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { evaluatorOf, faultsOf } from './vectors/all';
import { vectors331, vectorsPre331 } from './vectors/proof';

describe('worked examples from before GBZ 331-2024', () => {
  it('count 132', () => expect(vectorsPre331).toHaveLength(132));
  it.each(vectorsPre331)('$id', (vector) => expect(faultsOf(vector)).toEqual([]));
});

describe('worked examples of GBZ 331-2024', () => {
  it('count 204', () => expect(vectors331).toHaveLength(204));
  it.each(vectors331.filter(({ id }) => evaluatorOf(id)))('$id', (vector) => expect(faultsOf(vector)).toEqual([]));
});

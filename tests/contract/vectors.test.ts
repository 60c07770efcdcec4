import { describe, expect, it } from 'vitest';
import { evaluatorOf, faultsOf } from './vectors/all';
import { kindOf, vectors331, vectorsOf, vectorsPre331 } from './vectors/proof';

describe('worked examples before GBZ 331-2024', () => {
  it('the worked examples before GBZ 331-2024 number 132', () => expect(vectorsPre331).toHaveLength(132));
  it.each(vectorsPre331)('the worked example before GBZ 331-2024 is reproduced: $id', (vector) =>
    expect(faultsOf(vector)).toEqual([]),
  );
});

describe('worked examples of GBZ 331-2024', () => {
  it('the worked examples of GBZ 331-2024 number 204', () => expect(vectors331).toHaveLength(204));
  it.each(vectors331.filter(({ id }) => evaluatorOf(id)))(
    'the worked example of GBZ 331-2024 is reproduced: $id',
    (vector) => expect(faultsOf(vector)).toEqual([]),
  );
});

/** Calculated in exact fractions by a separate program from the texts of the standards, none by the product. */
const independent = vectorsOf(new URL('./vectors/vectors-independent.json', import.meta.url));

describe('examples that another program calculated from the standards', () => {
  it('the examples calculated by a second program cover every kind of calculation since GBZ 331-2024', () => {
    const kinds = new Set(independent.map(({ id }) => kindOf(id)));
    expect([...new Set(vectors331.map(({ id }) => kindOf(id)))].filter((kind) => !kinds.has(kind))).toEqual([]);
  });
  it.each(independent)('the example calculated by a second program is reproduced: $id', (vector) =>
    expect(faultsOf(vector)).toEqual([]),
  );

  it('the example of a long shift is judged by the reduced limit PC-TWAa of that day', () => {
    const vector = {
      id: 'G113-TWAD-1',
      input: { segs: [['30', '12']], Td: '12', PC_TWA: '50' },
      raw: { C: '30', lowest: '30' },
    };
    expect(faultsOf({ ...vector, reported: '30.0 -> 不符合' })).toEqual([]);
    expect(faultsOf({ ...vector, reported: '30.0 -> 符合' })).toHaveLength(1);
  });
});

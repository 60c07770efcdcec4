import { describe, expect, it } from 'vitest';
import { evaluatorOf, faultsOf } from './vectors/all';
import { kindOf, vectors331, vectorsOf, vectorsPre331 } from './vectors/proof';

describe('worked examples before GBZ 331-2024', () => {
  it('worked examples before GBZ 331-2024 count 132', () => expect(vectorsPre331).toHaveLength(132));
  it.each(vectorsPre331)('worked examples before GBZ 331-2024: $id', (vector) => expect(faultsOf(vector)).toEqual([]));
});

describe('worked examples of GBZ 331-2024', () => {
  it('worked examples of GBZ 331-2024 count 204', () => expect(vectors331).toHaveLength(204));
  it.each(vectors331.filter(({ id }) => evaluatorOf(id)))('worked examples of GBZ 331-2024: $id', (vector) =>
    expect(faultsOf(vector)).toEqual([]),
  );
});

/** Calculated in exact fractions by a separate program from the texts of the standards, none by the product. */
const independent = vectorsOf(new URL('./vectors/vectors-independent.json', import.meta.url));

describe('examples that another program calculated from the standards', () => {
  it('examples that another program calculated from the standards cover every kind since GBZ 331-2024', () => {
    const kinds = new Set(independent.map(({ id }) => kindOf(id)));
    expect([...new Set(vectors331.map(({ id }) => kindOf(id)))].filter((kind) => !kinds.has(kind))).toEqual([]);
  });
  it.each(independent)('examples that another program calculated from the standards: $id', (vector) =>
    expect(faultsOf(vector)).toEqual([]),
  );

  it('examples that another program calculated from the standards judge the mean of a long day by PC-TWAa of that day', () => {
    const vector = {
      id: 'G113-TWAD-1',
      input: { segs: [['30', '12']], Td: '12', PC_TWA: '50' },
      raw: { C: '30', lowest: '30' },
    };
    expect(faultsOf({ ...vector, reported: '30.0 -> 不符合' })).toEqual([]);
    expect(faultsOf({ ...vector, reported: '30.0 -> 符合' })).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { checkContextOf } from '@contract/features/laboratory/checks/checkContext';
import { judgeCheck } from '@contract/features/laboratory/methods/sheets/methodChecks';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';

const sheet = {
  methodKind: 'gasChromatography',
  layout: 'solvent',
  variant: 'ordinary',
  lod: '0.6',
  loq: null,
  lodUnit: 'μg/mL',
  receivedOn: null,
  testDate: '2026-05-03',
};
const curve = { fit: 'linear', unit: 'μg/mL', a: '0', b: '1', c: '0', low: '0.1', high: '500', zero: null };
const contextOf = (head: object, blankRule: string | null = null, sampledOn = '2026-05-01') =>
  checkContextOf({
    sheet: { ...sheet, ...head },
    method: { blankRule, spikeMin: null, spikeMax: null, efficiencyMin: null },
    curve,
    rows: [{ sampledOn }],
  } as unknown as LabWork);
const below = (...given: Parameters<typeof contextOf>) => String(contextOf(...given).blankBelow);

describe('upper limit of a blank', () => {
  it('the upper limit of a blank is the record’s quantification limit, else 10/3 of its detection limit', () => {
    expect(below({})).toBe('2');
    expect(below({ loq: '1.5' })).toBe('1.5');
    expect(below({ loq: '1500', lod: '600', lodUnit: 'ng/mL' })).toBe('1.5');
    // A quantification limit alone is enough.
    expect(below({ loq: '1.5', lod: null })).toBe('1.5');
    const passes = (loq: string | null) => judgeCheck('blank', { response: '1.8' }, contextOf({ loq })).passes;
    expect([passes(null), passes('1.5')]).toEqual([true, false]);
  });

  it('the upper limit of a blank is the detection limit before GBZ 331-2024, or if the method requires it', () => {
    expect(below({ loq: '1.5' }, null, '2025-04-30')).toBe('0.6');
    expect(below({ loq: '1.5' }, '低于检出限')).toBe('0.6');
  });
});

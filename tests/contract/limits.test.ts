import { describe, expect, it } from 'vitest';
import { exposureConditions, limitConditions } from '@contract/arithmetic/limits/limitConditions';
import {
  gapsOf,
  limitsOn,
  limitStateOn,
  type LimitVersion,
  overlapMessage,
  overlapOf,
} from '@contract/arithmetic/limits/limitVersions';
import { hasPeakRule, peakLimitsOn, peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import {
  exposureCondition,
  heatAllowance,
  heatCondition,
  labourClassOf,
  noiseCondition,
} from '@contract/arithmetic/limits/physicalConditions';
import { fixedDictionaries } from '@contract/dictionaries';
import { methods } from '@contract/features/laboratory/methods/methodCatalogue';

let serial = 0;
const version = (given: Partial<LimitVersion> = {}): LimitVersion => ({
  id: (serial += 1),
  organizationId: null,
  hazard: 1,
  kind: 'twa',
  condition: null,
  standard: 'GBZ 2.1-2019',
  effectiveFrom: '2020-04-01',
  effectiveUntil: null,
  ...given,
});

describe('version of a limit', () => {
  const first = version({ effectiveFrom: '2007-11-01', effectiveUntil: '2020-03-31', standard: 'GBZ 2.1-2007' });
  const second = version({ effectiveFrom: '2020-04-01' });

  it.each([
    ['2007-10-31', []],
    ['2007-11-01', [first]],
    ['2020-03-31', [first]],
    ['2020-04-01', [second]],
    ['2099-01-01', [second]],
  ])(
    'the limit version valid on %s is the one whose period contains the day, first and last day included',
    (day, wanted) => {
      expect(limitsOn([second, first], day)).toEqual(wanted);
    },
  );

  it('limit versions of another kind or condition are valid beside each other', () => {
    const stel = version({ kind: 'stel' });
    const rate = version({ kind: 'wbgt', condition: 'heat.100.1' });
    const other = version({ kind: 'wbgt', condition: 'heat.100.2' });
    expect(limitsOn([second, stel, rate, other], '2024-01-01')).toEqual([second, stel, rate, other]);
  });

  it('the organization’s own limit version replaces the common one while it is valid', () => {
    const own = version({ organizationId: 7, effectiveFrom: '2022-01-01' });
    expect(limitsOn([second, own], '2024-01-01')).toEqual([own]);
    expect(limitsOn([own, second], '2024-01-01')).toEqual([own]);
    expect(limitsOn([own, second], '2021-12-31')).toEqual([second]);
  });

  it('on a day in a gap between two versions no limit is valid, and the gap is reported', () => {
    const late = version({ effectiveFrom: '2020-05-01' });
    expect(limitsOn([first, late], '2020-04-15')).toEqual([]);
    expect(gapsOf([late, first])).toEqual([{ from: '2020-04-01', until: '2020-04-30' }]);
    expect(gapsOf([first, second])).toEqual([]);
  });

  it('a limit version is past, current or future on a given day', () => {
    expect([
      limitStateOn(first, '2020-04-01'),
      limitStateOn(first, '2020-03-31'),
      limitStateOn(first, '2007-01-01'),
    ]).toEqual(['past', 'current', 'future']);
  });

  it.each([
    ['one that begins on its last day', { effectiveFrom: '2020-03-31' }, true],
    ['one that begins on the day after', { effectiveFrom: '2020-04-01' }, false],
    ['one without an end from before', { effectiveFrom: '2000-01-01' }, true],
    ['another kind', { effectiveFrom: '2010-01-01', kind: 'mac' }, false],
    ['another condition', { effectiveFrom: '2010-01-01', condition: 'noise.5d' }, false],
    ['another hazard', { effectiveFrom: '2010-01-01', hazard: 2 }, false],
    ["another owner's", { effectiveFrom: '2010-01-01', organizationId: 3 }, false],
  ])(
    'a limit version overlaps another version of the same hazard, kind, condition and owner only: %s',
    (_name, given, wanted) => {
      expect(overlapOf(version(given), [first]) !== undefined).toBe(wanted);
    },
  );

  it('a limit version does not overlap itself, and the overlap message names the other version', () => {
    expect(overlapOf(first, [first])).toBeUndefined();
    expect(overlapMessage(first)).toBe(
      '与“GBZ 2.1-2007”的同类限值（2007-11-01至2020-03-31）实施日期重叠，请先为旧版本填写失效日期，或调整实施日期',
    );
  });
});

describe('excursions', () => {
  it('the excursion rule (peak limits) applies where only a PC-TWA exists, for dust too', () => {
    expect([
      hasPeakRule(['twa']),
      hasPeakRule(['totalDust', 'respirableDust']),
      hasPeakRule(['twa', 'stel']),
      hasPeakRule(['mac']),
      hasPeakRule(['wbgt']),
      hasPeakRule([]),
    ]).toEqual([true, true, false, false, false, false]);
  });

  it('the peak limit is exact for very small and very long PC-TWA values and written without an exponent', () => {
    expect(peakLimitsOn('2024-01-01', '0.00000001', false)).toMatchObject({
      limit: '0.00000003',
      ceiling: '0.00000005',
    });
    expect(peakLimitsOn('2024-01-01', '0.1234567890123456789012', false)?.limit).toBe('0.3703703670370370367036');
  });

  it('the peak limits from 2020-04-01 on are exactly 3 and 5 times the PC-TWA', () => {
    expect(peakLimitsOn('2024-01-01', '0.15', false)).toEqual({
      standard: 'GBZ 2.1-2019',
      limit: '0.45',
      ceiling: '0.75',
    });
    expect(peakLimitsOn('2020-04-01', '0.1', true)).toEqual({ standard: 'GBZ 2.1-2019', limit: '0.3', ceiling: '0.5' });
    expect(peakRuleOn('2024-01-01')).toMatchObject({ minutes: 15, maxTimesPerDay: 4, minHoursBetween: 1 });
  });

  it.each([
    ['0.9', false, '2.7'],
    ['1', false, '2.5'],
    ['9.9', false, '24.75'],
    ['10', false, '20'],
    ['99', false, '198'],
    ['100', false, '150'],
    ['8', true, '16'],
  ])('the peak limit before 2020 is the PC-TWA times the factor of its concentration band: %s', (twa, dust, limit) => {
    expect(peakLimitsOn('2019-12-31', twa, dust)).toEqual({ standard: 'GBZ 2.1-2007', limit, ceiling: limit });
  });

  it('the excursion rule does not exist before GBZ 2.1-2007', () => {
    expect(peakLimitsOn('2007-10-31', '1', false)).toBeUndefined();
  });
});

describe('conditions of physical factors', () => {
  it.each([
    [15, 1],
    [15.1, 2],
    [20, 2],
    [25, 3],
    [25.01, 4],
  ] as const)('a labour intensity index of %d is labour class %d', (index, labour) => {
    expect(labourClassOf(index)).toBe(labour);
  });

  it.each([
    [8, 'heat.100.3'],
    [7, 'heat.100.3'],
    [6, 'heat.75.3'],
    [4, 'heat.50.3'],
    [2, 'heat.25.3'],
    [1, 'heat.25.3'],
    [4.1, 'heat.75.3'],
    [10, 'heat.100.3'],
  ])('the heat limit for %d hours of contact is taken from the stricter row of the table', (hours, wanted) => {
    expect(heatCondition(hours, 3)).toBe(wanted);
  });

  it('the noise limit depends on days a week and hours a day; hot regions get an allowance of 1 ℃ from 30 ℃ on', () => {
    expect([noiseCondition(5, 8), noiseCondition(5, 7.5), noiseCondition(6, 8)]).toEqual([
      'noise.5d8h',
      'noise.5d',
      'noise.other',
    ]);
    expect([heatAllowance(29.9), heatAllowance(30)]).toEqual([0, 1]);
  });

  it('the condition of a physical limit comes from the survey; for heat the daily contact hours are added to the labour class', () => {
    expect([
      exposureCondition('labour.3', '4'),
      exposureCondition('labour.1', '8'),
      exposureCondition('microwave.limb', null),
    ]).toEqual(['heat.50.3', 'heat.100.1', 'microwave.limb']);
    expect(() => exposureCondition('labour.3', null)).toThrow('缺少日接触时间，请在现场调查中补充');
    expect(
      exposureConditions
        .map(({ value }) => value)
        .filter((value) => /^(noise|vibration|heat|powerFrequency)\./.test(value)),
    ).toEqual([]);
    expect(exposureConditions.find(({ value }) => value === 'labour.3')).toMatchObject({
      label: '高温：体力劳动强度Ⅲ级',
    });
    const codes = new Set(limitConditions.map(({ value }) => value));
    for (const { value } of exposureConditions)
      for (const hours of ['1', '8', '12']) expect(codes).toContain(exposureCondition(value, hours));
  });

  it('every calculated condition of a physical limit exists in the dictionary, and no two have the same label', () => {
    const codes = new Set(limitConditions.map(({ value }) => value));
    for (const code of [heatCondition(3, 2), noiseCondition(5, 8), noiseCondition(5, 6), noiseCondition(4, 10)])
      expect(codes).toContain(code);
    expect(new Set(limitConditions.map(({ label }) => label)).size).toBe(limitConditions.length);
  });
});

it('the method kinds of the library are exactly those of the method catalogue', () => {
  expect(fixedDictionaries.labMethodKind.map(({ value, label }) => [value, label])).toEqual(
    expect.arrayContaining(methods.map(({ key, title }) => [key, title])),
  );
  expect(fixedDictionaries.labMethodKind.length).toBe(methods.length);
});

import { describe, expect, it } from 'vitest';
import { limitsOn, type LimitVersion } from '@contract/arithmetic/limits/limitVersions';
import { minimumTextOf, parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { weeklyExposureLevel } from '@contract/arithmetic/physical/physicalFactors';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';

// Edges of the judgement: what decides between two readings of the same facts.

const day = '2026-05-11';
let count = 0;
function sampleOf(text: string, more: Partial<TestFact> = {}): TestFact {
  count += 1;
  return {
    sheet: 1,
    sheetNo: 'J1',
    methodKind: 'gasChromatography',
    standardNo: 'GBZ/T 300.66-2017',
    sample: count,
    sampleNo: `S${count}`,
    siteNo: '01',
    workshop: '喷漆',
    place: '喷漆工',
    person: null,
    hazard: 1,
    sampledOn: day,
    period: 'long',
    mode: 'personal',
    minutes: '480',
    representedHours: '8',
    hoursPerDay: '8',
    daysPerWeek: '5',
    exposureCondition: null,
    result: parseResult(text),
    unit: 'mg/m³',
    minimum: '0.6',
    dust: null,
    ...more,
  };
}
const hazardOf = (more: Partial<ResultHazard> = {}): ResultHazard => ({
  id: 1,
  name: '甲',
  category: 'chemical',
  silicaBand: null,
  ...more,
});

function judged(
  limits: Readonly<Record<string, string>>,
  tests: readonly TestFact[],
  hazard = hazardOf(),
  more: Partial<ResultFacts> = {},
) {
  const [post] = judgeResults({
    unjudged: null,
    tests,
    designTemperature: null,
    limits: Object.entries(limits).map(([kind, value], index): ResultLimit => ({
      id: index + 1,
      day,
      hazard: 1,
      kind,
      condition: null,
      value,
      unit: 'mg/m³',
      standard: 'GBZ 2.1-2019',
    })),
    silica: [],
    silicaHazards: new Map(),
    withoutLimit: () => 'unknown',
    hazards: new Map([[1, hazard]]),
    ...more,
  });
  if (!post) throw new Error('nothing judged');
  return post;
}

describe('dust', () => {
  const judgedBand = (silicaBand: string, percent: string): string | null | undefined =>
    judged(
      { totalDust: '4' },
      [sampleOf('3.2', { dust: 'total' })],
      hazardOf({ name: '粉尘', category: 'dust', silicaBand } as Partial<ResultHazard>),
      { silica: [{ workshop: '喷漆', place: '喷漆工', percent }] },
    ).values[0]?.reason;
  const dust = (name: 'total' | 'respirable') =>
    judged({ [name === 'total' ? 'respirableDust' : 'totalDust']: '4' }, [sampleOf('3.2', { dust: name })]).values[0]
      ?.reason;

  it('dust of a place with limits for both kinds is verified if one of its samples does not say which kind it is', () => {
    const limits = { totalDust: '4', respirableDust: '1.5' };
    const told = (...kinds: ('total' | null)[]) =>
      judged(
        limits,
        kinds.map((dust) => sampleOf('3.2', { dust, minutes: '240', representedHours: '4' })),
      ).values.map(({ reason }) => reason);
    expect(told('total', 'total')).not.toContain('未注明是总尘还是呼尘，请核对检测记录');
    expect(told('total', null)).toContain('未注明是总尘还是呼尘，请核对检测记录');
  });

  it('the message about dust without a limit names the kind of dust, 总尘 or 呼尘', () => {
    expect([dust('total'), dust('respirable')]).toEqual([
      '限值库中没有总尘的限值，请核对',
      '限值库中没有呼尘的限值，请核对',
    ]);
  });

  it('a dust keeps its own limits if the measured silica is in its own band, or below 10 % for a dust without a band', () => {
    const silica = (percent: string) => [{ workshop: '喷漆', place: '喷漆工', percent }];
    const of = (silicaBand: string | null, percent: string) => {
      const hazard = hazardOf({ name: '粉尘', category: 'dust', silicaBand } as Partial<ResultHazard>);
      const { values, notes } = judged({ totalDust: '4' }, [sampleOf('3.2', { dust: 'total' })], hazard, {
        silica: silica(percent),
      });
      return [values[0]?.limit, notes.some((note) => note.includes('SiO₂'))];
    };
    expect(of(null, '3')).toEqual(['4', false]);
    expect(of('below10', '3')).toEqual(['4', false]);
    expect(of('to50', '20.5')).toEqual(['4', false]);
    expect(of('to50', '3')[0]).not.toBeUndefined();
    expect(judgedBand('to80', '20.5')).toContain('限值库中没有对应的粉尘');
  });
});

it('samples with recorded hours count as the whole day only if the exposure time is unknown', () => {
  const mean = (hoursPerDay: string | null) => {
    const tests = [
      sampleOf('10.0', { representedHours: '6', hoursPerDay }),
      sampleOf('50.0', { representedHours: '2', hoursPerDay, period: 'short', minutes: '15' }),
    ];
    return judged({ twa: '30' }, tests).values.find(({ kind }) => kind === 'twa')?.sampleNos.length;
  };
  expect([mean(null), mean('6')]).toEqual([2, 1]);
});

it('a hazard with a limit in air is judged by that limit even if it has another kind of limit too', () => {
  const kinds = (limits: Readonly<Record<string, string>>) =>
    judged(limits, [sampleOf('10')]).values.map(({ kind, verdict }) => `${kind} ${verdict}`);
  expect(kinds({ twa: '50', other: '2' })).toEqual(kinds({ twa: '50' }));
  expect(kinds({ twa: '50' })).toEqual(['twa conforms']);
});

it('the weekly noise level accepts one to seven days', () => {
  expect(weeklyExposureLevel([80, 80, 80, 80, 80, 80, 80]).toNumber()).toBeGreaterThan(80);
  expect(() => weeklyExposureLevel([80, 80, 80, 80, 80, 80, 80, 80])).toThrow('每周工作日应为1～7天');
});

it('a detection limit of 0 or less is refused for a printed result', () => {
  for (const value of ['0', '-0.1']) expect(() => minimumTextOf(numberOf(value, '值'), 2)).toThrow('最低检出浓度');
});

it('a limit that its owner versioned twice on the same day counts once: the version listed before the other is used', () => {
  const version = (id: number, organizationId: number | null): LimitVersion =>
    ({
      id,
      hazard: 1,
      kind: 'twa',
      condition: null,
      organizationId,
      effectiveFrom: '2020-01-01',
      effectiveUntil: null,
    }) as LimitVersion;
  for (const owner of [null, 7]) {
    const [one, two] = [version(1, owner), version(2, owner)];
    expect(limitsOn([one, two], day)).toEqual([one]);
  }
});

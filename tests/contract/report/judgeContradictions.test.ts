import { describe, expect, it } from 'vitest';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { exceedanceOf } from '@contract/features/reports/conclusion/exceedanceAnalysis';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';

// Contradictory or incomplete facts never give 符合.

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
    mode: 'area',
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
const short = (text: string, minutes: string, more: Partial<TestFact> = {}): TestFact =>
  sampleOf(text, { period: 'short', minutes, representedHours: null, ...more });
const once = { times: 1, minutes: 15, gap: null };
const at = (time: string): Partial<TestFact> => ({ startTime: `${day}T${time}:00.000Z` });

function posts(
  limits: Readonly<Record<string, string>>,
  tests: readonly TestFact[],
  hazard: Partial<ResultHazard> = {},
  more: Partial<ResultFacts> = {},
) {
  const days = [...new Set(tests.map(({ sampledOn }) => sampledOn))];
  const held = [1, 2, 3].flatMap((id) =>
    days.flatMap((on) =>
      Object.entries(limits).map(([kind, value], index): ResultLimit => ({
        id: id * 10 + index,
        day: on,
        hazard: id,
        kind,
        condition: null,
        value,
        unit: 'mg/m³',
        standard: 'GBZ 2.1-2019',
      })),
    ),
  );
  return judgeResults({
    unjudged: null,
    tests,
    designTemperature: null,
    limits: held,
    silica: [],
    silicaHazards: new Map(),
    withoutLimit: () => 'unknown',
    hazards: new Map(
      [1, 2, 3].map((id) => [id, { id, name: `物质${id}`, category: 'chemical', silicaBand: null, ...hazard }]),
    ),
    ...more,
  });
}
const lines = (...given: Parameters<typeof posts>): string[] =>
  (posts(...given)[0]?.values ?? []).map(({ kind, text, verdict }) => `${kind} ${text} ${verdict}`);

describe('peaks with only a PC-TWA (GBZ 2.1-2019 6.3.3)', () => {
  it('a mean over 60 min between 3 and 5 times the limit does not exclude a 15-min peak above 5 times, so it is 无法判定', () => {
    expect(lines({ twa: '2' }, [sampleOf('1'), short('7', '60', { peaks: once })])).toContain('peak 7.0 undetermined');
    expect(lines({ twa: '2' }, [sampleOf('1'), short('7', '15', { peaks: once })])).toContain('peak 7.0 conforms');
  });

  it('a long sample above 5 times the PC-TWA proves an exceedance even if C_TWA conforms', () => {
    const brief = { minutes: '72', representedHours: '1.2', hoursPerDay: '1.2' };
    expect(lines({ twa: '1' }, [sampleOf('6', brief)])).toEqual(['twa 0.9 conforms', 'peak 6.0 exceeds']);
    expect(lines({ twa: '1' }, [sampleOf('4', brief)])).toEqual(['twa 0.6 conforms', 'peak 4.0 toVerify']);
    expect(lines({ twa: '1' }, [sampleOf('3', brief)])).toEqual(['twa 0.4 conforms']);
  });

  it('samples closer together or more frequent than the surveyed peaks give 待核实', () => {
    const twice = [
      short('7', '15', { ...at('08:00'), peaks: once }),
      short('7', '15', { ...at('08:30'), peaks: once }),
    ];
    expect(lines({ twa: '2' }, [sampleOf('1'), ...twice])).toEqual([
      'twa 1.0 conforms',
      'peak 7.0 toVerify',
      'peak 7.0 toVerify',
    ]);
  });
});

describe('short samples with a PC-STEL', () => {
  const limits = { twa: '3', stel: '6' };
  it('samples between PC-TWA and PC-STEL closer than 60 min give 待核实, whatever the survey says (A.2.3.2)', () => {
    const of = (...times: string[]) =>
      lines(limits, [sampleOf('1'), ...times.map((time) => short('5', '15', { ...at(time), peaks: once }))]).slice(1);
    expect(of('08:00', '08:30')).toEqual(['stel 5.0 toVerify', 'stel 5.0 toVerify']);
    expect(of('08:00', '09:15')).toEqual(['stel 5.0 conforms', 'stel 5.0 conforms']);
    expect(new Set(of('08:00', '09:15', '10:30', '11:45', '13:00'))).toEqual(new Set(['stel 5.0 toVerify']));
    // Two taken side by side are one exposure.
    expect(of('08:00', '08:00')).toEqual(['stel 5.0 conforms', 'stel 5.0 conforms']);
  });

  it('short samples that follow each other directly have no contact-free rest between them (3.5.2)', () => {
    const of = (text: string, second: string, time: string) =>
      lines(limits, [
        sampleOf('1', { contactPattern: null }),
        short(text, '10', { ...at('08:00'), restUnexposed: true, peaks: once }),
        short(second, '10', { ...at(time), restUnexposed: true, peaks: once }),
      ]).slice(1);
    expect(of('8', '8', '08:10')).toEqual(['stel 8.0 toVerify', 'stel 8.0 toVerify']);
    expect(of('2', '2', '08:10')).toEqual(['stel 2.0 conforms', 'stel 2.0 conforms']);
    expect(of('10', '10', '08:10')).toEqual(['stel 6.7 exceeds', 'stel 6.7 exceeds']);
    // In either case this many exposures conform to neither.
    const often = { peaks: { times: 5, minutes: 10, gap: 60 }, restUnexposed: true };
    const pair = ['08:00', '08:10'].map((time) => short('8', '10', { ...at(time), ...often }));
    expect(lines(limits, [sampleOf('1'), ...pair]).slice(1)).toEqual(['stel 5.3 exceeds', 'stel 5.3 exceeds']);
    expect(of('4.2', '4.2', '09:30')).toEqual(['stel 2.8 conforms', 'stel 2.8 conforms']);
  });
});

describe('unknown facts', () => {
  it('a weekly mean is 待核实 if the days a week are unknown', () => {
    const week = { workTime: 'week', daysPerWeek: null };
    expect(posts({ twa: '6' }, [sampleOf('7', week)])[0]?.verdict).toBe('toVerify');
    expect(lines({ twa: '6' }, [sampleOf('7', { ...week, daysPerWeek: '4' })])).toEqual(['twa 5.6 conforms']);
  });

  it('a weekly mean before GBZ 331-2024 is an 8-hour mean', () => {
    const week = { workTime: 'week', sampledOn: '2024-03-04', minimum: '0.1' };
    expect(lines({ twa: '6' }, [sampleOf('5', week)])).toEqual(['twa 5 conforms']);
  });

  it('dust of unknown kind, neither total nor respirable, is 待核实 instead of compared with the higher limit', () => {
    const dusty = { category: 'dust' };
    const limits = { totalDust: '1', respirableDust: '0.7' };
    expect(posts(limits, [sampleOf('0.9')], dusty)[0]?.verdict).toBe('toVerify');
    expect(posts({ totalDust: '1' }, [sampleOf('0.9')], dusty)[0]?.verdict).toBe('conforms');
  });

  it('asbestos keeps its own limit even if free silica was measured (GBZ 2.1-2019 table 2, note)', () => {
    const silica = [{ workshop: '喷漆', place: '喷漆工', percent: '15' }];
    const limits = [
      { id: 1, hazard: 1, value: '0.8' },
      { id: 2, hazard: 2, value: '1' },
    ].map((one) => ({ ...one, day, kind: 'totalDust', condition: null, unit: 'mg/m³', standard: 'GBZ 2.1-2019' }));
    const of = (name: string) =>
      posts(
        {},
        [sampleOf('0.9', { dust: 'total' })],
        { category: 'dust', name },
        {
          silica,
          limits,
          silicaHazards: new Map([['to50', 2]]),
        },
      )[0]?.verdict;
    expect(of('石棉粉尘')).toBe('exceeds');
    expect(of('电焊烟尘')).toBe('conforms');
  });
});

describe('substances with joint effect (A.3.2.2)', () => {
  const of = (tests: readonly TestFact[], limits: Readonly<Record<string, string>> = { twa: '1' }) =>
    posts(limits, tests, { jointEffect: '麻醉' })
      .filter(({ joint }) => joint)
      .flatMap(({ values }) => values.map(({ kind, verdict }) => `${kind} ${verdict}`));

  it('the joint effect is 待核实 if one of its substances has no usable result', () => {
    const odd = sampleOf('0.9', { hazard: 3, unit: 'dB(A)' });
    expect(of([sampleOf('0.4'), sampleOf('0.5', { hazard: 2 }), odd])).toEqual(['jointTwa toVerify']);
    expect(of([sampleOf('0.6'), sampleOf('0.5', { hazard: 2 }), odd])).toEqual(['jointTwa exceeds']);
  });

  it('the joint effect counts the highest of several samples of a substance, in any order', () => {
    const shorts = (...texts: string[]) => texts.map((text) => short(text, '15'));
    const of2 = (...texts: string[]) => of([...shorts(...texts), short('0.3', '15', { hazard: 2 })], { stel: '1' });
    expect(of2('0.4', '0.8')).toEqual(['jointStel exceeds']);
    expect(of2('0.8', '0.4')).toEqual(['jointStel exceeds']);
    expect(of2('0.4', '0.6')).toEqual(['jointStel conforms']);
  });

  it('the joint effect of undetected substances is 无法判定 if only their detection limits add up to more than 1', () => {
    expect(of([sampleOf('<0.6'), sampleOf('<0.6', { hazard: 2 })])).toEqual(['jointTwa undetermined']);
    expect(of([sampleOf('<0.5'), sampleOf('<0.5', { hazard: 2 })])).toEqual(['jointTwa conforms']);
    expect(of([sampleOf('0.6'), sampleOf('<0.6', { hazard: 2 })])).toEqual(['jointTwa exceeds']);
  });

  it('the joint effect uses the detected one of two equal results, in any order', () => {
    const both = [sampleOf('<0.6'), sampleOf('0.6', { siteNo: '02' })];
    const other = sampleOf('<0.6', { hazard: 2 });
    expect(of([...both, other])).toEqual(['jointTwa exceeds']);
    expect(of([...both.toReversed(), other])).toEqual(['jointTwa exceeds']);
  });

  it('the joint effect of samples longer than 15 min is known only within bounds', () => {
    const both = (text: string) => [
      ...[1, 2].map((hazard) => sampleOf('0.1', { hazard })),
      ...[1, 2].map((hazard) => short(text, '60', { hazard })),
    ];
    expect(of(both('2.4'), { twa: '10', stel: '10' })).toEqual(['jointTwa conforms', 'jointStel undetermined']);
    expect(of(both('1.2'), { twa: '10', stel: '10' })).toEqual(['jointTwa conforms', 'jointStel conforms']);
  });

  it('the joint effect of substances sampled on different days is 待核实 if together they may exceed', () => {
    const apart = (text: string) => [sampleOf('0.8'), sampleOf(text, { hazard: 2, sampledOn: '2026-05-12' })];
    expect(of(apart('0.9'))).toEqual(['jointTwa toVerify']);
    expect(of(apart('0.1'))).toEqual(['jointTwa conforms']);
  });
});

describe('sentence of an exceedance', () => {
  it('the exceedance sentence of a report explains why 5.0 does not conform although the PC-STEL is 6', () => {
    const peaks = { times: 5, minutes: 15, gap: 60 };
    const results = posts({ twa: '3', stel: '6' }, [sampleOf('1'), short('5', '15', { peaks })]);
    expect(exceedanceOf(results)).toContain('（CSTE介于PC-TWA与PC-STEL之间，接触的次数、时长或间隔不符合要求）');
  });
});

describe('day whose hours are known only from the samples', () => {
  it('if the daily hours are known only from the samples, C_TWA includes every short sample', () => {
    const told = { hoursPerDay: null };
    const day8 = [
      sampleOf('1', { ...told, representedHours: '6' }),
      short('30', '60', { ...told, representedHours: '2' }),
    ];
    const [mean] = lines({ twa: '5' }, day8);
    expect(mean).not.toContain('conforms');
  });
});

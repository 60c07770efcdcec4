import { describe, expect, it } from 'vitest';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ResultFacts, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';

const day = '2026-05-11';
const limitsOf = (given: Readonly<Record<string, string>>): ResultLimit[] =>
  Object.entries(given).map(([kind, value], index) => ({
    id: index + 1,
    day,
    hazard: 1,
    kind,
    condition: null,
    value,
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
  }));

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
const short = (text: string, minutes: string | null = '15', more: Partial<TestFact> = {}): TestFact =>
  sampleOf(text, { period: 'short', minutes, representedHours: null, ...more });

function judged(
  limits: Readonly<Record<string, string>>,
  tests: readonly TestFact[],
  more: Partial<ResultFacts> = {},
  exempt = false,
) {
  const [post] = judgeResults({
    unjudged: null,
    tests,
    designTemperature: null,
    limits: limitsOf(limits).map((limit) => ({ ...limit, day: tests[0]?.sampledOn ?? day })),
    silica: [],
    silicaHazards: new Map(),
    withoutLimit: () => 'unknown',
    hazards: new Map([[1, { id: 1, name: '甲', category: 'chemical', silicaBand: null, reductionExempt: exempt }]]),
    ...more,
  });
  if (!post) throw new Error('nothing judged');
  return post;
}
const told = ({ kind, text, verdict }: JudgedValue): string => `${kind} ${text} ${verdict}`;
const lines = (limits: Readonly<Record<string, string>>, tests: readonly TestFact[], exempt = false): string[] =>
  judged(limits, tests, {}, exempt).values.map(told);

describe('consecutive short samples (GBZ 2.1-2019 3.5.2)', () => {
  const limits = { twa: '3', stel: '6' };
  const at = (text: string, minutes: string, start: string) =>
    short(text, minutes, { startTime: `2026-05-11T${start}:00.000Z` });

  it('consecutive short samples form one 15-min window: 8.0 mg/m³ over 7 + 8 min exceeds a PC-STEL of 6', () => {
    const stel = judged(limits, [sampleOf('1.0'), at('8.0', '7', '08:00'), at('8.0', '8', '08:07')]).values.filter(
      ({ kind }) => kind === 'stel',
    );
    expect(stel.map(told)).toEqual(['stel 8.0 exceeds']);
    expect(stel[0]).toMatchObject({
      working: 'CSTE=(8.0×7+8.0×8)/15=8.0',
      sampleNos: [expect.any(String), expect.any(String)],
    });
  });

  it('short samples further apart than 15 min are judged separately', () => {
    expect(lines(limits, [sampleOf('1.0'), at('2.0', '7', '08:00'), at('2.4', '8', '08:30')])).toEqual([
      'twa 1.0 conforms',
      'stel 2.0 conforms',
      'stel 2.4 conforms',
    ]);
  });

  it('two short samples taken at the same time are two windows of 15 min', () => {
    expect(lines(limits, [sampleOf('1.0'), at('2.0', '10', '08:00'), at('7.0', '10', '08:00')])).toContain(
      'stel 7.0 exceeds',
    );
  });

  it('a sample of less than 15 min is spread over 15 min only if the rest is known to be without contact', () => {
    expect(lines({ stel: '100' }, [short('260', '5')])).toEqual(['stel 260.0 exceeds']);
    expect(lines({ stel: '100' }, [short('260', '5', { restUnexposed: true })])).toEqual(['stel 86.7 conforms']);
  });
});

describe('sample longer than a short time', () => {
  it('a long sample above the MAC proves an exceedance: HCl 11.0 over 4 h with the limit 7.5', () => {
    const post = judged({ mac: '7.5' }, [sampleOf('11.0', { minutes: '240', representedHours: '4' })]);
    expect([post.verdict, ...post.values.map(told)]).toEqual(['exceeds', 'mac 11.00 exceeds']);
  });

  it('a result below the detection limit that is held against a ceiling has no equation and no lowest value', () => {
    expect(judged({ mac: '7.5' }, [short('<0.6')]).values[0]).toMatchObject({
      text: '<0.6',
      working: '',
      lowest: null,
    });
    expect(judged({ mac: '7.5' }, [short('7.0')]).values[0]?.working).toContain('=7.00');
  });

  it('a long sample below the MAC is 无法判定, since a moment within it may be higher', () => {
    expect(judged({ mac: '7.5' }, [sampleOf('6.0', { minutes: '240' })]).values[0]).toMatchObject({
      verdict: 'undetermined',
      reason: '采样240 min，超过15 min，平均浓度不能代表最高浓度',
    });
    expect(lines({ mac: '7.5' }, [sampleOf('<0.6', { minutes: '240' })])).toEqual(['mac <0.6 undetermined']);
    // Samples of 15 min beside it decide.
    expect(lines({ mac: '7.5' }, [sampleOf('6.0', { minutes: '240' }), short('7.0')])).toEqual(['mac 7.00 conforms']);
  });

  it.each([
    ['11', '60', 'exceeds'],
    ['2.4', '60', 'conforms'],
    ['6', '60', 'undetermined'],
    ['0.5', '240', 'conforms'],
  ])('a long sample of %s mg/m³ over %s min with PC-STEL 10 is judged: %s (STE-LONG)', (text, minutes, verdict) => {
    expect(judged({ stel: '10' }, [short(text, minutes)]).values[0]?.verdict).toBe(verdict);
  });

  it('a long sample above the PC-STEL proves an exceedance beside a higher detection limit that proves nothing', () => {
    const [detected, undetected] = [sampleOf('11', { minutes: '240' }), sampleOf('<20', { minutes: '240' })];
    for (const tests of [
      [detected, undetected],
      [undetected, detected],
    ]) {
      const post = judged({ stel: '10' }, tests);
      expect([post.verdict, ...post.values.map(told)]).toEqual(['exceeds', 'stel 11.0 exceeds']);
    }
    // Every exceedance of a place is shown.
    expect(lines({ stel: '10' }, [detected, sampleOf('12', { minutes: '240' }), undetected])).toEqual([
      'stel 11.0 exceeds',
      'stel 12.0 exceeds',
    ]);
  });

  it('a short sample whose result waits for verification is not reported as a missing sample', () => {
    const waiting = short('2.0', '15', { unit: 'dB(A)' });
    const kinds = (limits: Readonly<Record<string, string>>, tests: readonly TestFact[]) =>
      judged(limits, tests).values.map(({ kind, verdict }) => `${kind} ${verdict}`);
    expect(kinds({ twa: '3', stel: '6' }, [sampleOf('1.0'), waiting])).toEqual(['plain toVerify', 'twa conforms']);
    expect(kinds({ twa: '3', stel: '6' }, [sampleOf('1.0')])).toEqual(['twa conforms', 'stel undetermined']);
    expect(kinds({ mac: '7.5' }, [waiting])).toEqual(['plain toVerify']);
  });

  it('short samples are missing also beside a long one that waits for verification, unless the survey says steady', () => {
    const waiting = (more: Partial<TestFact>) => sampleOf('1.0', { unit: 'dB(A)', ...more });
    const stelOf = (more: Partial<TestFact>) =>
      judged({ twa: '3', stel: '6' }, [waiting(more)]).values.find(({ kind }) => kind === 'stel')?.verdict;
    expect([stelOf({}), stelOf({ contactPattern: 'steady' })]).toEqual(['undetermined', 'notAssessed']);
  });

  it('a long sample used for a PC-STEL gives its duration in the reason of the verdict', () => {
    expect(judged({ stel: '10' }, [short('6', '60')]).values[0]?.reason).toBe(
      '采样60 min，超过15 min，平均浓度不能代表15 min浓度',
    );
    expect(judged({ stel: '10' }, [short('6', null)]).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '缺少采样时间，不能按短时间接触浓度判定',
    });
  });
});

describe('shares of a time-weighted average', () => {
  const shares = ['2.666', '2.667', '2.667'];
  const mean = (texts: readonly string[]) =>
    judged(
      { twa: '3' },
      texts.map((text, index) => sampleOf(text, { representedHours: shares[index] ?? null })),
    ).values[0];

  it('C_TWA before GBZ 331-2024 has the larger number of decimals among its parts', () => {
    const old = { sampledOn: '2024-05-11', representedHours: '4' };
    expect(lines({ twa: '3' }, [sampleOf('1.23', { ...old, minimum: '0.06' }), sampleOf('1.5', old)])).toEqual([
      'twa 1.36 conforms',
    ]);
  });

  it('C_TWA is calculated exactly, so the order of the samples never changes the verdict', () => {
    const results = ['1.0', '1.0', '7.0'];
    const found = [results, [...results].reverse(), ['1.0', '7.0', '1.0']].map(mean);
    expect(found.map((value) => [value?.measured?.num, value?.verdict])).toEqual([
      ['3', 'conforms'],
      ['3', 'conforms'],
      ['3', 'conforms'],
    ]);
    expect(found[0]?.working).toBe('CTWA=(1.0+1.0+7.0)/3×8/8=3.0');
  });
});

describe('result below its minimum', () => {
  it('a result below its detection limit is judged by the unrounded limit, and the limit is printed rounded up', () => {
    const blunt = (num: string) =>
      judged({ mac: '0.5' }, [short('1', '15', { result: { text: '<0.5', num, censored: true } })]).values.map(told);
    expect([blunt('0.549'), blunt('0.5')]).toEqual([['mac <0.55 undetermined'], ['mac <0.5 conforms']]);
  });

  it('a mean that exceeds only because of undetected parts gets advice for a larger volume instead of 不符合', () => {
    const tests = [sampleOf('<2.9', { representedHours: '6' }), sampleOf('3.9', { representedHours: '2' })];
    expect(judged({ twa: '3' }, tests).values[0]).toMatchObject({
      text: '3.2',
      verdict: 'exceeds',
      lowest: '0.975',
      working: 'CTWA=(2.9×6+3.9×2)/8=3.2（低于最低定量浓度的样品按最低定量浓度计）',
      reason: '低于最低定量浓度的样品按最低定量浓度计入后超过限值（按0计为1.0），建议增大采样体积后复测',
    });
  });

  it('a result below its detection limit counts as half of it in reports before GBZ 331-2024', () => {
    const old = (more: Partial<TestFact>) => ({ ...more, sampledOn: '2025-04-30' });
    const tests = [sampleOf('<0.6', old({ representedHours: '4' })), sampleOf('1.8', old({ representedHours: '4' }))];
    expect(judged({ twa: '3' }, tests).values[0]).toMatchObject({
      text: '1.0',
      norm: 'pre331',
      working: 'CTWA=(0.6/2+1.8)/2×8/8=1.0',
    });
  });
});

describe('long shifts (GBZ 331-2024 G.1.1.3)', () => {
  const long = (text: string, hours: string, days: string) => [
    sampleOf(text, { representedHours: hours, hoursPerDay: hours, daysPerWeek: days, minutes: '600' }),
  ];

  it('a shift of more than 8 h a day is averaged over its hours and compared with the reduced limit', () => {
    expect(judged({ twa: '50' }, long('34.9', '10', '5'))).toMatchObject({
      values: [
        {
          text: '34.9',
          limit: '35.0',
          verdict: 'conforms',
          reduced: { of: '50', factor: '0.7000' },
          working: 'CTWA,d=(34.9×10)/10=34.9',
        },
      ],
      notes: ['日接触10 h，限值按GBZ 331-2024附录G调整：RF=8/10×(24-10)/16=0.7000，PC-TWAa=35.0'],
    });
    expect(lines({ twa: '50' }, long('35.1', '10', '5'))).toEqual(['twa 35.1 exceeds']);
  });

  it('contact of more than 40 h a week uses the weekly reduced limit; near it, the rounded limit decides', () => {
    expect(judged({ twa: '50' }, long('39.08', '8', '6'))).toMatchObject({
      values: [{ text: '39.1', limit: '39.1', verdict: 'conforms' }],
      notes: [
        '每周工作6 d，周接触48 h，限值按GBZ 331-2024附录G调整：RF=40/48×(168-48)/128=0.7812，PC-TWAa=39.1；结果介于修约前后的限值（39.0625）之间，按修约后的限值判定',
      ],
    });
  });

  it('a long shift with an exempt substance keeps the unreduced limit and the 8-hour average', () => {
    expect(lines({ twa: '50' }, long('34.9', '12', '5'), true)).toEqual(['twa 52.4 exceeds']);
  });

  it('a long shift asks for the days a week only if they change the verdict', () => {
    expect(['10', '60'].map((text) => lines({ twa: '50' }, [sampleOf(text, { daysPerWeek: null })]))).toEqual([
      ['twa 10.0 conforms'],
      ['twa 60.0 exceeds'],
    ]);
    expect(judged({ twa: '50' }, [sampleOf('40', { daysPerWeek: null })]).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '缺少每周工作天数，请在现场调查中补充',
    });
  });

  it('work time counted by the week is averaged over 40 h', () => {
    const week = [sampleOf('60', { representedHours: '6', hoursPerDay: '6', daysPerWeek: '4', workTime: 'week' })];
    expect(judged({ twa: '50' }, week).values[0]).toMatchObject({ text: '36.0', working: 'CTWA,40h=(60×6)×4/40=36.0' });
  });
});

describe('contact of at most an hour a day', () => {
  const brief = { hoursPerDay: '1', representedHours: '1' };
  it('a work post with at most 1 h of contact a day is judged by its short samples, or without any by the average', () => {
    expect(lines({ twa: '3', stel: '6' }, [sampleOf('2', brief), short('2.5', '15', { hoursPerDay: '1' })])).toEqual([
      'twa 0.2 notAssessed',
      'stel 2.5 conforms',
    ]);
    expect(lines({ twa: '3' }, [sampleOf('30', brief)])).toEqual(['twa 3.8 exceeds']);
  });
});

describe('between PC-TWA and PC-STEL (GBZ 2.1-2019 A.2.3.2)', () => {
  const limits = { twa: '3', stel: '6' };
  const with5 = (peaks: TestFact['peaks']) =>
    lines(limits, [sampleOf('1.0'), short('5.0', '15', { peaks: peaks ?? null })]);
  it('a short value between PC-TWA and PC-STEL is 待核实 until frequency, length and distance of the exposures are known', () => {
    expect(with5(null)).toEqual(['twa 1.0 conforms', 'stel 5.0 toVerify']);
    expect(with5({ times: 4, minutes: 15, gap: 60 })).toEqual(['twa 1.0 conforms', 'stel 5.0 conforms']);
    expect(
      [
        { times: 5, minutes: 15, gap: 60 },
        { times: 2, minutes: 20, gap: 60 },
        { times: 2, minutes: 15, gap: 59 },
      ].map(with5),
    ).toEqual([1, 2, 3].map(() => ['twa 1.0 conforms', 'stel 5.0 exceeds']));
  });

  it('more short exposures above the PC-TWA than the standard allows give 不符合, for values below and above the PC-STEL', () => {
    const peaks = { times: 5, minutes: 10, gap: 60 };
    const of = (text: string) =>
      lines({ twa: '50', stel: '100' }, [short(text, '20', { sampledOn: '2021-03-04', peaks })]);
    expect(of('70.05')).toContain('stel 70.05 exceeds');
    expect(of('75.05')).toContain('stel 75.05 exceeds');
    expect(
      lines({ twa: '50', stel: '100' }, [short('75.05', '20', { sampledOn: '2021-03-04', peaks: null })]),
    ).toContain('stel 75.05 undetermined');
  });

  it('no short sample is required if the average already exceeds the PC-TWA', () => {
    expect(lines(limits, [sampleOf('3.5')])).toEqual(['twa 3.5 exceeds', 'stel  notAssessed']);
  });

  it('short samples may be omitted if the survey says that the concentration is steady', () => {
    expect(lines(limits, [sampleOf('1.0')])).toEqual(['twa 1.0 conforms', 'stel  undetermined']);
    expect(lines(limits, [sampleOf('1.0', { contactPattern: 'steady' })])).toEqual([
      'twa 1.0 conforms',
      'stel  notAssessed',
    ]);
  });
});

describe('substances with joint effect (GBZ 2.1-2019 A.3.2.2)', () => {
  const hazards = new Map(
    ['甲苯', '二甲苯'].map((name, index) => [
      index + 1,
      { id: index + 1, name, category: 'chemical', silicaBand: null, jointEffect: '麻醉' },
    ]),
  );
  const limits = [1, 2].map((hazard) => ({
    id: hazard,
    day,
    hazard,
    kind: 'twa',
    condition: null,
    value: '50',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
  }));
  const of = (first: string, second: string) =>
    judgeResults({
      unjudged: null,
      tests: [sampleOf(first), sampleOf(second, { hazard: 2 })],
      designTemperature: null,
      limits,
      silica: [],
      silicaHazards: new Map(),
      withoutLimit: () => 'unknown',
      hazards,
    });

  it('substances with joint effect get a line of their own: 20/50 + 30.1/50 exceeds 1 (A322-MIX-3, A322-MIX-4)', () => {
    expect(of('20', '30.1').at(-1)).toMatchObject({
      hazardName: '甲苯、二甲苯（联合作用）',
      verdict: 'exceeds',
      joint: [1, 2],
      values: [{ kind: 'jointTwa', text: '1.00(+)', limit: '1', working: 'ITWA=20/50+30.1/50=1.00(+)' }],
    });
    expect(of('20', '30').map(({ verdict }) => verdict)).toEqual(['conforms', 'conforms', 'conforms']);
    expect(
      of('20', '30')
        .at(-1)
        ?.values.map(({ reason }) => reason),
    ).toEqual([null]);
  });

  it('substances without a joint-effect group are judged separately', () => {
    const single = new Map([...hazards].map(([id, hazard]) => [id, { ...hazard, jointEffect: null }]));
    expect(
      judgeResults({
        unjudged: null,
        tests: [sampleOf('20'), sampleOf('30.1', { hazard: 2 })],
        designTemperature: null,
        limits,
        silica: [],
        silicaHazards: new Map(),
        withoutLimit: () => 'unknown',
        hazards: single,
      }),
    ).toHaveLength(2);
  });
});

describe('places of a post', () => {
  it('the workplaces of a mobile work post are parts of one average if their hours add up to the exposure', () => {
    const at = (text: string, siteNo: string, hours: string) =>
      sampleOf(text, { siteNo, representedHours: hours, mode: 'area', fixedPost: false });
    expect(judged({ twa: '50' }, [at('80', '01', '3'), at('32', '02', '5')]).values).toMatchObject([
      { text: '50.0', point: '点位01、点位02' },
    ]);
    expect(lines({ twa: '50' }, [at('80', '01', '8'), at('32', '02', '8')])).toEqual([
      'twa 80.0 exceeds',
      'twa 32.0 conforms',
    ]);
  });

  it('every place of a work post is listed, and the highest is marked (GBZ 331-2024 5.2.7.1)', () => {
    const by = (text: string, person: string) => sampleOf(text, { person });
    expect(
      judged({ twa: '3' }, [by('2.4', '甲'), by('3.2', '乙'), by('<0.6', '丙')]).values.map(({ point, highest }) => [
        point,
        highest ?? false,
      ]),
    ).toEqual([
      ['甲', false],
      ['乙', true],
      ['丙', false],
    ]);
  });
});

describe('limit within value ± U (ISO/IEC 17025 7.8.3.1 c)', () => {
  const twelve = { percent: '12', k: '2' };
  const twaOf = (tests: readonly TestFact[]) =>
    judged({ twa: '5' }, tests)
      .values.filter(({ kind }) => kind === 'twa')
      .map(({ verdict, uncertainty }) => [verdict, uncertainty ?? null]);

  it('a limit within value ± U shows the uncertainty beside the value and does not change the verdict', () => {
    expect(twaOf([sampleOf('4.8', { uncertainty: twelve })])).toEqual([['conforms', 'U=12%（k=2）']]);
    expect(twaOf([sampleOf('5.3', { uncertainty: twelve })])).toEqual([['exceeds', 'U=12%（k=2）']]);
    expect(twaOf([sampleOf('4.8')])).toEqual([['conforms', null]]);
    expect(twaOf([sampleOf('5.3')])).toEqual([['exceeds', null]]);
  });

  it('a limit outside value ± U shows no uncertainty', () => {
    expect(twaOf([sampleOf('4.4', { uncertainty: twelve })])).toEqual([['conforms', null]]);
    expect(twaOf([sampleOf('5.7', { uncertainty: twelve })])).toEqual([['exceeds', null]]);
  });

  it('the uncertainty is not shown for undetected results, nor for a mean with a part of unknown uncertainty', () => {
    const half = { minutes: '240', representedHours: '4' };
    expect(twaOf([sampleOf('<4.9', { uncertainty: twelve })])).toEqual([['conforms', null]]);
    expect(twaOf([sampleOf('4.8', { ...half, uncertainty: twelve }), sampleOf('4.9', half)])).toEqual([
      ['conforms', null],
    ]);
    expect(
      twaOf([
        sampleOf('4.8', { ...half, uncertainty: { percent: '8', k: '2' } }),
        sampleOf('4.9', { ...half, uncertainty: twelve }),
      ]),
    ).toEqual([['conforms', 'U=12%（k=2）']]);
  });

  it('the uncertainty is shown for short samples whose limit lies within value ± U', () => {
    const post = judged({ twa: '3', stel: '6' }, [sampleOf('1.0'), short('5.8', '15', { uncertainty: twelve })]);
    expect(post.values.find(({ kind }) => kind === 'stel')?.uncertainty).toBe('U=12%（k=2）');
  });
});

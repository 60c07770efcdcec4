import { describe, expect, it } from 'vitest';
import { personChoiceWarnings } from '@contract/features/fieldwork/samples/personChoice';
import { samplerCountProblem, samplerCountWarnings } from '@contract/features/fieldwork/samples/samplerCount';
import {
  ceilingFault,
  noSampleRules,
  plannedTimeText,
  hasRoomForTwoPeriods,
  type SampleRules,
  sampleRulesOf,
} from '@contract/features/fieldwork/samples/sampleRules';
import { siteInstrumentMisfit } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import {
  type ElsewhereSample,
  overlapWarnings,
  shiftTimes,
  type SiteSampleFacts,
  timeWarnings,
  simultaneousUseProblem,
} from '@contract/features/fieldwork/samples/siteWarnings';

const day = '2026-11-21';
const at = (time: string): string => `${day} ${time}:00`;
let serial = 0;
const sample = (from: string, until: string | null, more: Partial<SiteSampleFacts> = {}): SiteSampleFacts => ({
  id: (serial += 1),
  sampleNo: `S${serial}`,
  project: 1,
  sampleKind: 'sample',
  state: 'collected',
  mode: 'area',
  workshop: '喷涂车间',
  place: '喷漆岗',
  siteNo: '01',
  person: null,
  equipment: null,
  collectors: [],
  startTime: at(from),
  endTime: until && at(until),
  plannedMinutes: 15,
  samplingDay: 1,
  hazard: 1,
  method: 1,
  hoursPerDay: '8',
  ...more,
});
const names = { tools: new Map([[5, 'CY-05']]), people: new Map([[9, '陈工']]) };
const rules = (more: Partial<SampleRules>) => () => ({ ...noSampleRules, ...more });
const said = (warnings: readonly { message: string }[]) => warnings.map(({ message }) => message);

describe('allowed duration of a sample', () => {
  const limited = (...kinds: string[]) => [{ name: '氯化氢', kinds: new Set(kinds) }];
  const of = (kinds: string[], more: object = {}) =>
    sampleRulesOf({
      hazards: limited(...kinds),
      period: 'short',
      mode: 'area',
      fixedPost: true,
      wornForShift: true,
      drawn: true,
      ...more,
    });

  it('the duration rules of a sample follow from the limits of its hazards', () => {
    expect(of(['mac'])).toEqual({ ceiling: ['氯化氢'], brief: [], job: 'fixed', stands: null });
    expect(of(['twa', 'stel'], { wornForShift: false })).toEqual({
      ceiling: [],
      brief: ['氯化氢'],
      job: 'fixed',
      stands: 'periods',
    });
    expect(of(['twa', 'stel'], { period: 'long', fixedPost: undefined, mode: 'personal' })).toEqual({
      ceiling: [],
      brief: [],
      job: 'moving',
      stands: 'share',
    });
    expect(of(['mac'], { drawn: false })).toEqual(noSampleRules);
  });

  it('a sample for a MAC may last 15 min; 15 min and one second is too long', () => {
    expect(ceilingFault(of(['mac']), '15')).toBeNull();
    expect(ceilingFault(of(['mac']), '15.02')).toBe(
      '氯化氢执行最高容许浓度，采样时间15.02 min超过15 min，不能代表最高浓度；请缩短采样时间（GBZ 331-2024 5.2.6.2.3 c 4）',
    );
    expect(ceilingFault(of(['twa']), '240')).toBeNull();
  });

  it('a PC-STEL sample of another duration than 15 min gives a warning', () => {
    expect(said(timeWarnings([sample('09:00', '09:10'), sample('10:00', '10:15')], rules({ brief: ['氨'] })))).toEqual([
      expect.stringMatching(
        /^样品S\d+（喷涂车间 喷漆岗）：氨执行短时间接触容许浓度，采样时间10 min，一般应为15 min（GBZ 331-2024 5\.2\.6\.2\.3 c 2）$/,
      ),
    ]);
  });
});

describe('sampled share of a shift', () => {
  it('the samples of a place must cover 25 % of the contact at a fixed work post and 50 % at a mobile work post', () => {
    const halves = () => [sample('08:00', '09:00'), sample('13:00', '14:00')];
    expect(shiftTimes(halves(), rules({ stands: 'share' })).map(({ text, warning }) => [text, warning])).toEqual([
      ['占接触时间25.0%', null],
    ]);
    expect(said(timeWarnings(halves(), rules({ stands: 'share', job: 'moving' })))).toEqual([
      expect.stringContaining('采样120 min，占接触时间8 h的25.0%，流动岗位应不少于50%（GBZ 331-2024 5.2.6.2.3 c 1）'),
    ]);
    expect(timeWarnings([sample('08:00', '09:00'), sample('13:00', null)], rules({ stands: 'share' }))).toEqual([]);
  });

  it('short samples must lie in two periods an hour apart if the contact leaves room for them', () => {
    expect(timeWarnings([sample('09:00', '09:15'), sample('10:15', '10:30')], rules({ stands: 'periods' }))).toEqual(
      [],
    );
    expect(
      said(timeWarnings([sample('09:00', '09:15'), sample('10:00', '10:15')], rules({ stands: 'periods' })))[0],
    ).toContain('两个采样时段间隔45 min，应不少于60 min');
    expect(said(timeWarnings([sample('09:00', '09:15')], rules({ stands: 'periods' })))[0]).toContain(
      '短时间采样1个时段，代表全工班应不少于2个时段',
    );
    expect(timeWarnings([sample('09:00', '09:15', { hoursPerDay: '1' })], rules({ stands: 'periods' }))).toEqual([]);
    expect([hasRoomForTwoPeriods('1.5', 15), hasRoomForTwoPeriods('1.4', 15)]).toEqual([true, false]);
  });

  it('the sampling plan shows the sampled share of the contact time in its cell', () => {
    expect(plannedTimeText({ period: 'long', hoursPerDay: '8', minutes: 120, samplesPerDay: 2 })).toBe('50.0%');
    expect(plannedTimeText({ period: 'short', hoursPerDay: '8', minutes: 15, samplesPerDay: 3 })).toBe('3个时段');
    expect(plannedTimeText({ period: 'long', hoursPerDay: null, minutes: 120, samplesPerDay: 2 })).toBe('');
  });
});

describe('overlap in two places', () => {
  const worn = (person: string, from: string, until: string | null, more: Partial<SiteSampleFacts> = {}) =>
    sample(from, until, { mode: 'personal', person, equipment: 5, ...more });

  it('a sampling device at two places at once gives a warning; successive use or two tubes at one place does not', () => {
    const here = sample('08:00', '10:00', { equipment: 5 });
    expect(
      said(overlapWarnings([here, sample('09:00', '11:00', { equipment: 5, place: '调漆岗' })], [], names)),
    ).toEqual([
      expect.stringMatching(
        /^采样仪器CY-05在09:00至10:00同时用于样品S\d+（喷涂车间 喷漆岗）和样品S\d+（喷涂车间 调漆岗），请核对仪器和时间$/,
      ),
    ]);
    expect(overlapWarnings([here, sample('10:00', '11:00', { equipment: 5, place: '调漆岗' })], [], names)).toEqual([]);
    expect(overlapWarnings([here, sample('08:00', '10:00', { equipment: 5, hazard: 2 })], [], names)).toEqual([]);
    expect(
      overlapWarnings([here, sample('09:00', '11:00', { equipment: 5, place: '调漆岗', state: 'voided' })], [], names),
    ).toEqual([]);
  });

  it('a worker who wears a sampling device at two places at once gives a warning', () => {
    expect(
      said(
        overlapWarnings(
          [worn('张三', '08:00', '12:00'), worn('张三', '09:00', '10:00', { equipment: 6, place: '调漆岗' })],
          [],
          names,
        ),
      ),
    ).toEqual([expect.stringContaining('采样对象张三在09:00至10:00同时出现在')]);
  });

  it('a sampling person in two projects at once gives one warning; several pumps in one project give none', () => {
    const mine = [
      sample('08:00', '10:00', { collectors: [9] }),
      sample('08:30', '10:00', { collectors: [9], place: '调漆岗' }),
    ];
    const other: ElsewhereSample = { ...sample('09:00', '11:00', { project: 2, collectors: [9] }), projectCode: 'DQ2' };
    expect(overlapWarnings(mine, [], names)).toEqual([]);
    const [found, ...more] = overlapWarnings(mine, [other], names);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      samples: mine.map(({ id }) => id),
      message: expect.stringMatching(/^采样人陈工在09:00至10:00同时采集样品S\d+（喷涂车间 喷漆岗）和项目DQ2的样品S\d+/),
    });
  });

  it('a sampling device worn by two people at once is refused unless the remark explains it', () => {
    const first = worn('张三', '08:00', '12:00');
    const second = worn('李四', '11:59', '15:00');
    expect(simultaneousUseProblem(second, [first, second], 'CY-05')).toMatch(
      /^采样仪器CY-05同一时间已由张三佩戴（样品S\d+（喷涂车间 喷漆岗 张三）），不能同时用于另一采样对象；确有双气路等情形的，请在备注中说明$/,
    );
    expect(simultaneousUseProblem({ ...second, remark: '双气路' }, [first], 'CY-05')).toBeNull();
    expect(simultaneousUseProblem({ ...second, startTime: at('12:00') }, [first], 'CY-05')).toBeNull();
    expect(simultaneousUseProblem(worn('张三', '09:00', '10:00'), [first], 'CY-05')).toBeNull();
  });

  it('a sampling device at two work posts at once is refused; the message names the other sample and its time', () => {
    const first = sample('08:00', '10:00', { equipment: 5 });
    const there = sample('09:30', '11:00', { equipment: 5, place: '调漆岗' });
    expect(simultaneousUseProblem(there, [first, there], 'CY-05')).toMatch(
      /^采样仪器CY-05在09:30至10:00已用于样品S\d+（喷涂车间 喷漆岗），不能同时用于另一采样点.*请在备注中说明$/,
    );
    expect(simultaneousUseProblem({ ...there, remark: '四气路' }, [first], 'CY-05')).toBeNull();
    expect(simultaneousUseProblem({ ...there, startTime: at('10:00') }, [first], 'CY-05')).toBeNull();
    expect(simultaneousUseProblem(sample('09:30', '11:00', { equipment: 5 }), [first], 'CY-05')).toBeNull();
    expect(simultaneousUseProblem(there, [{ ...first, state: 'voided' }], 'CY-05')).toBeNull();
  });

  it('the check for overlapping samples includes a running pump until its planned stop', () => {
    expect(
      overlapWarnings(
        [
          sample('08:00', null, { equipment: 5, plannedMinutes: 120 }),
          sample('09:00', null, { equipment: 5, place: '调漆岗' }),
        ],
        [],
        names,
      ),
    ).toHaveLength(1);
    expect(
      overlapWarnings(
        [
          sample('08:00', null, { equipment: 5, plannedMinutes: 60 }),
          sample('09:00', null, { equipment: 5, place: '调漆岗' }),
        ],
        [],
        names,
      ),
    ).toHaveLength(0);
  });
});

describe('an instrument on site', () => {
  const tool = (eqpKind: string, eqpName: string, purpose: string | null = null) => ({
    eqpNo: 'CY-05',
    eqpName,
    eqpKind,
    purpose,
  });
  const noise = { hazardName: '噪声', plannedFlow: null };
  const toluene = { hazardName: '甲苯', plannedFlow: '0.1' };

  it('a sampling instrument suits a factor by its purpose, its name or its kind', () => {
    expect(siteInstrumentMisfit(tool('sampler', '防爆大气采样器'), noise)).toBe(
      '仪器CY-05 防爆大气采样器的用途为“采样”，不适用于“噪声”，请改选；确需使用的，请在备注中说明原因',
    );
    expect(siteInstrumentMisfit(tool('personalSampler', '个体泵'), noise)).toMatch(/用途为“采样”/);
    expect(siteInstrumentMisfit(tool('directReading', '多功能声级计'), toluene)).toMatch(
      /用途为“噪声”，不适用于“甲苯”/,
    );
    expect(siteInstrumentMisfit(tool('directReading', '照度计'), noise)).toMatch(/用途为“照度”/);
    for (const [kind, name, use] of [
      ['directReading', '个体噪声剂量计', noise],
      ['sampler', '防爆大气采样器', toluene],
      ['directReading', '红外CO分析仪', { hazardName: '一氧化碳', plannedFlow: null }],
      ['other', '未知', noise],
    ] as const)
      expect([name, siteInstrumentMisfit(tool(kind, name), use)]).toEqual([name, null]);
  });

  it('an unsuitable instrument is accepted if the remark says why, and for field blanks', () => {
    expect(siteInstrumentMisfit(tool('sampler', '采样器'), { ...noise, remark: '仪器带声级模块' })).toBeNull();
    expect(siteInstrumentMisfit(tool('directReading', '声级计'), { ...toluene, sampleKind: 'blank' })).toBeNull();
  });
});

describe('the people of a sampling day', () => {
  it('a sampling day needs two sampling persons, or one and another person named in the remark', () => {
    expect(samplerCountProblem({ collectors: [9, 8], remark: null })).toBeNull();
    expect(samplerCountProblem({ collectors: [9], remark: '另一采样人沈国强' })).toBeNull();
    expect(samplerCountProblem({ collectors: [9, 9], remark: ' ' })).toMatch(/现只选了1名：请补选/);
    expect(samplerCountProblem({ collectors: [], remark: undefined })).toMatch(/还没有选择：请补选/);
  });

  it('the end of sampling asks for a second sampling person; persons named on the samples count', () => {
    const days = [{ id: 1, sampledOn: day, collectors: [9], remark: null }];
    const taken = sample('08:00', '09:00', { collectors: [9] });
    expect(samplerCountWarnings(days, [taken])).toEqual([
      { samples: [taken.id], message: expect.stringMatching(/^采样日期2026-11-21只有1名采样人.*补选/) },
    ]);
    expect(samplerCountWarnings(days, [{ ...taken, collectors: [8] }])).toEqual([]);
    expect(samplerCountWarnings(days, [{ ...taken, startTime: null }])).toEqual([]);
    expect(samplerCountWarnings(days, [{ ...taken, state: 'voided' }])).toEqual([]);
  });
});

describe('choice of the sampled people', () => {
  const worn = (person: string | null, personChoice: string | null, more: Partial<SiteSampleFacts> = {}) => ({
    ...sample('08:00', '12:00', { mode: 'personal', person, ...more }),
    personChoice,
  });

  it('people in personal samples are listed before the end of sampling until the reason for their choice is given', () => {
    const samples = [worn('张三', 'highest'), worn('李四', null), worn('李四', null), worn('王五', null)];
    expect(personChoiceWarnings(samples)).toEqual([
      {
        samples: samples.slice(1).map(({ id }) => id),
        message: '采样对象李四、王五未填写选取依据，请补填接触浓度最高、接触时间最长或随机选取',
      },
    ]);
    expect(personChoiceWarnings([worn('张三', 'highest'), worn('李四', 'longest'), worn('王五', 'random')])).toEqual(
      [],
    );
  });

  it('a reason on one sample of a person counts for all samples of that person', () => {
    expect(personChoiceWarnings([worn('张三', null), worn('张三 ', 'random')])).toEqual([]);
  });

  it('area samples, blanks, voided samples and samples without a person need no reason', () => {
    expect(
      personChoiceWarnings([
        worn('张三', null, { mode: 'area' }),
        worn('张三', null, { sampleKind: 'blank' }),
        worn('张三', null, { state: 'voided' }),
        worn(null, null),
        worn(' ', null),
      ]),
    ).toEqual([]);
  });
});

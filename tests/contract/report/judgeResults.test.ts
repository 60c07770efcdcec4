import { describe, expect, it } from 'vitest';
import { measuredResult, parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { withRevealingDecimals } from '@contract/arithmetic/numbers/roundingRules';
import { exceedanceOf } from '@contract/features/reports/conclusion/exceedanceAnalysis';
import { openPostsText } from '@contract/features/reports/conclusion/postNames';
import { conclusionOf, sectionsByVerdict } from '@contract/features/reports/conclusion/reportConclusion';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { workingBlocks } from '@contract/features/reports/reportResults';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';
import { assessPosts } from '@contract/features/risk/assessPosts';
import { physicalLimits } from '@server/seed/library/libraryPhysicalLimits';

const day = '2026-05-11';
const hazards = new Map<number, ResultHazard>(
  [
    [1, '苯', 'chemical', null],
    [2, '氨', 'chemical', null],
    [3, '氯化氢', 'chemical', null],
    [4, '丙酮(仅有TWA)', 'chemical', null],
    [5, '其他粉尘', 'dust', null],
    [6, '矽尘(10%～50%)', 'dust', 'to50'],
    [7, '噪声', 'physical', null],
    [8, '无限值物质', 'chemical', null],
    [9, '高温', 'physical', null],
    [10, '手传振动', 'physical', null],
    [11, '照度', 'physical', null],
    [12, '工频电场', 'physical', null],
    [13, '石棉', 'dust', null],
  ].map(([id, name, category, silicaBand]) => [id as number, { id, name, category, silicaBand } as ResultHazard]),
);
const limit = (hazard: number, kind: string, value: string, more: Partial<ResultLimit> = {}): ResultLimit => ({
  id: hazard * 10 + value.length,
  day,
  hazard,
  kind,
  condition: null,
  value,
  unit: 'mg/m³',
  standard: 'GBZ 2.1-2019',
  ...more,
});
const limits = [
  limit(1, 'twa', '3'),
  limit(1, 'stel', '6'),
  limit(3, 'mac', '7.5'),
  limit(4, 'twa', '50'),
  limit(5, 'totalDust', '8'),
  limit(6, 'totalDust', '1'),
  limit(6, 'respirableDust', '0.7'),
  ...['noise.5d8h', 'noise.5d'].map((condition) =>
    limit(7, 'dailyLevel', '85', { condition, unit: 'dB(A)', standard: 'GBZ 2.2-2007' }),
  ),
  limit(7, 'weeklyLevel', '85', { condition: 'noise.other', unit: 'dB(A)', standard: 'GBZ 2.2-2007' }),
  limit(9, 'wbgt', '30', { condition: 'heat.100.1', unit: '℃' }),
  limit(9, 'wbgt', '28', { condition: 'heat.100.2', unit: '℃' }),
  limit(10, 'acceleration', '5', { condition: 'vibration.4h', unit: 'm/s²', standard: 'GBZ 2.2-2007' }),
  limit(13, 'totalDust', '0.8'),
  limit(13, 'fibre', '0.80', { unit: 'f/mL' }),
  limit(12, 'electricField', '5', { condition: 'powerFrequency.50Hz', unit: 'kV/m', standard: 'GBZ 2.2-2007' }),
  limit(11, 'other', '300', { unit: 'lx', standard: 'GB/T 50034-2024' }),
];

/** Built-in limits of a physical factor, as those of hazard 9. */
const ownLimits = (name: string): ResultLimit[] =>
  physicalLimits
    .filter(({ hazard }) => hazard === name)
    .map(({ kind, condition, value, unit, standard }, index) =>
      limit(9, kind, value, { id: 900 + index, condition: condition ?? null, unit, standard }),
    );

let count = 0;
const test = (hazard: number, text: string, more: Partial<TestFact> = {}): TestFact => {
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
    hazard,
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
};
const facts = (tests: readonly TestFact[], more: Partial<ResultFacts> = {}): ResultFacts => ({
  unjudged: null,
  tests,
  designTemperature: null,
  hazards,
  limits,
  withoutLimit: () => 'none',
  silica: [],
  silicaHazards: new Map([
    ['below10', 5],
    ['to50', 6],
  ]),
  ...more,
});
const short = (text: string, more: Partial<TestFact> = {}) => ({
  ...test(1, text),
  period: 'short',
  minutes: '15',
  representedHours: null,
  ...more,
});
const only = (tests: readonly TestFact[], more: Partial<ResultFacts> = {}) => {
  const [post] = judgeResults(facts(tests, more));
  if (!post) throw new Error('nothing judged');
  return post;
};

const judgedWith = only;

it('a report prints the working of every value that is not a sample’s own result', () => {
  const of = (tests: readonly TestFact[]) =>
    workingBlocks({ results: judgeResults(facts(tests)), assess: true }).flatMap((block) =>
      block.kind === 'lines' ? block.lines : [],
    );
  const title = '接触浓度（强度）的计算';
  const shaken = test(10, '4.1', {
    unit: 'm/s²',
    minimum: null,
    period: 'short',
    representedHours: '6',
    hoursPerDay: '6',
  });
  expect(of([shaken])).toEqual([title, '喷漆喷漆工手传振动（点位01）：A(8)=√[(4.1²×6)/8]=3.55，ahw(4)=0.94×3.55=3.3']);
  expect(of([test(1, '1.8'), short('9.0', { minutes: '5', restUnexposed: true }), short('5.0')])).toEqual([
    title,
    '喷漆喷漆工苯（点位01）：CTWA=(1.8×8)/8=1.8',
    '喷漆喷漆工苯（点位01）：CSTE=(9.0×5)/15=3.0',
  ]);
  expect(of([{ ...short('7.5'), hazard: 3 }])).toEqual([]);
});

describe('results of a post', () => {
  it('the judgement of a work post gives C_TWA over eight hours and counts an undetected result as its detection limit (G112-TWA-1)', () => {
    const post = only([
      test(1, '<0.6', { representedHours: '2' }),
      test(1, '1.8', { representedHours: '2' }),
      test(1, '2.6', { representedHours: '2' }),
      test(1, '<0.6', { representedHours: '2' }),
      short('2.0'),
    ]);
    const twa = post.values.find(({ kind }) => kind === 'twa');
    expect([twa?.text, twa?.measured?.num, twa?.lowest, twa?.verdict]).toEqual(['1.4', '1.4', '1.1', 'conforms']);
    expect(twa?.working).toBe('CTWA=(0.6+1.8+2.6+0.6)/4×8/8=1.4（低于最低定量浓度的样品按最低定量浓度计）');
    expect([post.verdict, post.level]).toEqual(['conforms', 'Ⅱ']);
  });

  it('the printed working of C_TWA can be recalculated: it shows more digits if the printed ones would give another result', () => {
    const dust = (num: string) =>
      only([
        {
          ...test(5, '8.1'),
          result: measuredResult(new Decimal(num), 1),
          hazard: 5,
          dust: 'total',
          minimum: '0.2',
          representedHours: '5',
          hoursPerDay: '5',
        },
      ]).values.map(({ working }) => working);
    expect(dust('8.07873663921')).toEqual(['CTWA=(8.079×5)/8=5.0']);
    expect(dust('8.1')).toEqual(['CTWA=(8.1×5)/8=5.1']);
    const shortly = only([
      test(1, '1.8'),
      { ...short('1.0'), minutes: '10', restUnexposed: true, result: measuredResult(new Decimal('1.0349'), 1) },
    ]).values.find(({ kind }) => kind === 'stel');
    expect(shortly?.working).toBe('CSTE=(1.0×10)/15=0.7');
  });

  it('the verdict of a work post is 无法判定 if a limit exists for which no sample was taken', () => {
    expect(only([test(1, '1.8')]).verdict).toBe('undetermined');
    expect(only([short('3.0')]).verdict).toBe('undetermined');
    // A value above the short-term limit exceeds the limits, though the average is low.
    expect(only([test(1, '1.8'), short('6.01')])).toMatchObject({ verdict: 'exceeds', level: 'Ⅳ' });
  });

  it('the short-time value is the mean of a 15-min window; a shorter sample is spread if the rest is without contact (P352-STE-2, P352-STE-3)', () => {
    const values = only([
      test(1, '1.8'),
      short('5.0'),
      short('260', { minutes: '5', restUnexposed: true }),
      short('260', { minutes: '5' }),
    ]).values.filter(({ kind }) => kind === 'stel');
    expect(values.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['5.0', 'toVerify'],
      ['86.7', 'exceeds'],
      ['260.0', 'exceeds'],
    ]);
    expect(values[1]?.working).toBe('CSTE=(260×5)/15=86.7');
  });

  it('the highest ceiling value of a work post decides its verdict', () => {
    const post = only([
      { ...short('7.5'), hazard: 3 },
      { ...short('7.6'), hazard: 3 },
    ]);
    expect(post.values.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['mac', 'conforms'],
      ['mac', 'exceeds'],
    ]);
  });

  it('the peak rule judges the short samples of a work post; a work post without short samples does not wait for them', () => {
    expect(only([test(4, '30')]).verdict).toBe('conforms');
    expect(only([test(4, '30'), { ...short('150.1'), hazard: 4 }])).toMatchObject({ verdict: 'toVerify' });
    expect(only([test(4, '30'), { ...short('250.1'), hazard: 4 }]).verdict).toBe('exceeds');
  });

  it('short samples of dust are compared with 3 times the limit of their own kind, total or respirable dust', () => {
    const cement = {
      hazards: new Map([...hazards, [11, { id: 11, name: '水泥粉尘', category: 'dust', silicaBand: null }]]),
      limits: [limit(11, 'totalDust', '4'), limit(11, 'respirableDust', '1.5')],
    };
    const at = (text: string, dust: string, period: string) => ({
      ...(period === 'short' ? short(text, { representedHours: null }) : test(11, text)),
      hazard: 11,
      dust,
      minimum: '0.2',
    });
    const peaks = (tests: readonly TestFact[]) =>
      only(tests, cement)
        .values.filter(({ kind }) => kind === 'peak')
        .map(({ text, limit: bound, verdict }) => [text, bound, verdict]);
    // 10 mg/m³ of total dust is within 12; 6 of respirable dust is above 4.5.
    const [total, respirable] = [at('10.0', 'total', 'short'), at('6.0', 'respirable', 'short')];
    expect(peaks([at('0.5', 'respirable', 'long'), at('1.0', 'total', 'long'), total, respirable])).toEqual([
      ['10.0', '12', 'conforms'],
      ['6.00', '4.5', 'toVerify'],
    ]);
    expect(peaks([at('1.0', 'total', 'long'), at('0.5', 'respirable', 'long'), total, respirable])).toEqual([
      ['10.0', '12', 'conforms'],
      ['6.00', '4.5', 'toVerify'],
    ]);
    // Also if only the other kind was sampled over the shift.
    expect(only([at('0.5', 'respirable', 'long'), total], cement)).toMatchObject({
      verdict: 'conforms',
      values: [
        { kind: 'respirableDust', limit: '1.5' },
        { kind: 'peak', limit: '12' },
      ],
    });
    expect(only([at('0.5', 'respirable', 'long'), at('20.1', 'total', 'short')], cement).verdict).toBe('exceeds');
  });

  it('the average of a work post with short samples only uses the hours that each sample represents', () => {
    const at = (text: string, hours: string) => ({ ...short(text), hazard: 4, representedHours: hours });
    const twa = only([at('80', '3'), at('32', '2'), at('24', '3')]).values.find(({ kind }) => kind === 'twa');
    expect([twa?.text, twa?.verdict]).toEqual(['47.0', 'conforms']);
  });

  it('samples without represented hours share the exposure time equally; without an exposure time the verdict is 待核实', () => {
    const at = (text: string, hoursPerDay: string | null) => ({ ...short(text), hazard: 4, hoursPerDay });
    expect(only([at('40', '4'), at('60', '4')]).values.find(({ kind }) => kind === 'twa')?.text).toBe('25.0');
    expect(only([at('40', null)])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '缺少日接触时间，请在调查或采样记录中补充' }, { kind: 'peak', verdict: 'conforms' }],
    });
  });

  it('no average is calculated if the represented hours differ from the exposure time, as after a voided sample (DOMAIN section 1.9)', () => {
    const at = (text: string, more: Partial<TestFact> = {}) => test(4, text, { representedHours: '2', ...more });
    const four = ['60', '60', '60', '60'].map((text) => at(text));
    expect(only(four)).toMatchObject({ verdict: 'exceeds', values: [{ text: '60.0' }] });
    const reason = '代表接触时间合计6 h，应等于接触时间8 h';
    // Three of four samples at 60 mg/m³ do not give 45 over the shift.
    expect(only(four.slice(1))).toMatchObject({ verdict: 'toVerify', values: [{ reason }, { reason }, { reason }] });
    expect(only([at('40', { representedHours: '8' }), at('40', { representedHours: '8' })])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '代表接触时间合计16 h，应等于接触时间8 h' }, {}],
    });
    // Results of another point or a short sample of the day are still shown.
    expect(
      only([...four.slice(1), at('51', { person: '李芳', representedHours: '8' })]).values.map(
        ({ verdict }) => verdict,
      ),
    ).toEqual(['toVerify', 'toVerify', 'toVerify', 'exceeds']);
    expect(only([test(1, '1.8', { representedHours: '2' }), short('6.1')])).toMatchObject({
      verdict: 'exceeds',
      values: [{ reason: '代表接触时间合计2 h，应等于接触时间8 h' }, { kind: 'stel', verdict: 'exceeds' }],
    });
  });

  it('the results of a work post are judged separately for each day and person', () => {
    const post = only(
      [
        test(4, '60', { person: '王建平', representedHours: '6' }),
        test(4, '60', { person: '李芳' }),
        test(4, '20', { person: '王建平', representedHours: '2' }),
      ],
      {},
    );
    expect(post.values.map(({ point, text, verdict }) => [point, text, verdict])).toEqual([
      ['王建平', '50.0', 'conforms'],
      ['李芳', '60.0', 'exceeds'],
    ]);
  });

  it('a personal and an area sample of one work post give two averages', () => {
    expect(
      only([test(4, '20'), test(4, '51', { mode: 'area' })]).values.map(({ text, verdict }) => [text, verdict]),
    ).toEqual([
      ['20.0', 'conforms'],
      ['51.0', 'exceeds'],
    ]);
  });

  it('C_TWA is printed with (+) if rounding would hide that it exceeds the limit', () => {
    const post = only([test(4, '50.0', { result: measuredResult(new Decimal('50.04'), 1) })]);
    expect([post.values[0]?.text, post.verdict, post.values[0]?.working]).toEqual([
      '50.0(+)',
      'exceeds',
      'CTWA=(50.04×8)/8=50.0(+)',
    ]);
    expect([
      withRevealingDecimals('50.0', '50.04', '50'),
      withRevealingDecimals('0.3', '0.26412', '0.26'),
      withRevealingDecimals('50.0', '50', '50'),
      withRevealingDecimals('1.2', '1.25', '3'),
    ]).toEqual(['50.04', '0.3', '50.0', '1.2']);
    expect(withRevealingDecimals('85', '85.0004', '85')).toBe('85.0004');
  });

  it('a dust is judged as 矽尘 of the band of its measured free silica', () => {
    const dust = test(5, '3.2', { dust: 'total', minimum: '0.1' });
    expect(only([dust]).verdict).toBe('conforms');
    const silica = only([dust], { silica: [{ workshop: '喷漆', place: '喷漆工', percent: '20.5' }] });
    expect([silica.verdict, silica.values[0]?.limit, silica.notes[0]]).toEqual([
      'exceeds',
      '1',
      '实测游离SiO₂含量20.5%，按矽尘(10%～50%)的限值判定',
    ]);
    // 0.9 is above the 0.5 of more than 80 %, though within the 8 of other dusts: undeterminable without that limit.
    expect(
      only([test(5, '0.9', { dust: 'total', minimum: '0.1' })], {
        silica: [{ workshop: '喷漆', place: '喷漆工', percent: '81' }],
      }),
    ).toMatchObject({
      verdict: 'toVerify',
      values: [{ limit: null, reason: '实测游离SiO₂含量81.0%，限值库中没有对应的粉尘，请核对' }],
    });
    // Printed as reported, not with every digit used for the judgement, and not as another class.
    const told = (percent: string, hazard = 5) =>
      only([{ ...dust, hazard }], { silica: [{ workshop: '喷漆', place: '喷漆工', percent }] }).notes[0]?.split(
        '，',
      )[0];
    expect([told('20.5111402359'), told('50.04'), told('9.96', 6)]).toEqual([
      '实测游离SiO₂含量20.5%',
      '实测游离SiO₂含量50.04%',
      '实测游离SiO₂含量9.96%',
    ]);
    expect(
      only([{ ...dust, hazard: 6, dust: 'respirable', result: parseResult('0.5') }], {
        silica: [{ workshop: '喷漆', place: '喷漆工', percent: '20.5' }],
      }).values[0],
    ).toMatchObject({ kind: 'respirableDust', limit: '0.7' });
  });

  it('a dust with a mass limit and a fibre limit needs a result for each, compared in its own unit (DOMAIN section 2.7)', () => {
    const [weighed, counted] = [
      (text: string) => test(13, text, { dust: 'total', minimum: '0.2' }),
      (text: string) => test(13, text, { unit: 'f/mL', minimum: '0.001' }),
    ];
    const values = ({ values: all }: ReturnType<typeof only>) =>
      all.map(({ kind, text, unit, limit: bound, verdict }) => [kind, text, unit, bound, verdict]);
    expect(values(only([weighed('0.4'), counted('0.127')]))).toEqual([
      ['totalDust', '0.40', 'mg/m³', '0.8', 'conforms'],
      ['fibre', '0.127', 'f/mL', '0.80', 'conforms'],
    ]);
    expect(only([weighed('0.4'), counted('0.812')]).verdict).toBe('exceeds');
    expect(values(only([counted('0.127')]))).toEqual([
      ['totalDust', '', 'mg/m³', '0.8', 'undetermined'],
      ['fibre', '0.127', 'f/mL', '0.80', 'conforms'],
    ]);
    expect(only([weighed('0.4'), test(13, '127', { unit: 'f/L' })])).toMatchObject({
      verdict: 'conforms',
      values: [{}, { text: '0.127', unit: 'f/mL' }],
    });
    expect(only([weighed('0.4'), test(13, '127', { unit: '个' })]).verdict).toBe('toVerify');
  });

  it('noise is judged by L_EX,8h, or by the weekly level (NOISE-2, NOISE-5)', () => {
    const noise = (text: string, more: Partial<TestFact> = {}) =>
      test(7, text, { unit: 'dB(A)', minimum: null, period: 'short', ...more });
    expect(only([noise('86.4376', { hoursPerDay: '6' })]).values[0]).toMatchObject({
      kind: 'dailyLevel',
      text: '85.2',
      limit: '85',
      verdict: 'exceeds',
    });
    expect(only([noise('86.5', { hoursPerDay: '10', daysPerWeek: '4' })]).values[0]).toMatchObject({
      kind: 'weeklyLevel',
      text: '86.5',
      verdict: 'exceeds',
    });
    // Alternating weeks of five and six days are 5.5 d/w: 84.4+10lg(5.5/5) is below the limit that six days would
    // exceed, and 5.4 are more than five.
    expect(only([noise('84.4', { daysPerWeek: '5.5' })])).toMatchObject({
      verdict: 'conforms',
      values: [
        {
          kind: 'weeklyLevel',
          text: '84.8',
          working: 'LAeq=84.4，LEX,8h=84.4+10lg(8/8)=84.4，LEX,W=84.4+10lg(5.5/5)=84.8',
        },
      ],
    });
    expect(only([noise('84.8', { daysPerWeek: '5.4' })])).toMatchObject({
      verdict: 'exceeds',
      values: [{ text: '85.1' }],
    });
    expect(only([noise('84', { daysPerWeek: '8' })]).verdict).toBe('toVerify');
    // A worn dosimeter and area readings beside it are two exposures: together they would give 84.4.
    expect(
      only([noise('86.5', { mode: 'personal', period: 'long' }), noise('80', { mode: 'area' })]).values.map(
        ({ text, verdict }) => [text, verdict],
      ),
    ).toEqual([
      ['86.5', 'exceeds'],
      ['80.0', 'conforms'],
    ]);
    expect(only([noise('84', { hoursPerDay: null })]).verdict).toBe('toVerify');
    expect(only([noise('84', { unit: 'dB(C)' })])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '结果单位dB(C)与限值85dB(A)的单位不同，请核对' }],
    });
    // With five days it conforms, with six it does not.
    expect(only([noise('84.5', { daysPerWeek: null })])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '缺少每周工作天数，请在现场调查中补充' }],
    });
  });

  it('noise readings that represent different hours are weighted by their hours (NOISE-1)', () => {
    const through = (text: string, hours: string, hoursPerDay: string | null = '8') =>
      test(7, text, { unit: 'dB(A)', minimum: null, period: 'short', representedHours: hours, hoursPerDay });
    const working = 'LAeq=10lg[(2×10^(0.1×92.3)+4×10^(0.1×86.5)+2×10^(0.1×78.0))/8]=88.2，LEX,8h=88.2+10lg(8/8)=88.2';
    expect(only([through('92.3', '2'), through('86.5', '4'), through('78.0', '2')])).toMatchObject({
      verdict: 'exceeds',
      values: [{ text: '88.2', working }],
    });
    // One hour in loud noise and seven in quiet are not half each.
    expect(only([through('92', '1'), through('70', '7')])).toMatchObject({
      verdict: 'conforms',
      values: [{ text: '83.2' }],
    });
    expect(only([through('83', '1'), through('87', '7')])).toMatchObject({
      verdict: 'exceeds',
      values: [{ text: '86.7' }],
    });
    expect(only([through('92', '1'), through('70', '6')])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '代表接触时间合计7 h，应等于接触时间8 h' }],
    });
    expect(only([through('92', '1', null), through('70', '6', null)])).toMatchObject({
      verdict: 'conforms',
      values: [{ text: '83.1' }],
    });
    // Together they are longer than the day in the survey.
    expect(only([through('84.5', '5'), through('84.5', '5')])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '代表接触时间合计10 h，超过接触时间8 h' }],
    });
    // Equal shares are readings of the same noise: one reading fewer changes nothing.
    expect(only([through('84', '2.666'), through('84', '2.666')])).toMatchObject({
      verdict: 'conforms',
      values: [{ text: '84.0' }],
    });
  });

  it('hand vibration is converted to four hours, for which the limit is defined (VIB-1, VIB-2, VIB-3)', () => {
    const shaken = (text: string, hours: string, more: Partial<TestFact> = {}) =>
      test(10, text, {
        unit: 'm/s²',
        minimum: null,
        period: 'short',
        representedHours: hours,
        hoursPerDay: hours,
        sampledOn: '2026-01-11',
        ...more,
      });
    const before2026 = { limits: limits.map((limit) => ({ ...limit, day: '2026-01-11' })) };
    const only = (tests: readonly TestFact[]) => judgedWith(tests, before2026);
    expect(only([shaken('7.2', '1.5')])).toMatchObject({
      verdict: 'conforms',
      values: [{ kind: 'acceleration', text: '4.4', limit: '5', working: 'ahw(4)=√[(7.2²×1.5)/4]=4.4' }],
    });
    expect(only([shaken('4.1', '6')])).toMatchObject({
      verdict: 'exceeds',
      values: [{ text: '5.0(+)', working: 'ahw(4)=√[(4.1²×6)/4]=5.0(+)' }],
    });
    expect(
      only([shaken('8.2', '0.5', { hoursPerDay: '1.5' }), shaken('4.5', '1', { hoursPerDay: '1.5' })]),
    ).toMatchObject({ values: [{ text: '3.7', sampleNos: [expect.any(String), expect.any(String)] }] });
    expect(only([shaken('4.1', '6', { representedHours: null, hoursPerDay: null })])).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '缺少日接触时间，请在调查或采样记录中补充' }],
    });
    // Readings on a person and beside them have four hours each.
    expect(
      only([shaken('6', '4', { mode: 'personal' }), shaken('1', '4', { mode: 'area' })]).values.map(
        ({ text, verdict }) => [text, verdict],
      ),
    ).toEqual([
      ['6.0', 'exceeds'],
      ['1.0', 'conforms'],
    ]);
    expect(only([shaken('4.1', '6', { unit: 'dB' })])).toMatchObject({ verdict: 'toVerify' });
    // An odd unit at one point does not turn the others' into raw readings: 4.1 m/s² over six hours is still 5.02, and
    // 7.2 over one and a half 4.4.
    const dull = shaken('72', '6', { siteNo: '02', unit: 'dm/s²' });
    expect(only([shaken('4.1', '6'), dull]).values).toMatchObject([
      { text: '5.0(+)', verdict: 'exceeds' },
      { text: '72', verdict: 'toVerify', limit: null, reason: '结果单位dm/s²与限值5m/s²的单位不同，请核对' },
    ]);
    expect(only([shaken('7.2', '1.5'), dull]).values).toMatchObject([
      { text: '4.4', verdict: 'conforms' },
      { verdict: 'toVerify' },
    ]);
    // Nor is a point judged by a part of its readings.
    expect(
      only([shaken('6', '3', { hoursPerDay: '6' }), shaken('1', '3', { hoursPerDay: '6', unit: 'dm/s²' })]).values.map(
        ({ verdict }) => verdict,
      ),
    ).toEqual(['toVerify', 'toVerify']);
  });

  it('the mean illuminance of a place’s points must reach the standard value (GB/T 5700)', () => {
    const lit = (text: string, more: Partial<TestFact> = {}) =>
      test(11, text, { unit: 'lx', minimum: null, period: 'short', ...more });
    expect(only([lit('200')])).toMatchObject({
      verdict: 'exceeds',
      level: null,
      values: [{ kind: 'illuminance', text: '200.0', limit: '300', standard: 'GB/T 50034-2024' }],
    });
    expect(exceedanceOf([only([lit('200')])])).toContain('检测结果200.0 lx，标准值≥300 lx');
    expect(only([lit('300')])).toMatchObject({ verdict: 'conforms' });
    expect(only([lit('280', { siteNo: '01' }), lit('330', { siteNo: '02' })])).toMatchObject({
      verdict: 'conforms',
      values: [
        {
          text: '305.0',
          point: '点位01、点位02',
          working: 'Eav=(280+330)/2=305.0',
          sampleNos: [expect.any(String), expect.any(String)],
        },
      ],
    });
    expect(only([lit('299'), lit('300'), lit('300')])).toMatchObject({
      verdict: 'exceeds',
      values: [{ text: '299.7' }],
    });
    expect(only([lit('30', { unit: 'klx' })])).toMatchObject({ verdict: 'toVerify' });
    const open = only([lit('30', { unit: 'klx' })]);
    expect(exceedanceOf([only([lit('300')])])).toBe('各检测岗位（检测点）均未发现超过职业接触限值的结果。');
    // A post that is open is never said to be below the limit.
    expect(exceedanceOf([open])).toMatch(/的结果待核实或无法判定，不能得出是否超过职业接触限值的结论。$/);
    expect(exceedanceOf([only([lit('300')]), open])).toMatch(
      /结论。其余检测岗位（检测点）未发现超过职业接触限值的结果。$/,
    );
    // Beside an odd unit 800 lx is not above a minimum limit, nor does 100 lx conform to it.
    for (const text of ['800', '100'])
      expect(only([lit(text), lit('0.8', { siteNo: '02', unit: 'klx' })]).values).toMatchObject([
        { verdict: 'toVerify', limit: null },
        { verdict: 'toVerify', reason: '结果单位klx与限值300lx的单位不同，请核对' },
      ]);
  });

  it('a physical factor below the instrument’s minimum is 无法判定 if that minimum is above the limit (DOMAIN section 2.4)', () => {
    const felt = (text: string) => only([test(12, text, { unit: 'kV/m', minimum: null, period: 'short' })]);
    expect(felt('<6')).toMatchObject({
      verdict: 'undetermined',
      values: [{ text: '<6.0', limit: '5', reason: '定量下限高于限值' }],
    });
    expect([felt('<0.1'), felt('5'), felt('5.01')].map(({ verdict }) => verdict)).toEqual([
      'conforms',
      'conforms',
      'exceeds',
    ]);
  });

  it('a daily value with readings below the instrument’s minimum counts them as the minimum; 无法判定 if that exceeds the limit (DOMAIN section 2.4)', () => {
    const at =
      (hazard: number, unit: string, more: Partial<TestFact> = {}) =>
      (...texts: string[]) =>
        only(
          texts.map((text) =>
            test(hazard, text, { unit, minimum: null, period: 'short', representedHours: null, ...more }),
          ),
          hazard === 9 ? { limits: ownLimits(unit === '℃' ? '高温' : '微波辐射') } : {},
        ).values.map(({ text, verdict }) => [text, verdict]);
    const waves = at(9, 'μW/cm²', { exposureCondition: 'microwave.body.continuous' });
    expect([waves('<0.5'), waves('<60'), waves('60', '<0.5'), waves('60', '<60'), waves('120', '<0.5')]).toEqual([
      [['<0.5', 'conforms']],
      [['<60', 'undetermined']],
      [['30.2', 'conforms']],
      [['60.0', 'undetermined']],
      [['60.2', 'exceeds']],
    ]);
    expect(at(9, 'μW/cm²', { exposureCondition: 'microwave.body.continuous', hoursPerDay: '3' })('<0.5')).toEqual([
      ['<1.5', 'conforms'],
    ]);
    const noise = at(7, 'dB(A)');
    expect([noise('<30'), noise('<90'), noise('<90', '90'), noise('<30', '80'), noise('<30', '90')]).toEqual([
      [['<30', 'conforms']],
      [['<90', 'undetermined']],
      [['90.0', 'exceeds']],
      [['77.0', 'conforms']],
      [['87.0', 'exceeds']],
    ]);
    expect([
      at(10, 'm/s²', { hoursPerDay: '4' })('<0.5'),
      at(9, '℃', { exposureCondition: 'labour.3' })('<20'),
    ]).toEqual([[['<0.34', 'conforms']], [['<20', 'conforms']]]);
    // The required minimum of light is not reached by a value below it.
    const light = at(11, 'lx');
    expect([light('<300'), light('<1'), light('<400'), light('600', '<10'), light('590', '<20')]).toEqual([
      [['<300', 'exceeds']],
      [['<1.0', 'exceeds']],
      [['<400', 'undetermined']],
      [['305.0', 'conforms']],
      [['305.0', 'undetermined']],
    ]);
  });

  it('a heat reading is compared with the limit of its hours and workload (HEAT-4)', () => {
    const heat = ownLimits('高温');
    const hot = (text: string, more: Partial<TestFact> = {}) =>
      test(9, text, {
        unit: '℃',
        minimum: null,
        period: 'short',
        representedHours: null,
        exposureCondition: 'labour.3',
        ...more,
      });
    const parts = [
      ['31.2', '2'],
      ['28.4', '1.5'],
      ['26.0', '0.5'],
    ].map(([text = '', hours = '']) => hot(text, { representedHours: hours, hoursPerDay: '4' }));
    expect(only(parts, { limits: heat })).toMatchObject({
      verdict: 'exceeds',
      values: [
        {
          kind: 'wbgt',
          text: '29.5',
          limit: '29',
          unit: '℃',
          standard: 'GBZ 2.2-2007',
          working: 'WBGT=(31.2×2+28.4×1.5+26.0×0.5)/4=29.5',
        },
      ],
      notes: ['按“接触时间率50%，体力劳动强度Ⅲ级”的限值判定'],
    });
    // The allowance begins at 30 ℃.
    expect(only(parts, { limits: heat, designTemperature: '30' })).toMatchObject({
      verdict: 'conforms',
      values: [{ limit: '30' }],
      notes: ['按“接触时间率50%，体力劳动强度Ⅲ级”的限值判定，当地夏季室外通风设计温度30 ℃，限值增加1 ℃'],
    });
    expect(only(parts, { limits: heat, designTemperature: '29.9' })).toMatchObject({
      verdict: 'exceeds',
      values: [{ limit: '29' }],
    });
    const alone = (text: string, more: Partial<TestFact>) => only([hot(text, more)], { limits: heat });
    expect(alone('28.0', { exposureCondition: 'labour.2' })).toMatchObject({
      verdict: 'conforms',
      values: [{ text: '28.0', limit: '28', working: '' }],
    });
    expect(alone('28.0', { exposureCondition: 'labour.3' }).verdict).toBe('exceeds');
    expect(alone('28.0', { exposureCondition: 'labour.4', hoursPerDay: '4' }).verdict).toBe('conforms');
    expect(alone('28.04', {}).values[0]?.text).toBe('28.0');
    expect(alone('28.0', { exposureCondition: null }).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '限值按接触条件分别规定，请在现场调查中补充接触条件（体力劳动强度）',
    });
    expect(alone('28.0', { hoursPerDay: null }).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '缺少日接触时间，请在现场调查中补充',
    });
    expect(alone('28.0', { exposureCondition: 'uv.b' }).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '限值库中没有“中波紫外线，280nm≤λ<315nm”的限值，请核对现场调查中的接触条件',
    });
    expect(alone('82.4', { unit: '℉' }).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '结果单位℉与限值26℃的单位不同，请核对',
    });
    expect(
      only([hot('28', { exposureCondition: 'labour.1' }), hot('28', { exposureCondition: 'labour.4' })], {
        limits: heat,
      }).values.map(({ reason }) => reason),
    ).toEqual(Array(2).fill('同一检测点的接触条件不一致，请核对现场调查'));
  });

  it('microwaves are judged by the 8-hour mean or by the dose, and no reading may exceed the short-time limit (MW-1)', () => {
    const waves = ownLimits('微波辐射');
    const read = (text: string, hours: string | null, more: Partial<TestFact> = {}) =>
      test(9, text, {
        unit: 'μW/cm²',
        minimum: null,
        period: 'short',
        representedHours: null,
        hoursPerDay: hours,
        exposureCondition: 'microwave.body.continuous',
        ...more,
      });
    const judged = (...tests: readonly TestFact[]) => only(tests, { limits: waves });
    expect(judged(read('50', '8'))).toMatchObject({
      verdict: 'conforms',
      values: [{ kind: 'powerDensity', text: '50.0', limit: '50', working: 'P=(50×8)/8=50.0' }],
      notes: ['按“全身辐射，连续微波”的限值判定'],
    });
    // 133 μW/cm² over three hours are 399 μW·h/cm²; 134 are 402.
    expect(judged(read('133', '3'))).toMatchObject({
      verdict: 'conforms',
      values: [{ kind: 'dailyDose', text: '399.0', unit: 'μW·h/cm²', limit: '400', working: 'D=133×3=399.0' }],
    });
    expect(judged(read('134', '3'))).toMatchObject({ verdict: 'exceeds', values: [{ text: '402.0' }] });
    expect(judged(read('26', '8', { exposureCondition: 'microwave.body.pulsed' })).verdict).toBe('exceeds');
    expect(judged(read('500', '8', { exposureCondition: 'microwave.limb' })).verdict).toBe('conforms');
    expect(judged(read('6000', '0.05'))).toMatchObject({
      verdict: 'exceeds',
      values: [
        { kind: 'dailyDose', text: '300.0', verdict: 'conforms' },
        { kind: 'powerDensity', text: '6000.0', limit: '5000', verdict: 'exceeds' },
      ],
    });
    expect(judged(read('5000', '0.05')).verdict).toBe('conforms');
    expect(judged(read('4.9', '0.05', { unit: 'mW/cm²', exposureCondition: 'microwave.short' })).values).toMatchObject([
      { kind: 'powerDensity', text: '4.9', limit: '5', verdict: 'conforms' },
    ]);
    expect(judged(read('50', null)).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '缺少日接触时间，请在调查或采样记录中补充',
    });
    expect(judged(read('50', '8', { exposureCondition: null })).values[0]).toMatchObject({
      verdict: 'toVerify',
      reason: '限值按接触条件分别规定，请在现场调查中补充接触条件',
    });
  });

  it('ultraviolet light and electric fields are compared with the limit of their condition in their unit (UV-1)', () => {
    const of = (name: string, noted: string, text: string, unit: string) =>
      only([test(9, text, { unit, minimum: null, period: 'short', exposureCondition: noted })], {
        limits: ownLimits(name),
      });
    expect(of('紫外辐射', 'uv.arc', '0.26', 'μW/cm²')).toMatchObject({
      verdict: 'exceeds',
      values: [{ kind: 'irradiance', limit: '0.24' }],
    });
    expect(of('紫外辐射', 'uv.b', '0.26', 'μW/cm²')).toMatchObject({
      verdict: 'conforms',
      values: [{ limit: '0.26' }],
    });
    expect(of('紫外辐射', 'uv.c', '1.9', 'mJ/cm²')).toMatchObject({
      verdict: 'exceeds',
      values: [{ kind: 'radiantExposure', limit: '1.8' }],
    });
    expect(of('高频电磁场', 'highFrequency.low', '5.1', 'A/m')).toMatchObject({
      verdict: 'exceeds',
      values: [{ kind: 'magneticField', limit: '5' }],
    });
    expect(of('高频电磁场', 'highFrequency.high', '25', 'V/m')).toMatchObject({
      verdict: 'conforms',
      values: [{ kind: 'electricField', limit: '25' }],
    });
    expect(of('超高频辐射', 'ultraHigh.pulsed.4h', '15', 'V/m')).toMatchObject({
      verdict: 'exceeds',
      values: [{ limit: '14' }],
    });
    expect(of('脉冲噪声', 'impulse.1000', '130', 'dB(A)')).toMatchObject({
      verdict: 'conforms',
      values: [{ kind: 'peakLevel', limit: '130' }],
    });
    expect(of('脉冲噪声', 'impulse.10000', '130', 'dB(A)').verdict).toBe('exceeds');
  });

  it('a factor whose only limit has a condition is 待核实 if the survey records another condition or none', () => {
    const arc = ownLimits('紫外辐射').filter(({ kind, condition }) => kind === 'irradiance' && condition === 'uv.arc');
    const lit = (exposureCondition: string | null) =>
      only([test(9, '0.25', { unit: 'μW/cm²', minimum: null, period: 'short', exposureCondition })], { limits: arc });
    expect(lit('uv.arc')).toMatchObject({ verdict: 'exceeds', values: [{ limit: '0.24' }] });
    expect(lit('uv.b')).toMatchObject({
      verdict: 'toVerify',
      values: [{ limit: null, reason: '限值库中没有“中波紫外线，280nm≤λ<315nm”的限值，请核对现场调查中的接触条件' }],
    });
    expect(lit(null)).toMatchObject({ verdict: 'toVerify' });
  });

  it('a factor with one unconditional limit per unit is compared with the limit in the unit of its result', () => {
    const fields = [...ownLimits('工频电场'), limit(9, 'magneticField', '0.1', { id: 990, unit: 'mT' })];
    const of = (text: string, unit: string) =>
      only([test(9, text, { unit, minimum: null, period: 'short' })], { limits: fields });
    expect(of('5.01', 'kV/m')).toMatchObject({ verdict: 'exceeds', values: [{ limit: '5' }] });
    expect(of('0.1', 'mT')).toMatchObject({ verdict: 'conforms', values: [{ limit: '0.1' }] });
  });

  it('a point whose samples name different hours or days a week is 待核实, in any order of the samples', () => {
    const noise = (more: Partial<TestFact>) =>
      test(7, '86', { unit: 'dB(A)', minimum: null, period: 'short', representedHours: null, ...more });
    const both = (one: TestFact, other: TestFact) =>
      [
        [one, other],
        [other, one],
      ].map((tests) =>
        only(tests, { limits: [...limits.filter(({ hazard }) => hazard !== 9), ...ownLimits('高温')] }).values.map(
          ({ verdict, reason }) => [verdict, reason],
        ),
      );
    // 86 dB(A) is 83.0 over four hours, and above 85 over eight.
    for (const found of both(noise({ hoursPerDay: '4' }), noise({ hoursPerDay: '8' })))
      expect(found).toEqual([['toVerify', '同一检测点的日接触时间不一致，请核对调查和采样记录']]);
    for (const found of both(
      noise({ hoursPerDay: '4', daysPerWeek: '5' }),
      noise({ hoursPerDay: '4', daysPerWeek: '7' }),
    ))
      expect(found).toEqual([['toVerify', '同一检测点的每周工作天数不一致，请核对调查和采样记录']]);
    // 29 ℃ of class Ⅲ is compared with 31 for two hours, with 26 for eight.
    const hot = (hoursPerDay: string | null) =>
      test(9, '29.0', {
        unit: '℃',
        minimum: null,
        period: 'short',
        representedHours: null,
        exposureCondition: 'labour.3',
        hoursPerDay,
      });
    expect(
      both(hot('2'), hot('8'))
        .flat()
        .map(([verdict]) => verdict),
    ).toEqual(['toVerify', 'toVerify', 'toVerify', 'toVerify']);
    expect(
      both(hot('8.0'), hot('8.00'))
        .flat()
        .map(([verdict]) => verdict),
    ).toEqual(['exceeds', 'exceeds']);
    // One without hours uses those of the other.
    expect(
      both(hot(null), hot('8'))
        .flat()
        .map(([verdict]) => verdict),
    ).toEqual(['exceeds', 'exceeds']);
  });

  it('the verdict is 待核实 if a fact for the limit is missing, the units differ or no limit is entered', () => {
    expect(only([test(9, '29.1', { unit: '℃' })])).toMatchObject({ verdict: 'toVerify' });
    expect(only([test(4, '30', { unit: 'ppm' })])).toMatchObject({
      verdict: 'toVerify',
      values: [{ limit: null, reason: '结果单位ppm与限值50mg/m³的单位不同，请核对' }],
    });
    // Another spelling or a thousandth of the unit is the same substance: 0.02 mg/L is 20 mg/m³.
    expect(only([test(4, '30000', { unit: 'μg/m³' })])).toMatchObject({
      verdict: 'conforms',
      values: [{ text: '30.0', unit: 'mg/m³' }],
    });
    expect(
      only([test(4, '20', { representedHours: '4' }), test(4, '0.02', { unit: 'mg/L', representedHours: '4' })]).values,
    ).toMatchObject([{ text: '20.0', unit: 'mg/m³' }]);
    // A place is not judged by a part of its samples, with or without recorded hours.
    for (const representedHours of ['4', null]) {
      const both = [test(4, '20', { representedHours }), test(4, '12', { unit: 'ppm', representedHours })];
      expect(only(both).values).toMatchObject([
        { unit: 'ppm', verdict: 'toVerify' },
        { verdict: 'toVerify', reason: '同一检测点有结果不能计入平均浓度，请先核对' },
      ]);
    }
    expect(only([test(8, '30')])).toMatchObject({
      verdict: 'notAssessed',
      values: [{ reason: '采样日无职业接触限值' }],
    });
    expect(only([test(8, '30')], { withoutLimit: () => 'unknown' })).toMatchObject({
      verdict: 'toVerify',
      values: [{ reason: '限值库中没有采样日的职业接触限值，请录入限值或说明原因' }],
    });
  });

  it('a sample in another unit, or one that cannot be spread over 15 min, makes only its own value 待核实 and hides no exceedance', () => {
    const both = (tests: readonly TestFact[]) =>
      [only(tests), only([...tests].reverse())].map((post) => [
        post.verdict,
        ...post.values.map(({ kind, text, verdict }) => `${kind} ${text} ${verdict}`).sort(),
      ]);
    const twice = (told: readonly string[]) => [told, told];
    expect(both([test(4, '51', { person: '王建平' }), test(4, '12', { person: '李芳', unit: 'ppm' })])).toEqual(
      twice(['exceeds', 'plain 12 toVerify', 'twa 51.0 exceeds']),
    );
    expect(both([test(1, '1.8'), short('6.1'), short('1.0', { unit: 'ppm' })])).toEqual(
      twice(['exceeds', 'plain 1.0 toVerify', 'stel 6.1 exceeds', 'twa 1.8 conforms']),
    );
    expect(both([test(1, '3.5'), short('6.1'), short('1.0', { minutes: '0' })])).toEqual(
      twice(['exceeds', 'plain 1.0 toVerify', 'stel 6.1 exceeds', 'twa 3.5 exceeds']),
    );
    // An open value is not missing.
    expect(both([test(1, '1.8'), short('1.0', { minutes: '0' })])).toEqual(
      twice(['toVerify', 'plain 1.0 toVerify', 'twa 1.8 conforms']),
    );
    // The mass of 石棉 is judged though its fibres have their own unit.
    expect(
      both([test(13, '0.9', { dust: 'total', minimum: '0.2' }), test(13, '127', { unit: '个', siteNo: '02' })]),
    ).toEqual(twice(['exceeds', 'fibre  undetermined', 'plain 127 toVerify', 'totalDust 0.90 exceeds']));
  });

  it('a negative result or a limit of 0 is 待核实, and the other results are still judged', () => {
    const below = { ...short('-1'), hazard: 3 };
    expect(only([below, { ...short('7.6'), hazard: 3 }])).toMatchObject({
      verdict: 'exceeds',
      values: [
        { text: '-1', verdict: 'toVerify', reason: '浓度应不小于0' },
        { kind: 'mac', text: '7.60', verdict: 'exceeds' },
      ],
    });
    expect(only([below])).toMatchObject({ verdict: 'toVerify', values: [{ kind: 'plain' }] });
    expect(assessPosts(judgeResults(facts([below])), { marks: new Map(), silica: [] })).toMatchObject([
      { verdict: 'toVerify', value: null },
    ]);
    expect(only([test(4, '0')], { limits: [limit(4, 'twa', '0')] })).toMatchObject({
      verdict: 'conforms',
      level: null,
    });
  });

  it('an undetected result whose detection limit exceeds the limit is 无法判定, not 不符合', () => {
    expect(only([test(4, '<60')])).toMatchObject({ verdict: 'undetermined', level: null });
  });

  it('the results of client-taken samples are compared with no limit', () => {
    expect(only([test(1, '30'), short('30')], { unjudged: reportTexts.incomingUnjudged })).toMatchObject({
      verdict: 'notAssessed',
      level: null,
      values: [
        { kind: 'plain', text: '30', limit: null, verdict: 'notAssessed', reason: reportTexts.incomingUnjudged },
        { kind: 'plain', verdict: 'notAssessed' },
      ],
    });
  });

  it('a result is judged by the limits valid on its sampling day', () => {
    const later = '2030-01-02';
    const newer = limit(4, 'twa', '20', { day: later, id: 999 });
    const post = only([test(4, '30'), test(4, '30', { sampledOn: later })], { limits: [...limits, newer] });
    expect(post.values.map(({ limit: bound, limitId, verdict }) => [bound, limitId, verdict])).toEqual([
      ['50', 42, 'conforms'],
      ['20', 999, 'exceeds'],
    ]);
  });
});

it('the report judges each work post of a project by the work post’s own results', () => {
  const posts = judgeResults(facts([test(4, '30'), test(4, '60', { place: '晾干工' })]));
  expect(posts.map(({ place, verdict }) => [place, verdict])).toEqual([
    ['喷漆工', 'conforms'],
    ['晾干工', 'exceeds'],
  ]);
});

it('the conclusion says 其余…均符合 only about judged hazards', () => {
  const posts = (more: readonly TestFact[]) =>
    judgeResults(facts([test(4, '60', { place: '晾干工' }), test(4, '30', { place: '调漆工' }), ...more]));
  const start =
    '除喷漆晾干工丙酮(仅有TWA)不符合GBZ 2.1-2019《工作场所有害因素职业接触限值 第1部分：化学有害因素》的要求外';
  const [line = ''] = conclusionOf(posts([])).split('\n');
  expect([line.startsWith(`${start}，其余检测岗位（检测点）工作场所空气中化学有害因素浓度均符合`), line]).toEqual([
    true,
    expect.any(String),
  ]);
  const [open = '', ...others] = conclusionOf(posts([test(1, '1.8', { place: '打磨工' })])).split('\n');
  expect([
    open.startsWith(`${start}，其余已判定的检测岗位（检测点）工作场所空气中化学有害因素浓度均符合`),
    open,
    others,
  ]).toEqual([true, expect.any(String), ['喷漆打磨工苯的结果无法判定。']]);
});

it('the conclusion uses the text for 全部符合 only if no work post is 待核实 or 无法判定', () => {
  const open = judgeResults(facts([test(4, '30', { place: '调漆工' }), test(1, '1.8', { place: '打磨工' })]));
  const fine = open.filter(({ verdict }) => verdict === 'conforms');
  const still = open
    .map((post) => (post.verdict === 'conforms' ? { ...post, verdict: 'undetermined' as const } : post))
    .filter(({ verdict }) => verdict !== 'exceeds');
  expect(fine.length).toBeGreaterThan(0);
  expect(sectionsByVerdict(fine, true)).toEqual({ conclusion: 'conclusionGood', advice: 'adviceGood' });
  expect(sectionsByVerdict(still, true)).toEqual({ conclusion: 'conclusionOpen', advice: 'adviceOpen' });
  expect(openPostsText(still)).not.toBe('');
  expect(
    sectionsByVerdict([...fine, ...still.map((post) => ({ ...post, verdict: 'exceeds' as const }))], true),
  ).toEqual({ conclusion: 'conclusionBad', advice: 'adviceBad' });
  expect(sectionsByVerdict(still, false)).toEqual({ conclusion: 'conclusionPlain', advice: null });
});

it('the conclusion mentions every kind of hazard in the tables, including radiation and other factors', () => {
  const more = {
    hazards: new Map([
      ...hazards,
      [12, { id: 12, name: '放射性因素甲', category: 'radiation', silicaBand: null }],
      [13, { id: 13, name: '其他因素乙', category: 'other', silicaBand: null }],
    ]),
    limits: [limit(12, 'twa', '2', { standard: 'GBZ 2.1-2019' }), limit(13, 'twa', '2')],
  };
  const at = (hazard: number, text: string) => ({ ...test(1, text), hazard });
  const posts = (...tests: TestFact[]) => judgeResults(facts(tests, more));
  expect(posts(at(12, '5.0')).map(({ verdict }) => verdict)).toEqual(['exceeds']);
  expect(conclusionOf(posts(at(12, '5.0'), at(13, '1.0')))).toMatch(
    /^除喷漆喷漆工放射性因素甲不符合GBZ 2\.1-2019.*的要求外，其余检测岗位（检测点）工作场所其他有害因素浓度（强度）均符合.*的要求。$/,
  );
});

it('a radiation factor is compared with the limit of its own kind; undetected with a detection limit above it gives 无法判定', () => {
  const more = {
    hazards: new Map([...hazards, [14, { id: 14, name: '照射', category: 'radiation', silicaBand: null }]]),
    limits: [limit(14, 'other', '2.5', { unit: 'μSv/h', standard: 'GBZ 117-2022' })],
  };
  const at = (text: string) => ({ ...test(1, text), hazard: 14, unit: 'μSv/h' });
  expect(only([at('3.1')], more)).toMatchObject({
    verdict: 'exceeds',
    values: [{ kind: 'other', text: '3.10', limit: '2.5' }],
  });
  expect(only([at('2.5')], more).verdict).toBe('conforms');
  expect(only([at('<3')], more)).toMatchObject({
    verdict: 'undetermined',
    values: [{ text: '<3', reason: '定量下限高于限值' }],
  });
  expect(only([{ ...at('1'), unit: 'mSv/h' }], more).verdict).toBe('toVerify');
});

it('the conclusion says 无职业接触限值 only about factors for which the standard has no limit', () => {
  const concluded = (reason: string, limitId: number | null) => {
    const post = only([test(8, '30')]);
    const values = post.values.map((value) => ({ ...value, reason, limitId, verdict: 'notAssessed' as const }));
    return conclusionOf([{ ...post, verdict: 'notAssessed', values }]);
  };
  expect(concluded('采样日无职业接触限值', null)).toMatch(/无职业接触限值，不予评价。$/);
  const other = concluded('接触浓度无明显波动，未测短时间接触浓度', 4);
  expect(other).toMatch(/不予评价（接触浓度无明显波动，未测短时间接触浓度）。$/);
  expect(other).not.toContain('无职业接触限值');
});

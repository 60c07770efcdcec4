import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import { checkPlan } from '@contract/features/fieldwork/plan/planChecks';
import {
  daysClauseOfType,
  daysOfType,
  type HazardFact,
  type LimitFact,
  type MethodFact,
  type MethodItemFact,
  type PlanRowFact,
  type SurveyFact,
} from '@contract/features/fieldwork/plan/planFacts';
import { type PlanSources, planFromSurvey } from '@contract/features/fieldwork/plan/planFromSurvey';
import { planTotals } from '@contract/features/fieldwork/plan/planTotals';
import { siteNumbers, siteRange } from '@contract/features/fieldwork/plan/siteNumbers';

const day = '2026-11-21';
const hazard = (id: number, name: string, category = 'chemical'): HazardFact => ({ id, name, category });
const method = (id: number, title: string, more: Partial<MethodFact> = {}): MethodFact => ({
  id,
  title,
  standardNo: 'GBZ/T 300',
  methodKind: 'gasChromatography',
  resultRoute: 'solvent',
  status: '1',
  validFrom: null,
  validUntil: null,
  cma: false,
  dataCertainty: 'sure',
  organizationId: null,
  medium: '活性炭管',
  shortFlow: '0.1',
  shortMinutes: 15,
  longFlow: '0.05',
  longMinutes: 480,
  blanksPerBatch: 2,
  ...more,
});
const bottle = {
  methodKind: 'spectrophotometry',
  resultRoute: 'solution',
  medium: '大型气泡吸收管',
  shortFlow: '0.5',
  longFlow: null,
  longMinutes: null,
} as const;

const benzene = hazard(1, '苯');
const toluene = hazard(2, '甲苯');
const chlorine = hazard(3, '氯');
const ammonia = hazard(4, '氨');
const silica = hazard(5, '矽尘', 'dust');
const noise = hazard(6, '噪声', 'physical');
const strange = hazard(7, '某新物质');
const hazards = new Map([benzene, toluene, chlorine, ammonia, silica, noise, strange].map((one) => [one.id, one]));
const limits: LimitFact[] = [
  { hazard: 1, kind: 'twa' },
  { hazard: 1, kind: 'stel' },
  { hazard: 2, kind: 'twa' },
  { hazard: 2, kind: 'stel' },
  { hazard: 3, kind: 'mac' },
  { hazard: 4, kind: 'twa' },
  { hazard: 4, kind: 'stel' },
  { hazard: 5, kind: 'totalDust' },
  { hazard: 5, kind: 'respirableDust' },
  { hazard: 6, kind: 'dailyLevel' },
];
const gas = method(10, '苯系物 溶剂解吸-气相色谱法');
const colour = method(11, '无机化合物 分光光度法', bottle);
const total = method(12, '滤膜质量法测总粉尘', {
  standardNo: 'GBZ/T 192.1',
  methodKind: 'dust',
  resultRoute: 'weighing',
  medium: '测尘滤膜',
  shortFlow: '20',
  longFlow: '2',
  longMinutes: 240,
});
const respirable = method(13, '滤膜质量法测呼吸性粉尘', {
  standardNo: 'GBZ/T 192.2',
  methodKind: 'dust',
  resultRoute: 'weighing',
  medium: '测尘滤膜（配预分离器）',
  shortFlow: '20',
  longFlow: '2',
  longMinutes: 240,
});
const meter = method(14, '噪声测量', {
  methodKind: 'genericTest',
  resultRoute: 'onSite',
  medium: null,
  shortFlow: null,
  shortMinutes: null,
  longFlow: null,
  longMinutes: null,
  blanksPerBatch: null,
});
const methods = [gas, colour, total, respirable, meter];
const item = (of: number, measured: number): MethodItemFact => ({
  method: of,
  hazard: measured,
  dataCertainty: 'sure',
});
const items = [item(10, 1), item(10, 2), item(11, 3), item(11, 4), item(12, 5), item(13, 5), item(14, 6)];

let serial = 0;
const survey = (of: HazardFact, more: Partial<SurveyFact> = {}): SurveyFact => ({
  id: (serial += 1),
  workshop: '涂装车间',
  post: '喷漆工',
  place: null,
  hazard: of.id,
  machines: null,
  workers: 4,
  worstKnown: true,
  fixedPost: true,
  hoursPerDay: '8',
  ...more,
});
const sources = (rows: readonly SurveyFact[], more: Partial<PlanSources> = {}): PlanSources => ({
  survey: rows,
  hazards,
  limits,
  methods,
  items,
  day,
  existing: [],
  days: 1,
  ...more,
});
const rowsOf = (rows: readonly SurveyFact[], more: Partial<PlanSources> = {}) =>
  planFromSurvey(sources(rows, more)).rows;

describe('plan from a survey', () => {
  it('the sampling plan measures PC-TWA on people for a shift, PC-STEL at the place for 15 min, and MAC only at the place', () => {
    expect(rowsOf([survey(benzene)])).toMatchObject([
      {
        mode: 'personal',
        period: 'long',
        medium: '活性炭管',
        flow: '0.05',
        minutes: 480,
        points: 2,
        samplesPerDay: 1,
        days: 1,
        blanks: 2,
        siteNo: '01',
      },
      {
        mode: 'area',
        period: 'short',
        medium: '活性炭管',
        flow: '0.1',
        minutes: 15,
        points: 1,
        samplesPerDay: 3,
        blanks: 2,
        siteNo: '01',
      },
    ]);
    expect(rowsOf([survey(chlorine)]).map(({ mode, period }) => [mode, period])).toEqual([['area', 'short']]);
  });

  it('the sampling plan measures hand vibration on 1 of 1 workers, 2 of up to 5, 3 of up to 10 and 4 of more (GBZ/T 189.9-2025 6.3)', () => {
    const shaking = hazard(8, '手传振动', 'physical');
    const vibrometer = method(18, '手传振动测量', { ...meter, title: '手传振动测量', id: 18 });
    const planned = (workers: number) =>
      rowsOf([survey(shaking, { workers })], {
        hazards: new Map([...hazards, [8, shaking]]),
        methods: [...methods, vibrometer],
        items: [...items, item(18, 8)],
      })[0];
    expect([1, 2, 5, 6, 10, 11].map((workers) => planned(workers)?.points)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(planned(5)).toMatchObject({ mode: 'personal', period: 'short', samplesPerDay: 1, blanks: 0, medium: null });
  });

  it.each([
    [3, 1],
    [7, 2],
    [12, 3],
  ])(
    'the sampling plan has, for %i machines of one kind, %i sampling points (DOMAIN section 1.2)',
    (machines, points) => {
      expect(rowsOf([survey(chlorine, { machines })])[0]?.points).toBe(points);
    },
  );

  it.each([
    [4, true, 2],
    [8, false, 6],
    [30, false, 9],
    [2, true, 2],
  ])(
    'the sampling plan for %i workers, the most exposed known: %s, takes %i samples (DOMAIN section 1.3)',
    (workers, worstKnown, points) => {
      expect(rowsOf([survey(benzene, { workers, worstKnown })])[0]?.points).toBe(points);
    },
  );

  it('the sampling plan combines hazards that one collector of one method samples, and keeps absorption bottles separate', () => {
    const rows = rowsOf([survey(benzene), survey(toluene), survey(chlorine), survey(ammonia)]);
    expect(rows.map((row) => [row.hazard, row.alongWith, row.period])).toEqual([
      [1, [2], 'long'],
      [1, [2], 'short'],
      [3, [], 'short'],
      [4, [], 'short'],
    ]);
  });

  it('the sampling plan does not combine different places, and numbers the places in order', () => {
    const rows = rowsOf([survey(chlorine), survey(chlorine, { post: '调漆工' }), survey(ammonia)]);
    expect(rows.map(({ siteNo, place }) => [siteNo, place])).toEqual([
      ['01', '喷漆工'],
      ['02', '调漆工'],
      ['01', '喷漆工'],
    ]);
  });

  it('the sampling plan spreads short samples over the shift if the method’s sampler cannot be worn', () => {
    expect(rowsOf([survey(ammonia)])).toMatchObject([{ mode: 'area', period: 'short', samplesPerDay: 4, flow: '0.5' }]);
    expect(rowsOf([survey(ammonia, { hoursPerDay: '0.5' })])).toMatchObject([{ samplesPerDay: 3 }]);
  });

  it('the sampling plan uses separate methods for total and respirable dust, and samples no longer than the worker is present', () => {
    expect(rowsOf([survey(silica, { hoursPerDay: '3' })])).toMatchObject([
      { method: 12, minutes: 180, medium: '测尘滤膜' },
      { method: 13, minutes: 180, medium: '测尘滤膜（配预分离器）' },
    ]);
  });

  it('the sampling plan measures physical factors without medium or blanks, and moving workers with a dosimeter', () => {
    expect(
      rowsOf([survey(noise), survey(noise, { post: '巡检工', fixedPost: false, workers: 8, worstKnown: false })]),
    ).toMatchObject([
      { mode: 'area', medium: null, flow: null, minutes: null, blanks: 0, samplesPerDay: 1 },
      { mode: 'personal', period: 'long', medium: null, blanks: 0, points: 6 },
    ]);
  });

  it('the sampling plan lasts three days for an evaluation and one day for every other project type', () => {
    expect(['现状评价检测', '控制效果评价检测', '定期检测', '委托检测'].map(daysOfType)).toEqual([3, 3, 1, 1]);
  });

  it('the sampling plan cites GBZ 331-2024 for the three days of a present-state evaluation only, and none for physical factors', () => {
    expect(['现状评价检测', '控制效果评价检测', '防护设施与防护用品效果评价'].map(daysClauseOfType)).toEqual([
      'GBZ 331-2024 6.2.7.1',
      'GBZ 159',
      'GBZ 159',
    ]);
    const rows = rowsOf([survey(noise), survey(benzene)]).map((row) => ({ ...row, days: 1 }));
    const daysFindings = checked(rows, [], { days: 3 }).warnings.filter(({ field }) => field === 'days');
    expect([rows.length, daysFindings.length]).toEqual([3, 2]);
  });

  it('the sampling plan made from a survey reports the rows that it could not plan, and plans the rest', () => {
    const { rows, problems } = planFromSurvey(
      sources([survey(strange), survey(silica), survey(benzene, { workers: null })], { methods: [gas, total] }),
    );
    expect(rows.map((row) => row.hazard)).toEqual([5, 1, 1]);
    expect(problems).toEqual([
      '涂装车间 喷漆工 某新物质：限值库中没有现行限值，按定点短时间采样编入，请核对',
      '涂装车间 喷漆工 某新物质：方法库中没有可用的检测方法，未编入方案',
      '涂装车间 喷漆工 矽尘：方法库中没有可用的呼吸性粉尘检测方法，未编入方案',
      '涂装车间 喷漆工 苯：调查未填写接触人数，按1人编入，请核对',
    ]);
  });

  it('the sampling plan contains peak samples of hazards without PC-STEL only on request', () => {
    expect(rowsOf([survey(silica)], { peaks: true }).map(({ period, method: by }) => [period, by])).toEqual([
      ['long', 12],
      ['long', 13],
      ['short', 12],
      ['short', 13],
    ]);
  });

  it('the sampling plan adds nothing when it is generated again from the same survey', () => {
    const any = fc.record({
      of: fc.constantFrom(...hazards.values()),
      post: fc.constantFrom('喷漆工', '调漆工', '巡检工'),
      machines: fc.option(fc.integer({ min: 0, max: 40 })),
      workers: fc.option(fc.integer({ min: 0, max: 90 })),
      worstKnown: fc.boolean(),
      fixedPost: fc.boolean(),
      hoursPerDay: fc.constantFrom(null, '0.1', '2.5', '8', '12'),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 25 }), fc.boolean(), (given, peaks) => {
        const rows = given.map(({ of, ...more }) => survey(of, more));
        const first = planFromSurvey(sources(rows, { peaks }));
        expect(planFromSurvey(sources(rows, { peaks }))).toEqual(first);
        expect(planFromSurvey(sources(rows, { peaks, existing: first.rows })).rows).toEqual([]);
        for (const row of first.rows) {
          expect(row.points).toBeGreaterThan(0);
          expect(row.samplesPerDay).toBeGreaterThan(0);
          expect(row.medium === null ? row.blanks === 0 : row.blanks >= 2).toBe(true);
        }
        // A plan just generated passes the checks without remarks.
        const checked = checkPlan({
          rows: first.rows,
          survey: rows.filter((row) => row.hazard !== strange.id),
          hazards,
          limits,
          methods,
          items,
          day,
          days: 1,
          daysClause: '',
          remark: null,
        });
        expect([first.rows.length ? checked.errors : [], checked.warnings]).toEqual([[], []]);
      }),
    );
  });
});

describe('chosen method', () => {
  const by = (list: readonly MethodFact[], long = true) =>
    chooseMethod({ methods: list, items: list.map(({ id }) => item(id, 1)), day }, { hazard: 1, long })?.id;

  it('the sampling plan chooses the method that is in force, accredited, wearable and the organization’s own, in this order', () => {
    expect(by([method(1, '甲'), method(2, '乙', { cma: true })])).toBe(2);
    expect(by([method(1, '甲', { longFlow: null }), method(2, '乙')])).toBe(2);
    expect(by([method(1, '甲', { longFlow: null, cma: true }), method(2, '乙')])).toBe(1);
    expect(by([method(1, '甲'), method(2, '乙', { organizationId: 5 })])).toBe(2);
    expect(by([method(2, '乙'), method(1, '甲')])).toBe(1);
    expect(by([method(1, '甲', { methodKind: 'outsourced', cma: true }), method(2, '乙')])).toBe(2);
  });

  it('the sampling plan never chooses a stopped, future or expired method', () => {
    expect(
      by([
        method(1, '甲', { status: '0' }),
        method(2, '乙', { validFrom: '2026-11-22' }),
        method(3, '丙', { validUntil: '2026-11-20' }),
      ]),
    ).toBeUndefined();
    expect(by([method(1, '甲', { validFrom: day, validUntil: day })])).toBe(1);
  });
});

const checked = (
  rows: readonly PlanRowFact[],
  of: readonly SurveyFact[] = [],
  more: { days?: number; remark?: string } = {},
) =>
  checkPlan({
    rows,
    survey: of,
    hazards,
    limits,
    methods,
    items,
    day,
    days: more.days ?? 1,
    daysClause: 'GBZ 331-2024 6.2.7.1',
    remark: more.remark ?? null,
  });
const said = (findings: readonly { message: string }[]) => findings.map(({ message }) => message);

describe('plan before submission', () => {
  it('a sampling plan can be submitted only with rows, methods, media, flows and minutes', () => {
    const [row] = rowsOf([survey(benzene)]) as [PlanRowFact];
    expect(said(checked([]).errors)).toEqual(['方案还没有内容，请生成或插入行后再提交']);
    expect(
      said(
        checked([
          { ...row, method: null },
          { ...row, medium: null, flow: '0', minutes: null },
        ]).errors,
      ),
    ).toEqual(['请选择检测方法', '请填写采样介质', '请填写采样流量', '请填写采样时间']);
    expect(
      said(
        checked([{ ...row, method: 14, hazard: 6, alongWith: [], medium: null, flow: null, minutes: null, blanks: 0 }])
          .errors,
      ),
    ).toEqual([]);
  });

  it('a sampling plan without short samples is refused if the contact varies and a PC-STEL exists; with only a PC-TWA it needs a reason', () => {
    const swings = survey(benzene, { contactPattern: 'unsteady' });
    const [long, short] = rowsOf([swings]) as [PlanRowFact, PlanRowFact];
    expect([long.period, short.period]).toEqual(['long', 'short']);
    expect(said(checked([long, short], [swings]).errors)).toEqual([]);
    expect(said(checked([long], [swings]).errors)).toEqual([
      '涂装车间 喷漆工 苯：调查的接触方式为波动，请在浓度高的时段和地点安排短时间采样（GBZ 331-2024 5.2.6.2.3 c 2）',
    ]);
    expect(said(checked([long], [survey(benzene, { contactPattern: 'steady' })]).errors)).toEqual([]);
    const noStel = limits.filter(({ hazard, kind }) => hazard !== benzene.id || kind !== 'stel');
    const plan = {
      rows: [long],
      survey: [swings],
      hazards,
      limits: noStel,
      methods,
      items,
      day,
      days: 1,
      daysClause: '',
    };
    const { errors, warnings } = checkPlan({ ...plan, remark: null });
    expect([errors, warnings.filter(({ explained }) => !explained).length]).toEqual([[], 1]);
    expect(checkPlan({ ...plan, remark: '浓度稳定时段已核实' }).warnings.every(({ explained }) => explained)).toBe(
      true,
    );
  });

  it('a sampling plan without a drawing of its points needs a remark', () => {
    const rows = rowsOf([survey(benzene)]);
    const plan = { rows, survey: [], hazards, limits, methods, items, day, days: 1, daysClause: '', remark: null };
    const about = (findings: readonly { message: string; explained: boolean }[]) =>
      findings.flatMap(({ message, explained }) => (message.startsWith('没有测点布置图') ? [explained] : []));
    expect(about(checkPlan({ ...plan, sketch: false }).warnings)).toEqual([false]);
    expect(about(checkPlan({ ...plan, sketch: false, remark: '用人单位不能提供平面图' }).warnings)).toEqual([true]);
    expect(about(checkPlan({ ...plan, sketch: true }).warnings)).toEqual([]);
  });

  it('a sampling plan names each place of contact of a moving job without a sampling point, unless a sampler is worn (GBZ 331-2024 5.2.6.2.3 b 2)', () => {
    const [row] = rowsOf([survey(benzene)]) as [PlanRowFact];
    const about = (more: Partial<PlanRowFact>, place: string, remark: string | null = null) =>
      checkPlan({
        rows: [{ ...row, ...more }],
        survey: [],
        hazards,
        limits,
        methods,
        items,
        day,
        days: 1,
        daysClause: '',
        remark,
        contactPlaces: [{ post: '巡检工', place, hazard: '苯' }],
      }).warnings.flatMap(({ message, explained }) => (message.startsWith('流动岗位“巡检工”') ? [explained] : []));
    expect(about({ mode: 'area', place: '一号反应釜' }, '二号反应釜')).toEqual([false]);
    expect(about({ mode: 'area', place: '一号反应釜' }, '二号反应釜', '二号釜停用')).toEqual([true]);
    expect(about({ mode: 'area', place: '一号反应釜' }, '一号反应釜')).toEqual([]);
    expect(about({ mode: 'personal', place: '巡检工' }, '二号反应釜')).toEqual([]);
  });

  it('a sampling plan allows 15 min at most for a MAC sample, and another PC-STEL duration only with a remark (GBZ 331-2024 5.2.6.2.3 c 2, c 4)', () => {
    const [ceiling] = rowsOf([survey(chlorine)]) as [PlanRowFact];
    expect(said(checked([{ ...ceiling, minutes: 16 }]).errors)).toEqual([
      '氯执行最高容许浓度，采样时间16 min超过15 min，不能代表最高浓度；请缩短采样时间（GBZ 331-2024 5.2.6.2.3 c 4）',
    ]);
    expect(checked([{ ...ceiling, minutes: 15 }])).toEqual({ errors: [], warnings: [] });
    const [, brief] = rowsOf([survey(benzene)]) as [PlanRowFact, PlanRowFact];
    expect(checked([{ ...brief, minutes: 10 }]).warnings).toMatchObject([
      {
        field: 'minutes',
        explained: false,
        message: '苯执行短时间接触容许浓度，采样时间10 min，一般应为15 min（GBZ 331-2024 5.2.6.2.3 c 2）',
      },
    ]);
  });

  it('a sampling plan samples 25 % of a fixed work post’s contact, 50 % of a mobile work post’s, or two periods (GBZ 331-2024 5.2.6.2.3 c 1)', () => {
    const moving = survey(benzene, { fixedPost: false, hoursPerDay: '12' });
    const [long] = rowsOf([moving], { methods: [method(10, '苯系物 溶剂解吸-气相色谱法', { longMinutes: 240 })] }) as [
      PlanRowFact,
    ];
    expect([long.minutes, long.samplesPerDay]).toEqual([240, 2]);
    expect(said(checked([{ ...long, samplesPerDay: 1 }], [moving]).warnings)).toEqual([
      '采样240 min，占接触时间12 h的33.3%，流动岗位应不少于50%（GBZ 331-2024 5.2.6.2.3 c 1）',
    ]);
    const [spread] = rowsOf([survey(ammonia)]) as [PlanRowFact];
    expect(said(checked([{ ...spread, samplesPerDay: 1 }]).warnings)).toEqual([
      '短时间采样1个时段，代表全工班应不少于2个时段（GBZ 331-2024 5.2.6.2.3 c 1）',
    ]);
  });

  it('a sampling plan needs a reason where a mobile work post has no long personal sample for a PC-TWA (GBZ 331-2024 5.2.6.2.3 c 1)', () => {
    const moving = survey(benzene, { fixedPost: false });
    const planned = rowsOf([moving]);
    const wanted =
      '流动岗位按PC-TWA评价的因素宜用个体长时间采样，请改为个体长时间采样，或在备注中说明原因（GBZ 331-2024 5.2.6.2.3 c 1）';
    const found = (rows: readonly PlanRowFact[], source = moving) =>
      checked(rows, [source]).warnings.filter(({ message }) => message === wanted);
    expect(found(planned)).toEqual([]);
    const area = planned.map((row) => ({ ...row, mode: 'area' }));
    expect(found(area)).toMatchObject([{ field: 'mode', explained: false }]);
    expect(found(area.map((row) => ({ ...row, remark: '工人不便佩戴' })))).toMatchObject([{ explained: true }]);
    expect(found(area, { ...moving, fixedPost: true })).toEqual([]);
    expect(found(area.map((row) => ({ ...row, hoursPerDay: '1' })))).toEqual([]);
    const bottled = survey(ammonia, { fixedPost: false });
    expect(found(rowsOf([bottled]), bottled)).toEqual([]);
    const dusty = survey(silica, { fixedPost: false });
    expect(
      found(
        rowsOf([dusty]).map((row) => ({ ...row, mode: 'area' })),
        dusty,
      ),
    ).toHaveLength(1);
  });

  it('a sampling plan requires field blanks on each sampling day, planned in rows of that day', () => {
    const [row] = rowsOf([survey(benzene)]) as [PlanRowFact];
    const [first, longer] = [
      { ...row, days: 1, blanks: 2 },
      { ...row, place: '调漆工', days: 3, blanks: 0 },
    ];
    expect(said(checked([first, longer]).warnings)).toEqual(['每天0个空白少于每批2个（GBZ/T 300）']);
    expect(
      said(
        checked([
          { ...first, blanks: 0 },
          { ...longer, blanks: 2 },
        ]).warnings,
      ),
    ).toEqual([]);
    // Materials are counted by day, too: two on the first, one on each of the others.
    expect(
      planTotals([first, { ...longer, blanks: 1 }], hazards, new Map(methods.map((method) => [method.id, method])))
        .blanks,
    ).toBe(4);
    expect(planTotals([first, longer], hazards, new Map(methods.map((method) => [method.id, method]))).blanks).toBe(2);
  });

  it('a sampling plan below the standards’ numbers gives a warning until a remark explains it', () => {
    const source = survey(benzene, { workers: 8, worstKnown: false });
    const [row] = rowsOf([source]) as [PlanRowFact];
    const few = { ...row, points: 2, blanks: 1, days: 1 };
    const { errors, warnings } = checked([few], [source], { days: 3 });
    expect(errors).toEqual([]);
    expect(said(warnings)).toEqual([
      '2名采样对象少于规范要求的6名（GBZ 159）',
      '1天少于评价检测要求的3个工作班（GBZ 331-2024 6.2.7.1）',
      '每天1个空白少于每批2个（GBZ/T 300）',
    ]);
    expect(warnings.some(({ explained }) => explained)).toBe(false);
    expect(
      checked([{ ...few, remark: '仅两人当班' }], [source], { days: 3 }).warnings.every(({ explained }) => explained),
    ).toBe(true);
    expect(checked([few], [source], { remark: '企业停产检修' }).warnings.every(({ explained }) => explained)).toBe(
      true,
    );
  });

  it('a sampling plan asks for the free silica of a dust whose limit depends on it, once, unless it is determined or explained', () => {
    const cement = hazard(9, '水泥粉尘(游离SiO2含量<10%)', 'dust');
    const [row] = rowsOf([survey(silica)]) as [PlanRowFact];
    const dust = { ...row, hazard: cement.id };
    const silicaMethod = method(15, '焦磷酸法', { methodKind: 'freeSilica' });
    const asks = (rows: readonly PlanRowFact[]) =>
      checkPlan({
        rows,
        survey: [],
        hazards: new Map([...hazards, [cement.id, cement]]),
        limits,
        methods: [...methods, silicaMethod],
        items,
        day,
        days: 1,
        daysClause: '',
        remark: null,
      }).warnings.filter(({ message }) => message.includes('游离二氧化硅检测'));
    expect(asks([dust, { ...dust, place: '包装机' }]).map(({ explained }) => explained)).toEqual([false]);
    expect(asks([{ ...dust, remark: '游离二氧化硅4%，见2025年报告' }]).map(({ explained }) => explained)).toEqual([
      true,
    ]);
    expect(asks([dust, { ...dust, method: silicaMethod.id }])).toEqual([]);
    expect(asks([row])).toEqual([]);
  });

  it('a sampling plan warns about surveyed hazards that it omits and about methods that do not measure the hazard', () => {
    const of = [survey(benzene), survey(chlorine)];
    const rows = rowsOf(of.slice(0, 1)).map((row): PlanRowFact => ({
      ...row,
      method: 11,
      medium: '大型气泡吸收管',
      mode: 'area',
      flow: '0.5',
    }));
    expect(said(checked(rows, of).warnings)).toEqual(
      expect.arrayContaining([
        '方法库中“无机化合物 分光光度法”未列明可测“苯”，请核对',
        '涂装车间 喷漆工 氯：调查中有，方案未安排；请编入，或在“方案说明”中选择不检测的原因',
      ]),
    );
  });
});

describe('totals of a plan', () => {
  it('the totals of a sampling plan count samples, blanks per day, media with 10 % to spare, and samplers in use at the same time', () => {
    const rows = rowsOf(
      [
        survey(benzene, { workers: 8, worstKnown: false }),
        survey(toluene, { workers: 8, worstKnown: false }),
        survey(chlorine, { post: '加氯工', machines: 7 }),
        survey(noise),
      ],
      { days: 3 },
    );
    const totals = planTotals(rows, hazards, new Map(methods.map((method) => [method.id, method])));
    expect(totals.hazards).toEqual([
      { hazards: [1, 2], method: 10, medium: '活性炭管', samples: 6 * 3 + 3 * 3, blanks: 6, results: 2 * (18 + 9) },
      { hazards: [3], method: 11, medium: '大型气泡吸收管', samples: 2 * 3 * 3, blanks: 6, results: 18 },
      { hazards: [6], method: 14, medium: null, samples: 3, blanks: 0, results: 3 },
    ]);
    expect(totals.media).toEqual([
      { medium: '活性炭管', needed: 33, withSpare: 37 },
      { medium: '大型气泡吸收管', needed: 24, withSpare: 27 },
    ]);
    expect(totals.samplers).toEqual([
      { kind: 'directReading', flow: null, hazard: 6, count: 1 },
      { kind: 'personalSampler', flow: '0.05', hazard: null, count: 6 },
      { kind: 'sampler', flow: '0.1', hazard: null, count: 1 },
      { kind: 'sampler', flow: '0.5', hazard: null, count: 1 },
    ]);
    expect(totals).toMatchObject({ samples: 45, blanks: 12, measurements: 3, sites: 2, days: 3 });
  });

  it('the totals of an empty sampling plan are 0 and empty lists', () => {
    expect(planTotals([], hazards, new Map())).toEqual({
      hazards: [],
      media: [],
      samplers: [],
      samples: 0,
      blanks: 0,
      measurements: 0,
      sites: 0,
      days: 0,
    });
  });
});

describe('numbers of places', () => {
  const at = (place: string, points = 1, workshop = '甲') => ({ workshop, place, points });
  it('the numbers of sampling places leave room for each place’s points, continue after the last number and never change', () => {
    const numberOf = siteNumbers(
      [
        { ...at('A', 2), siteNo: '07' },
        { ...at('B'), siteNo: 'K' },
        { ...at('C'), siteNo: null },
      ],
      [at('C', 3), at('A'), at('C', 2), at('A', 1, '乙')],
    );
    expect([at('C'), at('A'), at('B'), at('A', 1, '乙'), at('C')].map(numberOf)).toEqual(['09', '07', 'K', '12', '09']);
    expect([siteRange('09', 3), siteRange('12', 1), siteRange('K', 3), siteRange(null, 2)]).toEqual([
      '09–11',
      '12',
      'K',
      '',
    ]);
  });

  it('the numbers of sampling places are consecutive if their points would need more than two digits', () => {
    const places = Array.from({ length: 40 }, (_, place) => at(`岗位${place}`, 4));
    expect(places.map(siteNumbers([], places)).slice(-2)).toEqual(['39', '40']);
    expect(
      places
        .slice(0, 20)
        .map(siteNumbers([], places.slice(0, 20)))
        .slice(-1),
    ).toEqual(['77']);
  });
});

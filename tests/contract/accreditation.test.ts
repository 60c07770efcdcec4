import { describe, expect, it } from 'vitest';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import { checkPlan } from '@contract/features/fieldwork/plan/planChecks';
import type { MethodFact, PlanRowFact } from '@contract/features/fieldwork/plan/planFacts';
import { planTexts } from '@contract/features/fieldwork/plan/planTexts';
import {
  accreditationTexts,
  type AnnexItem,
  scopeFault,
  scopeNames,
  scopeOf,
  standardNoIn,
  standardNosIn,
} from '@contract/features/library/accreditationScope';
import { hazardsOfItem } from '@contract/features/library/hazardsOfItem';

// 资质认定能力附表: what the organization may test under its accreditation, and until when.

const day = '2026-11-21';
const item = (more: Partial<AnnexItem>): AnnexItem => ({
  id: 1,
  itemNo: '1',
  item: '苯',
  hazard: 1,
  standardNo: 'GBZ/T 300.66-2017',
  restriction: null,
  validFrom: '2023-06-12',
  validUntil: '2029-06-11',
  ...more,
});
const asked = { hazard: 1, category: 'chemical', standardNo: 'GBZ/T 300.66-2017', day };

describe('number of a standard in a text', () => {
  it.each([
    ['工作场所空气有毒物质测定 苯、甲苯、二甲苯和乙苯 GBZ/T 300.66-2017', 'GBZ/T 300.66-2017'],
    ['GBZ/T300.66—2017', 'GBZ/T 300.66-2017'],
    ['《工作场所物理因素测量 第8部分：噪声》gbz/t 189.8-2007', 'GBZ/T 189.8-2007'],
    ['GBZ 159-2004', 'GBZ 159-2004'],
    ['WS/T 757', 'WS/T 757'],
    ['作业指导书', null],
    [null, null],
  ])('the standard number is found in the text %s of a contract or method', (text, no) => {
    expect(standardNoIn(text)).toBe(no);
  });
});

it('the standard numbers found in one cell of an annex are all that it names, each once', () => {
  expect(standardNosIn('GBZ/T 300.66-2017、GBZ/T160.42—2007\nGBZ/T 300.66-2017')).toEqual([
    'GBZ/T 300.66-2017',
    'GBZ/T 160.42-2007',
  ]);
  expect(standardNosIn('作业指导书')).toEqual([]);
});

it('the reader of a contract’s 检测范围 splits it into hazard names and keeps names that contain 及 or a comma whole', () => {
  expect(scopeNames('检测苯、甲苯，噪声')).toEqual(['苯', '甲苯', '噪声']);
  expect(scopeNames('锰及其无机化合物、1,2-二氯乙烷')).toEqual(
    expect.arrayContaining(['锰及其无机化合物', '1,2-二氯乙烷']),
  );
  expect(scopeNames('')).toEqual([]);
});

it.each([
  ['GBZ/T 300.84～85-2017', ['GBZ/T 300.84-2017', 'GBZ/T 300.85-2017']],
  ['GBZ/T 192.1-2007至GBZ/T 192.3-2007', ['GBZ/T 192.1-2007', 'GBZ/T 192.2-2007', 'GBZ/T 192.3-2007']],
  ['GBZ/T 300.99-2017/XG1-2020', ['GBZ/T 300.99-2017']],
  ['GBZ/T 189.1～189.900-2007', ['GBZ/T 189.1', '']],
])('the standard numbers in %s of an annex include each part that its range names', (text, numbers) => {
  expect(standardNosIn(text)).toEqual(numbers.filter(Boolean));
});

const tested = (names: readonly string[], category = 'chemical') =>
  names.map((name, index) => ({ id: index + 1, name, category }));

it.each([
  ['铅及其化合物', ['铅尘', '铅烟', '四乙基铅'], ['铅尘', '铅烟']],
  ['锰及其无机化合物（以MnO2计）', ['锰及其无机化合物(按MnO2计)'], ['锰及其无机化合物(按MnO2计)']],
  ['六价铬', ['三氧化铬、铬酸盐、重铬酸盐(按Cr计)'], ['三氧化铬、铬酸盐、重铬酸盐(按Cr计)']],
  ['钠及其化合物', ['氢氧化钠', '氢氧化钾'], ['氢氧化钠']],
  ['氨气', ['氨', '氰化氢(按CN计)'], ['氨']],
  ['氟化物', ['氟化氢(按F计)', '氟化物(不含氟化氢)(按F计)'], ['氟化物(不含氟化氢)(按F计)']],
  ['三甲苯', ['甲苯', '苯'], []],
  ['某物质', ['甲苯'], []],
])('the annex item %s means, of the hazards %j that its standard tests, %j', (item, names, meant) => {
  const hazards = tested(names);
  expect(hazardsOfItem(item, hazards).map((id) => hazards[id - 1]?.name)).toEqual(meant);
});

it.each([
  ['工作场所噪声', ['噪声', '脉冲噪声'], ['噪声']],
  ['微波', ['微波辐射'], ['微波辐射']],
  ['WBGT指数', ['高温'], ['高温']],
  ['紫外光', ['紫外辐射', '激光辐射'], []],
])('the annex item %s means, of the physical factors %j that its standard measures, %j', (item, names, meant) => {
  const hazards = tested(names, 'physical');
  expect(hazardsOfItem(item, hazards).map((id) => hazards[id - 1]?.name)).toEqual(meant);
});

describe('accredited scope', () => {
  it('the check of a method against the laboratory’s accredited scope returns no verdict if no scope list was entered', () => {
    expect(scopeOf([], asked)).toBeNull();
  });

  it('a method is inside the accredited scope by its standard number with part and year, and only on days of the certificate’s period', () => {
    const annex = [item({})];
    const state = (more: Partial<typeof asked>) => scopeOf(annex, { ...asked, ...more })?.state;
    expect(state({})).toBe('inside');
    expect(state({ standardNo: 'GBZ/T300.66-2017' })).toBe('inside');
    expect(state({ standardNo: 'GBZ/T 300.66-2030' })).toBe('outside');
    expect(state({ hazard: 2 })).toBe('outside');
    expect([state({ day: '2029-06-11' }), state({ day: '2029-06-12' })]).toEqual(['inside', 'ended']);
    expect(state({ day: '2023-06-11' })).toBe('outside');
    expect(
      scopeOf([item({ id: 2, validUntil: '2020-01-01' }), item({ restriction: '只测总尘' })], asked)?.annexItem,
    ).toMatchObject({ id: 1, restriction: '只测总尘' });
  });

  it('a row of the accredited scope that names several standards, or a document of the laboratory’s own, counts for each', () => {
    const two = [item({ standardNo: 'GBZ/T 300.66-2017；GBZ/T 160.42-2007' })];
    const state = (annex: AnnexItem[], standardNo: string) => scopeOf(annex, { ...asked, standardNo })?.state;
    expect(['GBZ/T 160.42-2007', 'GBZ/T300.66—2017', 'GBZ/T 300.67-2017'].map((no) => state(two, no))).toEqual([
      'inside',
      'inside',
      'outside',
    ]);
    expect(state([item({ standardNo: '作业指导书 ZY-031' })], '作业指导书ZY-031')).toBe('inside');
  });

  it('in an accredited scope, 总粉尘 covers every kind of dust; an item with an unknown name covers no chemical', () => {
    const annex = [
      item({ hazard: null, item: '总粉尘', standardNo: 'GBZ/T 192.1-2025' }),
      item({ hazard: null, item: '游离二氧化硅含量', standardNo: 'GBZ/T 192.4-2007' }),
      item({ hazard: null, item: '某物质', standardNo: 'GBZ/T 300.66-2017' }),
    ];
    expect(scopeOf(annex, { ...asked, hazard: 9, category: 'dust', standardNo: 'GBZ/T 192.1-2025' })?.state).toBe(
      'inside',
    );
    expect(scopeOf(annex, { ...asked, hazard: 9, category: 'dust', standardNo: 'GBZ/T 192.4-2007' })?.state).toBe(
      'inside',
    );
    expect(scopeOf(annex, asked)?.state).toBe('outside');
  });

  it('a row of the accredited scope without the year of its standard is outside, and the refusal says so', () => {
    const scope = scopeOf([item({ standardNo: 'GBZ/T 300.66' })], asked);
    expect(scope).toMatchObject({ state: 'outside', undated: 'GBZ/T 300.66' });
    expect(scopeFault(scope, '苯', asked.standardNo)).toBe(
      accreditationTexts.undated(accreditationTexts.outside('苯', asked.standardNo), 'GBZ/T 300.66'),
    );
    expect(scopeFault(scopeOf([item({ hazard: 2 })], asked), '苯', asked.standardNo)).toBe(
      accreditationTexts.outside('苯', asked.standardNo),
    );
  });
});

const method = (id: number, more: Partial<MethodFact>): MethodFact => ({
  id,
  title: `方法${id}`,
  standardNo: 'GBZ/T 300.66-2017',
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
const methods = [
  method(1, { standardNo: 'GBZ/T 160.42-2007' }),
  method(2, {}),
  method(3, { standardNo: '按分包方依据', methodKind: 'outsourced', resultRoute: null }),
];
const items = methods.map(({ id }) => ({ method: id, hazard: 1, dataCertainty: 'sure' }));
const row = (of: number): PlanRowFact => ({
  id: 7,
  siteHazardId: null,
  siteNo: null,
  workshop: '喷漆车间',
  place: '喷漆工',
  hazard: 1,
  alongWith: [],
  method: of,
  mode: 'area',
  period: 'short',
  medium: '活性炭管',
  flow: '0.1',
  minutes: 15,
  points: 1,
  samplesPerDay: 1,
  days: 1,
  blanks: 2,
  hoursPerDay: '8',
  workers: 1,
  remark: null,
});
const errorsOf = (of: number, annex: readonly AnnexItem[], on = day) =>
  checkPlan({
    rows: [row(of)],
    survey: [],
    hazards: new Map([[1, { id: 1, name: '苯', category: 'chemical' }]]),
    limits: [{ hazard: 1, kind: 'stel' }],
    methods,
    items,
    annex,
    days: 1,
    daysClause: '',
    day: on,
    remark: null,
  }).errors.map(({ message }) => message);

describe('plan', () => {
  it('the sampling plan prefers an accredited method over other methods', () => {
    const chosen = (annex: readonly AnnexItem[]) => chooseMethod({ methods, items, annex, day }, { hazard: 1 })?.id;
    expect([chosen([]), chosen([item({})])]).toEqual([1, 2]);
  });

  it('a sampling plan with a method outside the accredited scope is refused unless the row is subcontracted', () => {
    expect(errorsOf(1, [item({})])).toEqual([accreditationTexts.outside('苯', 'GBZ/T 160.42-2007')]);
    expect(errorsOf(2, [item({})])).toEqual([]);
    expect(errorsOf(3, [item({})])).toEqual([]);
    expect(errorsOf(1, [])).toEqual([]);
  });

  it('a sampling plan warns about a subcontracted row as long as the client’s written consent is not known', () => {
    const warnings = (of: number, consent?: boolean) =>
      checkPlan({
        rows: [row(of)],
        survey: [],
        hazards: new Map([[1, { id: 1, name: '苯', category: 'chemical' }]]),
        limits: [],
        methods,
        items,
        days: 1,
        daysClause: '',
        day,
        remark: null,
        ...(consent === undefined ? {} : { consent }),
      }).warnings.map(({ message }) => message);
    const wanted = planTexts.noConsent('苯');
    expect([warnings(3, false), warnings(3, true), warnings(2, false)].map((all) => all.includes(wanted))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a sampling plan is refused if the accreditation has expired', () => {
    expect(errorsOf(2, [item({ validUntil: '2026-11-20' })])).toEqual([
      accreditationTexts.ended('苯', 'GBZ/T 300.66-2017', '2026-11-20'),
    ]);
  });
});

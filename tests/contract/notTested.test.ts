import { describe, expect, it } from 'vitest';
import { isExplained, notTestedOf, notTestedText } from '@contract/features/fieldwork/plan/notTested';
import type { HazardFact, MethodFact } from '@contract/features/fieldwork/plan/planFacts';
import type { AnnexItem } from '@contract/features/library/accreditation';

// The plan says of each surveyed hazard that is not tested why (GBZ 331-2024 5.2.8.2 e).

const hazards = new Map<number, HazardFact>(
  [
    { id: 1, name: '苯', category: 'chemical' },
    { id: 2, name: '安妥', category: 'chemical', noMethod: '未查到国家标准检测方法' },
    { id: 3, name: '乙醇', category: 'chemical' },
    { id: 4, name: '低温', category: 'physical' },
    { id: 5, name: '乙炔', category: 'chemical' },
  ].map((one) => [one.id, one]),
);
const method = {
  id: 9,
  title: '苯系物',
  standardNo: 'GBZ/T 300.66-2017',
  methodKind: 'gasChromatography',
  status: '1',
  validFrom: null,
  validUntil: null,
} as MethodFact;
const sources = (rows: number[], annex: readonly AnnexItem[] = []) => ({
  survey: [1, 2, 2, 3, 4, 5].map((hazard, id) => ({ id, hazard }) as never),
  rows: rows.map((hazard) => ({ hazard, alongWith: [] })),
  hazards,
  methods: [method],
  items: [{ method: 9, hazard: 1, dataCertainty: 'sure' }],
  absences: new Map([
    [3, 'none'],
    [4, 'none'],
    [5, 'unknown'],
  ] as const),
  annex,
  day: '2026-11-21',
});

const other = '请填写原因（例如客户书面要求不检测）';

describe('hazards that are not tested', () => {
  it('the plan lists each hazard that is not tested once, with the reason found in the libraries', () => {
    expect(notTestedText(notTestedOf(sources([1]))).split('\n')).toEqual([
      '安妥：没有可用的检测方法（未查到国家标准检测方法）',
      '乙醇：现行标准未规定职业接触限值；没有可用的检测方法',
      '低温：现行标准未规定职业接触限值',
      '乙炔：限值库未录入限值，待核对；没有可用的检测方法',
    ]);
    expect(notTestedOf(sources([1, 2, 3, 4, 5]))).toEqual([]);
  });

  it('a hazard that is not tested may be outside the accredited scope, or wait for the planner’s explanation', () => {
    const annex = [
      {
        id: 1,
        itemNo: '1',
        item: '甲醇',
        hazard: 8,
        standardNo: 'GBZ/T 300.84-2017',
        restriction: null,
        validFrom: null,
        validUntil: null,
      },
    ];
    const [first] = notTestedOf(sources([], annex));
    expect(first).toMatchObject({ name: '苯', reason: '不在本机构资质认定能力附表内，未分包' });
    expect(notTestedOf(sources([]))[0]).toMatchObject({ name: '苯', reason: other });
  });

  it('a hazard counts as explained only by a line that says more than the proposed request for an explanation', () => {
    const text = `苯：${other}\n甲苯：客户书面要求不检测\n二甲苯：限值库未录入限值，待核对`;
    expect(['苯', '甲苯', '二甲苯'].map((name) => isExplained(text, name))).toEqual([false, true, false]);
    expect(isExplained(null, '苯')).toBe(false);
  });
});

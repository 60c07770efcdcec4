import { describe, expect, it } from 'vitest';
import {
  isExplained,
  notTestedMap,
  notTestedOf,
  testedDespiteReason,
} from '@contract/features/fieldwork/plan/notTested';
import type { HazardFact, MethodFact } from '@contract/features/fieldwork/plan/planFacts';
import {
  untestedFaults,
  untestedLines,
  untestedOf,
  untestedText,
  untestedTexts,
  withUntested,
} from '@contract/features/fieldwork/plan/untestedHazards';
import type { AnnexItem } from '@contract/features/library/accreditationScope';

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

const names = new Map([...hazards].map(([id, { name }]) => [id, name]));
const other = '请填写原因（例如客户书面要求不检测）';

describe('hazards that are not tested', () => {
  it('the sampling plan lists each hazard that is not tested once, with the reason found in the libraries', () => {
    expect(untestedLines(notTestedMap(notTestedOf(sources([1]))), names).split('\n')).toEqual([
      '安妥：没有可用的检测方法（未查到国家标准检测方法）',
      '乙醇：现行标准未规定职业接触限值；没有可用的检测方法',
      '低温：现行标准未规定职业接触限值',
    ]);
    expect(notTestedOf(sources([1])).find(({ name }) => name === '乙炔')?.reasons).toEqual([]);
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
    expect(first).toMatchObject({ name: '苯', reasons: ['outside'] });
    expect(notTestedOf(sources([]))[0]).toMatchObject({ name: '苯', reasons: [] });
    expect(notTestedMap(notTestedOf(sources([])))).not.toHaveProperty('1');
  });

  it('a hazard counts as explained only by a line that says more than the proposed request for an explanation', () => {
    const text = `苯：${other}\n甲苯：客户书面要求不检测\n二甲苯：限值库未录入限值，待核对`;
    expect(['苯', '甲苯', '二甲苯'].map((name) => isExplained(text, name))).toEqual([false, true, false]);
    expect(isExplained(null, '苯')).toBe(false);
  });

  it('the sampling plan keeps the client’s refusal to test a hazard with day and person, as data and as a line of text', () => {
    const said = { reasons: ['refused' as const], on: '2026-11-20', by: '李经理' };
    const map = withUntested({ '2': 'noMethod' }, 1, said);
    expect(map).toEqual({ '2': 'noMethod', '1': 'refused', '1.on': '2026-11-20', '1.by': '李经理' });
    expect(untestedOf(map, 1)).toEqual(said);
    expect(untestedLines(map, names).split('\n')).toContain('苯：客户不同意检测（2026-11-20，李经理）');
    expect(isExplained(untestedLines(map, names), '苯')).toBe(true);
    expect(untestedFaults(map, names)).toEqual([]);
    // Another reason forgets who refused; none forgets the hazard.
    expect(withUntested(map, 1, { ...said, reasons: ['noLimit'] })).toEqual({ '2': 'noMethod', '1': 'noLimit' });
    expect(withUntested(map, 1, { reasons: [] })).toEqual({ '2': 'noMethod' });
  });

  it('the client’s refusal to test a hazard needs day and person, another reason needs a text', () => {
    for (const half of [{}, { on: '2026-11-20' }, { by: '李经理' }])
      expect(untestedFaults(withUntested({}, 1, { reasons: ['refused'], ...half }), names)).toEqual([
        untestedTexts.refusal('苯'),
      ]);
    expect(untestedFaults(withUntested({}, 1, { reasons: ['other'] }), names)).toEqual([untestedTexts.note('苯')]);
    expect(untestedText({ reasons: ['noLimit', 'other'], note: '设备停用' })).toBe(
      '现行标准未规定职业接触限值；设备停用',
    );
    expect(untestedText({ reasons: ['noLimit'], note: '2026年修改' })).toBe('现行标准未规定职业接触限值（2026年修改）');
  });

  it('the sampling plan names a hazard that has a reason not to be tested but is tested in a row', () => {
    const map = withUntested({}, 1, { reasons: ['noLimit'] });
    const list = notTestedOf(sources([1, 3, 4, 5]));
    expect(testedDespiteReason(map, list, hazards)).toEqual([{ hazard: 1, name: '苯', reasons: [] }]);
    expect(testedDespiteReason(map, notTestedOf(sources([])), hazards)).toEqual([]);
  });
});

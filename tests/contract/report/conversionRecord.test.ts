import { describe, expect, it } from 'vitest';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { airResultTable, physicalResultTable } from '@contract/features/conformity/forms/conversionForms';
import { rowsOf } from '@contract/features/conformity/forms/formTable';
import {
  airConversion,
  conversionFaults,
  physicalConversion,
} from '@contract/features/reports/judgement/conversionRecord';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ResultFacts, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';

const day = '2026-05-11';
let count = 0;
const sampleOf = (text: string, more: Partial<TestFact> = {}): TestFact => {
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
    person: '王五',
    hazard: 1,
    sampledOn: day,
    period: 'long',
    mode: 'personal',
    minutes: '480',
    representedHours: null,
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
const limit = (kind: string, value: string, unit = 'mg/m³', condition: string | null = null): ResultLimit => ({
  id: 1,
  day,
  hazard: 1,
  kind,
  condition,
  value,
  unit,
  standard: 'GBZ 2.1-2019',
});
const judged = (category: string, tests: readonly TestFact[], limits: readonly ResultLimit[]) => {
  const facts: ResultFacts = {
    unjudged: null,
    tests,
    designTemperature: null,
    limits,
    silica: [],
    silicaHazards: new Map(),
    withoutLimit: () => 'unknown',
    hazards: new Map([[1, { id: 1, name: '甲', category, silicaBand: null, reductionExempt: false }]]),
  };
  return judgeResults(facts);
};

describe('conversion records (GBZ 331-2024 G.1, G.2)', () => {
  it('the conversion record G.1 has a row for each sample, and the mean of a place with its formula in the first', () => {
    const tests = [sampleOf('400', { representedHours: '3' }), sampleOf('60', { representedHours: '5' })];
    const { tables } = airConversion(judged('chemical', tests, [limit('twa', '200')]));
    const rows = rowsOf(tables, airResultTable);
    expect(
      rows.map(({ sampleNo, result, hours, hoursPerDay, hoursPerWeek }) => [
        sampleNo,
        result,
        hours,
        hoursPerDay,
        hoursPerWeek,
      ]),
    ).toEqual([
      [tests[0]?.sampleNo, '400 mg/m³', '3', '8', '40'],
      [tests[1]?.sampleNo, '60 mg/m³', '5', '8', '40'],
    ]);
    expect(rows[0]).toMatchObject({
      workplace: '喷漆',
      post: '喷漆工',
      hazard: '甲',
      point: '王五',
      mean: '187.5 mg/m³',
      limit: '200',
    });
    expect(rows[0]?.['formula']).toBe('CTWA=(400×3+60×5)/8=187.5');
    expect(rows[1]?.['mean']).toBeUndefined();
  });

  it('the conversion record G.1 states RF and the reduced limit of a long shift', () => {
    const long = sampleOf('20', { hoursPerDay: '10', daysPerWeek: '4' });
    const { tables } = airConversion(judged('chemical', [long], [limit('twa', '50')]));
    expect(rowsOf(tables, airResultTable)).toMatchObject([
      { hoursPerDay: '10', hoursPerWeek: '40', factor: '0.7000', limit: '50', reducedLimit: '35.0' },
    ]);
  });

  it('the conversion record G.1 leaves out a short sample that needs no calculation', () => {
    const short = sampleOf('1.2', { period: 'short', minutes: '15' });
    const { tables } = airConversion(judged('chemical', [short], [limit('mac', '5')]));
    expect(rowsOf(tables, airResultTable)).toEqual([]);
  });

  it('the conversion record G.2 ticks the formulas that its rows use', () => {
    const noise = sampleOf('86.0', { unit: 'dB(A)', hoursPerDay: '6', methodKind: 'genericTest', person: null });
    const posts = judged(
      'physical',
      [noise],
      [limit('dailyLevel', '85', 'dB(A)', 'noise.5d8h'), limit('dailyLevel', '85', 'dB(A)', 'noise.5d')],
    );
    const { values, tables } = physicalConversion(posts, () => null);
    expect(rowsOf(tables, physicalResultTable)).toMatchObject([
      { item: '甲', post: '喷漆工', measurementNo: noise.sampleNo, conversion: expect.stringContaining('LEX,8h=') },
    ]);
    expect(values).toEqual({ dailyLevel: '√' });
    const arc = physicalConversion(posts, () => 'Eeff=0.00011×120+0.64×0.2+0.5×0.1=0.1912');
    expect(arc.values).toEqual({ dailyLevel: '√', arc: '√' });
  });

  it('a conversion record whose rows differ from the present results names each sample that differs', () => {
    const [first, other] = [sampleOf('20'), sampleOf('21', { person: '赵六' })];
    const limits = [limit('twa', '50')];
    const stored = airConversion(judged('chemical', [first, other], limits)).tables;
    const changed = airConversion(judged('chemical', [first, { ...other, result: parseResult('23') }], limits)).tables;
    expect(conversionFaults('airConversion', stored, stored)).toEqual([]);
    expect(conversionFaults('airConversion', stored, changed)).toEqual([
      `${other.sampleNo}的甲与当前检测结果不一致，请改正，或删除此表后重新建立`,
    ]);
    expect(conversionFaults('airConversion', {}, stored)).toHaveLength(2);
  });
});

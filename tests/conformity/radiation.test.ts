import { describe, expect, it } from 'vitest';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { fixedDictionaries } from '@contract/dictionaries';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import { formFor, formOfLayout, physicalForms } from '@contract/features/laboratory/methods/physical/physicalForms';
import { layoutOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import { judgeRadiation } from '@contract/features/reports/judgement/judgeRadiation';
import type { ResultLimit, TestFact } from '@contract/features/reports/resultFacts';
import { physicalExamples } from '../support/physicalExamples';

const reading = (siteNo: string, text: string, more: Partial<TestFact> = {}): TestFact =>
  ({
    sampleNo: `${siteNo}-${text}`,
    sampledOn: '2026-05-11',
    siteNo,
    person: null,
    mode: 'area',
    unit: 'μSv/h',
    hoursPerDay: '8',
    daysPerWeek: '5',
    exposureCondition: null,
    result: parseResult(text),
    ...more,
  }) as TestFact;
const unjudged = (test: TestFact): JudgedValue =>
  ({ kind: 'plain', text: test.result.text, verdict: 'notAssessed', limit: null }) as JudgedValue;

type Readings = Readonly<Record<string, string>>;

function rowOf(layout: string, readings: Readings) {
  const [row] = calculateRecord('genericTest', {
    variant: 'ordinary',
    layout,
    rows: [{ id: 1, readings, sampledOn: '2026-05-11', normSet: '331+2026' }],
  }).rows;
  if (row?.state !== 'done') throw new Error(row?.state === 'problem' ? row.problem.message : 'no result');
  return row;
}
const example = (layout: string): Readings =>
  physicalExamples.find((physicalExample) => physicalExample.layout === layout)?.readings ?? {};
const notes = (layout: string, more: Readings): string[] =>
  rowOf(layout, { ...example(layout), ...more }).notes.map(({ message }) => message);

const radiation = [
  'doseRate',
  'surfaceContamination',
  'aerosol',
  'radon',
  'grossAlpha',
  'grossBeta',
  'nuclide',
  'tritium',
  'carbon14',
];

describe('radiation records (GBZ 331-2024 F.28–F.36, G.3)', () => {
  it('the radiation records are nine forms, each chosen by the name of its hazard', () => {
    expect(physicalExamples.filter(({ category }) => category === 'radiation').map(({ layout }) => layout)).toEqual(
      radiation,
    );
    for (const { layout, hazard, category } of physicalExamples.filter(
      (physicalExample) => physicalExample.category === 'radiation',
    ))
      expect(formFor('genericTest', { name: hazard, category })?.key).toBe(layout);
    expect(formFor('genericTest', { name: '中子剂量率', category: 'radiation' })?.key).toBe('doseRate');
    expect(new Set(physicalForms.map(({ key }) => key)).size).toBe(physicalForms.length);
  });

  it('the dose rate record has fields for sweep, distance and height of a point, and a note about an unusual place', () => {
    expect(Object.keys(formOfLayout('doseRate')?.readings ?? {})).toEqual(
      expect.arrayContaining(['sweep', 'distance', 'height']),
    );
    expect(notes('doseRate', { distance: '30', height: '1.2' })).toEqual([]);
    expect(notes('doseRate', { distance: '50' })).toEqual(['测点距屏蔽体表面50 cm，一般为30 cm，请核对']);
    expect(notes('doseRate', { height: '2' })).toHaveLength(1);
  });

  it('a radiation record reports a net value below three standard deviations of the background as not detected', () => {
    const dose = (backgroundDeviation: string) => rowOf('doseRate', { ...example('doseRate'), backgroundDeviation });
    // Net 2.15992 μSv/h; 3 s of the background times Cf: 3×0.7×0.98 = 2.058, 3×0.75×0.98 = 2.205.
    expect(dose('0.7').result.text).toBe('2.16');
    expect(dose('0.75').result.text).toBe('<2.3');
    expect(dose('0.75').working()?.rounding).toContain('净值低于本底标准差的3倍');
    const surface = (backgroundDeviation: string) =>
      rowOf('surfaceContamination', { ...example('surfaceContamination'), backgroundDeviation }).result.text;
    // Net 90 cpm.
    expect([surface('30'), surface('31')]).toEqual(['0.75', '<0.78']);
  });

  it('the records of γ and neutron radiation report mSv/h with two decimals if that unit is chosen', () => {
    const high = Object.fromEntries(Array.from({ length: 5 }, (_one, index) => [`dose${index + 1}`, '2315']));
    const row = rowOf('doseRate', { ...high, factor: '1', doseUnit: 'milli' });
    expect([row.result.text, row.unit]).toEqual(['2.32', 'mSv/h']);
    expect(rowOf('doseRate', example('doseRate')).unit).toBe('μSv/h');
    expect(fixedDictionaries.doseUnit.map(({ label }) => label)).toEqual(['μSv/h', 'mSv/h（γ与中子一般采用）']);
  });

  it('the tritium record requires time and amount of the urine, and notes a time outside 22:00 to 06:00 or less than 100 mL', () => {
    const form = formOfLayout('tritium');
    expect(form?.missingInputs?.({ readings: {}, set: '331+2026' })).toEqual(['留样时间', '留样量']);
    for (const at of ['22:00', '23:59', '00:30', '06:00'])
      expect(notes('tritium', { collectedAt: at }), at).toEqual([]);
    for (const at of ['06:01', '12:00', '21:59', '夜间'])
      expect(notes('tritium', { collectedAt: at }), at).toEqual(['测氚的尿样应在22:00至次日06:00留取，请核对留样时间']);
    expect(notes('tritium', { urine: '99.9' })).toEqual(['尿样99.9 mL，应不少于100 mL']);
    expect(notes('tritium', { urine: '100' })).toEqual([]);
  });

  it('the gross beta record corrects for alpha counted as beta, and counts a negative net value as 0', () => {
    const { alphaRate: _alpha, crosstalk: _ratio, ...plain } = example('grossBeta');
    expect(rowOf('grossBeta', plain).result.num).toBe('2');
    expect(rowOf('grossBeta', example('grossBeta')).result.num).toBe('1.7');
    expect(() => rowOf('grossAlpha', { ...example('grossAlpha'), counts: '10' })).toThrow('结果修约后为0');
  });

  it('a printed radiation record shows columns added later only if a row has a value', () => {
    const layout = layoutOf(methodSheets.genericTest, 'doseRate');
    expect(layout.optional).toEqual(['backgroundDeviation', 'doseUnit', 'sweep', 'distance', 'height']);
  });

  it('the record of electromagnetic fields notes a height outside the range for posture and part of the body', () => {
    const at = (posture: string, bodyPart: string, height: string) =>
      notes('microwave', { frequency: '2450MHz', posture, bodyPart, height });
    expect(at('standing', 'head', '1.5')).toEqual([]);
    expect(at('standing', 'head', '1.7')).toEqual([]);
    expect(at('standing', 'head', '1.71')).toEqual([
      '测量高度1.71 m不在1.5～1.7 m内（GBZ 331-2024 表F.21注2），请核对',
    ]);
    expect(at('sitting', 'chest', '1.1')).toHaveLength(1);
    expect(at('sitting', 'abdomen', '0.6')).toEqual([]);
    expect(at('sitting', 'eye', '1.6')).toEqual([]);
  });

  it('a radiation is judged at each point by its highest reading, a dose rate by the yearly dose of GB 18871 (5.2.7.2)', () => {
    const judged = judgeRadiation(
      [reading('01', '2.1'), reading('01', '11.2'), reading('02', '0.3')],
      [],
      '2026-05-11',
      unjudged,
    );
    // 11.2 μSv/h × 8 h/d × 5 d/w × 50 w = 22.4 mSv, above 20 mSv.
    expect(
      judged.map(({ text, unit, limit, standard, verdict, highest }) => ({
        text,
        unit,
        limit,
        standard,
        verdict,
        highest,
      })),
    ).toEqual([
      { text: '22.4', unit: 'mSv/a', limit: '20', standard: 'GB 18871-2002', verdict: 'exceeds', highest: true },
      { text: '0.6', unit: 'mSv/a', limit: '20', standard: 'GB 18871-2002', verdict: 'conforms', highest: true },
    ]);
    expect(judged[0]?.sampleNos).toEqual(['01-2.1', '01-11.2']);
    expect(judged[0]?.working).toBe('E=11.2×8×5×50÷1000=22.4');
    const [milli] = judgeRadiation([reading('01', '0.0112', { unit: 'mSv/h' })], [], '2026-05-11', unjudged);
    expect(milli?.verdict).toBe('exceeds');
  });

  it('a radiation is judged by a limit of the library before the yearly dose, and without hours or unit not at all', () => {
    const own = {
      id: 7,
      kind: 'other',
      value: '2.5',
      unit: 'μSv/h',
      standard: 'GBZ 117-2022',
      condition: null,
    } as ResultLimit;
    const of = (tests: readonly TestFact[], limits: readonly ResultLimit[] = []) =>
      judgeRadiation(tests, limits, '2026-05-11', unjudged).map(({ verdict, limit }) => [verdict, limit]);
    expect(of([reading('01', '2.1'), reading('01', '3.1')], [own])).toEqual([['exceeds', '2.5']]);
    expect(of([reading('01', '2.1', { hoursPerDay: null })])).toEqual([['toVerify', null]]);
    expect(of([reading('01', '2.1', { unit: 'Bq/cm²' })])).toEqual([['notAssessed', null]]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import { conditionNotes, judgePhysicalDay } from '@contract/features/reports/judgement/judgePhysical';
import type { ResultLimit, TestFact } from '@contract/features/reports/resultFacts';
import { physicalLimits } from '@server/seed/library/libraryPhysicalLimits';
import { wrongSteps } from '../../support/calculator';

const days = { pre331: '2025-04-30', of331: '2025-05-01', of2026: '2026-02-01' } as const;

const limitsOf = (name: string): ResultLimit[] =>
  physicalLimits
    .filter(({ hazard }) => hazard === name)
    .map(({ kind, condition, value, unit, standard }, index) => ({
      id: index + 1,
      day: days.of2026,
      hazard: 1,
      kind,
      condition: condition ?? null,
      value,
      unit,
      standard,
    }));

const fact = (text: string, unit: string, more: Partial<TestFact> = {}): TestFact => ({
  sheet: 1,
  sheetNo: 'J1',
  methodKind: 'genericTest',
  standardNo: 'GBZ/T 189.8-2007',
  sample: 1,
  sampleNo: 'S1',
  siteNo: '01',
  workshop: '冲压',
  place: '冲压工',
  person: null,
  hazard: 1,
  sampledOn: days.of2026,
  period: 'short',
  mode: 'area',
  minutes: null,
  representedHours: null,
  hoursPerDay: '8',
  daysPerWeek: '5',
  exposureCondition: null,
  result: parseResult(text),
  unit,
  minimum: null,
  dust: null,
  ...more,
});

interface Asked {
  readonly name: string;
  readonly unit: string;
  readonly texts: readonly string[];
  readonly day?: string;
  readonly more?: Partial<TestFact>;
  /** Hours of each reading. */
  readonly hours?: readonly string[];
}
function allJudged({ name, unit, texts, day = days.of2026, more = {}, hours }: Asked) {
  const tests = texts.map((text, index) =>
    fact(text, unit, { ...more, sampledOn: day, ...(hours ? { representedHours: hours[index] ?? null } : {}) }),
  );
  return judgePhysicalDay(tests, limitsOf(name), day, null);
}
function judged(asked: Asked) {
  const [value] = allJudged(asked);
  if (!value) throw new Error('nothing judged');
  return value;
}

const noise = (texts: readonly string[], more: Omit<Asked, 'name' | 'unit' | 'texts'> = {}) =>
  judged({ name: '噪声', unit: 'dB(A)', texts, ...more });
const vibration = (texts: readonly string[], hoursPerDay: string, day: string) =>
  judged({ name: '手传振动', unit: 'm/s²', texts, day, more: { hoursPerDay } });

describe('physical factor', () => {
  it('noise is printed with (+) if rounding would hide an exceedance; before 2025-05-01 with one digit more that shows it', () => {
    expect([
      noise(['85.03']).text,
      noise(['85.03'], { day: days.of331 }).text,
      noise(['85.03'], { day: days.pre331 }).text,
    ]).toEqual(['85.0(+)', '85.0(+)', '85.03']);
    expect([noise(['85.03']).verdict, noise(['85']).verdict]).toEqual(['exceeds', 'conforms']);
  });

  it('hand vibration is √(T/4)·a until 2026-01-31 and 0.94·A(8) from 2026-02-01', () => {
    expect(vibration(['4.1'], '6', days.of331)).toMatchObject({
      text: '5.0(+)',
      verdict: 'exceeds',
      working: 'ahw(4)=√[(4.1²×6)/4]=5.0(+)',
    });
    expect(vibration(['4.1'], '6', days.pre331)).toMatchObject({ text: '5.02', verdict: 'exceeds' });
    expect(vibration(['3.79469070675'], '2.5', days.of2026)).toMatchObject({
      text: '2.0',
      verdict: 'conforms',
      measured: { num: expect.stringMatching(/^1\.9940187/) },
    });
    expect(
      judged({
        name: '手传振动',
        unit: 'm/s²',
        texts: ['3.5', '4.8'],
        hours: ['1.5', '5'],
        more: { hoursPerDay: '6.5' },
      }),
    ).toMatchObject({ text: '3.8', measured: { num: expect.stringMatching(/^3\.8410101/) } });
  });

  it('a 50 Hz field is converted to eight hours from 2025-05-01 on, before each reading is judged', () => {
    const field = (day: string) =>
      judged({ name: '工频电场', unit: 'kV/m', texts: ['6.2'], day, more: { hoursPerDay: '4' } });
    expect(field(days.of331)).toMatchObject({ text: '4.4', verdict: 'conforms', working: 'E8=√[(6.2²×4)/8]=4.4' });
    expect(field(days.pre331)).toMatchObject({ text: '6.2', verdict: 'exceeds' });
  });

  it('illuminance near its required minimum is marked with the side on which it lies', () => {
    const lit = (text: string) =>
      judgePhysicalDay(
        [fact(text, 'lx')],
        [
          {
            id: 1,
            day: days.of2026,
            hazard: 1,
            kind: 'other',
            condition: null,
            value: '300',
            unit: 'lx',
            standard: 'GB/T 50034-2024',
          },
        ],
        days.of2026,
        null,
      )[0];
    expect([lit('299.96'), lit('300'), lit('313')].map((value) => [value?.text, value?.verdict])).toEqual([
      ['300.0(-)', 'exceeds'],
      ['300.0', 'conforms'],
      ['313.0', 'conforms'],
    ]);
  });

  it('ultraviolet irradiance is printed with one decimal more than its limit', () => {
    const arc = (text: string, day: string) =>
      judged({ name: '紫外辐射', unit: 'μW/cm²', texts: [text], day, more: { exposureCondition: 'uv.arc' } });
    expect([arc('0.26412', days.of331).text, arc('0.194', days.of331).text]).toEqual(['0.264', '0.194']);
  });

  it('an undetected noise level is an interval: 无法判定 if it contains the limit, 不符合 if the other readings alone exceed', () => {
    expect(
      [noise(['<80']), noise(['<90']), noise(['90', '<90']), noise(['84', '<86'])].map(({ verdict }) => verdict),
    ).toEqual(['conforms', 'undetermined', 'exceeds', 'undetermined']);
  });
});

const level = fc.integer({ min: 600, max: 1200 }).map((tenths) => (tenths / 10).toFixed(1));
const size = fc.integer({ min: 1, max: 200 }).map((tenths) => (tenths / 10).toFixed(1));
const hoursOf = (count: number) =>
  fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: count, maxLength: count })
    .map((list) => list.map((one) => String(one / 2)));
const day = fc.constantFrom(...Object.values(days));
const rank = (verdict: string): number => ['conforms', 'undetermined', 'exceeds'].indexOf(verdict);
const total = (hours: readonly string[]): string => String(hours.reduce((sum, one) => sum + Number(one), 0));

const factors = [
  { name: '噪声', unit: 'dB(A)', value: level, more: {} },
  { name: '手传振动', unit: 'm/s²', value: size, more: {} },
  {
    name: '高温',
    unit: '℃',
    value: fc.integer({ min: 200, max: 400 }).map((tenths) => (tenths / 10).toFixed(1)),
    more: { exposureCondition: 'labour.2' },
  },
  { name: '工频电场', unit: 'kV/m', value: size, more: {} },
  {
    name: '微波辐射',
    unit: 'μW/cm²',
    value: fc.integer({ min: 1, max: 2000 }).map((tenths) => (tenths / 10).toFixed(1)),
    more: { exposureCondition: 'microwave.body.continuous' },
  },
] as const;

describe.each(factors)('judged $name', ({ name, unit, value, more }) => {
  const asked = fc.tuple(fc.array(value, { minLength: 3, maxLength: 3 }), hoursOf(3), day);
  const of = (texts: readonly string[], hours: readonly string[], on: string) =>
    allJudged({ name, unit, texts, hours, day: on, more: { ...more, hoursPerDay: total(hours) } });
  const worst = (values: ReturnType<typeof of>): number => Math.max(...values.map(({ verdict }) => rank(verdict)));
  const seen = (values: ReturnType<typeof of>): string[] =>
    values.map(({ text, verdict }) => `${text} ${verdict}`).sort();

  it('a judged physical factor prints a working that gives the printed number on a calculator', () => {
    fc.assert(
      fc.property(asked, ([texts, hours, on]) => {
        for (const { working } of of(texts, hours, on)) if (working) expect(wrongSteps(working)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a judged physical factor never gets a better verdict from a higher reading, and does not depend on the order of readings', () => {
    fc.assert(
      fc.property(
        asked,
        fc.nat({ max: 2 }),
        fc.integer({ min: 1, max: 100 }),
        fc.boolean(),
        ([texts, hours, on], index, tenths, blunt) => {
          const readings = texts.map((text, which) => (blunt && which === 0 ? `<${text}` : text));
          const raised = readings.map((text, which) =>
            which === index && !text.startsWith('<') ? (Number(text) + tenths / 10).toFixed(1) : text,
          );
          const before = of(readings, hours, on);
          expect(worst(of(raised, hours, on))).toBeGreaterThanOrEqual(worst(before));
          expect(seen(of([...readings].reverse(), [...hours].reverse(), on))).toEqual(seen(before));
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('the condition of a physical limit is noted only if the record states an exposure condition', () => {
  const [limit] = limitsOf('工频电场');
  const condition = 'general';
  const used = [{ limitId: 1 }] as JudgedValue[];
  const notesOf = (exposureCondition: string | null) =>
    conditionNotes(
      [fact('1.0', 'kV/m', { exposureCondition })],
      used,
      [{ ...(limit as ResultLimit), condition }],
      null,
    );
  expect(notesOf(null)).toEqual([]);
  expect(notesOf(condition)).toHaveLength(1);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Curve } from '@contract/arithmetic/curves/fitCurve';
import { standardEditions } from '@contract/arithmetic/limits/standardEdition';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { decimalsOf, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import type {
  LabRecord,
  Readings,
  RowResult,
  Working,
} from '@contract/features/laboratory/methods/calculation/labRecord';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { recordForms } from '../../support/printedRecords';

// A working that is shown or printed gives its result on a calculator: every string is parsed and calculated again.

const decimal = (least: number, most: number, places: number) =>
  fc
    .integer({ min: Math.round(least * 10 ** places), max: Math.round(most * 10 ** places) })
    .map((units) => new Decimal(units).dividedBy(10 ** places).toFixed(places));
const maybe = (arb: fc.Arbitrary<string>) => fc.oneof(arb, fc.constant(''));

const curve = fc
  .record({ a: decimal(-0.5, 0.5, 4), b: decimal(0.02, 3, 5) })
  .map(({ a, b }): Curve => ({ kind: 'linear', a, b, c: '0', low: '0', high: '1e9', zero: null }));
const semiLog: Curve = {
  kind: 'semiLog',
  a: '94.857142857',
  b: '-57.6194415',
  c: '0',
  low: '0.1',
  high: '1e9',
  zero: null,
};

const mass = decimal(20, 30, 2);
const heavy = decimal(25000, 25010, 1);
const response = decimal(0, 400, 3);
const volume = decimal(0.5, 50, 1);

/** Generators of readings by column. */
const byKey: Readonly<Record<string, fc.Arbitrary<string>>> = {
  frontResponse: response,
  backResponse: maybe(decimal(0, 20, 2)),
  response,
  response1: response,
  response2: maybe(response),
  blankResponse: maybe(decimal(0, 2, 4)),
  oxidised: response,
  unoxidised: decimal(0, 1, 3),
  solutionVolume: volume,
  gasVolume: maybe(fc.constant('100')),
  totalVolume: decimal(10, 50, 1),
  takenVolume: decimal(1, 10, 1),
  efficiency: decimal(70, 110, 1),
  dilution: maybe(decimal(1, 50, 0)),
  factor: maybe(decimal(0.5, 5, 4)),
  before1: mass,
  before2: maybe(mass),
  after1: decimal(20, 31, 2),
  after2: maybe(decimal(20, 31, 2)),
  beforeExtraction: decimal(50, 53, 3),
  afterExtraction: decimal(50, 52.9, 3),
  blankLoss: maybe(decimal(0, 0.02, 3)),
  sampleMass: decimal(90, 200, 1),
  crucibleMass: heavy,
  residueMass: decimal(25005, 25050, 1),
  residueMass2: maybe(decimal(25005, 25050, 1)),
  afterAcidMass: maybe(heavy),
  technique: fc.constantFrom('pyrophosphoric', 'infrared'),
  measuredMass: decimal(0, 60, 3),
  p1: decimal(1, 400, 2),
  p2: maybe(decimal(1, 400, 2)),
  p3: maybe(decimal(0.01, 9, 3)),
  expression: fc.constantFrom('', '', 'p1×1000/V0', 'p1×3.7/V'),
  unit: fc.constantFrom('mg/m³', 'ppm'),
  result: decimal(0, 10, 3),
  reportNo: fc.constant('WT-1'),
  match: fc.constantFrom('equal', 'between', 'below'),
};
/** 低于首管 compares with the first tube, 介于 with neighbours. */
const seen: Readings[] = [
  { match: 'equal', lowTube: '0.4' },
  { match: 'between', lowTube: '0.6', highTube: '0.8' },
  { match: 'below', lowTube: '0.2' },
];

const readingsOf = (method: MethodKey): fc.Arbitrary<Readings> =>
  method === 'visualColorimetry'
    ? fc
        .record({ totalVolume: decimal(5, 50, 1), takenVolume: decimal(1, 5, 1), one: fc.constantFrom(...seen) })
        .map(({ one, ...volumes }) => ({ ...volumes, ...one }))
    : (fc.record(byKey) as fc.Arbitrary<Readings>);

const workings = recordForms
  .filter(({ method }) => method !== 'outsourced')
  .map(({ method, layout, variant }) => {
    const record = fc
      .record({
        readings: readingsOf(method),
        blank: maybe(decimal(0, 3, 3)),
        curve,
        normSet: fc.constantFrom(...standardEditions),
        lod: maybe(decimal(0.001, 9, 3)),
        published: maybe(decimal(0.001, 2, 3)),
        air: fc.record({
          volume: decimal(0.5, 500, 1),
          temperature: decimal(-5, 42, 1),
          pressure: decimal(95, 105, 1),
        }),
        given: maybe(decimal(0.5, 90, 2)),
        limit: fc.constantFrom(undefined, 1, 2, 3, 4),
        incomingUnit: fc.constantFrom('μg/样品', 'μg/mL', 'mg/L' as const),
      })
      .map((given): LabRecord => {
        const { readings, air, normSet, limit } = given;
        const rules = { normSet, resultDecimals: limit === undefined ? null : { 'mg/m³': limit } };
        const place = variant === 'incoming' ? { standardVolume: given.given || null } : air;
        const twice =
          normSet === '331+2026' && method === 'dust'
            ? { ...readings, before2: readings['before1'], after2: readings['after1'] }
            : readings;
        const blank = {
          ...readings,
          frontResponse: given.blank,
          response: given.blank,
          response1: given.blank,
          backResponse: '',
          oxidised: given.blank,
        };
        return {
          variant,
          layout,
          curve: method === 'electrode' ? semiLog : given.curve,
          lod: given.lod || null,
          publishedMinimum: given.published || null,
          tubes: ['0', '0.2', '0.4', '0.6', '0.8'],
          settings: { blanks: 0 },
          incomingUnit: given.incomingUnit as 'mg/L',
          rows: [
            { id: 'a', ...rules, ...place, readings: twice },
            ...(given.blank && method !== 'dust'
              ? [{ id: 'b', ...rules, ...place, blank: true, readings: blank }]
              : []),
          ],
        };
      });
    return { name: `${method} ${layout} ${variant}`, method, record };
  });

/** Returns the two sides of the last equation: its expression, and the result without its unit. */
function sides(equation: string): { readonly left: string; readonly right: string } {
  const parts = equation.split('=');
  return { left: parts.at(-2) ?? '', right: (parts.at(-1) ?? '').split(' ')[0] ?? '' };
}

/** Returns what a calculator shows, rounded as the right side is printed. */
function recalculated(equation: string): { readonly again: readonly string[]; readonly printed: string } {
  const { left, right } = sides(equation);
  // A calculator shows twelve digits.
  const value = withoutCalculationNoise(evaluateExpression(left, {}));
  const byPlaces = roundTo(value, decimalsOf(right));
  return { again: [byPlaces, roundSignificant(value, 3), roundSignificant(value, 4)], printed: right };
}

function assertEquations(
  { substituted, minimum, rounding }: Working,
  result: Extract<RowResult, { state: 'done' }>['result'],
): void {
  // Logarithms and roots of physical factors can't be parsed here; their own tests calculate them.
  for (const equation of [substituted, ...(minimum ? [minimum] : [])].filter((one) => !/lg|√|Σ/.test(one))) {
    expect(equation).not.toMatch(/[<‹>〈]/);
    const { again, printed } = recalculated(equation);
    expect(again, equation).toContain(printed);
  }
  // The unrounded value beside it must equal the calculator's value, too.
  const unrounded = /^(-?[\d.]+)按/.exec(rounding)?.[1];
  if (unrounded && !/lg|√|Σ/.test(substituted)) {
    const value = withoutCalculationNoise(evaluateExpression(sides(substituted).left, {}));
    expect(roundTo(value, decimalsOf(unrounded)), substituted).toBe(unrounded);
  }
  if (!result.censored) expect(sides(substituted).right).toBe(result.text);
}

describe('working', () => {
  let shown = 0;
  it.each(workings)('the printed working of $name gives the printed result on a calculator', ({ method, record }) => {
    fc.assert(
      fc.property(record, (one) => {
        const [row] = calculateRecord(method, one).rows;
        if (row?.state !== 'done') return;
        const working = row.working();
        // Has more digits than results are settled to.
        if (!working || row.result.text.replaceAll(/\D/g, '').length > 8) return;
        shown += 1;
        assertEquations(working, row.result);
      }),
      { numRuns: 90 },
    );
  });

  it('the check of printed workings ran on more than 1000 workings', () => expect(shown).toBeGreaterThan(1000));
});

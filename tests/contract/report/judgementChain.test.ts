import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { parseResult, type Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import type { ReportSources } from '@contract/features/reports/compileReport';
import { problemsOf } from '@contract/features/reports/compileReport';
import { conclusionOf } from '@contract/features/reports/conclusion/reportConclusion';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { openLinesOf } from '@contract/features/reports/judgement/openLines';
import type { ResultFacts, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';
import { wrongSteps } from '../../support/calculator';
import { proofs } from '../../support/proofs';

// Properties from readings over results and judgement to the conclusion, for any numbers.

const numRuns = proofs ? 20_000 : 400;
const days = ['2021-03-04', '2025-04-30', '2025-05-01', '2026-01-31', '2026-02-01', '2026-05-11'] as const;

const limitSets: readonly Readonly<Record<string, string>>[] = [
  { twa: '50', stel: '100' },
  { twa: '3', stel: '6' },
  { mac: '7.5' },
  { twa: '0.7' },
  { twa: '0.05' },
  { stel: '0.3', twa: '0.15' },
  { twa: '200' },
];
const limitsOf = (given: Readonly<Record<string, string>>, day: string): ResultLimit[] =>
  Object.entries(given).map(([kind, value], index) => ({
    id: index + 1,
    day,
    hazard: 1,
    kind,
    condition: null,
    value,
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
  }));

/** A sample of a post; its concentration as a share of the limit, so that both sides occur. */
interface Sample {
  readonly share: number;
  readonly below: boolean;
  readonly long: boolean;
  readonly minutes: number;
  readonly start: number;
  readonly person: string | null;
  readonly hours: number | null;
}

const sample: fc.Arbitrary<Sample> = fc.record({
  share: fc.integer({ min: 1, max: 2200 }),
  below: fc.boolean(),
  long: fc.boolean(),
  minutes: fc.constantFrom(3, 5, 7, 8, 10, 15, 15, 15, 20, 60),
  start: fc.integer({ min: 480, max: 520 }),
  person: fc.constantFrom(null, '甲', '乙'),
  hours: fc.constantFrom(null, 2, 4, 8),
});
const post = fc.record({
  limits: fc.constantFrom(...limitSets),
  day: fc.constantFrom(...days),
  samples: fc.array(sample, { minLength: 1, maxLength: 5 }),
  hoursPerDay: fc.constantFrom('0.5', '1', '2', '7.5', '8', '10', '12'),
  daysPerWeek: fc.constantFrom('5', '6', null),
  peaks: fc.constantFrom(null, { times: 2, minutes: 15, gap: 90 }, { times: 5, minutes: 10, gap: 60 }),
  steady: fc.boolean(),
});
type Post = typeof post extends fc.Arbitrary<infer P> ? P : never;

const scaleOf = (limits: Readonly<Record<string, string>>): Decimal => new Decimal(Object.values(limits)[0] ?? '1');

function resultOf({ share, below }: Sample, limits: Readonly<Record<string, string>>): Result {
  const num = scaleOf(limits).times(share).dividedBy(1000).toSignificantDigits(4).toString();
  return below ? { text: `<${num}`, num, censored: true } : { text: num, num, censored: false };
}

const clock = (minutes: number): string =>
  `2026-05-11T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00.000Z`;

const testsOf = ({ limits, day, samples, hoursPerDay, daysPerWeek, peaks, steady }: Post): TestFact[] =>
  samples.map((sample, index) => ({
    sheet: 1,
    sheetNo: 'J1',
    methodKind: 'gasChromatography',
    standardNo: 'GBZ/T 300',
    sample: index + 1,
    sampleNo: `S${index + 1}`,
    siteNo: '01',
    workshop: '甲车间',
    place: '甲岗位',
    person: sample.person,
    hazard: 1,
    sampledOn: day,
    period: sample.long ? 'long' : 'short',
    mode: 'personal',
    minutes: String(sample.long ? 240 : sample.minutes),
    representedHours: sample.hours === null ? null : String(sample.hours),
    hoursPerDay,
    daysPerWeek,
    exposureCondition: null,
    startTime: clock(sample.start),
    contactPattern: steady ? 'steady' : null,
    peaks,
    result: resultOf(sample, limits),
    unit: 'mg/m³',
    minimum: '0.1',
    dust: null,
  }));

const factsOf = (given: Post, tests: readonly TestFact[]): ResultFacts => ({
  unjudged: null,
  tests,
  designTemperature: null,
  limits: limitsOf(given.limits, given.day),
  silica: [],
  silicaHazards: new Map(),
  withoutLimit: () => 'unknown',
  hazards: new Map([[1, { id: 1, name: '甲', category: 'chemical', silicaBand: null }]]),
});
const judge = (given: Post, tests: readonly TestFact[] = testsOf(given)) => judgeResults(factsOf(given, tests));

const lineOf = ({ kind, point, measured, text, limit, verdict, reason }: JudgedValue): string =>
  JSON.stringify([kind, point, measured?.num, text, limit, verdict, reason]);
const linesOf = (posts: ReturnType<typeof judge>): string[] => posts.flatMap(({ values }) => values.map(lineOf)).sort();
const rank: Readonly<Record<string, number>> = {
  notAssessed: 0,
  conforms: 0,
  undetermined: 1,
  toVerify: 1,
  exceeds: 2,
};
const worst = (posts: ReturnType<typeof judge>): number =>
  Math.max(0, ...posts.map(({ verdict }) => rank[verdict] ?? 0));

describe('judgement of a post', () => {
  it('the judgement of a work post does not depend on the order or repetition of its samples', () => {
    fc.assert(
      fc.property(post, (given) => {
        const tests = testsOf(given);
        const once = linesOf(judge(given, tests));
        expect(linesOf(judge(given, [...tests].reverse()))).toEqual(once);
        expect(linesOf(judge(given, tests))).toEqual(once);
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post does not depend on the unit of its results', () => {
    fc.assert(
      fc.property(post, (given) => {
        const tests = testsOf(given);
        const inMicrograms = tests.map((test) => {
          const num = new Decimal(test.result.num).times(1000).toString();
          return {
            ...test,
            unit: 'μg/m³',
            result: { ...test.result, num, text: test.result.censored ? `<${num}` : num },
          };
        });
        const told = (posts: ReturnType<typeof judge>) =>
          posts
            .flatMap(({ values }) =>
              values.map(({ kind, measured, verdict }) =>
                JSON.stringify([kind, measured && new Decimal(measured.num).toString(), verdict]),
              ),
            )
            .sort();
        expect(told(judge(given, inMicrograms))).toEqual(told(judge(given, tests)));
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post never improves from 不符合 when a sample’s value increases', () => {
    fc.assert(
      fc.property(post, fc.nat(), fc.integer({ min: 1, max: 900 }), (given, which, more) => {
        const at = which % given.samples.length;
        const raised = {
          ...given,
          samples: given.samples.map((sample, index) =>
            index === at ? { ...sample, share: sample.share + more } : sample,
          ),
        };
        if (worst(judge(given)) === 2) expect(worst(judge(raised))).toBe(2);
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post stays the same if a recorded part of the shift is split into two equal halves', () => {
    fc.assert(
      fc.property(post, (given) => {
        const [first] = given.samples;
        if (!first) return;
        const of = (samples: readonly Sample[]): Post => ({
          ...given,
          hoursPerDay: '8',
          samples: samples.map((sample) => ({ ...sample, long: true, person: null })),
        });
        const whole = of([
          { ...first, hours: 4 },
          { ...first, share: first.share + 100, hours: 4 },
        ]);
        const cut = of([
          { ...first, hours: 2 },
          { ...first, hours: 2 },
          { ...first, share: first.share + 100, hours: 2 },
          { ...first, share: first.share + 100, hours: 2 },
        ]);
        const means = (posts: ReturnType<typeof judge>) =>
          posts.flatMap(({ values }) =>
            values.filter(({ kind }) => kind === 'twa').map(({ measured, verdict }) => [measured?.num, verdict]),
          );
        expect(means(judge(cut))).toEqual(means(judge(whole)));
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post is 符合 only if its upper bound is within the limit, and 不符合 only if its value exceeds the limit', () => {
    fc.assert(
      fc.property(post, (given) => {
        for (const { verdict, measured, limit, kind } of judge(given).flatMap(({ values }) => values)) {
          if (!measured || limit === null || kind === 'peak') continue;
          const above = new Decimal(measured.num).greaterThan(limit);
          if (verdict === 'conforms') expect(above).toBe(false);
          if (verdict === 'exceeds' && kind === 'twa') expect([above, measured.censored]).toEqual([true, false]);
        }
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post prints no number that contradicts its verdict, and the printed number reads back as the value', () => {
    fc.assert(
      fc.property(post, (given) => {
        for (const { text, verdict, limit, measured, kind, norm } of judge(given).flatMap(({ values }) => values)) {
          if (!measured || limit === null || kind === 'plain') continue;
          const mark = /\(([+-])\)$/.exec(text)?.[1];
          const plain = text.replace(/\([+-]\)$/, '');
          const read = parseResult(plain);
          expect(read).toMatchObject({ text: plain, censored: measured.censored });
          if (measured.censored) {
            if (norm !== 'pre331') expect(new Decimal(read.num).greaterThanOrEqualTo(measured.num)).toBe(true);
            continue;
          }
          const [shown, real] = [
            new Decimal(read.num).greaterThan(limit),
            new Decimal(measured.num).greaterThan(limit),
          ];
          expect(mark ?? (shown === real ? 'none' : 'missing')).toBe(shown === real ? 'none' : real ? '+' : '-');
          if (verdict === 'conforms' && kind === 'twa') expect(real).toBe(false);
        }
      }),
      { numRuns },
    );
  });

  it('the judgement of a work post shows workings that give the printed number on a calculator', () => {
    fc.assert(
      fc.property(post, (given) => {
        for (const { working } of judge(given).flatMap(({ values }) => values)) {
          const equation = working.replace(/（[^）]*）/g, '');
          if (equation.split('=').length > 2) expect(wrongSteps(equation)).toEqual([]);
        }
      }),
      { numRuns },
    );
  });

  it('a report cannot be issued while a judgement is 待核实 or 无法判定 without a decision', () => {
    fc.assert(
      fc.property(post, (given) => {
        const results = judge(given);
        const open = openLinesOf(results).length;
        const problems = problemsOf({ results, assess: true, decisions: [] } as unknown as ReportSources, {
          openTasks: 0,
          openRecords: 0,
        });
        expect(problems.length > 0).toBe(open > 0);
        const said = conclusionOf(results);
        if (open > 0) expect(said).not.toMatch(/^所有/);
        if (results.some(({ verdict }) => verdict === 'exceeds')) expect(said).toMatch(/不符合/);
      }),
      { numRuns },
    );
  });
});

describe('from a reading to the report', () => {
  const reading = fc.record({
    response: fc.integer({ min: 1, max: 40_000 }),
    day: fc.constantFrom(...days),
    lod: fc.constantFrom('0.6', '1.8'),
    volume: fc.constantFrom('1.5', '7.2', '45'),
  });

  it('a higher instrument reading never gives a lower result, and the report judges exactly the record’s result', () => {
    fc.assert(
      fc.property(reading, fc.integer({ min: 1, max: 5_000 }), ({ response, day, lod, volume }, more) => {
        const limits = { twa: '50', stel: '100' };
        const of = (value: number) => {
          const normSet = standardEditionOn(day);
          const { rows } = calculateRecord('gasChromatography', {
            variant: 'ordinary',
            layout: 'solvent',
            curve: { kind: 'linear', a: '0', b: '1.2', c: '0', low: '0', high: '1e9', zero: null },
            lod,
            settings: { blanks: 0 },
            publishedMinimum: null,
            incomingUnit: 'μg/mL',
            tubes: [],
            rows: [
              {
                id: 'a',
                normSet,
                resultDecimals: { 'mg/m³': 1 },
                volume,
                temperature: '20',
                pressure: '101.3',
                readings: { frontResponse: (value / 100).toFixed(2), solutionVolume: '1', efficiency: '95' },
              },
            ],
          });
          const [row] = rows;
          if (row?.state !== 'done') throw new Error(`not calculated: ${JSON.stringify(row)}`);
          return row.result;
        };
        const [low, high] = [of(response), of(response + more)];
        expect(new Decimal(high.num).greaterThanOrEqualTo(new Decimal(low.censored ? 0 : low.num))).toBe(true);
        const given: Post = { limits, day, samples: [], hoursPerDay: '8', daysPerWeek: '5', peaks: null, steady: true };
        const [base] = testsOf({
          ...given,
          samples: [{ share: 1, below: false, long: true, minutes: 240, start: 480, person: null, hours: 8 }],
        });
        if (!base) throw new Error('no test');
        const [value] = judge(given, [{ ...base, result: low }]).flatMap(({ values }) =>
          values.filter(({ kind }) => kind === 'twa'),
        );
        expect(new Decimal(value?.measured?.num ?? -1).toNumber()).toBeCloseTo(Number(low.num), 9);
      }),
      { numRuns },
    );
  });
});

import Library from 'decimal.js-light';
import { describe, expect, it } from 'vitest';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { evaluatorOf } from './vectors/all';
import { allVectors, type Computed, differences, inputOf } from './vectors/proof';

// Shows what the vectors detect: each wrong calculation here is a mistake once made, and fails a vector.

const wrong: readonly (readonly [string, RegExp, (input: never) => Computed])[] = [
  [
    'Math.round',
    /^RND-\d+$/,
    ({ x, nd }: { x: string; nd: number }) => ({ reported: (Math.round(Number(x) * 10 ** nd) / 10 ** nd).toFixed(nd) }),
  ],
  ['toFixed', /^RND-\d+$/, ({ x, nd }: { x: string; nd: number }) => ({ reported: Number(x).toFixed(nd) })],
  [
    'half up in decimals',
    /^RND-\d+$/,
    ({ x, nd }: { x: string; nd: number }) => ({
      reported: new Library(x).toDecimalPlaces(nd, Library.ROUND_HALF_UP).toFixed(nd),
    }),
  ],
  [
    'cutting off',
    /^RND-\d+$/,
    ({ x, nd }: { x: string; nd: number }) => ({ reported: new Decimal(x).toDecimalPlaces(nd, 'down').toFixed(nd) }),
  ],
  [
    'rounding by way of another place',
    /^RND-\d+$/,
    ({ x, nd }: { x: string; nd: number }) => ({ reported: roundTo(roundTo(x, nd + 1), nd) }),
  ],
  ['toPrecision', /^RND-SIG/, ({ x, n }: { x: string; n: number }) => ({ reported: Number(x).toPrecision(n) })],
  [
    'halves by Math.round',
    /^RND-HALF/,
    ({ x }: { x: string }) => ({ reported: (Math.round(Number(x) * 2) / 2).toFixed(1) }),
  ],
  [
    'fifths rounded half away',
    /^RND-FIFTH/,
    ({ x }: { x: string }) => ({
      reported: new Library(x).dividedBy(20).toDecimalPlaces(0, Library.ROUND_HALF_UP).times(20).toFixed(0),
    }),
  ],
  [
    '293.15 and 273.15',
    /^SAMP-V0/,
    (input: { V_L: number; t_C: number; P_kPa: number }) =>
      volume(input, 293.15, 273.15, (t, p) => t < 5 || t > 35 || p < 98.8 || p > 103.4),
  ],
  [
    '273.15 below',
    /^SAMP-V0/,
    (input: { V_L: number; t_C: number; P_kPa: number }) =>
      volume(input, 293, 273.15, (t, p) => t < 5 || t > 35 || p < 98.8 || p > 103.4),
  ],
  [
    'a conversion at the very ends',
    /^SAMP-V0/,
    (input: { V_L: number; t_C: number; P_kPa: number }) =>
      volume(input, 293, 273, (t, p) => t <= 5 || t >= 35 || p <= 98.8 || p >= 103.4),
  ],
  [
    'a conversion always',
    /^SAMP-V0/,
    (input: { V_L: number; t_C: number; P_kPa: number }) => volume(input, 293, 273, () => true),
  ],
  [
    'a conversion by temperature alone',
    /^SAMP-V0/,
    (input: { V_L: number; t_C: number; P_kPa: number }) => volume(input, 293, 273, (t) => t < 5 || t > 35),
  ],
  [
    'the deviation of a flow in binary',
    /^SAMP-FLOW/,
    ({ before, after }: { before: number; after: number }) => {
      const deviation = (Math.abs(after - before) / before) * 100;
      return {
        raw: new Decimal(deviation),
        reported: `${deviation.toFixed(1)}% ${deviation <= 5 ? 'pass' : 'fail'}; mean ${(before + after) / 2}`,
      };
    },
  ],
  [
    'an average over the hours there were',
    /^EXP-TWA-5$/,
    ({ segs }: { segs: [number, number][] }) =>
      average(
        segs,
        segs.reduce((sum, [, hours]) => sum + hours, 0),
      ),
  ],
  [
    'nothing for what was not detected',
    /^EXP-TWA-3$/,
    ({ segs }: { segs: [number | string, number][] }) =>
      average(
        segs.map(([c, t]) => [typeof c === 'string' ? 0 : c, t]),
        8,
      ),
  ],
  [
    'all of what was not detected',
    /^EXP-TWA-3$/,
    ({ segs }: { segs: [number | string, number][] }) =>
      average(
        segs.map(([c, t]) => [typeof c === 'string' ? 0.6 : c, t]),
        8,
      ),
  ],
  [
    'an arithmetic mean of noise',
    /^NOISE-4$/,
    ({ days }: { days: number[] }) => level(days.reduce((sum, one) => sum + one, 0) / days.length),
  ],
  [
    'a week by its days',
    /^NOISE-4$/,
    ({ days }: { days: number[] }) =>
      level(10 * Math.log10(days.reduce((sum, one) => sum + 10 ** (one / 10), 0) / days.length)),
  ],
  [
    'the spread of a population',
    /^QC-LJ/,
    ({ data }: { data: number[] }) => {
      const mean = data.reduce((sum, one) => sum + one, 0) / data.length;
      const sd = Math.sqrt(data.reduce((sum, one) => sum + (one - mean) ** 2, 0) / data.length);
      const at = (times: number) => roundTo(mean + times * sd, 2);
      return {
        raw: { mean: new Decimal(mean), s: new Decimal(sd) },
        reported: `mean ${roundTo(mean, 2)} s ${roundTo(sd, 3)} UWL ${at(2)} LWL ${at(-2)} UCL ${at(3)} LCL ${at(-3)}`,
      };
    },
  ],
  [
    '22.4 litres to the mole',
    /^GAS-PPM/,
    ({ ppm, M }: { ppm: number; M: number }) => ({
      raw: new Decimal((ppm * M) / 22.4),
      reported: roundTo((ppm * M) / 22.4, 1),
    }),
  ],
  [
    'a straight line through a bent curve',
    /^CURVE-QUAD-INV$/,
    ({ y }: { y: number }) => {
      const { x, y: responses } = inputOf<{ x: number[]; y: number[] }>('CURVE-QUAD-ICP');
      const [mx, my] = [x, responses].map((list) => list.reduce((sum, one) => sum + one, 0) / list.length) as [
        number,
        number,
      ];
      const slope =
        x.reduce((sum, one, at) => sum + (one - mx) * ((responses[at] ?? 0) - my), 0) /
        x.reduce((sum, one) => sum + (one - mx) ** 2, 0);
      const found = (y - (my - slope * mx)) / slope;
      return { raw: new Decimal(found), reported: roundTo(found, 3) };
    },
  ],
];

const level = (raw: number): Computed => ({ raw: new Decimal(raw), reported: roundTo(raw, 1) });

function volume(
  { V_L, t_C, P_kPa }: { V_L: number; t_C: number; P_kPa: number },
  twenty: number,
  absolute: number,
  outside: (t: number, p: number) => boolean,
): Computed {
  const raw = outside(t_C, P_kPa) ? (V_L * twenty * P_kPa) / ((absolute + t_C) * 101.3) : V_L;
  return { raw: new Decimal(raw), reported: raw.toPrecision(3) };
}

function average(parts: readonly (readonly [number | string, number])[], hours: number): Computed {
  const raw = parts.reduce((sum, [c, t]) => sum + Number(c) * t, 0) / hours;
  return { raw: new Decimal(raw), reported: roundTo(raw, 1) };
}

describe('wrong calculation', () => {
  it.each(wrong)('the calculation mutated by %s fails a worked example', (_way, ids, compute) => {
    const vectors = allVectors.filter(({ id }) => ids.test(id));
    const caught = vectors.filter((vector) => differences(vector, compute(vector.input as never)).length > 0);
    expect(caught.length).toBeGreaterThan(0);
    // The right calculation passes those that detected it.
    expect(
      caught.flatMap((vector) =>
        differences(vector, evaluatorOf(vector.id)?.(vector.input as never) ?? { reported: 'no proof' }),
      ),
    ).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveConfidenceBand } from '@contract/arithmetic/curves/curveConfidenceBand';
import { type CurvePoint, fitCurve, type FitKind, fitKinds } from '@contract/arithmetic/curves/fitCurve';
import { studentT } from '@contract/arithmetic/numbers/studentT';
import { inputOf } from '../vectors/proof';

const pointsOf = (id: string): CurvePoint[] => {
  const { x, y } = inputOf<{ x: number[]; y: number[] }>(id);
  return x.map((content, index) => ({ x: content, y: y[index] ?? '' }));
};
const gas = pointsOf('CURVE-LIN-GC');

describe('quantile of Student’s distribution', () => {
  // GB/T 4086.3, two-sided.
  it.each([
    [1, 0.95, 12.7062],
    [2, 0.95, 4.3027],
    [3, 0.95, 3.1824],
    [4, 0.95, 2.7764],
    [5, 0.95, 2.5706],
    [8, 0.95, 2.306],
    [10, 0.95, 2.2281],
    [30, 0.95, 2.0423],
    [120, 0.95, 1.9799],
    [1, 0.99, 63.6567],
    [2, 0.99, 9.9248],
    [5, 0.99, 4.0321],
    [5, 0.9, 2.015],
  ])('the Student t quantile for %i degrees of freedom at %f is %f', (freedom, share, wanted) => {
    expect(studentT(freedom, share)).toBeCloseTo(wanted, 4);
  });

  it('the Student t quantile requires a positive whole number of degrees of freedom', () => {
    for (const freedom of [0, -1, 1.5, NaN]) expect(() => studentT(freedom)).toThrow('自由度不足，不能计算置信区间');
  });
});

describe('confidence band of a curve', () => {
  it('the confidence band of a calibration curve has the textbook width t·s·√(1/n + (x − x̄)²/Sxx)', () => {
    const band = curveConfidenceBand(gas, 'linear', { steps: 4 });
    const fit = fitCurve(gas);
    const xs = gas.map(({ x }) => Number(x));
    const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    const sxx = xs.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    for (const { x, y, low, high } of band) {
      const half = 3.182446 * fit.sy.toNumber() * Math.sqrt(1 / xs.length + (x - mean) ** 2 / sxx);
      expect(y).toBeCloseTo(fit.a.toNumber() + fit.b.toNumber() * x, 9);
      expect(high - y).toBeCloseTo(half, 5);
      expect(y - low).toBeCloseTo(half, 5);
    }
    expect([band[0]?.x, band.at(-1)?.x]).toEqual([10, 500]);
  });

  it('the confidence band is drawn at equal ratios for a semi-logarithmic curve and at equal distances for other curves', () => {
    const points = [300, 241, 183, 123, 64].map((y, index) => ({ x: 2 * 10 ** index, y }));
    const drawn = (kind: FitKind) =>
      curveConfidenceBand(points, kind, { steps: 4 }).map(({ x }) => Number(x.toPrecision(9)));
    expect(drawn('semiLog')).toEqual([2, 20, 200, 2000, 20000]);
    expect(drawn('linear')).toEqual([2, 5001.5, 10001, 15000.5, 20000]);
  });

  it('the confidence band of a calibration line through the origin has width 0 at the origin', () => {
    const [first] = curveConfidenceBand([{ x: 0, y: 0 }, ...gas], 'origin');
    expect([first?.y, first?.low, first?.high]).toEqual([0, 0, 0]);
  });

  it.each(fitKinds)(
    'the confidence band of a %s calibration curve contains the curve and never has a negative width',
    (kind) => {
      const rising = fc
        .array(fc.integer({ min: -9, max: 9 }), { minLength: 6, maxLength: 9 })
        .map((noise) => noise.map((part, index) => ({ x: 2 ** index, y: 100 * 2 ** index + part })));
      fc.assert(
        fc.property(rising, (points) => {
          for (const { y, low, high } of curveConfidenceBand(points, kind, { steps: 8 })) {
            expect(Number.isFinite(y)).toBe(true);
            expect(low).toBeLessThanOrEqual(y);
            expect(high).toBeGreaterThanOrEqual(y);
          }
        }),
        { numRuns: 15 },
      );
    },
  );

  it('the confidence band of a calibration curve needs at least one point more than the curve has coefficients', () => {
    expect(() =>
      curveConfidenceBand(
        [1, 2].map((x) => ({ x, y: x })),
        'linear',
      ),
    ).toThrow('直线回归至少需要3个点，现有2个');
  });
});

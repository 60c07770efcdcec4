import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveRule, electrodeRule, judgeCurve, judgeLevels } from '@contract/arithmetic/curves/curveAcceptance';
import { type CurvePoint, fitCurve, type FitKind, fitKinds } from '@contract/arithmetic/curves/fitCurve';
import { backCalculate, levelMeans, readCurve, responseOf } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { inputOf } from '../vectors/proof';

const pointsOf = (id: string): CurvePoint[] => {
  const { x, y, c, E } = inputOf<{ x?: number[]; y?: number[]; c?: number[]; E?: number[] }>(id);
  return (x ?? c ?? []).map((content, index) => ({ x: content, y: (y ?? E ?? [])[index] ?? '' }));
};
const gas = pointsOf('CURVE-LIN-GC');
const icp = pointsOf('CURVE-QUAD-ICP');
const electrode = pointsOf('ISE-CURVE');

/** A rising curve with a little noise, five to nine levels above zero. */
const rising = fc
  .tuple(
    fc.integer({ min: 1, max: 400 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -3, max: 3 })), {
      minLength: 5,
      maxLength: 9,
    }),
  )
  .map(([slope, steps]) => {
    let x = 0;
    return steps.map(([step, noise]) => ({ x: (x += step), y: slope * x + noise / 10 }));
  });

describe('fitted curve', () => {
  it.each(fitKinds)('a calibration curve of kind %s does not depend on the order of its points', (kind) => {
    fc.assert(
      fc.property(rising, fc.func(fc.integer()), (points, by) => {
        const shuffled = [...points].sort((p, q) => by(p.x) - by(q.x));
        const [one, other] = [fitCurve(points, kind), fitCurve(shuffled, kind)];
        for (const key of ['a', 'b', 'c', 'r', 'r2', 'sy', 'low', 'high'] as const)
          expect(other[key].toSignificantDigits(20).toString()).toBe(one[key].toSignificantDigits(20).toString());
      }),
      { numRuns: 20 },
    );
  });

  it.each(fitKinds.filter((kind) => kind !== 'quadratic'))(
    'a calibration curve of kind %s converts the response calculated for a content back to that content',
    (kind) => {
      fc.assert(
        fc.property(rising, fc.integer({ min: 1, max: 100 }), (points, part) => {
          const curve = fitCurve(points, kind);
          const content = curve.high.times(part).dividedBy(100);
          expect(readCurve(curve, responseOf(curve, content)).content.dividedBy(content).toNumber()).toBeCloseTo(1, 8);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('a quadratic calibration curve reads contents back correctly up to its highest level', () => {
    const curve = fitCurve(icp, 'quadratic');
    for (const content of ['0.01', '0.5', '3.3', '7', '10'])
      expect(readCurve(curve, responseOf(curve, content)).content.toNumber()).toBeCloseTo(Number(content), 12);
  });

  it.each(['linear', 'weightedX', 'weightedX2'] as const)(
    'a calibration curve of kind %s through points on a straight line is that line, whatever the weights',
    (kind) => {
      const curve = fitCurve(
        [1, 2, 5, 9].map((x) => ({ x, y: 3 + 0.5 * x })),
        kind,
      );
      expect([
        curve.a.toNumber(),
        curve.b.toNumber(),
        curve.r.toNumber(),
        withoutCalculationNoise(curve.sy).toNumber() < 1e-30 ? 0 : 1,
      ]).toEqual([3, 0.5, 1, 0]);
    },
  );

  it('a calibration curve in another unit has scaled coefficients and reads the same contents', () => {
    const [micro, nano] = [fitCurve(gas), fitCurve(gas.map(({ x, y }) => ({ x: Number(x) * 1000, y })))];
    expect(nano.b.times(1000).dividedBy(micro.b).toNumber()).toBeCloseTo(1, 12);
    expect(nano.r.toSignificantDigits(15).toString()).toBe(micro.r.toSignificantDigits(15).toString());
  });

  it('a calibration curve through the origin reports the correlation coefficient r of the unforced line', () => {
    expect(fitCurve(gas, 'origin').r.equals(fitCurve(gas).r)).toBe(true);
    expect(fitCurve(gas, 'origin').a.isZero()).toBe(true);
  });

  it.each<[string, FitKind, CurvePoint[]]>([
    ['直线回归至少需要3个点，现有2个', 'linear', gas.slice(0, 2)],
    ['二次曲线至少需要4个点，现有3个', 'quadratic', gas.slice(0, 3)],
    ['直线回归至少需要3个点，现有0个', 'linear', []],
    [
      '标准系列中有相同的含量，请合并为一个浓度点的多次响应',
      'linear',
      [
        { x: '1.0', y: 1 },
        { x: '1', y: 2 },
        { x: 3, y: 3 },
      ],
    ],
    ['半对数不能包含含量为0的点', 'semiLog', icp],
    ['1/x加权不能包含含量为0的点', 'weightedX', icp],
    ['标准曲线斜率为0，无法计算，请检查响应值', 'linear', [1, 2, 3].map((x) => ({ x, y: 5 }))],
    ['请填写标准系列响应值', 'linear', [{ x: 1, y: '' }, ...gas]],
    ['标准系列含量应不小于0', 'linear', [{ x: -1, y: 1 }, ...gas]],
    ['标准系列响应值应为数字', 'linear', [{ x: 1, y: Number.NaN }, ...gas]],
  ])('the fit of a calibration curve is refused with the message: %s', (message, kind, points) => {
    const outcome = outcomeOfCalculation(() => fitCurve(points, kind));
    expect(outcome.ok ? '' : outcome.problem.message).toBe(message);
  });
});

describe('reading of a curve', () => {
  const curve = fitCurve(gas);
  it('the content read from a calibration curve is marked as below, within or above the curve’s levels', () => {
    const at = (content: string) => readCurve(curve, responseOf(curve, content)).position;
    expect(['9.99', '10', '500', '500.01'].map(at)).toEqual(['below', 'within', 'within', 'above']);
  });

  it('the content read from a calibration curve is negative for a response below the intercept, so a low blank keeps its sign', () => {
    expect(readCurve(curve, '-1').content.isNegative()).toBe(true);
  });

  it('a quadratic calibration curve can be read up to 1.2 times its highest level, and never beyond its vertex', () => {
    const bent = fitCurve(icp, 'quadratic');
    expect(readCurve(bent, responseOf(bent, '11.9')).position).toBe('above');
    expect(() => readCurve(bent, responseOf(bent, '12.1'))).toThrow('响应值超出二次曲线的适用范围，请稀释后重新测定');
    expect(() => readCurve(bent, '300000')).toThrow('响应值超出二次曲线的适用范围，请稀释后重新测定');
  });

  it('a falling electrode calibration curve gives a higher content for a lower potential', () => {
    const ise = fitCurve(electrode, 'semiLog');
    expect(readCurve(ise, '60').content.greaterThan(readCurve(ise, '100').content)).toBe(true);
    expect(() => readCurve(ise, '-1e9')).toThrow(CalculationProblem);
  });

  it('a calibration curve reads the same content after JSON serialisation', () => {
    const stored = JSON.parse(JSON.stringify(curve)) as typeof curve;
    expect(readCurve(stored, '98.60').content.toString()).toBe(readCurve(curve, '98.60').content.toString());
  });
});

describe('curve levels', () => {
  it('the response of a calibration level is the mean of its filled-in readings, minus the zero level if it is subtracted', () => {
    const levels = [
      { x: 0, responses: ['0.01', '0.03', null] },
      { x: 1, responses: ['0.5', '', undefined] },
    ];
    expect(levelMeans(levels).levels.map(({ mean, net }) => [mean.toString(), net.toString()])).toEqual([
      ['0.02', '0.02'],
      ['0.5', '0.5'],
    ]);
    const { levels: net, zero } = levelMeans(levels, true);
    expect([net.map((level) => level.net.toString()), zero?.toString()]).toEqual([['0', '0.48'], '0.02']);
  });

  it('a calibration curve gives the same contents with and without subtraction of the zero level', () => {
    const { levels: net, zero } = levelMeans(
      pointsOf('CURVE-SPEC').map(({ x, y }) => ({ x, responses: [y] })),
      true,
    );
    const less = fitCurve(
      net.map((level) => ({ x: level.x, y: level.net })),
      'linear',
      zero,
    );
    expect(readCurve(less, '0.214').content.toSignificantDigits(15).toString()).toBe(
      readCurve(fitCurve(pointsOf('CURVE-SPEC')), '0.214')
        .content.toSignificantDigits(15)
        .toString(),
    );
    expect(
      backCalculate(
        less,
        net.map((level) => ({ x: level.x, y: level.net })),
      ).every(({ error }) => error === null || error.absoluteValue().lessThan(5)),
    ).toBe(true);
  });

  it('a calibration curve requires a response at every level, and a zero level if it is subtracted', () => {
    expect(() => levelMeans([{ x: 1, responses: [null, ''] }])).toThrow('请填写标准系列响应值');
    expect(() => levelMeans([{ x: 1, responses: [1] }], true)).toThrow('扣除零浓度响应值的曲线须有含量为0的浓度点');
  });
});

describe('acceptance of a curve', () => {
  const messages = (points: readonly CurvePoint[], kind: FitKind = 'linear', rule = curveRule) => {
    const { accepted, findings } = judgeCurve(fitCurve(points, kind), points, rule);
    return {
      accepted,
      blocking: findings.filter(({ blocks }) => blocks).map(({ message }) => message),
      warnings: findings.filter(({ blocks }) => !blocks).map(({ message }) => message),
    };
  };

  it('the back-calculation of the worked example deviates by +1.8, −0.65, +0.70, −0.36 and +0.07 % (DOMAIN)', () => {
    expect(backCalculate(fitCurve(gas), gas).map(({ error }) => error?.toFixed(2))).toEqual([
      '1.82',
      '-0.65',
      '0.70',
      '-0.36',
      '0.07',
    ]);
    expect(messages(gas)).toEqual({ accepted: true, blocking: [], warnings: [] });
  });

  it('the acceptance of a calibration curve does not count the blank as a level', () => {
    expect(messages(gas.slice(0, 4)).blocking).toEqual(['标准系列除空白外应不少于5个浓度点，现有4个']);
    expect(messages([{ x: 0, y: -0.2 }, ...gas.slice(0, 4)]).accepted).toBe(false);
    expect(messages([{ x: 0, y: -0.2 }, ...gas.slice(0, 4)], 'linear', { ...curveRule, levels: 4 }).accepted).toBe(
      true,
    );
  });

  it('a parabola whose R² is exactly the required one is accepted, one below it is not', () => {
    const fit = fitCurve(icp, 'quadratic');
    const refused = (r2: string) =>
      judgeCurve({ ...fit, r2: new Decimal(r2) }, icp).findings.some(({ message }) => message.startsWith('决定系数'));
    expect([refused(curveRule.r2), refused('0.9')]).toEqual([false, true]);
  });

  it('the acceptance of a calibration curve compares the unrounded r with its limit', () => {
    const bent = [1, 2, 4, 8, 16].map((x, index) => ({ x, y: x + (index % 2 ? 0.6 : -0.5) }));
    const verdict = judgeCurve(fitCurve(bent), bent);
    expect(verdict.accepted).toBe(false);
    expect(verdict.findings[0]?.message).toBe(`相关系数r为${verdict.r}，低于0.999`);
  });

  it('the acceptance of a calibration curve warns about curved residuals of a straight line even if r passes', () => {
    const { accepted, warnings } = messages(icp);
    expect(accepted).toBe(true);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^残差呈弯曲趋势，直线读数偏差达\d+\.\d%，请改用二次曲线或缩小范围$/);
    for (const id of ['CURVE-LIN-GC', 'CURVE-SPEC', 'AAS-CURVE', 'AFS-CURVE', 'IC-CURVE', 'HPLC-CURVE'])
      expect([id, messages(pointsOf(id)).warnings]).toEqual([id, []]);
    expect(messages(icp, 'quadratic')).toEqual({ accepted: true, blocking: [], warnings: [] });
    expect(messages(icp.slice(1), 'quadratic').blocking).toEqual(['二次曲线应不少于6个点，现有5个']);
  });

  it('the acceptance of a semi-logarithmic calibration curve gives no warning about curvature', () => {
    const points = Array.from({ length: 8 }, (_, index) => ({ x: index + 1, y: 300 - 59 * Math.log10(index + 1) }));
    expect(messages(points, 'semiLog').warnings.filter((warning) => warning.includes('弯曲'))).toEqual([]);
    expect(messages(points).warnings.filter((warning) => warning.includes('弯曲'))).toHaveLength(1);
  });

  it('a quadratic calibration curve with its vertex below the highest level is refused, since two contents would have one response', () => {
    const over = (top: string) =>
      [
        ['0', '0'],
        ['1', '10'],
        ['2', '19'],
        ['4', '34'],
        ['6', '44'],
        ['8', '49'],
        ['10', top],
      ].map(([x = '', y = '']) => ({ x, y }));
    // R² passes, and 48 would be read as 7.58 instead of 10.
    expect(messages(over('48'), 'quadratic')).toMatchObject({
      accepted: false,
      blocking: ['二次曲线的顶点在含量8.89处，低于最高浓度点10，同一响应值对应两个含量，请去掉最高浓度点后重新拟合'],
    });
    expect(messages(over('48').slice(0, 6), 'quadratic').accepted).toBe(true);
  });

  it('the acceptance of an electrode’s calibration curve checks its slope', () => {
    expect(messages(electrode, 'semiLog', electrodeRule)).toEqual({ accepted: true, blocking: [], warnings: [] });
    const slow = electrode.map(({ x, y }) => ({ x, y: Number(y) * 0.8 }));
    expect(messages(slow, 'semiLog', electrodeRule).blocking).toEqual(['电极斜率绝对值为46.10mV，不在54～60mV之间']);
  });

  it('the acceptance of a calibration curve warns about a narrow range', () => {
    expect(messages([100, 120, 140, 160, 180].map((x) => ({ x, y: x }))).warnings).toEqual([
      '标准系列最高与最低含量之比小于10',
    ]);
  });
});

it('a lowest level of a curve up to 3 times the limit of quantification counts as near it, a higher one only warns', () => {
  const farFrom = (lowest: string) =>
    judgeLevels([0, lowest, '10', '20', '30', '40'], { ...curveRule, loq: '0.5', top: '50' }).findings;
  expect([farFrom('0.5'), farFrom('0.6'), farFrom('1.5')]).toEqual([[], [], []]);
  expect(farFrom('1.51')).toEqual([
    { blocks: false, message: '最低浓度点1.51离定量下限0.5较远，宜在定量下限附近增加一个浓度点' },
  ]);
});

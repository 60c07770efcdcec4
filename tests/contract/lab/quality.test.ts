import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartLimits, judgeChart, rangeChartLimits, zScore } from '@contract/arithmetic/curves/controlChart';
import {
  desorptionEfficiency,
  detectionLimit,
  detectionLimitOfNoise,
} from '@contract/arithmetic/curves/detectionLimits';
import {
  blankPasses,
  blankSuspicious,
  checkControlSample,
  checkMidpoint,
  checkParallel,
  checksFor,
  controlsFor,
  minEfficiencyOf,
  samplesToRepeat,
  spikeRangeOf,
  spikeRanges,
  spikeRecovery,
} from '@contract/arithmetic/curves/qualityControl';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import {
  detectionOf,
  detectionOfIncrement,
  detectionOfTube,
} from '@contract/features/laboratory/methods/sheets/detectionColumns';
import { judgeCheck } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { curveOf } from '../vectors/curveOf';
import { inputOf } from '../vectors/proof';

describe('quality control', () => {
  it('a quality-control check passes exactly at its limit and fails just beyond', () => {
    expect([checkParallel('11', '9').passes, checkParallel('11.001', '9').passes]).toEqual([true, false]);
    expect(['9', '8.999', '11', '11.001'].map((found) => spikeRecovery(found, 0, 10).passes)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([
      checkMidpoint('110', 100).passes,
      checkMidpoint('90', 100).passes,
      checkMidpoint('110.01', 100).passes,
    ]).toEqual([true, true, false]);
    expect([checkControlSample('26.2', '25', '1.2').passes, checkControlSample('26.21', '25', '1.2').passes]).toEqual([
      true,
      false,
    ]);
  });

  it('the check of two parallels does not depend on their order or unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (a, b) => {
        const [one, other, scaled] = [checkParallel(a, b), checkParallel(b, a), checkParallel(a * 1000, b * 1000)];
        return (
          one.deviation.equals(other.deviation) &&
          one.deviation.toSignificantDigits(12).toString() === scaled.deviation.toSignificantDigits(12).toString() &&
          one.difference.equals(one.deviation.times(2))
        );
      }),
    );
  });

  it('a control sample is graded by its z score', () => {
    expect(['26.2', '26.3', '26.8'].map((found) => checkControlSample(found, '25', '1.2').grade)).toEqual([
      '满意',
      '可疑',
      '不满意',
    ]);
    expect(checkControlSample('26', '25', '1.2').en).toBeNull();
  });

  it('a blank check requires the blank below the detection limit, or below the value that the method states', () => {
    expect([blankPasses('0.02', '0.03'), blankPasses('0.03', '0.03'), blankPasses('0.03', '0.03', '0.05')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      blankSuspicious('0.5', '4', '0.1'),
      blankSuspicious('0.5', '6', '0.1'),
      blankSuspicious('0.05', '0.1', '0.1'),
    ]).toEqual([true, false, false]);
  });

  it('the number of required quality-control checks follows from the batch size', () => {
    expect([checksFor(1), checksFor(11)]).toEqual([
      { parallels: 1, spikes: 1, controls: 1, blanks: 2 },
      { parallels: 2, spikes: 2, controls: 1, blanks: 2 },
    ]);
  });

  it('a batch needs a control sample at its start and after every 50 samples', () => {
    expect([0, 1, 49, 50, 99, 100, 120].map((samples) => controlsFor(samples))).toEqual([1, 1, 1, 2, 2, 3, 3]);
    expect([checksFor(120, '331').controls, checksFor(120, 'pre331').controls]).toEqual([3, 1]);
  });

  it('a failed control sample requires repeating all samples since the last control that passed', () => {
    const run = (...passes: boolean[]) =>
      samplesToRepeat(passes.map((passed, index) => ({ after: index * 50, passes: passed })));
    expect([run(true, true, true), run(true, false, true), run(true, true, false), run(true, false, false)]).toEqual([
      [],
      [{ from: 1, to: 50 }],
      [{ from: 51, to: 100 }],
      [
        { from: 1, to: 50 },
        { from: 51, to: 100 },
      ],
    ]);
    expect(run(false)).toEqual([]);
  });

  it('the spike recovery uses the range valid on the sampling day, or the method’s own range if it is narrower', () => {
    const { chromatography, trace } = spikeRanges;
    expect([
      spikeRangeOf('331', [null, null], trace),
      spikeRangeOf('331+2026', ['85', '115'], chromatography),
      spikeRangeOf('331', ['95', '108']),
    ]).toEqual([
      ['90', '110'],
      ['90', '110'],
      ['95', '108'],
    ]);
    expect([
      spikeRangeOf('pre331', [null, null], chromatography),
      spikeRangeOf('pre331', ['90', '110'], chromatography),
      spikeRangeOf('pre331', ['80', '120'], chromatography),
    ]).toEqual([
      ['85', '115'],
      ['85', '115'],
      ['80', '120'],
    ]);
  });

  it('the desorption efficiency must reach 90 % since GBZ 331-2024, or more if the method requires more', () => {
    expect([
      minEfficiencyOf('331', null),
      minEfficiencyOf('331', '75'),
      minEfficiencyOf('331', '95'),
      minEfficiencyOf('pre331', '90'),
      minEfficiencyOf('pre331', '80'),
    ]).toEqual(['90', '90', '95', '75', '80']);
  });

  it.each<[string, () => unknown]>([
    ['两个平行结果均为0，无法计算相对偏差', () => checkParallel(0, 0)],
    ['结果1应不小于0', () => checkParallel(-1, 1)],
    ['加标量应大于0', () => spikeRecovery(2, 1, 0)],
    ['不确定度应大于0', () => checkControlSample(1, 1, 0)],
    ['理论值应大于0', () => checkMidpoint(1, 0)],
    ['空白测定值应不少于10个，现有9个', () => detectionLimit(Array<number>(9).fill(1), 1)],
    [
      '空白测定值全部相同，标准偏差为0，无法计算检出限，请增加读数位数',
      () => detectionLimit(Array<number>(10).fill(1), 1),
    ],
    ['斜率b不能为0', () => detectionLimit(Array<number>(10).fill(1), 0)],
    ['基线噪声应大于0', () => detectionLimitOfNoise(0, 1)],
    ['请填写解吸效率的加标水平', () => desorptionEfficiency([])],
    ['每个加标水平的测得量至少需要2个', () => desorptionEfficiency([{ addedMass: 1, foundMasses: [1] }])],
    ['绘制质控图应不少于20个数据，现有3个', () => chartLimits([1, 2, 3])],
    ['质控数据全部相同，无法绘制质控图', () => chartLimits(Array<number>(20).fill(1))],
    ['请填写极差', () => rangeChartLimits([])],
  ])('a quality-control calculation with invalid input throws the message: %s', (message, work) => {
    expect(work).toThrow(CalculationProblem);
    expect(work).toThrow(message);
  });
});

describe('desorption efficiency', () => {
  it('a desorption efficiency passes with a relative standard deviation of exactly 10 %, and fails above', () => {
    const passes = (...foundMasses: number[]) => desorptionEfficiency([{ addedMass: 10, foundMasses }]).passes;
    // Standard deviations of 1 and 1.01, mean 10.
    expect([passes(9, 10, 11), passes(8.99, 10, 11.01)]).toEqual([true, false]);
  });
});

describe('control chart', () => {
  const limits = chartLimits(inputOf<{ data: number[] }>('QC-LJ-1').data);
  it.each([
    ['25.5', 1.57, 'inControl'],
    ['25.7', 2.25, 'warning'],
    ['26.1', 3.62, 'outOfControl'],
    ['24.2', -2.87, 'warning'],
    ['24.1', -3.21, 'outOfControl'],
  ] as const)('a control chart judges a point of %s by itself: z %d, %s', (value, z, state) => {
    expect(Number(zScore(value, limits).toFixed(2))).toBe(z);
    expect(judgeChart([value], limits)[0]?.state).toBe(state);
  });

  const broken = (...scores: number[]) =>
    judgeChart(
      scores.map((z) => limits.sd.times(z).plus(limits.mean)),
      limits,
    ).at(-1)?.violatedRules;
  it('a control chart applies the Westgard rules 1_2s, 1_3s, 2_2s, R_4s and 4_1s', () => {
    expect(broken(2.1)).toEqual(['1_2s']);
    expect(broken(3.1)).toEqual(['1_3s']);
    expect(broken(2.1, 2.2)).toEqual(['1_2s', '2_2s']);
    expect(broken(2.1, -2.2)).toEqual(['1_2s', 'R_4s']);
    expect(broken(1.1, 1.2, 1.3, 1.4)).toEqual(['4_1s']);
    expect(broken(1.1, -1.2, 1.3, 1.4)).toEqual([]);
    expect(broken(...Array<number>(10).fill(0.2))).toEqual(['10_x']);
    expect(broken(...Array<number>(9).fill(-0.2))).toEqual([]);
  });

  it('a control chart can be set to fewer consecutive points on one side of the mean before it alarms', () => {
    const low = Array.from({ length: 7 }, () => limits.mean.minus(limits.sd.times('0.2')));
    expect(judgeChart(low, limits, 7).at(-1)?.state).toBe('outOfControl');
  });

  it('a range control chart has its upper limit at 3.267 times the mean range', () => {
    const { mean, upper, sd } = rangeChartLimits(['0.5', '1.5']);
    expect([mean.toString(), upper.toString(), sd.toFixed(6)]).toEqual(['1', '3.267', '0.886525']);
  });

  it('a control chart judges a point only by that point and earlier ones', () => {
    const points = ['25.7', '25.7', '25.0'];
    expect(judgeChart(points, limits).slice(0, 2)).toEqual(judgeChart(points.slice(0, 2), limits));
  });
});

describe('detection limit', () => {
  const { blanks, slope } = inputOf<{ blanks: number[]; slope: number }>('LOD-1');
  it('the detection limit is the same for a rising and a falling calibration curve of equal slope', () => {
    expect(detectionLimit(blanks, -slope).lod.equals(detectionLimit(blanks, slope).lod)).toBe(true);
  });

  it('the detection limit of a solution is converted to a concentration in air by the method’s volumes', () => {
    const { computed } = detectionOf({
      blanks,
      slope,
      totalVolume: 10,
      aliquotVolume: 5,
      airVolume: '7.5',
      methodLod: '0.04',
    });
    expect(computed).toEqual({
      mean: '0.00603',
      sd: '0.000478',
      lod: '0.033',
      loq: '0.11',
      minimum: '0.0088',
      minimumQuantity: '0.029',
      meets: '满足',
    });
    expect(
      detectionOf({ blanks, slope, totalVolume: 10, aliquotVolume: 5, airVolume: '7.5', methodLod: '0.03' }).computed
        .meets,
    ).toBe('不满足');
    expect(
      detectionOf({
        blanks,
        slope,
        solutionVolume: 10,
        unit: 'ng/mL',
        efficiency: 50,
        airVolume: '7.5',
      }).minimum.toNumber(),
    ).toBeCloseTo((0.03296440158 * 10) / 1000 / 7.5 / 0.5, 12);
    for (const unit of ['μg/L', 'ng/mL'])
      expect(detectionOf({ blanks, slope, unit, direct: true }).minimum.toNumber()).toBeCloseTo(0.03296440158, 9);
  });

  it('the detection limit can be calculated for a detector tube and for a balance', () => {
    expect(detectionOfTube('0.2', 10, 5, '7.5')).toBe('0.053');
    expect(detectionOfIncrement('0.1', 500)).toBe('0.2');
    expect(() => detectionOfIncrement('0.1', 0)).toThrow('采样体积应大于0');
  });
});

describe('quality-control check', () => {
  const gas = { curve: curveOf('CURVE-LIN-GC'), lod: '0.9' };
  it.each([
    ['blank', { response: '0.5' }, gas, { content: '0.5664', verdict: '合格' }],
    ['blank', { response: '5' }, gas, { content: '4.218', verdict: '不合格' }],
    ['blank', { response: '5' }, { curve: gas.curve }, { content: '4.218' }],
    [
      'parallel',
      { first: '12.4', second: '11.6' },
      {},
      { mean: '12.00', deviation: '3.3', limit: '10', verdict: '合格' },
    ],
    [
      'spike',
      { spiked: '11.2', unspiked: '6.8', added: '6' },
      { spikeRange: ['90', '110'] },
      { recovery: '73.3', range: '90～110', verdict: '不合格' },
    ],
    ['control', { found: '27.2', certified: '25.0', uncertainty: '1.2' }, {}, { z: '3.7', verdict: '不合格' }],
    ['midpoint', { theory: '100', response: '123.9' }, gas, { found: '100.7', deviation: '0.7', verdict: '合格' }],
    [
      'efficiency',
      {
        level: '低',
        added: '20',
        found1: '18.9',
        found2: '19.2',
        found3: '18.7',
        found4: '19.0',
        found5: '19.1',
        found6: '18.8',
      },
      {},
      { efficiency: '94.8', rsd: '1.0', verdict: '合格' },
    ],
    ['observers', { first: '0.6', second: '0.8' }, { tubes: ['0', '0.2', '0.4', '0.6', '0.8'] }, { verdict: '合格' }],
    ['observers', { first: '0.4', second: '0.8' }, { tubes: ['0', '0.2', '0.4', '0.6', '0.8'] }, { verdict: '不合格' }],
    ['blankFilter', { filterNo: 'F1', increment: '-0.02' }, {}, { verdict: '合格' }],
    ['balance', { nominal: '100', shown: '100.11' }, {}, { difference: '0.11', verdict: '不合格' }],
    ['quartz', { added: '10', found: '9.6' }, {}, { recovery: '96.0' }],
    ['slope', {}, { curve: curveOf('ISE-CURVE', 'semiLog') }, { slope: '-57.62', verdict: '合格' }],
  ] as const)('a quality-control check of kind %s is calculated and judged', (kind, values, context, computed) => {
    expect(judgeCheck(kind, values, context)).toMatchObject({ computed, problem: null });
  });

  it('a quality-control check with missing values reports what is missing and does not throw', () => {
    expect(judgeCheck('blank', { response: '1' }, {}).problem?.message).toBe('请选择已审核的标准曲线');
    expect(judgeCheck('parallel', { first: '1' }, {}).problem?.message).toBe('请填写结果2');
    expect(judgeCheck('observers', { first: '1', second: '2' }, {}).problem?.message).toBe('请先填写标准系列');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airConcentration,
  checkBreakthrough,
  conversionFactor,
  massInSolution,
  massOfAliquot,
  microgramsOf,
  ppmToMilligrams,
} from '@contract/arithmetic/air/airConcentration';
import {
  checkLoad,
  dispersity,
  dustMinimum,
  freeSilica,
  maxFilterGain,
  silicaBandOf,
} from '@contract/arithmetic/air/dustFormulas';
import {
  ceilingConcentration,
  dailyReductionFactor,
  dayAverage,
  type ExposureMean,
  exposureLevelOf,
  fullShiftConcentration,
  longDayAverage,
  mixtureIndex,
  shortTermMean,
  weeklyReductionFactor,
} from '@contract/arithmetic/air/exposureConcentrations';
import { observersAgree } from '@contract/arithmetic/curves/visualComparison';
import { exposureRatioRisk, dustGrade, exposureRating } from '@contract/arithmetic/limits/riskGrades';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import {
  dailyExposureLevel,
  energyMean,
  equivalentLevel,
  handArmVibration,
  isHeatWork,
  isNoiseWork,
  meanIlluminance,
  microwaveLimit,
  noiseGrade,
  timeWeightedWbgt,
  wbgtOf,
  weeklyExposureLevel,
} from '@contract/arithmetic/physical/physicalFactors';

const part = (concentration: string | number, time: string | number) => ({ concentration, time });

const value = (mean: ExposureMean): string | null => mean.value?.toString() ?? null;

describe('time-weighted average', () => {
  it('C_TWA divides by eight hours, however long the shift is', () => {
    expect(value(dayAverage([part(8, 4)], '331'))).toBe('4');
    expect(value(dayAverage([part(8, 12)], '331'))).toBe('12');
    expect(value(longDayAverage([part(8, 12)], '12', '331'))).toBe('8');
  });

  it('C_TWA counts a result below its detection limit as that limit, and as half of it before GBZ 331-2024', () => {
    const parts = [part('<0.6', 4), part('0.6', 4)];
    expect(dayAverage(parts, '331')).toMatchObject({ substituted: true, bound: null });
    expect([
      value(dayAverage(parts, '331')),
      value(dayAverage(parts, 'pre331')),
      dayAverage(parts, '331').lowest.toString(),
    ]).toEqual(['0.6', '0.45', '0.3']);
  });

  it('C_TWA of results that are all below their detection limits is below the highest of these limits; a period without contact does not count', () => {
    for (const parts of [
      [part('<0.6', 1), part('<1.2', 1)],
      [part('<1.2', 1), part('0', 7)],
    ]) {
      expect(dayAverage(parts, '331')).toMatchObject({ value: null, bound: new Decimal('1.2') });
    }
  });

  it('C_TWA does not depend on the order of its parts, or on splitting a part', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(parts, (given) => {
        const made = given.map(([c, tenths]) => part(c, tenths / 10));
        const halves = given.flatMap(([c, tenths]) => [part(c, tenths / 20), part(c, tenths / 20)]);
        const [one, turned, cut] = [made, [...made].reverse(), halves].map((list) => value(dayAverage(list, '331')));
        return one === turned && one === cut;
      }),
    );
  });

  it('C_TWA over eight hours lies between the lowest and the highest part', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 4, maxLength: 4 }), (values) => {
        const mean = Number(
          value(
            dayAverage(
              values.map((value) => part(value, 2)),
              '331',
            ),
          ),
        );
        return mean >= Math.min(...values) && mean <= Math.max(...values);
      }),
    );
  });

  it.each<[string, () => unknown]>([
    ['请填写浓度和接触时间', () => dayAverage([], '331')],
    ['接触时间应大于0', () => dayAverage([part(1, 0)], '331')],
    ['接触时间应大于0', () => dayAverage([part(1, -2)], '331')],
    ['接触时间合计不能超过24', () => dayAverage([part(1, 20), part(1, 5)], '331')],
    ['浓度应不小于0', () => dayAverage([part('-1', 2)], '331')],
    ['格式有误，需填写固定值或小于检出限,请使用英文小于符号', () => dayAverage([part('＜0.6', 2)], '331')],
    ['浓度应为数字', () => dayAverage([part(Number.NaN, 2)], '331')],
    ['接触时间（min）合计不能超过15', () => shortTermMean([part(1, 10), part(1, 6)], true, '331')],
    ['采样时间应在', () => ceilingConcentration(1, 1, 1, 16)],
    ['请选择联合作用的物质', () => mixtureIndex([], '331')],
    ['接触限值应大于0', () => mixtureIndex([{ concentration: 1, limit: 0 }], '331')],
    ['每日接触时间应', () => dailyReductionFactor(25)],
  ])('an exposure calculation with invalid input throws the message: %s', (message, work) => {
    expect(work).toThrow(CalculationProblem);
    expect(work).toThrow(message.endsWith('在') || message.endsWith('应') ? message.slice(0, -1) : message);
  });
});

describe('exposure', () => {
  it('the GBZ 159 concentration of a sampler worn for the whole shift is 2.5 mg/m³ for the worked example', () => {
    expect(fullShiftConcentration('12.0', '5.0', 50).toString()).toBe('2.5');
    expect(ceilingConcentration('3', '10', '0.5', 15).toString()).toBe('4');
  });

  it('the exposure of a worker is graded by its share of the limit', () => {
    expect(
      ['0.4', '3.2', '18', '41', '55', '0.5', '5', '25', '50'].map((found) => exposureLevelOf(found, 50).level),
    ).toEqual(['0', 'Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ', '0', 'Ⅰ', 'Ⅱ', 'Ⅲ']);
  });

  it('the exposure limit is reduced only for more than 8 h a day or 40 h a week', () => {
    expect([dailyReductionFactor(8), weeklyReductionFactor(40)].map(Number)).toEqual([1, 1]);
    expect(dailyReductionFactor('8.1').lessThan(1)).toBe(true);
  });

  it('the mixture index counts a result below its detection limit as that limit, and as half of it before GBZ 331-2024', () => {
    const given = [
      { concentration: '<0.6', limit: 3 },
      { concentration: '0.9', limit: 1 },
    ];
    expect([mixtureIndex(given, '331'), mixtureIndex(given, 'pre331')].map(String)).toEqual(['1.1', '1']);
  });
});

describe('units', () => {
  it('the units of a concentration cancel: μg/L equals mg/m³', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 500 }),
    );
    fc.assert(
      fc.property(numbers, ([c, v, litres]) => {
        const direct = airConcentration(massInSolution(c, v), litres);
        const nano = airConcentration(microgramsOf(massInSolution(c * 1000, v)), litres);
        const part = airConcentration(massOfAliquot(massInSolution(c, v).dividedBy(2), 10, 5), litres);
        return [nano, part].every((other) => other.minus(direct).absoluteValue().lessThan(direct.times('1e-30')));
      }),
    );
  });

  it('concentrations are converted between element, compound and ppm by molar masses', () => {
    expect([
      roundTo(conversionFactor('manganeseDioxide'), 4),
      roundTo(conversionFactor('hydrogenChloride'), 4),
      roundTo(conversionFactor('phosphorusTrichloride'), 4),
    ]).toEqual(['1.5825', '1.0285', '4.4337']);
    expect(() => ppmToMilligrams(1, 0)).toThrow('摩尔质量应大于0');
  });
});

describe('breakthrough', () => {
  it('breakthrough of a sorbent tube begins above exactly 10 %', () => {
    expect([checkBreakthrough(100, 10), checkBreakthrough(100, '10.01')].map(({ broken }) => broken)).toEqual([
      false,
      true,
    ]);
  });

  it('breakthrough of a sorbent tube is not reported for amounts below the detection limit', () => {
    expect(checkBreakthrough(1, '0.5', '0.9').broken).toBe(false);
    expect(checkBreakthrough(0, '0.5', '0.9')).toMatchObject({ ratio: null, broken: false });
    expect(checkBreakthrough(0, 1)).toMatchObject({ ratio: null, broken: true });
  });
});

describe('dust', () => {
  it('the dust mass on a filter must lie between a lowest and a highest value, which depend on the balance and the filter size', () => {
    expect(['0.099', '0.1', '10', '10.01'].map((mass) => checkLoad(mass, '0.01', 40))).toEqual([
      'below',
      'within',
      'within',
      'above',
    ]);
    expect(checkLoad('0.99', '0.1', 40)).toBe('below');
    expect([37, 40, 75].map((diameter) => maxFilterGain(diameter)?.toNumber() ?? null)).toEqual([5, 10, null]);
    expect(dustMinimum('0.01', 500).toString()).toBe('0.2');
  });

  it('a dust sample with ten percent free silica or more is silica dust', () => {
    expect(['9.99', '10', '50', '50.01', '80', '80.01'].map(silicaBandOf)).toEqual([
      'below10',
      'to50',
      'to50',
      'to80',
      'to80',
      'above80',
    ]);
    expect(() => freeSilica({ sample: 10, crucible: 5, residue: 4 })).toThrow(
      '游离二氧化硅含量应在0～100%之间，请检查质量',
    );
    expect(() => freeSilica({ sample: 0, crucible: 5, residue: 6 })).toThrow('粉尘样品质量应大于0');
  });

  it('the dispersity of dust needs at least 200 counted particles', () => {
    expect(() => dispersity([100, 99])).toThrow('分散度测定应不少于200个粒子，现有199个');
    expect(dispersity([50, 50, 50, 50]).map(Number)).toEqual([25, 25, 25, 25]);
  });

  it('the dust hazard is graded from 0 to 3, the exposure rated from 1 to 5, and other ratings are refused', () => {
    expect([
      dustGrade(5, '0.9', 1, 4).level,
      dustGrade(5, 1, 1, 1).level,
      dustGrade(90, 2, 1, 4).level,
      dustGrade(90, 3, 1, 4).level,
    ]).toEqual([0, 1, 2, 3]);
    expect(['0.09', '0.1', '0.5', '1', '2'].map((share) => exposureRating(share, 1))).toEqual([1, 2, 3, 4, 5]);
    expect(() => exposureRatioRisk(6, 1)).toThrow('危害等级应在1～5之间');
  });
});

describe('physical factors', () => {
  it('the mean noise level averages energies: three readings of 90 dB give 90 dB', () => {
    expect(energyMean([90, 90, 90]).toNumber()).toBe(90);
    expect(energyMean([80, 90]).toNumber()).toBeGreaterThan(85);
    expect(equivalentLevel([{ level: 85, hours: 8 }]).level.toNumber()).toBe(85);
    expect(dailyExposureLevel(85, 8).toNumber()).toBe(85);
    expect(weeklyExposureLevel([85, 85, 85, 85, 85]).toNumber()).toBe(85);
  });

  it('noise work begins at 80 dB(A), heat work at 25 ℃; the grades begin exactly at their limits', () => {
    expect([isNoiseWork('79.9'), isNoiseWork(80), isHeatWork('24.9'), isHeatWork(25)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(['84.9', '85', '90', '95', '100'].map(noiseGrade)).toEqual([undefined, '轻度', '中度', '重度', '极重']);
  });

  it('hand-arm vibration is averaged by its squares; microwave limits follow from the dose', () => {
    expect(handArmVibration([{ acceleration: 3, hours: 4 }]).toString()).toBe('3');
    expect(
      [microwaveLimit('continuous', 8), microwaveLimit('pulsed', 8), microwaveLimit('limb', 8)].map(Number),
    ).toEqual([50, 25, 500]);
    expect(meanIlluminance([100, 200]).toString()).toBe('150');
  });

  it.each<[string, () => unknown]>([
    ['请填写声级和接触时间', () => equivalentLevel([])],
    [
      '接触时间合计不能超过24h',
      () =>
        equivalentLevel([
          { level: 85, hours: 20 },
          { level: 85, hours: 5 },
        ]),
    ],
    ['声级应在0～200之间', () => energyMean([201])],
    ['声级应为数字', () => energyMean([Number.NaN])],
    ['请填写声级读数', () => energyMean([])],
    ['每周工作日应为1～7天', () => weeklyExposureLevel([])],
    ['接触时间应', () => dailyExposureLevel(85, 0)],
    ['请填写WBGT指数和接触时间', () => timeWeightedWbgt([])],
    ['自然湿球温度应在-40～150之间', () => wbgtOf({ wetBulb: 300, globe: 30 })],
    ['请填写振动加速度和接振时间', () => handArmVibration([])],
    ['请填写照度读数', () => meanIlluminance([])],
    ['观察者含量不在标准系列之内', () => observersAgree(['0', '0.2'], '0.3', '0.2')],
  ])('a calculation of a physical factor with invalid input throws the message: %s', (message, work) => {
    expect(work).toThrow(CalculationProblem);
    expect(work).toThrow(message);
  });
});

describe('expression', () => {
  it.each([
    ['1+2×3', '7'],
    ['(1+2)*3', '9'],
    ['（1＋2）÷3', '1'],
    ['-2-3', '-5'],
    ['8/4/2', '1'],
    ['2*-3', '-6'],
    ['0.1+0.2', '0.3'],
    ['p1 * k + 1', '7'],
    ['浓度×2', '10'],
  ])('the expression typed for a result, %s, has the value %s', (expression, value) => {
    expect(evaluateExpression(expression, { p1: '2', k: '3', 浓度: 5 }).toString()).toBe(value);
  });

  it.each([
    '',
    '1+',
    '(1',
    '1)',
    '1 2',
    'a',
    'constructor',
    '__proto__',
    'p1.x',
    '1e3',
    '1/0',
    '2^3',
    'p2',
    '1;2',
    'p1(2)',
  ])('the expression typed for a result is refused: %s', (expression) => {
    expect(() => evaluateExpression(expression, { p1: '2', p2: '' })).toThrow(CalculationProblem);
  });

  it('the expression typed for a result gives the same value as JavaScript arithmetic', () => {
    const sign = fc.constantFrom('+', '-', '*');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(sign, fc.integer({ min: 0, max: 99 })), { minLength: 1, maxLength: 8 }),
        (terms) => {
          const text = `7${terms.map(([operator, number]) => operator + number).join('')}`;
          const products = text
            .replace(/-/g, '+-')
            .split('+')
            .map((product) => product.split('*').reduce((all, factor) => all.times(factor), new Decimal(1)));
          return evaluateExpression(text, {}).equals(
            products.reduce((sum, product) => sum.plus(product), new Decimal(0)),
          );
        },
      ),
    );
  });
});

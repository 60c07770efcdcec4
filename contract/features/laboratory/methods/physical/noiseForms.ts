import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { energyMean } from '@contract/arithmetic/physical/physicalFactors';
import { meterDeviation, maxMeterDeviation } from '@contract/arithmetic/physical/soundMeterCheck';
import { decimal, dict, integer, text } from '@contract/field';
import type { Readings } from '../calculation/labRecord';
import { isFilledIn } from '../calculation/methodFamily';
import { filledOf, type FormRow, type PhysicalForm, shownInputs } from './physicalForm';

const levelField = (label: string) => decimal(label, { unit: 'dB', min: '0', max: '200', digits: 2 });

/** 声校准: inputs for the level of the calibrator and the readings of the meter (GBZ 331-2024 5.2.6.1 c, F.16–F.18). */
const calibrationFields = {
  sourceLevel: levelField('声源值'),
  levelBefore: levelField('测量前示值'),
  levelAfter: levelField('测量后示值'),
} as const;

/** When the meter was calibrated and checked, on the day of the readings (GBZ 331-2024 5.2.6.1 c). */
const calibrationTimes = {
  calibratedAt: text('测量前校准时间', { max: 5, hint: '例如08:20' }),
  checkedAt: text('测量后核查时间', { max: 5, hint: '例如16:40' }),
} as const;
const timeKeys = Object.keys(calibrationTimes);

const wantedOfMeter = ({ readings }: FormRow): string[] =>
  Object.entries(calibrationFields).flatMap(([key, { label }]) => (isFilledIn(readings[key]) ? [] : [label]));

/**
 * Refuses readings of a meter that deviates too much from the calibrator.
 * @throws CalculationProblem for such a meter
 */
function assertMeter({ sourceLevel, levelBefore, levelAfter }: Readings): void {
  if (!isFilledIn(sourceLevel)) return;
  for (const [value, stage] of [
    [levelBefore, '前'],
    [levelAfter, '后'],
  ] as const) {
    if (!isFilledIn(value)) continue;
    const { deviation, holds } = meterDeviation(sourceLevel, value, `测量${stage}示值`);
    if (!holds)
      throw new CalculationProblem(
        'outOfRange',
        `测量${stage}示值与声源值相差${deviation.toString()} dB，超过${maxMeterDeviation} dB，读数作废，请更换声级计重新测量`,
      );
  }
}

const levelKeys = ['p1', 'p2', 'p3'] as const;
const levelSymbols = {
  L1: ['p1', '读数1', 'dB(A)'],
  L2: ['p2', '读数2', 'dB(A)'],
  L3: ['p3', '读数3', 'dB(A)'],
} as const;

/**
 * Refuses fewer than three readings of steady noise (GBZ/T 189.8-2007). A dosimeter or an integrating meter gives
 * L_Aeq directly.
 */
function assertCount(kind: string | null | undefined, count: number): void {
  if ((kind ?? 'steady') === 'steady' && count < 3)
    throw new CalculationProblem('notEnough', '稳态噪声应填写3次读数；个体测量或非稳态噪声请更改噪声类型');
  if (kind === 'personal' && count > 1)
    throw new CalculationProblem('outOfRange', '个体噪声只填写一个等效声级（读数1）');
}

/** Machine that makes the noise, and how far from it the meter stands (GBZ 331-2024 F.16). */
const sourceFields = {
  machine: text('设备名称', { max: 60 }),
  sourceDistance: decimal('测点距声源', { unit: 'm', min: '0', digits: 2 }),
} as const;
const sourceKeys = ['machine', 'sourceDistance'] as const;

export const noiseForm: PhysicalForm = {
  key: 'noise',
  title: '噪声测量原始记录',
  hazards: /^(?!.*脉冲).*噪声/,
  unit: 'dB(A)',
  decimals: 1,
  formula: 'LAeq=10lg[(10^(0.1×L1)+10^(0.1×L2)+10^(0.1×L3))/3]',
  readings: {
    noiseKind: dict('噪声类型', { dict: 'noiseKind', initial: 'steady' }),
    p1: levelField('读数1'),
    p2: levelField('读数2'),
    p3: levelField('读数3'),
    ...calibrationFields,
    ...calibrationTimes,
    ...sourceFields,
  },
  optional: [...timeKeys, ...sourceKeys],
  startingReadings: levelKeys,
  value({ readings }) {
    const keys = filledOf(readings, levelKeys);
    assertCount(readings['noiseKind'], keys.length);
    assertMeter(readings);
    const inputs = shownInputs(readings, levelSymbols);
    const energies = inputs.map(({ symbol }) => `10^(0.1×${symbol})`).join('+');
    return {
      value: energyMean(keys.map((key) => readings[key] ?? '')),
      inputs,
      formula: inputs.length > 1 ? `LAeq=10lg[(${energies})/${inputs.length}]` : `LAeq=${inputs[0]?.symbol ?? ''}`,
    };
  },
  missingInputs: wantedOfMeter,
};

export const impulseForm: PhysicalForm = {
  key: 'impulse',
  title: '脉冲噪声测量原始记录',
  hazards: /脉冲噪声/,
  unit: 'dB(A)',
  decimals: 1,
  formula: 'Lpeak=各次峰值的最大值',
  readings: {
    p1: levelField('峰值1'),
    p2: levelField('峰值2'),
    p3: levelField('峰值3'),
    pulsesPerMinute: integer('每分钟脉冲次数', { min: 0, max: 100_000 }),
    pulsesPerDay: integer('工作日接触脉冲次数', { min: 0, max: 1_000_000 }),
    ...calibrationFields,
    ...calibrationTimes,
  },
  optional: timeKeys,
  startingReadings: levelKeys,
  value({ readings }) {
    assertMeter(readings);
    const peaks = filledOf(readings, levelKeys).map((key) => ({ key, value: new Decimal(readings[key] ?? '') }));
    const [firstPeak, ...others] = peaks;
    if (!firstPeak) throw new CalculationProblem('missing', '请填写峰值');
    const highestReading = others.reduce(
      (highest, reading) => (reading.value.greaterThan(highest.value) ? reading : highest),
      firstPeak,
    );
    return {
      value: highestReading.value,
      formula: 'Lpeak=L',
      inputs: shownInputs(readings, { L: [highestReading.key, '峰值最大值', 'dB(A)'] }),
    };
  },
  missingInputs: (row) => [
    ...(isFilledIn(row.readings['pulsesPerDay']) ? [] : ['工作日接触脉冲次数']),
    ...wantedOfMeter(row),
  ],
};

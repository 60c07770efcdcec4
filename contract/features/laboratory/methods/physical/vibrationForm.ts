import { follows2025Methods } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, meanOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  type AxisAccelerations,
  dominantAxis,
  higherHand,
  minVibrationReadings,
  meanVibrationTotal,
} from '@contract/arithmetic/physical/physicalFactors';
import { decimal, text } from '@contract/field';
import type { Readings, WorkingInput } from '../calculation/labRecord';
import { isFilledIn, typedInput } from '../calculation/methodFamily';
import { filledOf, type FormRow, type FormValue, type PhysicalForm, shownInputs } from './physicalForm';

const accelerationField = (label: string) => decimal(label, { unit: 'm/s²', min: '0' });

const hands = [
  ['left', '左手'],
  ['right', '右手'],
] as const;
type Hand = (typeof hands)[number];
const axes = ['X', 'Y', 'Z'] as const;
const turnNumbers = [1, 2, 3] as const;
const keyOf = (hand: string, axis: string, turn: number): string => `${hand}${axis}${turn}`;
const averageKeys = ['p1', 'p2', 'p3'] as const;

/**
 * Returns the readings of a hand, three axes each.
 * @throws CalculationProblem for a missing axis
 */
function readingsOf(readings: Readings, [hand, name]: Hand): AxisAccelerations[] {
  return turnNumbers.flatMap((turn): AxisAccelerations[] => {
    const keys = axes.map((axis) => keyOf(hand, axis, turn));
    const filledKeys = filledOf(readings, keys);
    if (filledKeys.length === 0) return [];
    if (filledKeys.length < axes.length)
      throw new CalculationProblem('missing', `${name}第${turn}次缺少轴向加速度，请填写X、Y、Z三个轴`);
    return [keys.map((key) => readings[key] ?? '') as unknown as AxisAccelerations];
  });
}

interface MeasuredHand {
  readonly hand: Hand;
  readonly readings: readonly AxisAccelerations[];
  readonly value: Decimal;
}

function measuredHands({ readings, set }: FormRow): MeasuredHand[] {
  const valueOf = follows2025Methods(set) ? meanVibrationTotal : dominantAxis;
  return hands.flatMap((hand): MeasuredHand[] => {
    const handReadings = readingsOf(readings, hand);
    return handReadings.length ? [{ hand, readings: handReadings, value: valueOf(handReadings) }] : [];
  });
}

const inputsOf = ({ hand: [, name], readings }: MeasuredHand): WorkingInput[] =>
  readings.flatMap((reading, index) =>
    axes.map((axis, axisIndex) =>
      typedInput(`${axis}${index + 1}`, `${name}${axis}轴${index + 1}`, String(reading[axisIndex]), 'm/s²'),
    ),
  );

/**
 * Returns the formula of a_hv: the mean of the root sums of squares; before 2026-02-01 the mean of the dominant axis.
 */
function formulaOf({ readings, value }: MeasuredHand, set: FormRow['set']): string {
  const count = readings.length;
  if (follows2025Methods(set))
    return `ahv=(${readings.map((_reading, index) => `√(${axes.map((axis) => `${axis}${index + 1}^2`).join('+')})`).join('+')})/${count}`;
  const axis =
    axes.find((_name, axisIndex) =>
      withoutCalculationNoise(
        meanOf(
          readings.map((reading) => new Decimal(reading[axisIndex] ?? '')),
          '振动加速度',
        ),
      ).equals(value),
    ) ?? 'X';
  return `ahw=(${readings.map((_reading, index) => `${axis}${index + 1}`).join('+')})/${count}`;
}

/** Returns the value of the dominant axis as the meter displays it, which is the method until 2026-01-31. */
function ofDominant(readings: Readings): FormValue {
  const keys = filledOf(readings, averageKeys);
  const inputs = shownInputs(readings, {
    a1: ['p1', '主频振轴1', 'm/s²'],
    a2: ['p2', '主频振轴2', 'm/s²'],
    a3: ['p3', '主频振轴3', 'm/s²'],
  });
  return {
    value: meanOf(
      keys.map((key) => new Decimal(readings[key] ?? '')),
      '振动加速度',
    ),
    inputs,
    formula: `ahw=(${inputs.map(({ symbol }) => symbol).join('+')})/${inputs.length}`,
  };
}

const axisFields = Object.fromEntries(
  hands.flatMap(([hand, name]) =>
    turnNumbers.flatMap((turn) =>
      axes.map((axis) => [keyOf(hand, axis, turn), accelerationField(`${name}${axis}${turn}`)]),
    ),
  ),
);

export const vibrationForm: PhysicalForm = {
  key: 'vibration',
  title: '手传振动测量原始记录',
  hazards: /手传振动|手臂振动|局部振动/,
  unit: 'm/s²',
  decimals: 1,
  formula: 'ahv=√(X²+Y²+Z²)，取不少于3次的算术平均值，左右手取较大值',
  readings: {
    tool: text('工具或工件', { max: 60 }),
    ...axisFields,
    p1: accelerationField('主频振轴1'),
    p2: accelerationField('主频振轴2'),
    p3: accelerationField('主频振轴3'),
  },
  calculated: { leftTotal: { label: '左手加速度', unit: 'm/s²' }, rightTotal: { label: '右手加速度', unit: 'm/s²' } },
  startingReadings: [...Object.keys(axisFields), ...averageKeys],
  value(row) {
    const { readings, set } = row;
    const foundHands = measuredHands(row);
    if (foundHands.length === 0) {
      if (follows2025Methods(set))
        throw new CalculationProblem(
          'missing',
          `请按X、Y、Z三个轴填写不少于${minVibrationReadings}次加速度（GBZ/T 189.9-2025）`,
        );
      return ofDominant(readings);
    }
    const value = higherHand(foundHands.map((entry) => entry.value));
    const higher = foundHands.find((entry) => entry.value.equals(value)) as MeasuredHand;
    return {
      value,
      formula: formulaOf(higher, set),
      inputs: inputsOf(higher),
      computed: Object.fromEntries(foundHands.map((entry) => [`${entry.hand[0]}Total`, entry.value])),
    };
  },
  missingInputs: ({ readings }) => (isFilledIn(readings['tool']) ? [] : ['工具或工件']),
};

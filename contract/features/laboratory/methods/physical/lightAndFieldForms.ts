import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, meanOf, notNegative, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { effectiveIrradiance, meanIlluminance, powerDensity } from '@contract/arithmetic/physical/physicalFactors';
import { decimal, dict, text } from '@contract/field';
import type { Readings } from '../calculation/labRecord';
import { isFilledIn } from '../calculation/methodFamily';
import { filledOf, type FormValue, requiredReading, type PhysicalForm, shownInputs } from './physicalForm';

// Light and fields: the arithmetic mean of three readings, corrected by the factor of the meter.

const readingKeys = ['p1', 'p2', 'p3'] as const;
const factorField = { factor: decimal('校准系数', { min: '0', hint: '仪器证书给出的修正系数，不填为1' }) } as const;
const threeReadings = (label = '读数', unit?: string) =>
  Object.fromEntries(
    readingKeys.map((key, index) => [key, decimal(`${label}${index + 1}`, { min: '0', ...(unit ? { unit } : {}) })]),
  );
const bodyPart = { bodyPart: dict('测量部位', { dict: 'bodyPart' }) } as const;

const postureField = {
  posture: dict('体位', { dict: 'measuredPosture' }),
  height: decimal('测量高度', { unit: 'm', min: '0', max: '20' }),
} as const;
const optionalKeys = ['posture', 'height'] as const;

/** Heights of head, chest and abdomen above the floor, m (GBZ 331-2024 F.21, note 2). */
const heightsOfPosture: Readonly<Record<string, Readonly<Record<string, readonly [least: string, most: string]>>>> = {
  standing: { head: ['1.5', '1.7'], chest: ['1.1', '1.3'], abdomen: ['0.7', '0.9'] },
  sitting: { head: ['1.1', '1.3'], chest: ['0.8', '1'], abdomen: ['0.5', '0.7'] },
};

/** Returns a warning for a part of the body that was measured at another height than the standard states. */
const unusualHeight: PhysicalForm['unusual'] = ({ readings }) => {
  const range = heightsOfPosture[readings['posture'] ?? '']?.[readings['bodyPart'] ?? ''];
  if (!range || !isFilledIn(readings['height'])) return [];
  const height = new Decimal(readings['height']);
  return height.lessThan(range[0]) || height.greaterThan(range[1])
    ? [`测量高度${readings['height']} m不在${range[0]}～${range[1]} m内（GBZ 331-2024 表F.21注2），请核对`]
    : [];
};

/** Distance of the probe from the source of a field (GBZ 331-2024 F.21–F.24). */
const probeDistance = (hint?: string) => ({
  probeDistance: decimal('探头距场源', { unit: 'cm', min: '0', ...(hint ? { hint } : {}) }),
});
const minProbeDistanceCm = 5;

/** Minimum number of readings at a point (GBZ 331-2024 F.21–F.24, L.1). */
const minReadings = 3;

const factorOf = (readings: Readings): Decimal =>
  isFilledIn(readings['factor']) ? numberOf(readings['factor'], '校准系数', { above: '0' }) : new Decimal(1);

interface ReadingsMean {
  readonly mean: Decimal;
  readonly term: string;
  readonly inputs: FormValue['inputs'];
}

/**
 * Returns the mean of the readings and its term in the formula.
 * @throws CalculationProblem for fewer than three readings
 */
function meanOfThree(readings: Readings, unit: string, average: (values: readonly string[]) => Decimal): ReadingsMean {
  const filledKeys = filledOf(readings, readingKeys);
  if (filledKeys.length < minReadings) throw new CalculationProblem('notEnough', `应填写${minReadings}次读数`);
  const inputs = shownInputs(readings, {
    x1: ['p1', '读数1', unit],
    x2: ['p2', '读数2', unit],
    x3: ['p3', '读数3', unit],
    k: ['factor', '校准系数'],
  });
  const mean = average(filledKeys.map((key) => readings[key] ?? '')).times(factorOf(readings));
  return { mean, term: `(x1+x2+x3)/3${isFilledIn(readings['factor']) ? '×k' : ''}`, inputs };
}

const meanOfTexts = (values: readonly string[]): Decimal =>
  meanOf(
    values.map((value) => numberOf(value, '读数', notNegative)),
    '读数',
  );

const averagedValue =
  (symbol: string, unit: (readings: Readings) => string, average = meanOfTexts): PhysicalForm['value'] =>
  ({ readings }) => {
    const { mean, term, inputs } = meanOfThree(readings, unit(readings), average);
    return { value: mean, formula: `${symbol}=${term}`, inputs };
  };

export const illuminanceForm: PhysicalForm = {
  key: 'illuminance',
  title: '照度测量原始记录',
  hazards: /照度|照明/,
  unit: 'lx',
  decimals: 1,
  formula: 'E=(x1+x2+x3)/3',
  readings: {
    height: decimal('测量高度', { unit: 'm', min: '0', max: '20' }),
    ...threeReadings('读数', 'lx'),
    ...factorField,
  },
  startingReadings: readingKeys,
  value: averagedValue('E', () => 'lx', meanIlluminance),
};

type UvKind = 'arc' | 'b' | 'c';
const uvKindOf = (readings: Readings): UvKind =>
  readings['uvKind'] === 'b' || readings['uvKind'] === 'c' ? readings['uvKind'] : 'arc';
const ultravioletBands = {
  EA: ['irradianceA', '长波紫外辐照度', 'μW/cm²'],
  EB: ['irradianceB', '中波紫外辐照度', 'μW/cm²'],
  EC: ['irradianceC', '短波紫外辐照度', 'μW/cm²'],
} as const;
const irradianceField = (label: string) => decimal(label, { unit: 'μW/cm²', min: '0' });

/** Returns the value of one band, for a source that is not an arc. */
function bandValue(readings: Readings, symbol: 'EB' | 'EC'): FormValue {
  const [key, label] = ultravioletBands[symbol];
  const value = requiredReading(readings, key, label).times(factorOf(readings));
  return {
    value,
    formula: `E=${symbol}${isFilledIn(readings['factor']) ? '×k' : ''}`,
    inputs: shownInputs(readings, { [symbol]: ultravioletBands[symbol], k: ['factor', '校准系数'] }),
  };
}

export const ultravioletForm: PhysicalForm = {
  key: 'ultraviolet',
  title: '紫外辐射测量原始记录',
  hazards: /紫外|电焊弧光/,
  unit: 'μW/cm²',
  decimals: 3,
  formula: '电焊弧光：Eeff=0.00011×EA+0.64×EB+0.5×EC',
  readings: {
    uvKind: dict('光源', { dict: 'uvKind', initial: 'arc' }),
    ...bodyPart,
    irradianceA: irradianceField('长波EA'),
    irradianceB: irradianceField('中波EB'),
    irradianceC: irradianceField('短波EC'),
    ...factorField,
  },
  startingReadings: ['irradianceA', 'irradianceB', 'irradianceC'],
  value({ readings }) {
    const kind = uvKindOf(readings);
    if (kind !== 'arc') return bandValue(readings, kind === 'b' ? 'EB' : 'EC');
    const [a, b, c] = Object.values(ultravioletBands).map(([key, label]) => requiredReading(readings, key, label)) as [
      Decimal,
      Decimal,
      Decimal,
    ];
    const isCorrected = isFilledIn(readings['factor']);
    const sum = '0.00011×EA+0.64×EB+0.5×EC';
    return {
      value: effectiveIrradiance(a, b, c).times(factorOf(readings)),
      formula: isCorrected ? `Eeff=(${sum})×k` : `Eeff=${sum}`,
      inputs: shownInputs(readings, { ...ultravioletBands, k: ['factor', '校准系数'] }),
    };
  },
  missingInputs: ({ readings }) => (isFilledIn(readings['bodyPart']) ? [] : ['测量部位']),
};

/** Quantities that a field meter shows. `converted`: an electric field in V/m that is reported as power density. */
const fieldQuantities = {
  electric: ['V/m', 1],
  magnetic: ['A/m', 1],
  power: ['mW/cm²', 3],
  converted: ['mW/cm²', 3],
} as const;
type FieldQuantity = keyof typeof fieldQuantities;
const quantityOf = ({ fieldQuantity }: Readings): FieldQuantity =>
  fieldQuantity && Object.hasOwn(fieldQuantities, fieldQuantity) ? (fieldQuantity as FieldQuantity) : 'electric';

const fieldHead = {
  frequency: text('频率', { max: 40 }),
  fieldQuantity: dict('测量量', { dict: 'fieldQuantity', initial: 'electric' }),
  ...bodyPart,
} as const;
const missingFieldInputs: PhysicalForm['missingInputs'] = ({ readings }) => [
  ...(isFilledIn(readings['frequency']) ? [] : ['频率']),
  ...(isFilledIn(readings['bodyPart']) ? [] : ['测量部位']),
];

function fieldValue(readings: Readings): FormValue {
  const quantity = quantityOf(readings);
  const { mean, term, inputs } = meanOfThree(
    readings,
    quantity === 'converted' ? 'V/m' : fieldQuantities[quantity][0],
    meanOfTexts,
  );
  if (quantity === 'converted') return { value: powerDensity(mean), formula: `P=(${term})^2/3770`, inputs };
  return {
    value: mean,
    formula: `${quantity === 'magnetic' ? 'H' : quantity === 'power' ? 'P' : 'E'}=${term}`,
    inputs,
  };
}

/**
 * Kind of radiation of very-high-frequency fields and microwaves (GBZ 331-2024 F.21, F.24); their limits depend on it.
 */
const waveType = { waveType: text('类型', { max: 20, hint: '连续波或脉冲波' }) } as const;

interface FieldStrengthKind extends Pick<PhysicalForm, 'key' | 'title' | 'hazards'> {
  readonly hint: string;
  readonly pulses?: true;
  /** Returns a warning for a probe at another distance, cm, than the standard states; null for a suitable one. */
  readonly distanceProblem: (distance: Decimal) => string | null;
}

const fieldStrengthForm = ({ hint, pulses, distanceProblem, ...names }: FieldStrengthKind): PhysicalForm => ({
  ...names,
  unit: (readings) => fieldQuantities[quantityOf(readings)][0],
  decimals: (readings) => fieldQuantities[quantityOf(readings)][1],
  formula: '电场强度、磁场强度取3次读数的平均值；由电场强度换算功率密度：P=E²/3770',
  readings: {
    ...fieldHead,
    ...(pulses ? waveType : {}),
    ...probeDistance(hint),
    ...postureField,
    ...threeReadings(),
    ...factorField,
  },
  optional: [...optionalKeys, 'probeDistance', ...(pulses ? Object.keys(waveType) : [])],
  unusual: (row) => {
    const distance = row.readings['probeDistance'];
    const problem = isFilledIn(distance) ? distanceProblem(numberOf(distance, '探头距场源')) : null;
    return [...(unusualHeight?.(row) ?? []), ...(problem === null ? [] : [problem])];
  },
  startingReadings: readingKeys,
  value: ({ readings }) => fieldValue(readings),
  missingInputs: missingFieldInputs,
});

export const ultraHighFrequencyForm = fieldStrengthForm({
  key: 'ultraHighFrequency',
  title: '超高频辐射测量原始记录',
  hazards: /超高频/,
  hint: `固定为${minProbeDistanceCm} cm`,
  pulses: true,
  distanceProblem: (distance) =>
    distance.equals(minProbeDistanceCm) ? null : `探头距场源应为${minProbeDistanceCm} cm，请核对`,
});
export const highFrequencyForm = fieldStrengthForm({
  key: 'highFrequency',
  title: '高频电磁场测量原始记录',
  hazards: /^(?!.*超高频).*高频/,
  hint: `不小于${minProbeDistanceCm} cm`,
  distanceProblem: (distance) =>
    distance.lessThan(minProbeDistanceCm) ? `探头距场源不应小于${minProbeDistanceCm} cm，请核对` : null,
});

export const microwaveForm: PhysicalForm = {
  key: 'microwave',
  title: '微波辐射测量原始记录',
  hazards: /微波/,
  unit: 'μW/cm²',
  decimals: 1,
  formula: 'P=(x1+x2+x3)/3',
  readings: {
    frequency: text('频率', { max: 40 }),
    ...waveType,
    ...bodyPart,
    ...probeDistance(),
    ...postureField,
    ...threeReadings('读数', 'μW/cm²'),
    ...factorField,
  },
  optional: [...optionalKeys, 'probeDistance', ...Object.keys(waveType)],
  unusual: unusualHeight,
  startingReadings: readingKeys,
  value: averagedValue('P', () => 'μW/cm²'),
  missingInputs: ({ readings }) => (isFilledIn(readings['bodyPart']) ? [] : ['测量部位']),
};

export const powerFrequencyForm: PhysicalForm = {
  key: 'powerFrequency',
  title: '工频电场测量原始记录',
  hazards: /工频/,
  unit: 'kV/m',
  decimals: 1,
  formula: 'E=(x1+x2+x3)/3',
  readings: {
    height: decimal('测量高度', { unit: 'm', min: '0', max: '20' }),
    ...probeDistance(),
    ...threeReadings('读数', 'kV/m'),
    ...factorField,
  },
  optional: ['probeDistance'],
  startingReadings: readingKeys,
  value: averagedValue('E', () => 'kV/m'),
};

const laserUnit = ({ laserQuantity }: Readings): string => (laserQuantity === 'exposure' ? 'J/cm²' : 'W/cm²');

export const laserForm: PhysicalForm = {
  key: 'laser',
  title: '激光辐射测量原始记录',
  hazards: /激光/,
  unit: laserUnit,
  formula: 'E=(x1+x2+x3)/3',
  readings: {
    laserQuantity: dict('测量量', { dict: 'laserQuantity', initial: 'irradiance' }),
    wavelength: decimal('波长', { unit: 'nm', min: '0' }),
    ...bodyPart,
    spotArea: decimal('光斑面积', { unit: 'cm²', min: '0' }),
    exposureSeconds: decimal('照射时间', { unit: 's', min: '0' }),
    ...threeReadings(),
    ...factorField,
  },
  startingReadings: readingKeys,
  value: averagedValue('E', laserUnit),
  missingInputs: ({ readings }) =>
    [
      ['wavelength', '波长'],
      ['exposureSeconds', '照射时间'],
      ['bodyPart', '测量部位'],
    ].flatMap(([key = '', label = '']) => (isFilledIn(readings[key]) ? [] : [label])),
};

import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  aerosolActivity,
  detectionFloor,
  doseRate,
  grossActivity,
  minDoseReadings,
  nuclideActivity,
  surfaceActivity,
  tritiumActivity,
} from '@contract/arithmetic/physical/ionizingRadiation';
import { decimal, dict, text } from '@contract/field';
import type { Readings } from '../calculation/labRecord';
import { isFilledIn, typedInput } from '../calculation/methodFamily';
import { filledOf, type FormValue, requiredReading, type PhysicalForm, shownInputs } from './physicalForm';

// Radiation forms (GBZ 331-2024 5.2.6.2.4, 5.2.6.3.1 m–q, G.3, F.28–F.36): external dose rate, surfaces, aerosol,
// radon, gross alpha and beta, nuclides, tritium and carbon 14.

type FormulaInputs = Readonly<Record<string, readonly [key: string, label: string, unit?: string]>>;

const deviationField = (unit: string) => ({
  backgroundDeviation: decimal('本底标准差', { unit, min: '0', hint: '填写后，净值低于其3倍的报小于探测下限' }),
});
const placeField = {
  sweep: text('巡测情况', { max: 100, hint: '屏蔽体外30 cm巡测的范围与最高处' }),
  distance: decimal('距表面距离', { unit: 'cm', min: '0', max: '1000' }),
  height: decimal('距地面高度', { unit: 'm', min: '0', max: '20' }),
} as const;
const placeKeys = ['sweep', 'distance', 'height'] as const;

/**
 * Returns a warning for a point that is not 30 cm outside the shield and 1 to 1.5 m high (GBZ 331-2024 5.2.6.2.4 a).
 */
const unusualPlace: PhysicalForm['unusual'] = ({ readings: { distance, height } }) => [
  ...(isFilledIn(distance) && !new Decimal(distance).equals(30)
    ? [`测点距屏蔽体表面${distance} cm，一般为30 cm，请核对`]
    : []),
  ...(isFilledIn(height) && (new Decimal(height).lessThan('0.5') || new Decimal(height).greaterThan('1.7'))
    ? [`测点高度${height} m，一般为1～1.5 m（楼上0.5～1 m，楼下1～1.7 m），请核对`]
    : []),
];

/**
 * Returns the detection limit for a net value below three standard deviations of the background (GBZ 331-2024
 * G.3.1.3).
 */
function floorOf(readings: Readings, net: Decimal, factor: Decimal): Pick<FormValue, 'detectionLimit'> {
  if (!isFilledIn(readings['backgroundDeviation'])) return {};
  const floor = detectionFloor(readings['backgroundDeviation'], factor);
  return net.lessThan(floor) ? { detectionLimit: floor } : {};
}

const doseKeys = Array.from({ length: 10 }, (_item, index) => `dose${index + 1}`);
const isMilli = (readings: Readings): boolean => readings['doseUnit'] === 'milli';

function doseValue(readings: Readings): FormValue {
  const keys = filledOf(readings, doseKeys);
  if (keys.length < minDoseReadings) throw new CalculationProblem('notEnough', `应填写不少于${minDoseReadings}次读数`);
  const factor = requiredReading(readings, 'factor', '校准因子');
  const net = isFilledIn(readings['background']);
  const {
    mean,
    deviation: spread,
    rate,
  } = doseRate({
    readings: keys.map((key) => readings[key] ?? ''),
    factor,
    background: net ? (readings['background'] ?? null) : null,
  });
  const inputs = keys.map((key, index) =>
    typedInput(`x${index + 1}`, `读数${index + 1}`, readings[key] ?? '', 'μSv/h'),
  );
  const term = `(${inputs.map(({ symbol }) => symbol).join('+')})/${inputs.length}`;
  const formula = net && !rate.isZero() ? `H=(${term}-X0)×Cf` : net ? 'H=0' : `H=${term}×Cf`;
  const scale = isMilli(readings) ? 1000 : 1;
  const { detectionLimit } = net ? floorOf(readings, rate, factor) : {};
  return {
    value: rate.dividedBy(scale),
    formula: scale === 1 || rate.isZero() ? formula : `${formula}/${scale}`,
    inputs: [...inputs, ...shownInputs(readings, { X0: ['background', '本底', 'μSv/h'], Cf: ['factor', '校准因子'] })],
    computed: { doseMean: mean, doseDeviation: spread },
    ...(detectionLimit ? { detectionLimit: detectionLimit.dividedBy(scale) } : {}),
  };
}

/** Form F.28: external dose rate of photons and neutrons. */
export const doseForm: PhysicalForm = {
  key: 'doseRate',
  title: '外照射剂量率测量原始记录',
  hazards: /剂量率|外照射|剂量当量率|电离辐射|中子|[Xxγ]射线/,
  unit: (readings) => (isMilli(readings) ? 'mSv/h' : 'μSv/h'),
  decimals: 2,
  formula: '含本底：H=X×Cf；扣除本底：H=(X-X0)×Cf（X为不少于5次读数的平均值）',
  readings: {
    ...Object.fromEntries(
      doseKeys.map((key, index) => [key, decimal(`读数${index + 1}`, { unit: 'μSv/h', min: '0' })]),
    ),
    background: decimal('本底', { unit: 'μSv/h', min: '0', hint: '填写后报出扣除本底的结果' }),
    factor: decimal('校准因子', { min: '0' }),
    ...deviationField('μSv/h'),
    doseUnit: dict('报出单位', { dict: 'doseUnit' }),
    ...placeField,
  },
  optional: ['backgroundDeviation', 'doseUnit', ...placeKeys],
  calculated: { doseMean: { label: '平均值', unit: 'μSv/h' }, doseDeviation: { label: '标准差', unit: 'μSv/h' } },
  startingReadings: doseKeys,
  value: ({ readings }) => doseValue(readings),
  unusual: unusualPlace,
};

/** A form whose result is one formula of typed quantities. */
interface SimpleForm {
  readonly key: string;
  readonly title: string;
  readonly hazards: RegExp;
  readonly inLaboratory?: true;
  readonly unit: string;
  readonly decimals?: number;
  readonly formula: string;
  readonly readings: PhysicalForm['readings'];
  readonly inputs: FormulaInputs;
  readonly net: (readings: Readings) => { readonly value: Decimal; readonly formula?: string };
  /** Factor that converts the standard deviation of the background to the unit of the result. */
  readonly factor: (readings: Readings) => Decimal;
  readonly unusual?: PhysicalForm['unusual'];
  readonly missingInputs?: PhysicalForm['missingInputs'];
}

const decimalOne = new Decimal(1);

/**
 * Builds the form for a formula. A negative net value counts as 0; a value below three standard deviations counts as
 * not detected.
 */
function formOf({ inputs, net, factor, readings: ownReadings, ...formRest }: SimpleForm): PhysicalForm {
  return {
    ...formRest,
    readings: { ...ownReadings, ...deviationField('') },
    startingReadings: Object.values(inputs).map(([key]) => key),
    value({ readings }) {
      const { value, formula = formRest.formula } = net(readings);
      const clampedValue = value.isNegative() ? new Decimal(0) : value;
      return {
        value: clampedValue,
        formula: clampedValue.isZero() ? 'A=0' : formula,
        inputs: shownInputs(readings, inputs),
        ...floorOf(readings, clampedValue, factor(readings)),
      };
    },
  };
}

const readingField = (label: string, unit?: string) => decimal(label, { min: '0', ...(unit ? { unit } : {}) });

/** Forms F.29, F.30: alpha and beta on surfaces (G.13, G.14). */
const surfaceForm = formOf({
  key: 'surfaceContamination',
  title: '表面污染测量原始记录',
  hazards: /表面污染/,
  unit: 'Bq/cm²',
  decimals: 2,
  formula: 'A=(n-nb)/Cf',
  readings: {
    countUnit: dict('计数单位', { dict: 'countUnit', initial: 'cps' }),
    count: readingField('计数率'),
    background: readingField('本底计数率'),
    factor: decimal('表面活度响应', { min: '0', unit: 'cps/(Bq/cm²)' }),
    measuredArea: readingField('测量面积', 'cm²'),
  },
  inputs: {
    n: ['count', '计数率'],
    nb: ['background', '本底计数率'],
    Cf: ['factor', '表面活度响应', 'cps/(Bq/cm²)'],
  },
  net: (readings) => {
    const perMinute = readings['countUnit'] === 'cpm';
    return {
      value: surfaceActivity({
        count: requiredReading(readings, 'count', '计数率'),
        background: requiredReading(readings, 'background', '本底计数率'),
        response: requiredReading(readings, 'factor', '表面活度响应'),
        perMinute,
      }),
      formula: perMinute ? 'A=(n-nb)/60/Cf' : 'A=(n-nb)/Cf',
    };
  },
  factor: (readings) =>
    decimalOne
      .dividedBy(requiredReading(readings, 'factor', '表面活度响应'))
      .dividedBy(readings['countUnit'] === 'cpm' ? 60 : 1),
});

/** Form F.31: radioactive aerosol (G.17). */
const aerosolForm = formOf({
  key: 'aerosol',
  title: '放射性气溶胶测量原始记录',
  hazards: /气溶胶/,
  inLaboratory: true,
  unit: 'Bq/m³',
  formula: 'A=a/(V×t×η)',
  readings: {
    activity: readingField('滤膜活度', 'Bq'),
    flowRate: readingField('流量', 'm³/min'),
    drawnMinutes: readingField('采样时间', 'min'),
    efficiency: decimal('过滤效率', { min: '0', max: '1' }),
  },
  inputs: {
    a: ['activity', '滤膜活度', 'Bq'],
    V: ['flowRate', '流量', 'm³/min'],
    t: ['drawnMinutes', '采样时间', 'min'],
    η: ['efficiency', '过滤效率'],
  },
  net: (readings) => ({
    value: aerosolActivity({
      activity: requiredReading(readings, 'activity', '滤膜活度'),
      flow: requiredReading(readings, 'flowRate', '流量'),
      minutes: requiredReading(readings, 'drawnMinutes', '采样时间'),
      efficiency: requiredReading(readings, 'efficiency', '过滤效率'),
    }),
  }),
  factor: (readings) =>
    decimalOne
      .dividedBy(requiredReading(readings, 'flowRate', '流量'))
      .dividedBy(requiredReading(readings, 'drawnMinutes', '采样时间'))
      .dividedBy(requiredReading(readings, 'efficiency', '过滤效率')),
});

/** Form F.32: radon in air. */
const radonForm = formOf({
  key: 'radon',
  title: '氡浓度测量原始记录',
  hazards: /氡/,
  unit: 'Bq/m³',
  formula: 'C=X×Cf',
  readings: {
    reading: readingField('仪器读数', 'Bq/m³'),
    factor: decimal('校准因子', { min: '0' }),
    measuredHours: readingField('测量时间', 'h'),
  },
  inputs: { X: ['reading', '仪器读数', 'Bq/m³'], Cf: ['factor', '校准因子'] },
  net: (readings) => ({
    value: requiredReading(readings, 'reading', '仪器读数').times(requiredReading(readings, 'factor', '校准因子')),
  }),
  factor: (readings) => requiredReading(readings, 'factor', '校准因子'),
});

/** Inputs for counting a prepared sample: counts and times of sample and background, efficiency and volume. */
const countingFields = {
  counts: readingField('样品计数'),
  countTime: readingField('样品计数时间', 's'),
  backgroundCounts: readingField('本底计数'),
  backgroundTime: readingField('本底计数时间', 's'),
  efficiency: decimal('计数效率', { min: '0', max: '1' }),
  volume: readingField('样品体积', 'L'),
} as const;
const countingInputs: FormulaInputs = {
  Nx: ['counts', '样品计数'],
  Tx: ['countTime', '样品计数时间', 's'],
  N0: ['backgroundCounts', '本底计数'],
  T0: ['backgroundTime', '本底计数时间', 's'],
  ε: ['efficiency', '计数效率'],
  V: ['volume', '样品体积', 'L'],
};
const countingOf = (readings: Readings) => ({
  counts: requiredReading(readings, 'counts', '样品计数'),
  time: requiredReading(readings, 'countTime', '样品计数时间'),
  backgroundCounts: requiredReading(readings, 'backgroundCounts', '本底计数'),
  backgroundTime: requiredReading(readings, 'backgroundTime', '本底计数时间'),
  efficiency: requiredReading(readings, 'efficiency', '计数效率'),
  volume: requiredReading(readings, 'volume', '样品体积'),
});
const perCount = (readings: Readings): Decimal =>
  decimalOne
    .dividedBy(requiredReading(readings, 'efficiency', '计数效率'))
    .dividedBy(requiredReading(readings, 'volume', '样品体积'));

/** Form F.33: gross alpha (G.15). */
const alphaForm = formOf({
  key: 'grossAlpha',
  title: '总α放射性测量原始记录',
  hazards: /总α/,
  inLaboratory: true,
  unit: 'Bq/L',
  formula: 'A=(Nx/Tx-N0/T0)/(ε×V)',
  readings: countingFields,
  inputs: countingInputs,
  net: (readings) => ({ value: grossActivity(countingOf(readings)) }),
  factor: perCount,
});

/** Form F.33: gross beta, corrected for alpha counted as beta (G.15, G.16). */
const betaForm = formOf({
  key: 'grossBeta',
  title: '总β放射性测量原始记录',
  hazards: /总β/,
  inLaboratory: true,
  unit: 'Bq/L',
  formula: 'A=(Nx/Tx-N0/T0)/(ε×V)',
  readings: {
    ...countingFields,
    alphaRate: readingField('α净计数率', 'cps'),
    crosstalk: decimal('α对β的串道比', { min: '0', max: '1' }),
  },
  inputs: {
    ...countingInputs,
    Nα: ['alphaRate', 'α净计数率', 'cps'],
    Rα: ['crosstalk', 'α对β的串道比'],
  },
  net: (readings) => {
    if (!isFilledIn(readings['crosstalk'])) return { value: grossActivity(countingOf(readings)) };
    return {
      value: grossActivity({
        ...countingOf(readings),
        crosstalk: {
          alpha: requiredReading(readings, 'alphaRate', 'α净计数率'),
          ratio: requiredReading(readings, 'crosstalk', '串道比'),
        },
      }),
      formula: 'A=(Nx/Tx-N0/T0-Nα×Rα)/(ε×V)',
    };
  },
  factor: perCount,
});

/** Form F.34: nuclides by gamma spectrometry (G.18). */
const nuclideForm = formOf({
  key: 'nuclide',
  title: '核素γ能谱测量原始记录',
  hazards: /核素|γ能谱/,
  inLaboratory: true,
  unit: 'Bq/kg',
  formula: 'A=(Aji-Ajib)/(P×η×D×M)',
  readings: {
    nuclide: text('核素与能量', { max: 40, hint: '例如¹³⁷Cs 661.7 keV' }),
    peakRate: readingField('特征峰净面积计数率', 'cps'),
    background: readingField('本底计数率', 'cps'),
    yield: decimal('发射概率', { min: '0', max: '1' }),
    efficiency: decimal('全能峰效率', { min: '0', max: '1' }),
    decay: decimal('衰变校正系数', { min: '0' }),
    mass: readingField('样品质量', 'kg'),
  },
  inputs: {
    Aji: ['peakRate', '特征峰净面积计数率', 'cps'],
    Ajib: ['background', '本底计数率', 'cps'],
    P: ['yield', '发射概率'],
    η: ['efficiency', '全能峰效率'],
    D: ['decay', '衰变校正系数'],
    M: ['mass', '样品质量', 'kg'],
  },
  net: (readings) => ({
    value: nuclideActivity({
      rate: requiredReading(readings, 'peakRate', '特征峰净面积计数率'),
      background: requiredReading(readings, 'background', '本底计数率'),
      by: [
        requiredReading(readings, 'yield', '发射概率'),
        requiredReading(readings, 'efficiency', '全能峰效率'),
        requiredReading(readings, 'decay', '衰变校正系数'),
        requiredReading(readings, 'mass', '样品质量'),
      ],
    }),
  }),
  factor: (readings) =>
    (['yield', 'efficiency', 'decay', 'mass'] as const).reduce(
      (quotient, key) => quotient.dividedBy(requiredReading(readings, key, '校正系数')),
      decimalOne,
    ),
  missingInputs: ({ readings }) => (isFilledIn(readings['nuclide']) ? [] : ['核素与能量']),
});

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Returns warnings for urine for tritium that was collected at another time, or in a smaller volume, than the
 * standard requires (GBZ 331-2024 5.2.6.2.4 f).
 */
const unusualUrine: PhysicalForm['unusual'] = ({ readings: { collectedAt, urine } }) => [
  ...(isFilledIn(collectedAt) && (!clockPattern.test(collectedAt) || (collectedAt > '06:00' && collectedAt < '22:00'))
    ? ['测氚的尿样应在22:00至次日06:00留取，请核对留样时间']
    : []),
  ...(isFilledIn(urine) && new Decimal(urine).lessThan(100) ? [`尿样${urine} mL，应不少于100 mL`] : []),
];

/** Builds the form for net counts of a liquid scintillation counter: tritium (G.19) and carbon 14. */
const scintillationForm = (formFacts: Pick<SimpleForm, 'key' | 'title' | 'hazards'>, urine: boolean): PhysicalForm =>
  formOf({
    ...formFacts,
    inLaboratory: true,
    unit: 'Bq/L',
    formula: 'A=(n-nb)/(0.06×E×Vm)',
    readings: {
      ...(urine
        ? {
            collectedAt: text('留样时间', { max: 5, hint: '例如23:30，在22:00至次日06:00之间' }),
            urine: readingField('留样量', 'mL'),
          }
        : {}),
      count: readingField('样品计数率', 'cpm'),
      background: readingField('本底计数率', 'cpm'),
      efficiency: decimal('计数效率', { min: '0', max: '1' }),
      measuredVolume: readingField('测量体积', 'mL'),
    },
    inputs: {
      n: ['count', '样品计数率', 'cpm'],
      nb: ['background', '本底计数率', 'cpm'],
      E: ['efficiency', '计数效率'],
      Vm: ['measuredVolume', '测量体积', 'mL'],
    },
    net: (readings) => ({
      value: tritiumActivity({
        net: requiredReading(readings, 'count', '样品计数率').minus(
          requiredReading(readings, 'background', '本底计数率'),
        ),
        efficiency: requiredReading(readings, 'efficiency', '计数效率'),
        volume: requiredReading(readings, 'measuredVolume', '测量体积'),
      }),
    }),
    factor: (readings) =>
      tritiumActivity({
        net: decimalOne,
        efficiency: requiredReading(readings, 'efficiency', '计数效率'),
        volume: requiredReading(readings, 'measuredVolume', '测量体积'),
      }),
    ...(urine
      ? {
          missingInputs: ({ readings }) => [
            ...(isFilledIn(readings['collectedAt']) ? [] : ['留样时间']),
            ...(isFilledIn(readings['urine']) ? [] : ['留样量']),
          ],
          unusual: unusualUrine,
        }
      : {}),
  });

/** Forms F.29–F.36; the first form whose pattern matches the hazard's name applies. */
export const radiationForms: readonly PhysicalForm[] = [
  surfaceForm,
  aerosolForm,
  radonForm,
  alphaForm,
  betaForm,
  nuclideForm,
  scintillationForm({ key: 'tritium', title: '尿氚测量原始记录', hazards: /氚/ }, true),
  scintillationForm({ key: 'carbon14', title: '碳14测量原始记录', hazards: /碳-?14|¹⁴C/ }, false),
];

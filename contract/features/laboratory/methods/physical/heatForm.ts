import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, meanOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { wbgtOf, wbgtOfHeights } from '@contract/arithmetic/physical/physicalFactors';
import { decimal, dict, text } from '@contract/field';
import type { Readings, WorkingInput } from '../calculation/labRecord';
import { isFilledIn, typedInput } from '../calculation/methodFamily';
import { filledOf, type FormValue, requiredReading, type PhysicalForm, shownInputs } from './physicalForm';

const temperatureField = (label: string) => decimal(label, { unit: '℃', min: '-40', max: '150', digits: 2 });

/** Heights of measurement at an unevenly heated place (GBZ/T 189.7-2007). */
const thermometerHeights = [
  ['Abdomen', '腹部', ''],
  ['Head', '头部', 'H'],
  ['Ankle', '踝部', 'K'],
] as const;
type Height = (typeof thermometerHeights)[number];

const thermometers = [
  ['wet', '湿球', 'tnw', '自然湿球温度'],
  ['globe', '黑球', 'tg', '黑球温度'],
  ['dry', '干球', 'ta', '干球温度'],
] as const;
const averageKeys = ['p1', 'p2', 'p3'] as const;

const isSunny = (readings: Readings): boolean => readings['heatPlace'] === 'sun';
const thermometersIn = (readings: Readings) => (isSunny(readings) ? thermometers : thermometers.slice(0, 2));

interface HeightLayer {
  readonly value: Decimal;
  readonly term: string;
  readonly inputs: readonly WorkingInput[];
}

/**
 * Returns the WBGT at a height; the correction of each thermometer is applied (GBZ 331-2024 F.19).
 * @throws CalculationProblem that names a missing thermometer
 */
function layerOf(readings: Readings, [height, placeName, keySuffix]: Height): HeightLayer {
  const layerReadings = thermometersIn(readings).map(([key, , symbol, label]) => {
    const measuredTemperature = requiredReading(readings, `${key}${height}`, `${placeName}${label}`);
    const correction = readings[`${key}Correction`];
    const correctedTemperature = isFilledIn(correction) ? measuredTemperature.plus(correction) : measuredTemperature;
    return {
      input: typedInput(
        `${symbol}${keySuffix}`,
        `${placeName}${label}${isFilledIn(correction) ? '（修正后）' : ''}`,
        correctedTemperature.toString(),
        '℃',
      ),
      corrected: correctedTemperature,
    };
  });
  const [wet, globe, air] = layerReadings.map(({ corrected }) => corrected);
  const names = layerReadings.map(({ input }) => input.symbol);
  const term = isSunny(readings)
    ? `0.7×${names[0]}+0.2×${names[1]}+0.1×${names[2]}`
    : `0.7×${names[0]}+0.3×${names[1]}`;
  return {
    value: wbgtOf({ wetBulb: wet ?? '', globe: globe ?? '', air: air ?? null }),
    term,
    inputs: layerReadings.map(({ input }) => input),
  };
}

const hasLayer = (readings: Readings, [height]: Height): boolean =>
  thermometers.some(([key]) => isFilledIn(readings[`${key}${height}`]));

function ofLayers(readings: Readings): FormValue {
  const usedHeights = thermometerHeights.filter((height) => hasLayer(readings, height));
  const layers = usedHeights.map((height) => layerOf(readings, height));
  const inputs = layers.flatMap((layer) => layer.inputs);
  const [abdomen, head, ankle] = layers;
  if (usedHeights.length === 1 && abdomen) return { value: abdomen.value, formula: `WBGT=${abdomen.term}`, inputs };
  if (!abdomen || !head || !ankle)
    throw new CalculationProblem(
      'notEnough',
      '受热不均匀时应填写头部、腹部、踝部三个高度的温度；受热均匀时只填写一个高度',
    );
  return {
    value: wbgtOfHeights(head.value, abdomen.value, ankle.value),
    formula: `WBGT=((${head.term})+2×(${abdomen.term})+(${ankle.term}))/4`,
    inputs,
  };
}

/** Returns the index that the meter displays. */
function ofIndex(readings: Readings): FormValue {
  const keys = filledOf(readings, averageKeys);
  const inputs = shownInputs(readings, {
    W1: ['p1', 'WBGT示值1', '℃'],
    W2: ['p2', 'WBGT示值2', '℃'],
    W3: ['p3', 'WBGT示值3', '℃'],
  });
  const value = meanOf(
    keys.map((key) => new Decimal(readings[key] ?? '')),
    'WBGT示值',
  );
  return { value, inputs, formula: `WBGT=(${inputs.map(({ symbol }) => symbol).join('+')})/${inputs.length}` };
}

const corrections = Object.fromEntries(
  thermometers.map(([key, name]) => [`${key}Correction`, decimal(`${name}修正值`, { unit: '℃', digits: 2 })]),
);
const temperatures = Object.fromEntries(
  thermometerHeights.flatMap(([height, place]) =>
    thermometers.map(([key, name]) => [`${key}${height}`, temperatureField(`${place}${name}`)]),
  ),
);

/** Source of the heat, and how it heats the place (GBZ 331-2024 F.19). */
const sourceFields = {
  heatSource: text('热源', { max: 60 }),
  heatSteadiness: dict('热源稳定性', { dict: 'heatSteadiness' }),
  heatEvenness: dict('受热情况', { dict: 'heatEvenness' }),
  heatDistance: decimal('测点距热源', { unit: 'm', min: '0', digits: 2 }),
} as const;

export const heatForm: PhysicalForm = {
  key: 'heat',
  title: '高温测量原始记录',
  hazards: /高温|WBGT/i,
  unit: '℃',
  decimals: 1,
  formula: '室内或无日照：WBGT=0.7×tnw+0.3×tg；有日照：WBGT=0.7×tnw+0.2×tg+0.1×ta；三个高度：(头部+2×腹部+踝部)/4',
  readings: {
    heatPlace: dict('日照', { dict: 'heatPlace', initial: 'shade' }),
    ...temperatures,
    ...corrections,
    ...sourceFields,
    p1: temperatureField('WBGT示值1'),
    p2: temperatureField('WBGT示值2'),
    p3: temperatureField('WBGT示值3'),
  },
  optional: Object.keys(sourceFields),
  startingReadings: [...Object.keys(temperatures), ...averageKeys],
  unusual: ({ readings }) =>
    readings['heatEvenness'] === 'uneven' &&
    thermometerHeights.some((height) => hasLayer(readings, height)) &&
    !thermometerHeights.every((height) => hasLayer(readings, height))
      ? ['受热不均匀时应测头部、腹部和踝部三个高度（GBZ/T 189.7-2007），请补测']
      : [],
  value({ readings }) {
    const layered = thermometerHeights.some((height) => hasLayer(readings, height));
    if (layered && filledOf(readings, averageKeys).length)
      throw new CalculationProblem('outOfRange', '请只填写各温度，或只填写仪器直接显示的WBGT示值');
    return layered ? ofLayers(readings) : ofIndex(readings);
  },
};

import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import {
  controlVelocity,
  ductFlow,
  type DuctPointRange,
  ductPointRange,
  equivalentDiameter,
  fittingDistances,
  minWallDistance,
  pointVelocity,
  ringRadius,
  velocityOf,
} from '@contract/arithmetic/physical/ventilationFlow';
import { decimal, dict, text } from '@contract/field';
import type { Readings, WorkingInput } from '../calculation/labRecord';
import { isFilledIn, typedInput } from '../calculation/methodFamily';
import { type FormValue, requiredReading, type PhysicalForm, shownInputs } from './physicalForm';

// Ventilation forms (GBZ 331-2024 6.2.7.2.2, J, K.1–K.3).

const pointKeys = (count: number): string[] => Array.from({ length: count }, (_item, index) => `point${index + 1}`);
const pointFields = (keys: readonly string[], unit: string) =>
  Object.fromEntries(
    keys.map((key, index) => [key, text(`测点${index + 1}`, { max: 60, unit, hint: '3次读数，以空格分开' })]),
  );

const hoodPoints = pointKeys(12);
const ductPoints = pointKeys(20);
/** Points that form K.3 does not print. */
const addedDuctPoints = ductPoints.slice(16);

/** Splits the readings of a point, which are separated by blanks or commas. */
const listOf = (value: string): string[] => value.split(/[\s,，、;；]+/).filter(Boolean);

/** Factor of the meter's certificate, by which every reading is corrected. */
const factorField = { factor: decimal('校准系数', { min: '0', hint: '仪器证书给出的修正系数，不填为1' }) } as const;
const factorOf = (readings: Readings): Decimal =>
  isFilledIn(readings['factor']) ? numberOf(readings['factor'], '校准系数', { above: '0' }) : numberOf('1', '校准系数');
const factorInput = (readings: Readings): WorkingInput[] => shownInputs(readings, { k: ['factor', '校准系数'] });
const factorTerm = (readings: Readings): string => (isFilledIn(readings['factor']) ? '×k' : '');

interface DuctPoint {
  readonly name: string;
  readonly readings: readonly string[];
}
const pointsOf = (readings: Readings, keys: readonly string[]): DuctPoint[] =>
  keys.flatMap((key, index) =>
    isFilledIn(readings[key]) ? [{ name: `测点${index + 1}`, readings: listOf(readings[key]) }] : [],
  );

const inputsOf = (points: readonly DuctPoint[], unit: string): WorkingInput[][] =>
  points.map(({ name, readings }, index) =>
    readings.map((reading, turn) => typedInput(`v${index + 1}n${turn + 1}`, `${name}第${turn + 1}次`, reading, unit)),
  );
const meanTerm = (inputs: readonly WorkingInput[]): string =>
  `(${inputs.map(({ symbol }) => symbol).join('+')})/${inputs.length}`;

export const hoodForm: PhysicalForm = {
  key: 'hood',
  title: '排风罩控制风速测量原始记录',
  hazards: /控制风速|罩口风速|排风罩/,
  unit: 'm/s',
  decimals: 2,
  formula: '控制点：3次读数的平均值；控制面：各测点平均值的最小值',
  readings: {
    hoodKind: dict('测量类型', { dict: 'hoodKind', initial: 'point' }),
    hoodName: text('排风罩', { max: 60 }),
    hoodDistance: decimal('测点距离', { unit: 'm', min: '0' }),
    hoodOpening: text('罩口形状与尺寸', { max: 60, hint: '例如矩形0.6×0.4 m' }),
    hoodPlace: text('测点位置', { max: 60 }),
    ...pointFields(hoodPoints, 'm/s'),
    ...factorField,
  },
  optional: ['hoodOpening', 'hoodPlace', 'factor'],
  onlyFilled: [...hoodPoints, 'hoodDistance'],
  calculated: { pointMeans: { label: '测点平均', unit: 'm/s' } },
  startingReadings: hoodPoints,
  value({ readings }) {
    const ductPoints = pointsOf(readings, hoodPoints);
    if (readings['hoodKind'] !== 'face' && ductPoints.length > 1)
      throw new CalculationProblem('outOfRange', '控制点只有一个测点；测量控制面请更改测量类型');
    const { means, velocity } = controlVelocity(ductPoints.map((point) => point.readings));
    const lowestInputs = inputsOf(ductPoints, 'm/s')[means.findIndex((mean) => mean.equals(velocity))] ?? [];
    const correction = factorOf(readings);
    return {
      value: velocity.times(correction),
      formula: `v=${meanTerm(lowestInputs)}${factorTerm(readings)}`,
      inputs: [...lowestInputs, ...factorInput(readings)],
      texts: { pointMeans: means.map((mean) => roundTo(mean.times(correction), 2)).join('、') },
    };
  },
  missingInputs: ({ readings }) => (isFilledIn(readings['hoodName']) ? [] : ['排风罩']),
};

const shapeOf = (readings: Readings) => (readings['ductShape'] === 'rectangle' ? 'rectangle' : 'round');
const isRound = (readings: Readings): boolean => shapeOf(readings) === 'round';
const pi = '3.14159265359';

interface DuctSection {
  readonly area: Decimal;
  /** Diameter of a round duct, equivalent diameter of a rectangular one, m. */
  readonly diameter: Decimal;
  readonly term: string;
  readonly inputs: readonly WorkingInput[];
  readonly texts: Readonly<Record<string, string>>;
}

/** Formats the radii of the measuring rings in a round duct; none is closer than 25 mm to the wall. */
function ringsOf(diameter: Decimal, rings: string): string {
  const radius = diameter.dividedBy(2);
  const maxDistance = radius.minus(minWallDistance);
  return Array.from({ length: Number(rings) }, (_item, index) => {
    const ringDistance = ringRadius(radius, index + 1, rings);
    return roundTo(ringDistance.greaterThan(maxDistance) ? maxDistance : ringDistance, 3);
  }).join('、');
}

function sectionOf(readings: Readings): DuctSection {
  if (isRound(readings)) {
    const diameter = requiredReading(readings, 'ductDiameter', '风管直径');
    const rings = readings['ductRings'];
    return {
      diameter,
      area: diameter.pow(2).times(pi).dividedBy(4),
      term: `${pi}×d^2/4`,
      inputs: shownInputs(readings, { d: ['ductDiameter', '风管直径', 'm'] }),
      texts: { equivalent: roundTo(diameter, 3), ringRadii: isFilledIn(rings) ? ringsOf(diameter, rings) : '' },
    };
  }
  const [a, b] = [requiredReading(readings, 'ductA', '风管长边'), requiredReading(readings, 'ductB', '风管短边')];
  const inputs = shownInputs(readings, { a: ['ductA', '风管长边', 'm'], b: ['ductB', '风管短边', 'm'] });
  const diameter = equivalentDiameter(a, b);
  return { diameter, area: a.times(b), term: 'a×b', inputs, texts: { equivalent: roundTo(diameter, 3) } };
}

/** Returns the velocities at the points, m/s; for a pitot tube calculated from the pressures. */
function velocitiesOf(readings: Readings): { velocities: Decimal[]; terms: string[]; inputs: WorkingInput[] } {
  const byPressure = readings['ductReading'] === 'pressure';
  const points = pointsOf(readings, ductPoints);
  if (points.length === 0) throw new CalculationProblem('missing', '请填写各测点的读数');
  const inputs = inputsOf(points, byPressure ? 'Pa' : 'm/s');
  const terms = inputs.map(meanTerm);
  if (!byPressure)
    return { velocities: points.map((point) => pointVelocity(point.readings)), terms, inputs: inputs.flat() };
  const density = requiredReading(readings, 'gasDensity', '气体密度');
  const pointMeans = points.map((ductPoint) => {
    if (ductPoint.readings.length < 3)
      throw new CalculationProblem('notEnough', `${ductPoint.name}至少3个动压读数，请补充`);
    return meanOf(
      ductPoint.readings.map((value) => numberOf(value, '动压', { atLeast: '0' })),
      '动压',
    );
  });
  return {
    velocities: pointMeans.map((mean) => velocityOf(mean, density)),
    terms: terms.map((term) => `√(2×${term}/ρ)`),
    inputs: [...inputs.flat(), ...shownInputs(readings, { ρ: ['gasDensity', '气体密度', 'kg/m³'] })],
  };
}

function ductValue(readings: Readings): FormValue {
  const section = sectionOf(readings);
  const { velocities: measured, terms, inputs } = velocitiesOf(readings);
  const correction = factorOf(readings);
  const velocities = measured.map((velocity) => velocity.times(correction));
  const mean = withoutCalculationNoise(meanOf(velocities, '风速'));
  return {
    value: ductFlow(section.area, velocities),
    formula: `Q=${section.term}×(${terms.join('+')})/${terms.length}${factorTerm(readings)}`,
    inputs: [...section.inputs, ...inputs, ...factorInput(readings)],
    computed: { meanVelocity: mean, section: section.area },
    texts: {
      ...section.texts,
      pointRange: pointRangeText(ductPointRange(shapeOf(readings), section.area)),
    },
  };
}

const rangeText = (least: number, most: number): string => (least === most ? String(least) : `${least}～${most}`);
const pointRangeText = ({ least, most, rings }: DuctPointRange): string =>
  `${rangeText(least, most)}个${rings ? `（${rangeText(...rings)}环）` : ''}`;

/** Distances from the fittings of the duct, and how many diameters each must exceed (GBZ 331-2024 J). */
const fittings = [
  { key: 'upstreamFitting', label: '距上游局部构件', diameters: fittingDistances.afterUpstream },
  { key: 'downstreamFitting', label: '距下游局部构件', diameters: fittingDistances.beforeDownstream },
] as const;

/**
 * Returns warnings about a section with too few points or rings for its area, or too close to a fitting of the duct
 * (GBZ 331-2024 J).
 */
function unusualDuct(readings: Readings): string[] {
  const { area, diameter } = sectionOf(readings);
  const range = ductPointRange(shapeOf(readings), area);
  const pointCount = pointsOf(readings, ductPoints).length;
  const rings = isRound(readings) && isFilledIn(readings['ductRings']) ? Number(readings['ductRings']) : null;
  return [
    ...(pointCount < range.least
      ? [`断面面积${roundTo(area, 3)} m²应布${pointRangeText(range)}测点，现为${pointCount}个，请补测或在备注中说明`]
      : []),
    ...(rings !== null && range.rings && rings < range.rings[0]
      ? [`断面面积${roundTo(area, 3)} m²应分${rangeText(...range.rings)}个测环，现为${rings}环，请核对测点位置`]
      : []),
    ...fittings.flatMap(({ key, label, diameters }) => {
      if (!isFilledIn(readings[key])) return [];
      const least = diameter.times(diameters);
      return numberOf(readings[key], label).greaterThan(least)
        ? []
        : [`${label}应大于${diameters}倍直径（${roundTo(least, 2)} m），请另选断面或在备注中说明`];
    }),
  ];
}

export const ductForm: PhysicalForm = {
  key: 'duct',
  title: '风管风速与风量测量原始记录',
  hazards: /风管|风道|排风量|新风量|风量/,
  unit: 'm³/s',
  decimals: 3,
  formula: 'V=√(2Pd/ρ)，Q=F×V（V为各测点风速的平均值）',
  readings: {
    ductShape: dict('风管断面', { dict: 'ductShape', initial: 'round' }),
    ductDiameter: decimal('直径', { unit: 'm', min: '0' }),
    ductRings: dict('测环数', { dict: 'ductRings' }),
    ductA: decimal('长边', { unit: 'm', min: '0' }),
    ductB: decimal('短边', { unit: 'm', min: '0' }),
    ductReading: dict('读数', { dict: 'ductReading', initial: 'velocity' }),
    gasDensity: decimal('气体密度', { unit: 'kg/m³', min: '0' }),
    ductPlace: text('测定断面位置', { max: 60, hint: '例如P1风机前直管段' }),
    upstreamFitting: decimal('距上游局部构件', { unit: 'm', min: '0', hint: '应大于6倍直径' }),
    downstreamFitting: decimal('距下游局部构件', { unit: 'm', min: '0', hint: '应大于3倍直径' }),
    staticPressure: decimal('静压', { unit: 'Pa' }),
    totalPressure: decimal('全压', { unit: 'Pa' }),
    ...pointFields(ductPoints, ''),
    ...factorField,
  },
  optional: [
    'ductPlace',
    'upstreamFitting',
    'downstreamFitting',
    'staticPressure',
    'totalPressure',
    'factor',
    ...addedDuctPoints,
  ],
  onlyFilled: [...ductPoints, 'pointRange', 'ductDiameter', 'ductRings', 'ductA', 'ductB', 'gasDensity', 'ringRadii'],
  calculated: {
    equivalent: { label: '当量直径', unit: 'm' },
    ringRadii: { label: '测环半径', unit: 'm' },
    pointRange: { label: '应布测点' },
    section: { label: '断面面积', unit: 'm²' },
    meanVelocity: { label: '平均风速', unit: 'm/s' },
  },
  startingReadings: ductPoints,
  value: ({ readings }) => ductValue(readings),
  unusual: ({ readings }) => unusualDuct(readings),
};

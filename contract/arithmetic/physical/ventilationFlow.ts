import { CalculationProblem } from '../numbers/calculationProblem';
import {
  countOf,
  Decimal,
  meanOf,
  notNegative,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
} from '../numbers/decimalNumbers';

// Ventilation: control velocity of hoods (GBZ 331-2024 6.2.7.2.2, K.1) and flow in ducts (J). Lengths are in m,
// velocities in m/s, pressures in Pa, flows in m³/s.

/** Minimum number of readings at a point (GBZ 331-2024 6.2.7.2.2, J). */
const minVelocityReadings = 3;

/**
 * Returns the mean velocity at a point, m/s.
 * @throws CalculationProblem for fewer than three readings
 */
export function pointVelocity(readings: readonly Numeric[]): Decimal {
  if (readings.length < minVelocityReadings)
    throw new CalculationProblem('notEnough', `每个测点至少${minVelocityReadings}个风速读数，请补充`);
  return withoutCalculationNoise(
    meanOf(
      readings.map((reading) => numberOf(reading, '风速', notNegative)),
      '风速',
    ),
  );
}

/**
 * Returns the control velocity, m/s: for a control point the mean of its readings, for a control face the lowest mean
 * of its points (GBZ 331-2024 6.2.7.2.2).
 * @param points readings of each point, m/s
 * @throws CalculationProblem without points, or for fewer than three readings at one of them
 */
export function controlVelocity(points: readonly (readonly Numeric[])[]): {
  readonly means: readonly Decimal[];
  readonly velocity: Decimal;
} {
  const pointMeans = points.map(pointVelocity);
  const [firstPointMean, ...others] = pointMeans;
  if (!firstPointMean) throw new CalculationProblem('notEnough', '请填写风速读数');
  return {
    means: pointMeans,
    velocity: others.reduce(
      (lowestReading, other) => (other.lessThan(lowestReading) ? other : lowestReading),
      firstPointMean,
    ),
  };
}

/**
 * Returns the equivalent diameter of a rectangular duct, m: d = 2ab/(a+b) (GBZ 331-2024 J).
 * @param a side, m
 * @param b side, m
 * @throws CalculationProblem for a side not above 0
 */
export function equivalentDiameter(a: Numeric, b: Numeric): Decimal {
  const [firstSide, other] = [numberOf(a, '风管边长', positiveBounds), numberOf(b, '风管边长', positiveBounds)];
  return withoutCalculationNoise(firstSide.times(other).times(2).dividedBy(firstSide.plus(other)));
}

/** Shortest distance of a measuring point from the wall, m (GBZ 331-2024 J). */
export const minWallDistance = '0.025';

/**
 * Returns the radius of ring i of n in a round duct, m: Rᵢ = R0·√((2i−1)/(2n)) (GBZ 331-2024 J).
 * @param radius R0 of the duct, m
 * @param ring i
 * @param rings n
 * @throws CalculationProblem unless 1 ≤ i ≤ n
 */
export function ringRadius(radius: Numeric, ring: Numeric, rings: Numeric): Decimal {
  const [i, n] = [countOf(ring, '测环序号', 1), countOf(rings, '测环数', 1)];
  if (i > n) throw new CalculationProblem('outOfRange', `测环序号应在1～${n}之间`);
  return withoutCalculationNoise(
    numberOf(radius, '风管半径', positiveBounds).times(new Decimal(2 * i - 1).dividedBy(2 * n).squareRoot()),
  );
}

/**
 * Converts a dynamic pressure to the velocity V = √(2·Pd/ρ), m/s (GBZ 331-2024 J).
 * @param pressure Pd, Pa
 * @param density ρ, kg/m³
 * @throws CalculationProblem for a negative pressure, or a density not above 0
 */
export const velocityOf = (pressure: Numeric, density: Numeric): Decimal =>
  withoutCalculationNoise(
    numberOf(pressure, '动压', notNegative)
      .times(2)
      .dividedBy(numberOf(density, '气体密度', positiveBounds))
      .squareRoot(),
  );

/**
 * Returns the air flow Q = F·V̄, m³/s (GBZ 331-2024 J).
 * @param section F, m²
 * @param velocities of the points, m/s
 * @throws CalculationProblem without velocities, or for a section not above 0
 */
export const ductFlow = (section: Numeric, velocities: readonly Numeric[]): Decimal =>
  withoutCalculationNoise(
    numberOf(section, '断面面积', positiveBounds).times(
      meanOf(
        velocities.map((velocity) => numberOf(velocity, '风速', notNegative)),
        '风速',
      ),
    ),
  );

/** Number of measuring points in a duct section, and of rings in a round one (GBZ 331-2024 J). */
export interface DuctPointRange {
  readonly least: number;
  readonly most: number;
  /** Least and most rings; null for a rectangular duct, and for a round one that needs no rings. */
  readonly rings: readonly [least: number, most: number] | null;
}

interface DuctPointRule extends DuctPointRange {
  /** Largest area of the rule, m²; null for the last rule. */
  readonly upTo: string | null;
}

const rectanglePointRules: readonly DuctPointRule[] = [
  { upTo: '0.1', least: 1, most: 1, rings: null },
  { upTo: '0.5', least: 1, most: 4, rings: null },
  { upTo: '1', least: 4, most: 6, rings: null },
  { upTo: '4', least: 6, most: 9, rings: null },
  { upTo: '9', least: 9, most: 16, rings: null },
  { upTo: null, least: 16, most: 20, rings: null },
];

const roundPointRules: readonly DuctPointRule[] = [
  { upTo: '0.2', least: 1, most: 1, rings: null },
  { upTo: '0.6', least: 4, most: 8, rings: [1, 2] },
  { upTo: '1', least: 8, most: 12, rings: [2, 3] },
  { upTo: '2', least: 12, most: 16, rings: [3, 4] },
  { upTo: '4', least: 16, most: 20, rings: [4, 5] },
  { upTo: null, least: 20, most: 20, rings: [5, 5] },
];

/**
 * Returns how many measuring points a duct section needs (GBZ 331-2024 J). An area on the border of two rules follows
 * the one with fewer points. The standard names only a maximum for a rectangle above 9 m²; its minimum is the maximum
 * of the rule before.
 * @param shape shape of the section
 * @param area F, m²
 * @throws CalculationProblem for an area not above 0
 */
export function ductPointRange(shape: 'round' | 'rectangle', area: Numeric): DuctPointRange {
  const section = numberOf(area, '断面面积', positiveBounds);
  const rules = shape === 'round' ? roundPointRules : rectanglePointRules;
  const rule = rules.find(({ upTo }) => upTo === null || section.lessThanOrEqualTo(upTo)) as DuctPointRule;
  return { least: rule.least, most: rule.most, rings: rule.rings };
}

/** Shortest distances of a section from the fittings of a duct, in equivalent diameters (GBZ 331-2024 J). */
export const fittingDistances = { afterUpstream: 6, beforeDownstream: 3 } as const;

import { CalculationProblem } from '../numbers/calculationProblem';
import {
  type Decimal,
  meanOf,
  notNegative,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
  standardDeviation,
} from '../numbers/decimalNumbers';

// Radiation: external dose rate (GBZ 331-2024 5.2.6.2.4, G.3.1), surface contamination and activities.

/** Minimum number of readings at a point (GBZ 331-2024 5.2.6.2.4 a). */
export const minDoseReadings = 5;

/** Readings at a point and the calibration factor of the meter. */
interface DoseReadings {
  readonly readings: readonly Numeric[];
  /** Calibration factor Cf of the meter. */
  readonly factor: Numeric;
  /** Background X0; given where the result is net of background. */
  readonly background?: Numeric | null;
}

/**
 * Returns mean (G.9), s (G.10) and H* = X̄·Cf (G.11), or (X̄−X0)·Cf net of background (G.12) of GBZ 331-2024, in the
 * unit of the readings. A negative net result is 0.
 * @throws CalculationProblem for fewer than five readings
 */
export function doseRate({ readings, factor, background }: DoseReadings): {
  readonly mean: Decimal;
  readonly deviation: Decimal;
  readonly rate: Decimal;
} {
  if (readings.length < minDoseReadings)
    throw new CalculationProblem('notEnough', `每个测点至少${minDoseReadings}个剂量率读数，请补充`);
  const values = readings.map((reading) => numberOf(reading, '剂量率', notNegative));
  const mean = meanOf(values, '剂量率');
  const net =
    background === null || background === undefined ? mean : mean.minus(numberOf(background, '本底', notNegative));
  const clampedNet = net.isNegative() ? net.times(0) : net;
  return {
    mean: withoutCalculationNoise(mean),
    deviation: withoutCalculationNoise(standardDeviation(values, '剂量率')),
    rate: withoutCalculationNoise(clampedNet.times(numberOf(factor, '校准因子', positiveBounds))),
  };
}

const positiveOf = (value: Numeric, label: string): Decimal => numberOf(value, label, positiveBounds);

/**
 * Returns the detection limit: three standard deviations of the background, in the unit of the result (GBZ 331-2024
 * G.3.1.3).
 * @param factor converts a count or a reading to the unit of the result
 * @throws CalculationProblem for a negative deviation, or a factor not above 0
 */
export const detectionFloor = (deviation: Numeric, factor: Numeric): Decimal =>
  withoutCalculationNoise(numberOf(deviation, '本底标准差', notNegative).times(3).times(positiveOf(factor, '系数')));

/**
 * Returns the activity on a surface, Bq/cm²: (n − nb)/Cf. Counts per minute are divided by 60 (GBZ 331-2024 G.13,
 * G.14).
 * @param response Cf, cps per Bq/cm²
 * @throws CalculationProblem for a negative count or activity, or a divisor not above 0
 */
export function surfaceActivity(measurement: {
  readonly count: Numeric;
  readonly background: Numeric;
  readonly response: Numeric;
  readonly perMinute: boolean;
}): Decimal {
  const net = numberOf(measurement.count, '计数率', notNegative).minus(
    numberOf(measurement.background, '本底计数率', notNegative),
  );
  return withoutCalculationNoise(
    net.dividedBy(measurement.perMinute ? 60 : 1).dividedBy(positiveOf(measurement.response, '表面活度响应')),
  );
}

/**
 * Returns the activity of an aerosol, Bq/m³: A/(V·t·η) (GBZ 331-2024 G.17).
 * @param activity of the filter, Bq
 * @param flow m³/min
 * @throws CalculationProblem for a negative count or activity, or a divisor not above 0
 */
export const aerosolActivity = (measurement: {
  readonly activity: Numeric;
  readonly flow: Numeric;
  readonly minutes: Numeric;
  readonly efficiency: Numeric;
}): Decimal =>
  withoutCalculationNoise(
    numberOf(measurement.activity, '滤膜活度', notNegative)
      .dividedBy(positiveOf(measurement.flow, '流量'))
      .dividedBy(positiveOf(measurement.minutes, '采样时间'))
      .dividedBy(positiveOf(measurement.efficiency, '过滤效率')),
  );

/**
 * Returns gross alpha or beta, Bq/L: (Nx/Tx − N0/T0)/(ε·V) (GBZ 331-2024 G.15, G.16). For beta the alpha counts
 * registered as beta are subtracted. Times are in s, the volume in L.
 * @throws CalculationProblem for a negative count or activity, or a divisor not above 0
 */
export function grossActivity(measurement: {
  readonly counts: Numeric;
  readonly time: Numeric;
  readonly backgroundCounts: Numeric;
  readonly backgroundTime: Numeric;
  readonly efficiency: Numeric;
  readonly volume: Numeric;
  readonly crosstalk?: { readonly alpha: Numeric; readonly ratio: Numeric };
}): Decimal {
  const rate = (counts: Numeric, time: Numeric): Decimal =>
    numberOf(counts, '计数', notNegative).dividedBy(positiveOf(time, '计数时间'));
  const net = rate(measurement.counts, measurement.time).minus(
    rate(measurement.backgroundCounts, measurement.backgroundTime),
  );
  const { crosstalk } = measurement;
  const correctedRate = crosstalk
    ? net.minus(
        numberOf(crosstalk.alpha, 'α净计数率', notNegative).times(numberOf(crosstalk.ratio, '串道比', notNegative)),
      )
    : net;
  return withoutCalculationNoise(
    correctedRate
      .dividedBy(positiveOf(measurement.efficiency, '计数效率'))
      .dividedBy(positiveOf(measurement.volume, '样品体积')),
  );
}

/**
 * Returns the activity of a nuclide, Bq/kg: (Aji − Ajib)/(P·η·D·M) (GBZ 331-2024 G.18).
 * @param by emission probability, efficiency, decay correction and mass in kg
 * @throws CalculationProblem for a negative count or activity, or a divisor not above 0
 */
export const nuclideActivity = (measurement: {
  readonly rate: Numeric;
  readonly background: Numeric;
  readonly by: readonly Numeric[];
}): Decimal =>
  withoutCalculationNoise(
    measurement.by.reduce<Decimal>(
      (quotient, divisor) => quotient.dividedBy(positiveOf(divisor, '校正系数')),
      numberOf(measurement.rate, '计数率', notNegative).minus(
        numberOf(measurement.background, '本底计数率', notNegative),
      ),
    ),
  );

/** K of GBZ 331-2024 G.19; it converts counts per minute and mL to Bq/L. */
const scintillationFactor = '0.06';

/**
 * Returns the activity by liquid scintillation, Bq/L: ns/(K·E·Vm) with K = 6×10⁻² (GBZ 331-2024 G.19).
 * @param net count rate minus background, counts per minute
 * @param volume mL
 * @throws CalculationProblem for a count rate that is not a number, or a divisor not above 0
 */
export const tritiumActivity = (measurement: {
  readonly net: Numeric;
  readonly efficiency: Numeric;
  readonly volume: Numeric;
}): Decimal =>
  withoutCalculationNoise(
    numberOf(measurement.net, '净计数率')
      .dividedBy(scintillationFactor)
      .dividedBy(positiveOf(measurement.efficiency, '计数效率'))
      .dividedBy(positiveOf(measurement.volume, '测量体积')),
  );

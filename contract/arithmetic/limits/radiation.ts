import {
  type Decimal,
  meanOf,
  notNegative,
  numberOf,
  type Numeric,
  positive,
  settled,
  standardDeviation,
} from '../numbers/number';
import { LabProblem } from '../numbers/problem';

// External dose rate (GBZ 331-2024 5.2.6.2.4, G.3.1), in the unit of the readings.

/** Fewest readings at a point (GBZ 331-2024 5.2.6.2.4 a). */
export const leastDoseReadings = 5;

/** Readings at a point and the calibration factor of the meter. */
interface DoseReadings {
  readonly readings: readonly Numeric[];
  /** Calibration factor Cf. */
  readonly factor: Numeric;
  /** Background X0, where the result is net of background. */
  readonly background?: Numeric | null;
}

/**
 * Returns mean (G.9), s (G.10) and H* = X̄·Cf (G.11), or (X̄−X0)·Cf net of background (G.12) of GBZ 331-2024, in the
 * unit of the readings. A negative net result is 0.
 * @throws LabProblem for fewer than five readings
 */
export function doseRate({ readings, factor, background }: DoseReadings): {
  readonly mean: Decimal;
  readonly deviation: Decimal;
  readonly rate: Decimal;
} {
  if (readings.length < leastDoseReadings)
    throw new LabProblem('notEnough', `每个测点至少${leastDoseReadings}个剂量率读数，请补充`);
  const values = readings.map((one) => numberOf(one, '剂量率', notNegative));
  const mean = meanOf(values, '剂量率');
  const net =
    background === null || background === undefined ? mean : mean.minus(numberOf(background, '本底', notNegative));
  const held = net.isNegative() ? net.times(0) : net;
  return {
    mean: settled(mean),
    deviation: settled(standardDeviation(values, '剂量率')),
    rate: settled(held.times(numberOf(factor, '校准因子', positive))),
  };
}

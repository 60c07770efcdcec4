import { type Decimal, numberOf, type Numeric, withoutCalculationNoise } from '../numbers/decimalNumbers';

// Check of a sound level meter by a calibrator, before and after the measurement (GBZ 331-2024 5.2.6.1 c).
// The form of noise (`laboratory/methods/physical/noiseForms.ts`) judges both readings by it.

const levelBounds = { atLeast: '0', atMost: '200' } as const;

/** Largest deviation of the meter from the calibrator, dB. A larger deviation voids the measurement. */
export const maxMeterDeviation = '0.5';

/**
 * Returns the deviation of one reading of the meter from the calibrator, dB, and whether the reading holds.
 * @param source level of the calibrator, dB
 * @param reading of the meter, dB
 * @param label name of the reading in messages
 * @throws CalculationProblem for a level that is no number from 0 to 200
 */
export function meterDeviation(
  source: Numeric,
  reading: Numeric,
  label: string,
): { readonly deviation: Decimal; readonly holds: boolean } {
  const level = numberOf(source, '声源值', levelBounds);
  const deviation = withoutCalculationNoise(numberOf(reading, label, levelBounds).minus(level).absoluteValue());
  return { deviation, holds: deviation.lessThanOrEqualTo(maxMeterDeviation) };
}

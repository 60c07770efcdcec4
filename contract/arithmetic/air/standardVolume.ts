import {
  decimalConstant,
  Decimal,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
} from '../numbers/decimalNumbers';
import { roundSignificant } from '../numbers/roundingRules';

// Conversion of sampled volumes (GBZ 159-2004, DOMAIN §1.4). The standard uses 293 and 273 K, not 293.15 and 273.15.

/**
 * Standard ranges of temperature, ℃, and pressure, kPa, bounds included. Only volumes sampled outside them are
 * converted.
 */
const standardRange = { temperature: ['5', '35'], pressure: ['98.8', '103.4'] } as const;

/** Plausible ranges of temperature, ℃, and pressure, kPa, in a workplace (DOMAIN §8.3). */
const plausibleRanges = {
  temperature: { atLeast: '-40', atMost: '60' },
  pressure: { atLeast: '50', atMost: '110' },
} as const;

export interface AirConditions {
  /** Air temperature, ℃. */
  readonly temperature: Numeric;
  /** Air pressure, kPa. */
  readonly pressure: Numeric;
}

const isOutside = (value: Decimal, [low, high]: readonly [string, string]): boolean =>
  value.lessThan(decimalConstant(low)) || value.greaterThan(decimalConstant(high));

interface VolumeFactor {
  /** 293/(273 + t) × P/101.3 for air outside the standard range, else 1. */
  readonly factor: Decimal;
  readonly converted: boolean;
}

/**
 * Returns the factor that converts a sampled volume to standard conditions (20 ℃, 101.3 kPa); 1 within the standard
 * range.
 * @throws CalculationProblem for a temperature outside −40…60 ℃ or a pressure outside 50…110 kPa
 */
export function volumeFactor(air: AirConditions): VolumeFactor {
  const temperature = numberOf(air.temperature, '温度', plausibleRanges.temperature);
  const pressure = numberOf(air.pressure, '气压', plausibleRanges.pressure);
  const isConverted = isOutside(temperature, standardRange.temperature) || isOutside(pressure, standardRange.pressure);
  if (!isConverted) return { factor: new Decimal(1), converted: isConverted };
  return {
    factor: new Decimal(293).times(pressure).dividedBy(temperature.plus(273).times('101.3')),
    converted: isConverted,
  };
}

interface ConvertedVolume {
  /** Converted volume, L, unrounded for further calculation. */
  readonly volume: Decimal;
  /** Whether the air was outside the standard range, so that the volume was converted. */
  readonly converted: boolean;
}

interface StandardVolume extends ConvertedVolume {
  /** Converted volume with three significant digits, for display. */
  readonly text: string;
}

/**
 * Converts a sampled volume to standard conditions: V0 = V × 293/(273 + t) × P/101.3 where t < 5 or > 35 ℃, or P < 98.8
 * or > 103.4 kPa; otherwise V.
 * @param volume V, L
 * @throws CalculationProblem for a volume that is not above 0, or implausible air
 */
export function convertedVolume(volume: Numeric, air: AirConditions): ConvertedVolume {
  const { factor, converted } = volumeFactor(air);
  return { volume: numberOf(volume, '采样体积', positiveBounds).times(factor), converted };
}

/**
 * Returns the converted volume with its text of three significant digits.
 * @param volume V, L
 * @throws CalculationProblem like {@link convertedVolume}
 */
export function standardVolume(volume: Numeric, air: AirConditions): StandardVolume {
  const conversion = convertedVolume(volume, air);
  return { ...conversion, text: roundSignificant(withoutCalculationNoise(conversion.volume), 3) };
}

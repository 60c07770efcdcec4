import { constant, Decimal, numberOf, type Numeric, positive, settled } from '../numbers/number';
import { roundSignificant } from '../numbers/rounding';

// GBZ 159-2004 (DOMAIN §1.4). 293 and 273 are whole in the standard, not 293.15.

/** Conversion is only for what lies outside; all four ends lie inside. */
export const standardRange = { temperature: ['5', '35'], pressure: ['98.8', '103.4'] } as const;

/** What a thermometer and a barometer in a workplace can have shown (DOMAIN §8.3). */
const believable = {
  temperature: { atLeast: '-40', atMost: '60' },
  pressure: { atLeast: '50', atMost: '110' },
} as const;

export interface AirConditions {
  /** ℃ */
  readonly temperature: Numeric;
  /** kPa */
  readonly pressure: Numeric;
}

const outside = (value: Decimal, [low, high]: readonly [string, string]): boolean =>
  value.lessThan(constant(low)) || value.greaterThan(constant(high));

export interface VolumeFactor {
  /** 293/(273 + t) × P/101.3, or 1. */
  readonly factor: Decimal;
  readonly converted: boolean;
}

/**
 * What a sampled volume is multiplied with.
 * @throws LabProblem on a temperature outside −40…60 ℃ or a pressure outside 50…110 kPa
 */
export function volumeFactor(air: AirConditions): VolumeFactor {
  const temperature = numberOf(air.temperature, '温度', believable.temperature);
  const pressure = numberOf(air.pressure, '气压', believable.pressure);
  const converted = outside(temperature, standardRange.temperature) || outside(pressure, standardRange.pressure);
  if (!converted) return { factor: new Decimal(1), converted };
  return { factor: new Decimal(293).times(pressure).dividedBy(temperature.plus(273).times('101.3')), converted };
}

export interface ConvertedVolume {
  /** L, unrounded: what calculations go on with. */
  readonly volume: Decimal;
  /** Outside the range, so that the formula was applied. */
  readonly converted: boolean;
}

export interface StandardVolume extends ConvertedVolume {
  /** Three significant digits, for people. */
  readonly text: string;
}

/**
 * V0 = V × 293/(273 + t) × P/101.3 where t < 5 or > 35 ℃, or P < 98.8 or > 103.4 kPa; V itself otherwise.
 * @param volume V in L
 * @throws LabProblem on a volume that is not above 0, or air that can't be
 */
export function convertedVolume(volume: Numeric, air: AirConditions): ConvertedVolume {
  const { factor, converted } = volumeFactor(air);
  return { volume: numberOf(volume, '采样体积', positive).times(factor), converted };
}

/** The same with its text. @throws LabProblem as `convertedVolume` does */
export function standardVolume(volume: Numeric, air: AirConditions): StandardVolume {
  const found = convertedVolume(volume, air);
  return { ...found, text: roundSignificant(settled(found.volume), 3) };
}

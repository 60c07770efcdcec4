import { meanOf, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { FieldError } from '@contract/schema';
import { siteTexts } from './siteTexts';

// Wind speed is read three times, and their mean counts (GBZ 331-2024 F.20).

export const windReadingNames = ['windSpeed1', 'windSpeed2', 'windSpeed3'] as const;

type WindReadings = Readonly<Partial<Record<(typeof windReadingNames)[number], unknown>>>;

/** Returns the readings of the wind speed that are filled in, m/s. */
export const windReadingsOf = (row: WindReadings): string[] =>
  windReadingNames.flatMap((name) => {
    const value = row[name];
    return value === null || value === undefined || value === '' ? [] : [String(value)];
  });

/** Returns a fault for one or two readings, at the first empty one. */
export function windFaults(row: WindReadings): FieldError[] {
  const count = windReadingsOf(row).length;
  const missingName = windReadingNames.find((name) => windReadingsOf({ [name]: row[name] }).length === 0);
  return count > 0 && missingName ? [{ field: missingName, message: siteTexts.fewWindReadings }] : [];
}

/** Returns the mean of three readings, m/s, with two decimals; null for fewer. */
export function meanWindSpeed(row: WindReadings): string | null {
  const readings = windReadingsOf(row);
  if (readings.length < windReadingNames.length) return null;
  const speeds = readings.map((reading) => numberOf(reading, '风速'));
  return roundTo(meanOf(speeds, '风速'), 2);
}

import { convertedVolume } from '@contract/arithmetic/air/standardVolume';
import { type Decimal, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import type { LabRow } from './labRecord';

const isGiven = (value: LabRow['volume']): boolean => value !== null && value !== undefined && value !== '';

/**
 * Returns V0 of a row in L, unrounded: the value that the client stated, or one calculated from V, t and P. It is
 * null without V0 and V, e.g. for an incoming sample.
 * @throws CalculationProblem for V without t or P, or an invalid value
 */
export function rowVolume(row: LabRow): Decimal | null {
  if (isGiven(row.standardVolume)) return numberOf(row.standardVolume, '标准采样体积', { above: '0' });
  if (!isGiven(row.volume)) return null;
  return convertedVolume(row.volume ?? '', { temperature: row.temperature ?? '', pressure: row.pressure ?? '' }).volume;
}

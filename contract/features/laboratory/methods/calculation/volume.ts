import { convertedVolume } from '@contract/arithmetic/air/standardVolume';
import { type Decimal, numberOf } from '@contract/arithmetic/numbers/number';
import type { LabRow } from './record';

const given = (value: LabRow['volume']): boolean => value !== null && value !== undefined && value !== '';

/**
 * V0 of a row in L, unrounded: as the client gave it, or from V, t and P. Null where nothing of it is known, as of an
 * incoming sample.
 * @throws LabProblem where a part of it is missing or can't be
 */
export function rowVolume(row: LabRow): Decimal | null {
  if (given(row.standardVolume)) return numberOf(row.standardVolume, '标准采样体积', { above: '0' });
  if (!given(row.volume)) return null;
  return convertedVolume(row.volume ?? '', { temperature: row.temperature ?? '', pressure: row.pressure ?? '' }).volume;
}

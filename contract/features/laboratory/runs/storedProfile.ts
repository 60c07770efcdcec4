import type { Row } from '@contract/entity';
import type { runProfile } from '../entities/runProfile';
import type { InstrumentProfile } from '../instruments/instrumentProfile';
import type { Quantity } from '../instruments/instrumentReading';
import type { DecimalMark } from '../instruments/peakNumber';
import { profileFromMapping } from '../instruments/profileFromMapping';
import { runTexts } from './runTexts';

/** A profile that is stored or about to be stored. */
export type StoredProfile = Pick<
  Row<typeof runProfile>,
  | 'profileName'
  | 'versionNo'
  | 'headings'
  | 'sampleColumn'
  | 'sampleKey'
  | 'componentNames'
  | 'componentColumn'
  | 'replicateColumn'
  | 'unitColumn'
  | 'timeColumn'
  | 'valueColumn'
  | 'quantity'
  | 'decimalMark'
  | 'averaged'
>;

const markByName: Readonly<Record<string, DecimalMark>> = { point: '.', comma: ',' };

/**
 * Returns the names of hazards by the names of components in the file; null for a text with a line that is no pair.
 * @param text one pair a line, `MEK=丁酮`
 */
function componentsOf(text: string | null): Readonly<Record<string, string>> | null {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split(/[=＝]/).map((part) => part.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes(''))) return null;
  return Object.fromEntries(pairs.map(([name = '', hazard = '']) => [name, hazard]));
}

/** Converts a stored profile to an instrument profile. */
export function profileOfStored(storedProfile: StoredProfile): InstrumentProfile {
  const { profileName, versionNo, headings, quantity, decimalMark, averaged } = storedProfile;
  const profile = profileFromMapping({
    id: `learnt:${profileName}`,
    label: profileName,
    version: versionNo ?? 1,
    headings: headings === null || headings === '' ? null : headings.split('\t'),
    sample: storedProfile.sampleColumn,
    sampleKey: storedProfile.sampleKey,
    components: componentsOf(storedProfile.componentNames) ?? {},
    component: storedProfile.componentColumn,
    replicate: storedProfile.replicateColumn,
    unit: storedProfile.unitColumn,
    time: storedProfile.timeColumn,
    value: storedProfile.valueColumn,
    quantity: quantity as Quantity,
    decimalMark: markByName[decimalMark ?? ''] ?? null,
  });
  return averaged === true ? { ...profile, averaged: true } : profile;
}

const columnFields = [
  'sampleColumn',
  'componentColumn',
  'replicateColumn',
  'unitColumn',
  'timeColumn',
  'valueColumn',
] as const;

/**
 * Returns the first field that names a column twice or a column beyond the headings, or whose names are no pairs; null
 * where there is none.
 */
export function profileFault(
  storedProfile: StoredProfile,
): { readonly field: string; readonly message: string } | null {
  const width = storedProfile.headings ? storedProfile.headings.split('\t').length : null;
  const seenColumns = new Set<number>();
  for (const field of columnFields) {
    const at = storedProfile[field];
    if (at === null || at === undefined) continue;
    if (seenColumns.has(at)) return { field, message: runTexts.columnTwice };
    if (width !== null && at >= width) return { field, message: runTexts.columnBeyond };
    seenColumns.add(at);
  }
  return componentsOf(storedProfile.componentNames) === null
    ? { field: 'componentNames', message: runTexts.pairsNeeded }
    : null;
}

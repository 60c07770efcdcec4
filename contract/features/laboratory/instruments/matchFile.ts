import type { InstrumentProfile } from './instrumentProfile';
import type { InstrumentSource } from './instrumentReading';
import { shippedProfiles } from './profiles/shippedProfiles';

/** Number of rows at the beginning in which a file shows its kind. */
const inspectedRows = 120;

/** Returns the beginning of a file as one text, with cells separated by tabs. */
function beginningOf({ sheets }: InstrumentSource): string {
  return sheets
    .flatMap(({ name, rows }) => [name, ...rows.slice(0, inspectedRows).map(({ cells }) => cells.join('\t'))])
    .join('\n');
}

/** Returns whether a file is of the kind that a profile describes. */
function fitsProfile(profile: InstrumentProfile, beginning: string, fileName: string): boolean {
  const isFound = (pattern: string) => new RegExp(pattern, 'im').test(beginning);
  return (
    profile.evidence.every(isFound) &&
    !(profile.excludedPatterns ?? []).some(isFound) &&
    (profile.fileName === undefined || new RegExp(profile.fileName, 'i').test(fileName))
  );
}

/**
 * Returns the profiles that match a file by the words at its beginning and by its name.
 * @param profiles profiles to try; by default those shipped with the program
 */
export function matchingProfiles(
  source: InstrumentSource,
  profiles: readonly InstrumentProfile[] = shippedProfiles,
): InstrumentProfile[] {
  const beginning = beginningOf(source);
  return profiles.filter((profile) => fitsProfile(profile, beginning, source.fileName));
}

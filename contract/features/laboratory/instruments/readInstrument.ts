import { isNumeric, markOfCells } from './cells/cellValues';
import type { InstrumentProfile } from './instrumentProfile';
import type { InstrumentSource, ReadLine, SourceSheet } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';
import { readLinesOf } from './lineReader';
import { matchingProfiles } from './matchFile';
import type { DecimalMark } from './peakNumber';
import { headedTable, shippedProfiles } from './profiles/shippedProfiles';
import { readDocument } from './readDocument';
import { readingAsJson } from './readingAsJson';
import { keyOf } from './readPeakTables';
import { readPlates } from './readPlates';
import { readPositions } from './readPositions';

export interface InstrumentFileReading {
  /** Profile of the file; null where no profile matches. */
  readonly profile: InstrumentProfile | null;
  readonly lines: readonly ReadLine[];
  /** Reason why nothing was read. */
  readonly problem: string | null;
  /**
   * `problem` is about the numbers: a file without a profile whose numbers could all have either decimal mark, or are
   * divided by it.
   */
  readonly unclear?: true;
}

/** Returns the decimal mark of all numbers in a file; null where the numbers do not decide. */
function markOf(source: InstrumentSource): DecimalMark | null {
  return markOfCells(
    source.sheets.flatMap(({ rows }) =>
      rows.flatMap(({ cells, numbers }) =>
        cells.filter((cell, index) => (numbers?.[index] ?? null) === null && isNumeric(cell)),
      ),
    ),
  );
}

function readSheet(profile: InstrumentProfile, sheet: SourceSheet, decimalMark: DecimalMark | null): ReadLine[] {
  if (profile.layout === 'positions') return readPositions(profile, sheet, decimalMark);
  if (profile.layout === 'lines') return readLinesOf(profile, sheet);
  if (profile.layout === 'plate') return readPlates(profile, sheet, decimalMark);
  return readDocument(profile, sheet, decimalMark);
}

const hasValue = (lines: readonly ReadLine[]): boolean => lines.some(({ value }) => value !== null);

/** Adds to the lines the hazards that a person assigned to the names of components. */
function withHazards({ components }: InstrumentProfile, readLines: readonly ReadLine[]): readonly ReadLine[] {
  if (!components) return readLines;
  const hazards = new Map(Object.entries(components).map(([name, hazard]) => [keyOf(name), hazard]));
  return readLines.map((line) => {
    const hazard = hazards.get(keyOf(line.component ?? ''));
    return hazard === undefined ? line : { ...line, hazard };
  });
}

/** Reads a file by a profile. */
function readBy(profile: InstrumentProfile, source: InstrumentSource): ReadLine[] {
  const decimalMark = profile.decimalMark ?? markOf(source);
  if (!profile.sheets || source.sheets.length < 2)
    return source.sheets.flatMap((sheet) => readSheet(profile, sheet, decimalMark));
  return profile.sheets.flatMap((patterns) => {
    for (const pattern of patterns) {
      const readLines = source.sheets
        .filter(({ name }) => new RegExp(pattern, 'i').test(name))
        .flatMap((sheet) => readSheet(profile, sheet, decimalMark));
      if (hasValue(readLines)) return readLines;
    }
    return [];
  });
}

/** Returns whether two profiles read the same from a file. */
const sameReadings = (lines: readonly ReadLine[], others: readonly ReadLine[]): boolean =>
  lines.length === others.length &&
  lines.every((line, index) => readingAsJson(line) === readingAsJson(others[index] as ReadLine));

const hasNames = (lines: readonly ReadLine[]): boolean =>
  lines.every(({ sample, reason, value }) => value === null || sample !== null || reason !== null) &&
  lines.some(({ sample, value }) => sample !== null && value !== null);

/** Returns the first reason that is about a decimal mark; null where another reason prevents the reading. */
const reasonOfMark = (lines: readonly ReadLine[]): string | null =>
  lines.find(({ text, divided, reason }) => divided || reason === instrumentTexts.markUnclear(text))?.reason ?? null;

/**
 * Reads a table by its headings alone, if they name the sample of each value.
 * @param readLines lines without values that matching profiles read
 */
function readHeaded(source: InstrumentSource, readLines: readonly ReadLine[]): InstrumentFileReading {
  const lines = readBy(headedTable, source);
  if (hasValue(lines) && hasNames(lines)) return { profile: headedTable, lines, problem: null };
  const reason = reasonOfMark([...readLines, ...lines]);
  return reason === null
    ? { profile: null, lines: [], problem: instrumentTexts.unknown }
    : { profile: null, lines: [], problem: reason, unclear: true };
}

/**
 * Reads a file of an instrument.
 * @param profile profile to use; by default the only profile that matches the file
 * @returns no lines where no profile matches, or several that read different values; a person then assigns the columns
 */
export function readInstrument(
  source: InstrumentSource,
  profile: InstrumentProfile | null = null,
  profiles: readonly InstrumentProfile[] = shippedProfiles,
): InstrumentFileReading {
  if (profile) {
    const lines = withHazards(profile, readBy(profile, source));
    return { profile, lines, problem: lines.length ? null : instrumentTexts.noLines(profile.label) };
  }
  const triedProfiles = matchingProfiles(source, profiles).map((candidate) => ({
    profile: candidate,
    lines: withHazards(candidate, readBy(candidate, source)),
  }));
  const readableProfiles = triedProfiles.filter(({ lines }) => hasValue(lines));
  const [onlyMatch] = readableProfiles;
  if (onlyMatch && readableProfiles.every(({ lines }) => sameReadings(lines, onlyMatch.lines)))
    return { ...onlyMatch, problem: null };
  if (readableProfiles.length > 1)
    return {
      profile: null,
      lines: [],
      problem: instrumentTexts.several(readableProfiles.map((match) => match.profile.label)),
    };
  return readHeaded(
    source,
    triedProfiles.flatMap(({ lines }) => lines),
  );
}

import type { DecimalMark } from '../attachments/peakNumber';
import { isNumeric, markOfCells } from './cells/cellValues';
import type { InstrumentProfile } from './instrumentProfile';
import type { InstrumentSource, ReadLine, SourceSheet } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';
import { readLinesOf } from './lineReader';
import { readDocument } from './readDocument';
import { readPlates } from './readPlates';
import { readPositions } from './readPositions';
import { headedTable, shippedProfiles } from './shippedProfiles';

/** Rows in which a file says what it is. */
const looked = 120;

export interface Reading {
  /** Null where no profile knows the file. */
  readonly profile: InstrumentProfile | null;
  readonly lines: readonly ReadLine[];
  /** Why nothing was read. */
  readonly problem: string | null;
}

/** The beginning of a file as one text, cells apart by tabs. */
function beginningOf({ sheets }: InstrumentSource): string {
  return sheets
    .flatMap(({ name, rows }) => [name, ...rows.slice(0, looked).map(({ cells }) => cells.join('\t'))])
    .join('\n');
}

/** Tells whether a file is of the kind that a profile describes. */
function fitsProfile(profile: InstrumentProfile, beginning: string, fileName: string): boolean {
  const found = (pattern: string) => new RegExp(pattern, 'im').test(beginning);
  return (
    profile.evidence.every(found) &&
    !(profile.without ?? []).some(found) &&
    (profile.fileName === undefined || new RegExp(profile.fileName, 'i').test(fileName))
  );
}

/** Returns the profiles that a file fits. */
export function fittingProfiles(
  source: InstrumentSource,
  profiles: readonly InstrumentProfile[] = shippedProfiles,
): InstrumentProfile[] {
  const beginning = beginningOf(source);
  return profiles.filter((profile) => fitsProfile(profile, beginning, source.fileName));
}

/** The decimal mark of all numbers of a file; null where they leave it open. */
function markOf(source: InstrumentSource): DecimalMark | null {
  return markOfCells(
    source.sheets.flatMap(({ rows }) =>
      rows.flatMap(({ cells, numbers }) =>
        cells.filter((cell, at) => (numbers?.[at] ?? null) === null && isNumeric(cell)),
      ),
    ),
  );
}

function readSheet(profile: InstrumentProfile, sheet: SourceSheet, mark: DecimalMark | null): ReadLine[] {
  if (profile.layout === 'positions') return readPositions(profile, sheet, mark);
  if (profile.layout === 'lines') return readLinesOf(profile, sheet);
  if (profile.layout === 'plate') return readPlates(profile, sheet, mark);
  return readDocument(profile, sheet, mark);
}

const hasValue = (lines: readonly ReadLine[]): boolean => lines.some(({ value }) => value !== null);

/** Reads a file by a profile. */
function readBy(profile: InstrumentProfile, source: InstrumentSource): ReadLine[] {
  const mark = profile.decimalMark ?? markOf(source);
  if (!profile.sheets || source.sheets.length < 2)
    return source.sheets.flatMap((sheet) => readSheet(profile, sheet, mark));
  return profile.sheets.flatMap((patterns) => {
    for (const pattern of patterns) {
      const lines = source.sheets
        .filter(({ name }) => new RegExp(pattern, 'i').test(name))
        .flatMap((sheet) => readSheet(profile, sheet, mark));
      if (hasValue(lines)) return lines;
    }
    return [];
  });
}

const named = (lines: readonly ReadLine[]): boolean =>
  lines.every(({ sample, reason, value }) => value === null || sample !== null || reason !== null) &&
  lines.some(({ sample, value }) => sample !== null && value !== null);

/** A table is read by its headings alone where they name the sample of each value. */
function readHeaded(source: InstrumentSource): Reading {
  const lines = readBy(headedTable, source);
  return hasValue(lines) && named(lines)
    ? { profile: headedTable, lines, problem: null }
    : { profile: null, lines: [], problem: instrumentTexts.unknown };
}

/**
 * Reads a file of an instrument.
 * @param profile how to read it; by default the one profile whose evidence the file has
 * @returns no lines where the file is unknown or might be of several kinds: then a person says what stands where
 */
export function readInstrument(
  source: InstrumentSource,
  profile: InstrumentProfile | null = null,
  profiles: readonly InstrumentProfile[] = shippedProfiles,
): Reading {
  if (profile) {
    const lines = readBy(profile, source);
    return { profile, lines, problem: lines.length ? null : instrumentTexts.noLines(profile.label) };
  }
  const fitting = fittingProfiles(source, profiles)
    .map((one) => ({ profile: one, lines: readBy(one, source) }))
    .filter(({ lines }) => hasValue(lines));
  const [only] = fitting;
  if (fitting.length === 1 && only) return { ...only, problem: null };
  if (fitting.length > 1)
    return { profile: null, lines: [], problem: instrumentTexts.several(fitting.map((one) => one.profile.label)) };
  return readHeaded(source);
}

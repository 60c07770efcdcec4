import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { hazardNameOf, type Quantity, type ReadLine } from '../instruments/instrumentReading';
import { instrumentTexts } from '../instruments/instrumentTexts';
import { keyOf } from '../instruments/readPeakTables';
import type { MethodKey } from '../methods/methodCatalogue';
import { runTexts } from './runTexts';
import { type NamedInjection, namesOf, type SequenceName } from './sequenceNames';

/** Quantities of a file that records of a method use, the best first, and the readings that receive them. */
interface UsedQuantities {
  readonly quantities: readonly Quantity[];
  /** Keys of readings by the number of the reading in the file; the first key also receives a single reading. */
  readonly readings: readonly string[];
  /** Names of the measured value in files, besides the names of the hazard. */
  readonly alsoCalled?: readonly string[];
}

const peakQuantities: readonly Quantity[] = ['area', 'response', 'height'];
const takenByMethod: Partial<Record<MethodKey, UsedQuantities>> = {
  gasChromatography: { quantities: peakQuantities, readings: ['frontResponse'] },
  liquidChromatography: { quantities: peakQuantities, readings: ['response'] },
  ionChromatography: { quantities: peakQuantities, readings: ['response'] },
  spectrophotometry: { quantities: ['absorbance'], readings: ['response'] },
  atomicAbsorption: { quantities: ['absorbance'], readings: ['response1', 'response2'] },
  atomicFluorescence: { quantities: ['intensity'], readings: ['response'] },
  inductivelyCoupledPlasma: { quantities: ['intensity'], readings: ['response1', 'response2'] },
  electrode: { quantities: ['potential'], readings: ['response'] },
};

/**
 * Use of sound levels from meters and dosimeters in the noise form: each reading by its number (GBZ/T 189.8-2007).
 */
const noiseQuantities: UsedQuantities = {
  quantities: ['level'],
  readings: ['p1', 'p2', 'p3'],
  alsoCalled: ['Leq', 'LAeq', 'LAeq,T', 'LAeqT', '等效声级', '等效连续A声级'],
};
const isNoise = (keys: readonly string[]): boolean => keys.includes('p1') && keys.includes('sourceLevel');

/** Returns the quantities of a file that records of a method use; null where they use none. */
export const usedQuantitiesOf = (method: MethodKey, keys: readonly string[]): UsedQuantities | null => {
  const takenFields = takenByMethod[method] ?? (isNoise(keys) ? noiseQuantities : undefined);
  const readings = takenFields?.readings.filter((key) => keys.includes(key)) ?? [];
  return takenFields && readings.length ? { ...takenFields, readings } : null;
};

/** A row of an open record to which readings may belong. */
export interface RunRow {
  readonly row: number;
  readonly sheet: number;
  readonly sampleNo: string;
  readonly isParallel: boolean;
  /** Names of the record's component in the library. */
  readonly names: readonly string[];
  readonly usedQuantities: UsedQuantities;
  readonly readings: Readonly<Record<string, string>>;
}

export interface RunMatch {
  readonly line: ReadLine;
  /** `check`: the line is no reading of a row, but the curves or the checks of the run use it. */
  readonly state: 'matched' | 'check' | 'parked' | 'ignored';
  readonly row: number | null;
  readonly sheet: number | null;
  readonly reading: string | null;
  /** Value to be written: the value of the line, or the mean of several readings by the rule of the profile. */
  readonly value: string | null;
  /** Value of the reading before the change. */
  readonly currentValue: string | null;
  readonly reason: string | null;
}

/** A person's assignment of a line that the product left open. */
export interface LineChoice {
  /** Index of the line among all lines of the run's files, from 0. */
  readonly at: number;
  readonly row: number;
  readonly reading: string;
}

export interface MatchOptions {
  /** Whether readings of one sample, component and quantity are averaged; a rule of the profile. */
  readonly averaged?: boolean;
  /** Sequence of the run, which maps names in the file to samples. */
  readonly sequence?: readonly NamedInjection[];
  readonly choices?: readonly LineChoice[];
}

interface MatchContext {
  readonly bySample: ReadonlyMap<string, readonly RunRow[]>;
  /** One row of each list of names, which the rows of a record share. */
  readonly records: readonly RunRow[];
  /** Whether a line of the file names a component. */
  readonly components: boolean;
  readonly quantities: ReadonlySet<Quantity>;
  readonly averaged: ReadonlySet<string>;
  /** Numbers of readings of one sample, component and quantity. */
  readonly counts: ReadonlyMap<string, number>;
  readonly usedCounts: Map<string, number>;
  readonly sequence: ReadonlyMap<string, SequenceName>;
  /** Means by the rule of the profile, each with the line that receives it. */
  readonly means: ReadonlyMap<string, { readonly value: string; readonly line: ReadLine }>;
}

const readingOf = ({ sample, component, quantity, signal }: ReadLine): string =>
  [sample, component, quantity, signal].join('\u0000');

/** Returns the rows that have one of the names of a line; `…-P` is the parallel of a sample (DOMAIN §1.8). */
function rowsNamed({ bySample, sequence }: MatchContext, { sample, otherNames }: ReadLine): readonly RunRow[] {
  for (const name of [sample, ...otherNames]) {
    const key = keyOf(name ?? '');
    const sequenceEntry = sequence.get(key);
    if (sequenceEntry && sequenceEntry.sampleNo !== null) {
      const ownRows = bySample.get(keyOf(sequenceEntry.sampleNo)) ?? [];
      return ownRows.filter(({ isParallel }) => isParallel === sequenceEntry.isParallel);
    }
    const namesParallel = /-P\d?$/.test(key) && !bySample.has(key);
    const rows = (bySample.get(namesParallel ? key.replace(/-P\d?$/, '') : key) ?? []).filter(
      ({ isParallel }) => isParallel === namesParallel,
    );
    if (rows.length) return rows;
  }
  return [];
}

const chosenQuantity = (
  { quantities }: MatchContext,
  { usedQuantities: { quantities: takenQuantities } }: RunRow,
): Quantity | undefined => takenQuantities.find((quantity) => quantities.has(quantity));

/** Returns the reading of a row to which a line is written, or the reason why there is none. */
function readingFor(
  context: MatchContext,
  readLine: ReadLine,
  { usedQuantities: { readings } }: RunRow,
): string | RunMatch['reason'][] {
  const key = readingOf(readLine);
  const [firstReading = ''] = readings;
  if (typeof readLine.replicate === 'number' && readings.length > 1)
    return readings[readLine.replicate - 1] ?? [runTexts.severalReadings];
  if (context.means.has(key)) {
    const mean = context.means.get(key);
    return mean?.line === readLine ? firstReading : [runTexts.averagedInto(mean?.line.line ?? 0)];
  }
  if (readLine.replicate === 'mean') return readings.length > 1 ? [runTexts.otherQuantity] : firstReading;
  if (context.averaged.has(key)) return [runTexts.single];
  return readLine.replicate !== null && (context.counts.get(key) ?? 0) > 1 ? [runTexts.severalReadings] : firstReading;
}

const keysOfNames = new WeakMap<readonly string[], ReadonlySet<string>>();
/**
 * Returns whether a component, by its key, has one of these names. The keys of the names are cached by the list of
 * names.
 */
function isNamed(key: string, names: readonly string[]): boolean {
  const nameKeys = keysOfNames.get(names) ?? new Set(names.map(keyOf));
  keysOfNames.set(names, nameKeys);
  return nameKeys.has(key);
}

type LineOutcome = Omit<RunMatch, 'line'>;
/** Reasons for which a person may assign the line. */
const parkedReasons: ReadonlySet<string> = new Set([runTexts.severalReadings]);
const unmatchedLine = (state: Exclude<RunMatch['state'], 'matched'>, reason: string): LineOutcome => ({
  state,
  reason,
  row: null,
  sheet: null,
  reading: null,
  value: null,
  currentValue: null,
});

/** Narrows the rows of a sample to the row of the line's component. */
function rowOf(context: MatchContext, readLine: ReadLine, rows: readonly RunRow[]): RunRow | LineOutcome {
  const name = readLine.sample ?? '';
  const { component } = readLine;
  const key = keyOf(hazardNameOf(readLine) ?? '');
  const meantRows =
    component === null
      ? rows
      : rows.filter(
          ({ names, usedQuantities: { alsoCalled } }) =>
            isNamed(key, names) || (alsoCalled && isNamed(key, alsoCalled)),
        );
  if (component !== null && meantRows.length === 0)
    return unmatchedLine('ignored', runTexts.noComponent(name, component));
  if (component === null && context.components) return unmatchedLine('ignored', runTexts.unnamedPeak);
  const quantityRows = meantRows.filter((row) => chosenQuantity(context, row) === readLine.quantity);
  const [onlyRow] = quantityRows;
  if (!onlyRow) return unmatchedLine('ignored', runTexts.otherQuantity);
  if (quantityRows.length === 1) return onlyRow;
  return unmatchedLine('parked', component === null ? runTexts.severalComponents(name) : runTexts.severalRecords(name));
}

/** Returns what the run does with a line of a standard, a check or a reagent blank. */
function outcomeOfCheck(context: MatchContext, readLine: ReadLine, { label, use, lacks }: SequenceName): LineOutcome {
  if (use === null) return unmatchedLine('ignored', runTexts.ofSequence(label));
  if (lacks !== null) return unmatchedLine('ignored', `${runTexts.ofSequence(label)}，${lacks}`);
  const { component, sample } = readLine;
  if (component === null && context.components) return unmatchedLine('ignored', runTexts.unnamedPeak);
  const key = keyOf(hazardNameOf(readLine) ?? '');
  const records = context.records.filter(({ names }) => component === null || isNamed(key, names));
  if (component !== null && !records.length)
    return unmatchedLine('ignored', runTexts.noComponent(sample ?? '', component));
  if (!records.some((row) => chosenQuantity(context, row) === readLine.quantity))
    return unmatchedLine('ignored', runTexts.otherQuantity);
  if (readLine.value === null) return unmatchedLine('parked', readLine.reason ?? instrumentTexts.noValue);
  return unmatchedLine('check', `${runTexts.ofSequence(label)}，${use}`);
}

function outcomeOf(context: MatchContext, readLine: ReadLine): LineOutcome {
  if (readLine.kind === 'ISTD') return unmatchedLine('ignored', runTexts.standard);
  if (readLine.sample === null) return unmatchedLine('parked', instrumentTexts.sampleLost);
  const sequenceEntry = context.sequence.get(keyOf(readLine.sample));
  if (sequenceEntry && sequenceEntry.sampleNo === null) return outcomeOfCheck(context, readLine, sequenceEntry);
  const rows = rowsNamed(context, readLine);
  if (rows.length === 0) return unmatchedLine('parked', runTexts.noRow(readLine.sample));
  const row = rowOf(context, readLine, rows);
  if ('state' in row) return row;
  if (readLine.value === null) return unmatchedLine('parked', readLine.reason ?? instrumentTexts.noValue);
  const reading = readingFor(context, readLine, row);
  if (typeof reading !== 'string') {
    const reason = reading?.[0] ?? '';
    return unmatchedLine(parkedReasons.has(reason) ? 'parked' : 'ignored', reason);
  }
  const before = context.usedCounts.get(placeOf(row, reading));
  if (before !== undefined) return unmatchedLine('parked', runTexts.repeated(before));
  return placeReading(
    context,
    readLine,
    row,
    reading,
    context.means.get(readingOf(readLine))?.value ?? readLine.value,
    null,
  );
}

const placeOf = ({ row }: RunRow, reading: string): string => `${row}|${reading}`;

function placeReading(
  { usedCounts }: MatchContext,
  { line }: ReadLine,
  row: RunRow,
  reading: string,
  value: string,
  reason: string | null,
): LineOutcome {
  usedCounts.set(placeOf(row, reading), line);
  return {
    state: 'matched',
    row: row.row,
    sheet: row.sheet,
    reading,
    value,
    currentValue: row.readings[reading] || null,
    reason,
  };
}

/**
 * Assigns a line to the reading that a person chose. The line must have a value, and the reading must be empty and
 * belong to the row.
 * @returns the outcome, or the reason why the assignment is impossible
 */
function chosenOutcome(
  context: MatchContext,
  readLine: ReadLine,
  choice: LineChoice,
  row: RunRow | undefined,
): LineOutcome {
  if (readLine.value === null) return unmatchedLine('parked', readLine.reason ?? instrumentTexts.noValue);
  if (!row?.usedQuantities.readings.includes(choice.reading)) return unmatchedLine('parked', runTexts.choiceGone);
  const before = context.usedCounts.get(placeOf(row, choice.reading));
  if (before !== undefined) return unmatchedLine('parked', runTexts.repeated(before));
  return placeReading(context, readLine, row, choice.reading, readLine.value, runTexts.byPerson);
}

/** Returns the means of readings of one sample, component and quantity, where all of them have values. */
function meansOf(readLines: readonly ReadLine[]): MatchContext['means'] {
  const groups = new Map<string, ReadLine[]>();
  for (const readLine of readLines) {
    if (readLine.sample === null) continue;
    const key = readingOf(readLine);
    const group = groups.get(key);
    if (group) group.push(readLine);
    else groups.set(key, [readLine]);
  }
  return new Map(
    [...groups].flatMap(([key, groupLines]) => {
      const [firstGroupLine] = groupLines;
      const values = groupLines.flatMap(({ value }) => value ?? []);
      if (
        !firstGroupLine ||
        groupLines.length < 2 ||
        values.length < groupLines.length ||
        groupLines.some(({ replicate }) => replicate === 'mean')
      )
        return [];
      const sum = values.reduce((total, value) => total.plus(value), new Decimal(0));
      const digits = Math.max(...values.map((value) => (value.split('.')[1] ?? '').length)) + 1;
      return [
        [
          key,
          {
            value: withoutCalculationNoise(sum.dividedBy(values.length)).toDecimalPlaces(digits).toString(),
            line: firstGroupLine,
          },
        ],
      ];
    }),
  );
}

/**
 * Assigns the readings of a run's files to rows of open records of any projects. A second reading of a sample is its
 * parallel only if its name, the sequence or a person says so. Every line without a row has a reason.
 * @param readLines readings of the files, in file order
 * @param rows rows of the records that may take them
 * @param options quantity, names of the components, and a person's choices
 */
export function matchRun(
  readLines: readonly ReadLine[],
  rows: readonly RunRow[],
  options: MatchOptions = {},
): RunMatch[] {
  const bySample = new Map<string, RunRow[]>();
  for (const row of rows) {
    const key = keyOf(row.sampleNo);
    const heldRows = bySample.get(key);
    if (heldRows) heldRows.push(row);
    else bySample.set(key, [row]);
  }
  const counts = new Map<string, number>();
  for (const line of readLines) counts.set(readingOf(line), (counts.get(readingOf(line)) ?? 0) + 1);
  const context: MatchContext = {
    bySample,
    records: [...new Map(rows.map((row) => [row.names, row])).values()],
    components: readLines.some(({ component }) => component !== null),
    quantities: new Set(readLines.filter(({ value }) => value !== null).map(({ quantity }) => quantity)),
    averaged: new Set(readLines.filter(({ replicate }) => replicate === 'mean').map(readingOf)),
    counts,
    usedCounts: new Map(),
    sequence: namesOf(options.sequence ?? []),
    means: options.averaged === true ? meansOf(readLines) : new Map(),
  };
  const outcomes = readLines.map((line) => ({ line, ...outcomeOf(context, line) }));
  const byId = new Map(rows.map((row) => [row.row, row]));
  // A person's choice never overrides what the file itself states.
  for (const choice of options.choices ?? []) {
    const match = outcomes[choice.at];
    if (match?.state === 'parked')
      outcomes[choice.at] = { line: match.line, ...chosenOutcome(context, match.line, choice, byId.get(choice.row)) };
  }
  return outcomes;
}

import { isNameOf } from '../attachments/peakTable';
import type { Quantity, ReadLine } from '../instruments/instrumentReading';
import { instrumentTexts } from '../instruments/instrumentTexts';
import type { MethodKey } from '../methods/catalogue';
import { runTexts } from './runTexts';

/** Which quantities of a file a method's record takes, the best first, and into which readings. */
interface Taken {
  readonly quantities: readonly Quantity[];
  /** By the number of the reading in the file; the first also for a single one. */
  readonly readings: readonly string[];
}

const peaks: readonly Quantity[] = ['area', 'response', 'height'];
const taken: Partial<Record<MethodKey, Taken>> = {
  gasChromatography: { quantities: peaks, readings: ['frontResponse'] },
  liquidChromatography: { quantities: peaks, readings: ['response'] },
  ionChromatography: { quantities: peaks, readings: ['response'] },
  spectrophotometry: { quantities: ['absorbance'], readings: ['response'] },
  atomicAbsorption: { quantities: ['absorbance'], readings: ['response1', 'response2'] },
  atomicFluorescence: { quantities: ['intensity'], readings: ['response'] },
  inductivelyCoupledPlasma: { quantities: ['intensity'], readings: ['response1', 'response2'] },
  electrode: { quantities: ['potential'], readings: ['response'] },
};

/** Returns what records of a method take from a file; null where they take nothing. */
export const takenBy = (method: MethodKey, keys: readonly string[]): Taken | null => {
  const own = taken[method];
  const readings = own?.readings.filter((key) => keys.includes(key)) ?? [];
  return own && readings.length ? { ...own, readings } : null;
};

/** A row of an open record to which readings may belong. */
export interface RunRow {
  readonly row: number;
  readonly sheet: number;
  readonly sampleNo: string;
  readonly isParallel: boolean;
  /** Names of the record's component in the library. */
  readonly names: readonly string[];
  readonly taken: Taken;
  readonly readings: Readonly<Record<string, string>>;
}

export interface RunMatch {
  readonly line: ReadLine;
  readonly state: 'matched' | 'parked' | 'ignored';
  readonly row: number | null;
  readonly sheet: number | null;
  readonly reading: string | null;
  /** The reading before the change. */
  readonly held: string | null;
  readonly reason: string | null;
}

const keyOf = (name: string): string => name.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '');

interface MatchContext {
  readonly bySample: ReadonlyMap<string, readonly RunRow[]>;
  /** Some line of the file names a component. */
  readonly components: boolean;
  readonly quantities: ReadonlySet<Quantity>;
  readonly averaged: ReadonlySet<string>;
  /** Numbers of readings of one sample, component and quantity. */
  readonly counts: ReadonlyMap<string, number>;
  readonly used: Map<string, number>;
}

const readingOf = ({ sample, component, quantity, signal }: ReadLine): string =>
  [sample, component, quantity, signal].join('\u0000');

/** The rows that bear one of the names of a line; `…-P` is the parallel of a sample (DOMAIN §1.8). */
function rowsNamed({ bySample }: MatchContext, { sample, otherNames }: ReadLine): readonly RunRow[] {
  for (const name of [sample, ...otherNames]) {
    const key = keyOf(name ?? '');
    const parallel = /-P\d?$/.test(key) && !bySample.has(key);
    const rows = (bySample.get(parallel ? key.replace(/-P\d?$/, '') : key) ?? []).filter(
      ({ isParallel }) => isParallel === parallel,
    );
    if (rows.length) return rows;
  }
  return [];
}

const chosenQuantity = ({ quantities }: MatchContext, { taken: { quantities: own } }: RunRow): Quantity | undefined =>
  own.find((one) => quantities.has(one));

/** Which of a row's readings a line becomes, or why none. */
function readingFor(
  context: MatchContext,
  line: ReadLine,
  { taken: { readings } }: RunRow,
): string | RunMatch['reason'][] {
  const key = readingOf(line);
  const [first = ''] = readings;
  if (typeof line.replicate === 'number' && readings.length > 1)
    return readings[line.replicate - 1] ?? [runTexts.severalReadings];
  if (line.replicate === 'mean') return readings.length > 1 ? [runTexts.otherQuantity] : first;
  if (context.averaged.has(key)) return [runTexts.single];
  return line.replicate !== null && (context.counts.get(key) ?? 0) > 1 ? [runTexts.severalReadings] : first;
}

type Outcome = Omit<RunMatch, 'line'>;
const nowhere = (state: 'parked' | 'ignored', reason: string): Outcome => ({
  state,
  reason,
  row: null,
  sheet: null,
  reading: null,
  held: null,
});

/** Narrows the rows of a sample to the one of the line's component. */
function rowOf(context: MatchContext, line: ReadLine, rows: readonly RunRow[]): RunRow | Outcome {
  const name = line.sample ?? '';
  const { component } = line;
  const meant = component === null ? rows : rows.filter(({ names }) => isNameOf(component, names));
  if (component !== null && meant.length === 0) return nowhere('ignored', runTexts.noComponent(name, component));
  if (component === null && context.components) return nowhere('ignored', runTexts.unnamedPeak);
  const wanted = meant.filter((row) => chosenQuantity(context, row) === line.quantity);
  const [only] = wanted;
  if (!only) return nowhere('ignored', runTexts.otherQuantity);
  if (wanted.length === 1) return only;
  return nowhere('parked', component === null ? runTexts.severalComponents(name) : runTexts.severalRecords(name));
}

function outcomeOf(context: MatchContext, line: ReadLine): Outcome {
  if (line.kind === 'ISTD') return nowhere('ignored', runTexts.standard);
  if (line.sample === null) return nowhere('parked', instrumentTexts.sampleLost);
  const rows = rowsNamed(context, line);
  if (rows.length === 0) return nowhere('parked', runTexts.noRow(line.sample));
  const row = rowOf(context, line, rows);
  if ('state' in row) return row;
  if (line.value === null) return nowhere('parked', line.reason ?? instrumentTexts.noValue);
  const reading = readingFor(context, line, row);
  if (typeof reading !== 'string') {
    const reason = reading?.[0] ?? '';
    return nowhere(reason === runTexts.severalReadings ? 'parked' : 'ignored', reason);
  }
  const place = `${row.row}|${reading}`;
  const before = context.used.get(place);
  if (before !== undefined) return nowhere('parked', runTexts.repeated(before));
  context.used.set(place, line.line);
  return {
    state: 'matched',
    row: row.row,
    sheet: row.sheet,
    reading,
    held: row.readings[reading] || null,
    reason: null,
  };
}

/**
 * Assigns the readings of a file to rows of open records of any projects. A second reading of one sample is never its
 * parallel unless its name says so; every line that belongs nowhere has a reason.
 */
export function matchRun(lines: readonly ReadLine[], rows: readonly RunRow[]): RunMatch[] {
  const bySample = new Map<string, RunRow[]>();
  for (const row of rows) {
    const key = keyOf(row.sampleNo);
    const held = bySample.get(key);
    if (held) held.push(row);
    else bySample.set(key, [row]);
  }
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(readingOf(line), (counts.get(readingOf(line)) ?? 0) + 1);
  const context: MatchContext = {
    bySample,
    components: lines.some(({ component }) => component !== null),
    quantities: new Set(lines.filter(({ value }) => value !== null).map(({ quantity }) => quantity)),
    averaged: new Set(lines.filter(({ replicate }) => replicate === 'mean').map(readingOf)),
    counts,
    used: new Map(),
  };
  return lines.map((line) => ({ line, ...outcomeOf(context, line) }));
}

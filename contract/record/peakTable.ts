import { cellsOfLine } from '../delimited';
import { normalizedNumber } from './peakNumber';
import { labAttachmentTexts } from '../labAttachmentTexts';

// A table of peaks as an instrument's software exports it: some lines of its own, a head, a line for each injection or peak.

export interface TableLine {
  /** In the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface PeakTable {
  readonly headings: readonly string[];
  readonly lines: readonly TableLine[];
}

/** Which columns are meant, by their places; null where a file has none. */
export interface PeakColumns {
  readonly sample: number | null;
  readonly peak: number | null;
  readonly value: number | null;
}

const delimiters = ['\t', ',', ';'] as const;

/** Columns set apart by blanks, where a file has no delimiter. */
const spaced = (text: string): string[] => text.trim().split(/\s{2,}|\t/);

const numeric = (cell: string): boolean => normalizedNumber(cell) !== null;

/** The head is the last line of words above the first line of the table's width that holds a number. */
function withHead(lines: readonly TableLine[]): PeakTable | null {
  const wide = lines.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= 2);
  const first = wide.findIndex(({ cells }) => cells.some(numeric));
  if (first < 0) return null;
  const head = wide[first - 1];
  const width = Math.max(...wide.slice(first).map(({ cells }) => cells.length));
  // A line above that is as wide, and all words, names the columns; without one they are counted.
  const named = head && head.cells.length >= 2 && !head.cells.some(numeric) ? head.cells : [];
  const headings = Array.from({ length: width }, (_, at) => named[at]?.trim() || `第${at + 1}列`);
  return { headings, lines: wide.slice(first) };
}

/** Reads delimited text (CSV, TXT). Null where there is no line with a number. */
export function tableOfText(text: string): PeakTable | null {
  const raw = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/).map((one, at) => ({ line: at + 1, text: one })).filter((one) => one.text.trim() !== '');
  const score = (delimiter: string) => raw.filter((one) => one.text.includes(delimiter)).length;
  const delimiter = [...delimiters].sort((a, b) => score(b) - score(a))[0] as string;
  const delimited = score(delimiter) >= raw.length / 3;
  return withHead(raw.map(({ line, text: one }) => ({ line, cells: delimited ? cellsOfLine(one, delimiter) : spaced(one) })));
}

/** The same of a workbook's first sheet, whose first filled line the reader took for its head. */
export function tableOfRows(header: readonly string[], headerLine: number, rows: readonly TableLine[]): PeakTable | null {
  return withHead([{ line: headerLine, cells: header }, ...rows]);
}

const words = { sample: /样品(名|编号|号|id)?|sample|^id$|进样名|vial name|name/i, peak: /组分|化合物|峰名|compound|analyte|component|peak ?name|元素|element/i, value: /峰面积|面积|area|吸光度|abs|强度|intensity|response|响应|电位|浓度/i } as const;

/** What the headings suggest; a person has the last word. */
export function guessColumns({ headings, lines }: PeakTable): PeakColumns {
  const find = (pattern: RegExp, taken: readonly (number | null)[] = []): number | null => {
    const at = headings.findIndex((heading, place) => !taken.includes(place) && pattern.test(heading));
    return at < 0 ? null : at;
  };
  const peak = find(words.peak);
  const sample = find(words.sample, [peak]);
  const named = find(words.value, [peak, sample]);
  const full = headings.findIndex((_, at) => at !== sample && at !== peak && lines.length > 0 && lines.every(({ cells }) => numeric(cells[at] ?? '')));
  return { sample, peak, value: named ?? (full < 0 ? null : full) };
}

/** A row of the record that a line may belong to. */
export interface PeakRow {
  readonly id: number;
  readonly sampleNo: string;
  readonly rowKind: string;
}

export interface MatchedLine {
  readonly line: number;
  readonly sampleName: string;
  readonly peakName: string;
  readonly value: string;
  /** The number that becomes the reading; null where there is none. */
  readonly number: string | null;
  readonly state: 'matched' | 'parked' | 'ignored';
  readonly row: number | null;
  readonly reason: string | null;
}

/** What stands in a line's row already and is another number: it goes when the line is taken. */
export function replacedBy({ number, row }: MatchedLine, held: unknown): string | null {
  const text = typeof held === 'string' ? held : '';
  return row === null || text === '' || number === null || Number(text) === Number(number) ? null : text;
}

export interface PeakChoice {
  readonly sampleColumn: number;
  readonly valueColumn: number;
  readonly peakColumn?: number | null | undefined;
  /** The component that is meant, where a file holds several. */
  readonly peakName?: string | null | undefined;
  /** Other names of that component: instruments are set up in English, too. */
  readonly alsoCalled?: readonly string[];
}

/** Full width, case and blanks do not tell samples apart. */
const keyOf = (name: string): string => name.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '');

/** Whether a component is called by one of these names. */
export const isNameOf = (component: string, names: readonly string[]): boolean => names.some((name) => keyOf(name) === keyOf(component));

/**
 * Says of every line what becomes of it: the reading of a row, or left for a person to settle. A second line of one sample goes to its parallel.
 * None is dropped; lines of other components are kept as not taken.
 */
export function matchLines({ lines }: PeakTable, rows: readonly PeakRow[], { sampleColumn, valueColumn, peakColumn, peakName, alsoCalled = [] }: PeakChoice): MatchedLine[] {
  const bySample = new Map<string, PeakRow[]>();
  for (const row of rows) bySample.set(keyOf(row.sampleNo), [...(bySample.get(keyOf(row.sampleNo)) ?? []), row]);
  const meant = new Set([peakName ?? '', ...alsoCalled].map(keyOf));
  const used = new Map<number, number>();
  const firstLine = new Map<string, number>();
  return lines.map(({ line, cells }) => {
    const sampleName = (cells[sampleColumn] ?? '').trim();
    const peak = peakColumn === null || peakColumn === undefined ? '' : (cells[peakColumn] ?? '').trim();
    const value = (cells[valueColumn] ?? '').trim();
    const number = normalizedNumber(value);
    const said = { line, sampleName, peakName: peak, value, number };
    const parked = (reason: string): MatchedLine => ({ ...said, state: 'parked', row: null, reason });
    if (peakName && !meant.has(keyOf(peak))) return { ...said, state: 'ignored', row: null, reason: labAttachmentTexts.otherPeak };
    if (!sampleName) return parked(labAttachmentTexts.noSample);
    const key = keyOf(sampleName);
    // `…-P` and `…-P1` name the parallel of a sample (DOMAIN §1.8).
    const parallel = /-P\d?$/.test(key) && !bySample.has(key);
    const candidates = bySample.get(parallel ? key.replace(/-P\d?$/, '') : key);
    if (!candidates) return parked(labAttachmentTexts.noRow(sampleName));
    if (number === null) return parked(labAttachmentTexts.notNumber(value));
    const row = candidates.find(({ id, rowKind }) => !used.has(id) && (!parallel || rowKind === 'parallel'));
    if (!row) return parked(labAttachmentTexts.repeated(firstLine.get(key) ?? line));
    used.set(row.id, line);
    if (!firstLine.has(key)) firstLine.set(key, line);
    return { ...said, state: 'matched', row: row.id, reason: null };
  });
}

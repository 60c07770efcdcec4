import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import type { InstrumentProfile } from '@contract/features/laboratory/instruments/instrumentProfile';
import type {
  InstrumentSource,
  ReadLine,
  SourceRow,
} from '@contract/features/laboratory/instruments/instrumentReading';
import { matchingProfiles } from '@contract/features/laboratory/instruments/matchFile';
import { headedTable } from '@contract/features/laboratory/instruments/profiles/shippedProfiles';
import { tablesOfReadings } from '@contract/features/laboratory/instruments/readingsAsTables';
import { readInstrument, type InstrumentFileReading } from '@contract/features/laboratory/instruments/readInstrument';
import {
  cellCountOf,
  columnCountOf,
  maxTableCells,
  maxTableColumns,
  type PeakTable,
  type TableLine,
  tablesOfRows,
  tablesOfText,
} from '@contract/features/laboratory/instruments/readPeakTables';
import { plainNumber } from '@contract/fields/normalizeText';
import type { RawCell, SheetChoice } from '@contract/workbook/sheetCells';
import { decodedText } from '@server/files/plainText';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { isTextFile, maxLines } from './instrumentFiles';
import { openSource } from './openSource';

// Runs in the child process of `readInstrumentFile.ts`: the content of a file, and the patterns of profiles, may need
// any time.

/** Number of lines per message. */
const rowsPerPart = 250;
/** Number of rows, and of cells of each, shown to a person who defines how a file is read. */
const [shownRows, shownCells] = [60, 256];

interface InstrumentFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Profiles that people of an organization defined, in the newest version of each name. */
export interface TaughtProfiles {
  /** Profiles that recognise a file by its headings. */
  readonly headed: readonly InstrumentProfile[];
  /** Profiles without headings, for this run's instrument. */
  readonly ofInstrument: readonly InstrumentProfile[];
}

export interface RunFileInput extends InstrumentFile {
  readonly profiles: TaughtProfiles;
  /** Name of the injection whose data file it is; null if the sequence names none. */
  readonly injectedName: string | null;
}

/** What a run reads from a file; its lines were sent earlier. */
export interface RunFileReading extends Omit<InstrumentFileReading, 'lines'> {
  /** First rows of the file. */
  readonly firstRows: readonly Pick<SourceRow, 'line' | 'cells'>[];
}

export interface FileTablesInput extends InstrumentFile {
  /** Sheet of a workbook; by default the first visible sheet with content. */
  readonly sheet: string | undefined;
}

export interface ReadTables {
  readonly tables: readonly PeakTable[];
  /** Sheet of a workbook that was read; null for other files. `sheets` names all sheets with content. */
  readonly sheetName: string | null;
  readonly sheets: readonly SheetChoice[];
  /** Label of the profile that matches the file; null if a person assigns the columns. */
  readonly profileLabel: string | null;
}

/** Lines of the table at an index. */
interface TableSlice {
  readonly at: number;
  readonly lines: readonly TableLine[];
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly instrumentRun: {
      readonly input: RunFileInput;
      readonly part: readonly ReadLine[];
      readonly result: RunFileReading;
    };
    /** The tables of the result have no lines; they were sent earlier. */
    readonly instrumentTables: {
      readonly input: FileTablesInput;
      readonly part: TableSlice;
      readonly result: ReadTables;
    };
  }
}

/**
 * Reads a file by the first match: a defined profile, a shipped one, or the only defined profile of the instrument.
 */
function readBest(source: InstrumentSource, { headed, ofInstrument }: TaughtProfiles): InstrumentFileReading {
  const [headedProfile, otherProfile] = matchingProfiles(source, headed);
  if (headedProfile && !otherProfile) return readInstrument(source, headedProfile);
  const builtInReading = readInstrument(source);
  const [onlyProfile, secondProfile] = ofInstrument;
  return builtInReading.profile || !onlyProfile || secondProfile ? builtInReading : readInstrument(source, onlyProfile);
}

/** Reads a table without sample names by its headings alone, if the sequence names the injection of its file. */
function readInjection(
  reading: InstrumentFileReading,
  source: InstrumentSource,
  injectedName: string | null,
): InstrumentFileReading {
  if (reading.profile || injectedName === null) return reading;
  const headedReading = readInstrument(source, headedTable);
  const nameless = headedReading.lines.every(({ sample, component }) => sample === null && component !== null);
  return nameless && headedReading.lines.some(({ value }) => value !== null) ? headedReading : reading;
}

/**
 * Reads a file of a run and sends its lines in slices.
 * @throws WorkbookRefusal with a Chinese sentence if a workbook can't be read, or the file has too many lines
 */
export async function readRunFile(
  { fileName, bytes, profiles, injectedName }: RunFileInput,
  sendSlice: (readLines: readonly ReadLine[]) => Promise<void>,
): Promise<RunFileReading> {
  const source = await openSource(fileName, bytes);
  const { lines, ...reading } = readInjection(readBest(source, profiles), source, injectedName);
  if (lines.length > maxLines) throw new WorkbookRefusal(labAttachmentTexts.tooLong(maxLines));
  for (let from = 0; from < lines.length; from += rowsPerPart) await sendSlice(lines.slice(from, from + rowsPerPart));
  const rows = source.sheets.flatMap((sheet) => sheet.rows).filter(({ cells }) => cells.length > 0);
  return {
    ...reading,
    firstRows: rows.slice(0, shownRows).map(({ line, cells }) => ({ line, cells: cells.slice(0, shownCells) })),
  };
}

/** Returns the number of a workbook cell as it is stored. Its number format shows fewer digits, or `<1`. */
const storedNumber = ({ kind, value }: RawCell): string | null =>
  kind === 'number' && typeof value === 'number' ? plainNumber(value) : null;

async function tablesOfWorkbook({ fileName, bytes, sheet }: FileTablesInput): Promise<ReadTables> {
  const { header, headerLine, rows, sheetName, sheets } = await readWorkbook(bytes, {
    fileName,
    ...(sheet === undefined ? {} : { sheet }),
  });
  const lines = rows.map(({ line, cells }) => ({
    line,
    cells: cells.map(({ text }) => text.trim()),
    numbers: cells.map(storedNumber),
  }));
  return { tables: tablesOfRows(header, headerLine, lines), sheetName, sheets, profileLabel: null };
}

/** Reads a file by the matching profile; without one, finds the tables that the file contains. */
async function tablesOfFile(input: FileTablesInput): Promise<ReadTables> {
  const { fileName, bytes, sheet } = input;
  if (sheet === undefined) {
    const { profile, lines } = readInstrument(await openSource(fileName, bytes));
    if (profile && profile.id !== headedTable.id)
      return { tables: tablesOfReadings(lines), sheetName: null, sheets: [], profileLabel: profile.label };
  }
  return isTextFile(fileName, bytes)
    ? { tables: tablesOfText(decodedText(bytes)), sheetName: null, sheets: [], profileLabel: null }
    : tablesOfWorkbook(input);
}

/** @throws WorkbookRefusal if tables have more lines, columns or cells than a person can use */
function refuseLongTables(tables: readonly PeakTable[]): void {
  const lines = tables.reduce((sum, table) => sum + table.lines.length, 0);
  if (lines > maxLines) throw new WorkbookRefusal(labAttachmentTexts.tooLong(maxLines));
  if (columnCountOf(tables) > maxTableColumns)
    throw new WorkbookRefusal(labAttachmentTexts.tooManyColumns(maxTableColumns));
  if (cellCountOf(tables) > maxTableCells) throw new WorkbookRefusal(labAttachmentTexts.tooManyCells(maxTableCells));
}

/**
 * Finds the tables of a file and sends their lines in slices.
 * @throws WorkbookRefusal with a Chinese sentence if a workbook can't be read, or the tables are too long
 */
export async function readFileTables(
  input: FileTablesInput,
  sendSlice: (part: TableSlice) => Promise<void>,
): Promise<ReadTables> {
  const fileTables = await tablesOfFile(input);
  refuseLongTables(fileTables.tables);
  for (const [at, { lines }] of fileTables.tables.entries())
    for (let from = 0; from < lines.length; from += rowsPerPart)
      await sendSlice({ at, lines: lines.slice(from, from + rowsPerPart) });
  return { ...fileTables, tables: fileTables.tables.map((table) => ({ ...table, lines: [] })) };
}

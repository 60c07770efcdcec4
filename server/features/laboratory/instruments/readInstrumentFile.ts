import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import type { ReadLine } from '@contract/features/laboratory/instruments/instrumentReading';
import type { TableLine } from '@contract/features/laboratory/instruments/readPeakTables';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { askReader } from '@server/workbook/askReader';
import { isZip } from '@server/workbook/zipDirectory';
import { isTextFile } from './instrumentFiles';
import type { FileTablesInput, ReadTables, RunFileInput, RunFileReading } from './instrumentWork';

/** Sentences for a text whose reading process ended. */
const textDeaths = {
  memory: labAttachmentTexts.tooComplex,
  work: labAttachmentTexts.tooComplex,
  wait: sheetMessages.waited,
  crash: labAttachmentTexts.tooComplex,
} as const;

/** Returns how a file is read: as text, as xlsx, or as xls. */
function readingOf({ fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array }) {
  const isText = isTextFile(fileName, bytes);
  return {
    size: bytes.length,
    isOldFormat: !isText && !isZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    texts: isText ? textDeaths : undefined,
  };
}

/**
 * Reads a file of a run in a child process.
 * @throws WorkbookRefusal with a Chinese sentence if the file can't be read; `cause` says how the process ended, if it
 * did
 */
export async function readRunFile(
  input: RunFileInput,
): Promise<RunFileReading & { readonly lines: readonly ReadLine[] }> {
  const readLines: ReadLine[] = [];
  const reading = await askReader('instrumentRun', input, {
    ...readingOf(input),
    onPart(part) {
      for (const line of part) readLines.push(line);
    },
  });
  return { ...reading, lines: readLines };
}

/**
 * Finds the tables of an instrument's file in a child process.
 * @throws WorkbookRefusal as `readRunFile`
 */
export async function readFileTables(input: FileTablesInput): Promise<ReadTables> {
  const linesByTable = new Map<number, TableLine[]>();
  const readerAnswer = await askReader('instrumentTables', input, {
    ...readingOf(input),
    onPart({ at, lines }) {
      const tableLines = linesByTable.get(at) ?? [];
      for (const line of lines) tableLines.push(line);
      linesByTable.set(at, tableLines);
    },
  });
  return {
    ...readerAnswer,
    tables: readerAnswer.tables.map((table, at) => ({ ...table, lines: linesByTable.get(at) ?? [] })),
  };
}

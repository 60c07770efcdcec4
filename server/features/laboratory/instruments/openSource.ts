import type { InstrumentSource, SourceRow } from '@contract/features/laboratory/instruments/instrumentReading';
import { sourceOfSheets, sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { plainNumber } from '@contract/fields/normalizeText';
import type { RawCell, SheetTable } from '@contract/workbook/sheetCells';
import { decodedText } from '@server/files/plainText';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { isTextFile } from './instrumentFiles';

/** Highest number of sheets that are read from one workbook. */
const maxSheets = 20;

/** Returns the number of a cell as it is stored. Its number format may show fewer digits. */
const storedNumber = ({ kind, value }: RawCell): string | null =>
  kind === 'number' && typeof value === 'number' ? plainNumber(value) : null;

function rowsOf({ header, headerLine, rows }: SheetTable): SourceRow[] {
  return [
    { line: headerLine, cells: header },
    ...rows.map(({ line, cells }) => ({
      line,
      cells: cells.map(({ text }) => text),
      numbers: cells.map(storedNumber),
    })),
  ];
}

/** Reads all sheets of a workbook. */
async function sheetsOf(fileName: string, bytes: Uint8Array): Promise<InstrumentSource> {
  const firstSheetTable = await readWorkbook(bytes, { fileName });
  const tables = [firstSheetTable];
  for (const { name } of firstSheetTable.sheets.slice(0, maxSheets))
    if (name !== firstSheetTable.sheetName) tables.push(await readWorkbook(bytes, { fileName, sheet: name }));
  return sourceOfSheets(
    fileName,
    tables.map((table) => ({ name: table.sheetName, rows: rowsOf(table) })),
  );
}

/**
 * Opens a file from an instrument in this process: text in UTF-8, UTF-16 or GB18030, or a workbook.
 * @throws WorkbookRefusal with a Chinese sentence if a workbook can't be read
 */
export async function openSource(fileName: string, bytes: Uint8Array): Promise<InstrumentSource> {
  return isTextFile(fileName, bytes) ? sourceOfText(fileName, decodedText(bytes)) : sheetsOf(fileName, bytes);
}

import { messages } from '@contract/messages';
import type { SheetTable } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { askReader } from './askReader';
import type { ReadOptions } from './readWorkbook';
import { sheetLimits } from './workbookLimits';
import { WorkbookRefusal } from './workbookRefusal';
import { isZip } from './zipDirectory';

/**
 * Reads a sheet of an xls or xlsx file in a child process.
 * @throws WorkbookRefusal with a Chinese sentence if the file is no workbook, dangerous, too large, damaged or empty;
 * `cause` says how the process ended, if it did
 */
export async function openWorkbook(bytes: Uint8Array, options: ReadOptions = {}): Promise<SheetTable> {
  const limits = { ...sheetLimits, ...options.limits };
  if (options.fileName !== undefined && !/\.xlsx?$/i.test(options.fileName))
    throw new WorkbookRefusal(messages.wrongWorkbook);
  if (bytes.length > limits.bytes)
    throw new WorkbookRefusal(sheetMessages.tooBig(Math.floor(limits.bytes / 1024 / 1024)));
  const rows: SheetTable['rows'][number][] = [];
  const table = await askReader(
    'workbook',
    { ...options, bytes },
    {
      size: bytes.length,
      isOldFormat: !isZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      heap: limits.heap,
      time: limits.time,
      onPart(part) {
        for (const row of part) rows.push(row);
      },
    },
  );
  return { ...table, rows };
}

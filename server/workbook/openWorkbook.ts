import { messages } from '@contract/messages';
import type { SheetTable } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { readerPool } from '@server/child/childPools';
import { ChildBusy, ChildDeath, ChildRefusal, type DeathCause } from '@server/child/processPool';
import type { ReadOptions } from './readWorkbook';
import { sheetLimits } from './workbookLimits';
import { WorkbookRefusal } from './workbookRefusal';
import { isZip } from './zipDirectory';

const deathTexts: Readonly<Record<DeathCause, string>> = {
  memory: sheetMessages.bomb,
  work: sheetMessages.tooSlow,
  wait: sheetMessages.tooSlow,
  crash: sheetMessages.unreadable,
};

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
  try {
    const isOldFormat = !isZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const table = await readerPool(limits.heap).ask(
      'workbook',
      { ...options, bytes },
      {
        maxProcessorMs: limits.time,
        maxElapsedMs: limits.maxElapsedMs,
        // The parser keeps its table of formats between old workbooks, so the child process is used only once.
        endsAfterJob: isOldFormat,
        onPart(part) {
          for (const row of part) rows.push(row);
        },
      },
    );
    return { ...table, rows };
  } catch (error) {
    if (error instanceof ChildRefusal) throw new WorkbookRefusal(error.message);
    if (error instanceof ChildBusy) throw new WorkbookRefusal(sheetMessages.busy);
    if (error instanceof ChildDeath) throw new WorkbookRefusal(deathTexts[error.deathCause], { cause: error });
    throw error;
  }
}

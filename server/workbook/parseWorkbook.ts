import type { SheetTable } from '@contract/workbook/sheetCells';
import { type ReadOptions, readWorkbook } from './readWorkbook';

// Runs in the child process of `openWorkbook`.

interface WorkbookInput extends ReadOptions {
  readonly bytes: Uint8Array;
}
/** Rows in order. */
type SheetSlice = SheetTable['rows'];
/** The table without its rows, which were sent earlier. */
export type ReadTable = Omit<SheetTable, 'rows'>;

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly workbook: { readonly input: WorkbookInput; readonly part: SheetSlice; readonly result: ReadTable };
  }
}

/** Number of rows per message, so that a long table does not block its receiver. */
const rowsPerPart = 250;

/**
 * Reads a workbook and sends its rows in slices.
 * @throws WorkbookRefusal
 */
export async function parseWorkbook(
  { bytes, ...options }: WorkbookInput,
  sendSlice: (rows: SheetSlice) => Promise<void>,
): Promise<ReadTable> {
  const { rows, ...table } = await readWorkbook(bytes, options);
  for (let from = 0; from < rows.length; from += rowsPerPart) await sendSlice(rows.slice(from, from + rowsPerPart));
  return table;
}

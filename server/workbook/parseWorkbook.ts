import type { SheetTable } from '@contract/workbook/cells';
import { type ReadOptions, readWorkbook } from './readWorkbook';

// The child's side of `openWorkbook`.

export interface WorkbookInput extends ReadOptions {
  readonly bytes: Uint8Array;
}
/** Rows in their order. */
export type SheetSlice = SheetTable['rows'];
/** The table without its rows, which went ahead. */
export type ReadTable = Omit<SheetTable, 'rows'>;

declare module '@server/child/protocol' {
  interface ChildJobs {
    readonly workbook: { readonly input: WorkbookInput; readonly part: SheetSlice; readonly result: ReadTable };
  }
}

/** Rows that are told at once: a long table must not hold up who takes it. */
const slice = 250;

/** Reads a workbook and tells its rows slice by slice. @throws WorkbookRefusal */
export async function parseWorkbook(
  { bytes, ...options }: WorkbookInput,
  tell: (rows: SheetSlice) => Promise<void>,
): Promise<ReadTable> {
  const { rows, ...table } = await readWorkbook(bytes, options);
  for (let from = 0; from < rows.length; from += slice) await tell(rows.slice(from, from + slice));
  return table;
}

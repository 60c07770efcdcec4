import { workbookLimit } from '@contract/fields/uploads';

/** How much of a workbook is read before it is refused (QUALITY IN6). */
export interface SheetLimits {
  /** Of the uploaded file. */
  readonly bytes: number;
  /** Of all parts of the file together, unpacked. */
  readonly unpacked: number;
  /** Unpacked to packed, for parts above 1 MB; sheets of a repetitive kind reach 40. */
  readonly ratio: number;
  /** Parts in the file. */
  readonly entries: number;
  /** Rows of one sheet, blank ones too. */
  readonly rows: number;
  readonly columns: number;
  /** ms of work after which the reading process is killed. */
  readonly time: number;
  /** ms after which it is killed on however busy a machine. */
  readonly patience: number;
  /** MB of the heap of the process that reads. */
  readonly heap: number;
}

export const sheetLimits: SheetLimits = {
  bytes: workbookLimit,
  unpacked: 96 * 1024 * 1024,
  ratio: 100,
  entries: 1000,
  rows: 50_000,
  columns: 256,
  time: 10_000,
  patience: 60_000,
  heap: 256,
};

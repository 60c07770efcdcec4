import { workbookLimit } from '@contract/fields/uploads';

/** Limits of a workbook; a larger one is refused (QUALITY IN6). */
export interface SheetLimits {
  /** Size of the upload, bytes. */
  readonly bytes: number;
  /** Unpacked size of all parts, bytes. */
  readonly unpacked: number;
  /** Ratio of unpacked to packed size for parts above 1 MB; repetitive sheets reach 40. */
  readonly ratio: number;
  /** Parts in the file. */
  readonly entries: number;
  /** Rows of one sheet, blank ones included. */
  readonly rows: number;
  readonly columns: number;
  /** Processor time after which the reading process is killed, ms. */
  readonly time: number;
  /** Elapsed time after which it is killed, even on a busy machine, ms. */
  readonly patience: number;
  /** Heap of the reading process, MB. */
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

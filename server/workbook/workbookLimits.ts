import { workbookLimit } from '@contract/fields/uploadRules';

/** Limits of a workbook; a larger one is refused (QUALITY IN6). */
export interface SheetLimits {
  /** Size of the upload in bytes. */
  readonly bytes: number;
  /** Unpacked size of all parts in bytes. */
  readonly unpacked: number;
  /** Ratio of unpacked to packed size, for parts above 1 MB. Repetitive sheets reach 40. */
  readonly ratio: number;
  /** Number of parts in the file. */
  readonly entries: number;
  /** Number of rows of one sheet, blank rows included. */
  readonly rows: number;
  readonly columns: number;
  /** Processor time in ms until the reading process is killed; by default according to the size (`readingTime`). */
  readonly time?: number;
  /** Heap of the reading process in MB. */
  readonly heap: number;
}

export const sheetLimits: SheetLimits = {
  bytes: workbookLimit,
  unpacked: 96 * 1024 * 1024,
  ratio: 100,
  entries: 1000,
  rows: 50_000,
  columns: 256,
  heap: 256,
};

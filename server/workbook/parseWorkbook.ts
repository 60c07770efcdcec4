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

/** Number of rows and of characters per message, so that a long table does not block its receiver. */
const [rowsPerPart, charactersPerPart] = [250, 250_000];

type Row = SheetSlice[number];

/** Returns a row whose cells have at most a number of characters. */
const cutRow = (row: Row, longest: number): Row =>
  row.cells.some(({ text }) => text.length > longest)
    ? {
        ...row,
        cells: row.cells.map((cell) => ({
          ...cell,
          text: cell.text.slice(0, longest),
          value: typeof cell.value === 'string' ? cell.value.slice(0, longest) : cell.value,
        })),
      }
    : row;

/** Divides rows into parts that are sent in one message each. */
function* partsOf(rows: SheetSlice, longest: number): Generator<SheetSlice> {
  let [part, characters]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const sentRow = cutRow(row, longest);
    part.push(sentRow);
    for (const { text } of sentRow.cells) characters += text.length;
    if (part.length < rowsPerPart && characters < charactersPerPart) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length) yield part;
}

/**
 * Reads a workbook and sends its rows in slices.
 * @throws WorkbookRefusal
 */
export async function parseWorkbook(
  { bytes, longestCell = Infinity, ...options }: WorkbookInput,
  sendSlice: (rows: SheetSlice) => Promise<void>,
): Promise<ReadTable> {
  const { rows, ...table } = await readWorkbook(bytes, options);
  for (const part of partsOf(rows, longestCell)) await sendSlice(part);
  return table;
}

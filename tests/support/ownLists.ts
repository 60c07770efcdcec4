import { type CellObject, utils, write, type WorkSheet } from 'xlsx';

/**
 * A sheet of a list. Its rows are lines with a bar between two cells: `#5` is a number, `@2026-05-06` a day as Excel
 * keeps it, `\\n` a line end within a cell.
 */
export interface GivenSheet {
  readonly name: string;
  readonly rows: string;
  /** Merged ranges: `B2:B5 C2:D2`. */
  readonly merges?: string;
}

/** A list with what is stored of it. */
export interface OwnList {
  readonly name: string;
  readonly entity: string;
  readonly type: 'xlsx' | 'xls';
  readonly sheets: readonly GivenSheet[];
  /** Units and people to whom the list refers. */
  readonly units?: readonly string[];
  readonly people?: readonly string[];
  /**
   * Stored values as lines: the first names the fields, the first field names the row. A blank is not compared, `null`
   * is nothing, `#5` a number.
   */
  readonly wanted: string;
}

const linesOf = (text: string): string[][] =>
  text
    .replace(/^\n|\n$/g, '')
    .split('\n')
    .map((line) => line.split('|'));

const dayLength = 86_400_000;

function cellOf(given: string): CellObject | null {
  const [mark, rest] = [given.charAt(0), given.slice(1)];
  if (given === '') return null;
  if (mark === '#') return { t: 'n', v: Number(rest) };
  if (mark === '@') return { t: 'n', v: (Date.parse(rest) - Date.UTC(1899, 11, 30)) / dayLength, z: 'yyyy/m/d' };
  return { t: 's', v: given.replaceAll('\\n', '\n') };
}

function sheetOf({ rows, merges }: GivenSheet): WorkSheet {
  const sheet: WorkSheet = {};
  const lines = linesOf(rows);
  for (const [r, line] of lines.entries())
    for (const [c, given] of line.entries()) {
      const cell = cellOf(given);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    }
  const widest = Math.max(...lines.map((line) => line.length));
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lines.length - 1, c: widest - 1 } });
  sheet['!merges'] = (merges?.split(' ') ?? []).map((range) => utils.decode_range(range));
  return sheet;
}

/** Writes a workbook as a laboratory has it: an xlsx, or the xls of an old Excel. */
export function workbookOf({ sheets, type }: Pick<OwnList, 'sheets' | 'type'>): Uint8Array {
  const book = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(book, sheetOf(sheet), sheet.name);
  return write(book, { type: 'buffer', bookType: type === 'xls' ? 'biff8' : 'xlsx' }) as Uint8Array;
}

/** Returns the stored values of a list by the name of the row, and the field that names it. */
export function wantedOf({ wanted }: OwnList): { readonly by: string; readonly rows: Record<string, object> } {
  const [[by = '', ...fields] = [], ...lines] = linesOf(wanted);
  const valueOf = (text: string) => (text === 'null' ? null : text.startsWith('#') ? Number(text.slice(1)) : text);
  const rows = lines.map(([title = '', ...values]) => [
    title,
    Object.fromEntries(
      fields.flatMap((field, index) => (values[index] ? [[field, valueOf(values[index])] as [string, unknown]] : [])),
    ),
  ]);
  return { by, rows: Object.fromEntries(rows) as Record<string, object> };
}

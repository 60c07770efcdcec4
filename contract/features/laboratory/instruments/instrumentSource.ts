import { rowsOfDelimited } from '@contract/workbook/delimitedRows';
import type { InstrumentSource, SourceRow } from './instrumentReading';
import { rowsOfAlignedText } from './rowsOfAlignedText';

/**
 * Delimiters in the order of preference: numbers contain commas more often than cells contain semicolons, and neither
 * contains tabs.
 */
const cellDelimiters = ['\t', ';', ','] as const;

/** Removes empty cells at the end of a row. */
function withoutTrailingBlanks(cells: readonly string[]): string[] {
  const trimmedCells = cells.map((cell) => cell.replaceAll('\u0000', '').trim());
  while (trimmedCells.length > 0 && trimmedCells.at(-1) === '') trimmedCells.pop();
  return trimmedCells;
}

/**
 * Returns the delimiter that at least a third of the filled lines contain; null for a text whose columns are
 * separated by blanks.
 */
function delimiterOf(lines: readonly string[]): string | null {
  const filledLines = lines.filter((line) => line.trim() !== '');
  return (
    cellDelimiters.find(
      (delimiter) => filledLines.filter((line) => line.includes(delimiter)).length * 3 >= filledLines.length,
    ) ?? null
  );
}

/** Splits cells again that are quoted whole lines, as some programs write them. */
function cutAgain(rows: readonly SourceRow[], delimiter: string): readonly SourceRow[] {
  const filledRows = rows.filter(({ cells }) => cells.length > 0);
  const undividedRows = filledRows.filter(({ cells }) => cells.length === 1 && cells[0]?.includes(delimiter));
  if (filledRows.length === 0 || undividedRows.length * 5 < filledRows.length * 4) return rows;
  return rows.map(({ line, cells }) => ({
    line,
    cells:
      cells.length === 1 ? withoutTrailingBlanks(rowsOfDelimited(cells[0] ?? '', delimiter)[0]?.cells ?? []) : cells,
  }));
}

/** Splits a decoded text into rows. Empty lines stay as rows without cells, because they end blocks. */
export function sourceOfText(fileName: string, text: string): InstrumentSource {
  const plainText = text.replace(/^\uFEFF/, '');
  const lines = plainText.split(/\r\n|\r|\n/);
  const delimiter = delimiterOf(lines);
  const rows =
    delimiter === null
      ? rowsOfAlignedText(lines)
      : cutAgain(
          rowsOfDelimited(plainText, delimiter).map(({ line, cells }) => ({
            line,
            cells: withoutTrailingBlanks(cells),
          })),
          delimiter,
        );
  return { fileName, sheets: [{ name: '', rows, ...(delimiter === ',' ? { commas: true as const } : {}) }] };
}

/** Returns a workbook's sheets with their cells trimmed. */
export function sourceOfSheets(
  fileName: string,
  sheets: readonly { readonly name: string; readonly rows: readonly SourceRow[] }[],
): InstrumentSource {
  return {
    fileName,
    sheets: sheets.map(({ name, rows }) => ({
      name,
      rows: rows.flatMap((row, index) => {
        const previous = rows[index - 1]?.line ?? row.line - 1;
        const trimmedRow = { ...row, cells: withoutTrailingBlanks(row.cells) };
        // The workbook reader omits empty rows; one empty row replaces each gap.
        return row.line > previous + 1 ? [{ line: row.line - 1, cells: [] }, trimmedRow] : [trimmedRow];
      }),
    })),
  };
}

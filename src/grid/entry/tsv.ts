// Text as spreadsheets put it on the clipboard: tabs between cells, line breaks between rows, quotes around cells that hold either.

/** A quoted cell from behind its opening quote; null where the quote is never closed, so that it was a plain character. */
function quotedCell(text: string, from: number): { cell: string; end: number } | null {
  let cell = '';
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter !== '"') cell += letter;
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return { cell, end: at + 1 };
  }
  return null;
}

/**
 * Rows of cells, as long as they come; the line break behind the last row starts none. Line breaks inside of cells become `\n`.
 * @param most rows that are of use: of more than these one is read, whatever else there is
 */
export function parseTsv(text: string, most = Number.POSITIVE_INFINITY): string[][] {
  // What holds no quote needs no reading letter by letter.
  if (text !== '' && !text.includes('"')) {
    const lines = text.split(/\r\n|\n|\r/, Number.isFinite(most) ? most + 2 : undefined);
    if (lines.length > most + 1) lines.length = most + 1;
    else if (lines.at(-1) === '') lines.pop();
    return lines.map((line) => line.split('\t'));
  }
  const rows: string[][] = [[]];
  let cell = '';
  let fresh = true;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
    fresh = true;
  };
  let at = 0;
  while (at < text.length) {
    const letter = text[at] as string;
    const quoted = letter === '"' && fresh ? quotedCell(text, at + 1) : null;
    if (quoted) {
      cell = quoted.cell.replaceAll('\r\n', '\n');
      at = quoted.end;
      fresh = false;
      continue;
    }
    at += 1;
    if (letter === '\t') endCell();
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at] === '\n') at += 1;
      endCell();
      if (rows.length > most) return rows;
      if (at < text.length) rows.push([]);
    } else {
      cell += letter;
      fresh = false;
    }
  }
  if (rows.at(-1)?.length === 0 || !fresh || text.endsWith('\t')) endCell();
  return rows;
}

const quote = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As Excel writes it: every row ends with a line break, but a single cell stands alone. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const only = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined;
  if (only !== undefined) return quote(only);
  return rows.map((row) => `${row.map(quote).join('\t')}\r\n`).join('');
}

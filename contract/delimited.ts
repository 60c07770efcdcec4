/** Splits one line of delimited text, cells trimmed; a quoted cell may hold the delimiter, doubled quotes and line breaks. What stands behind a line break outside of quotes is another line. */
export function cellsOfLine(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') break;
    else cell += letter;
  }
  return [...cells, cell].map((one) => one.trim());
}

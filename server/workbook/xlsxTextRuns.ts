import { cellMarks } from '@contract/workbook/sheetCells';

// Marks superscript and strike-through in texts. Without marks, 10³ would be read as 103, and crossed-out text would
// reappear.

const superscripts: Readonly<Record<string, string>> = {
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
};

/** Converts a text to superscript characters if all of them exist; otherwise leaves it. */
const toSuperscript = (text: string): string =>
  [...text].every((letter) => superscripts[letter] !== undefined)
    ? [...text].map((letter) => superscripts[letter]).join('')
    : text;

const isOn = (properties: string, tag: string): boolean =>
  new RegExp(`<(?:\\w+:)?${tag}(?:\\s*/>|\\s+val="(?:1|true)")`).test(properties);

/** Returns superscript or struck text with its marks. */
export function plainRunText(text: string, { up, struck }: { readonly up: boolean; readonly struck: boolean }): string {
  const raisedText = up ? toSuperscript(text) : text;
  return struck && raisedText.trim() !== '' ? `${cellMarks.struck}${raisedText}）` : raisedText;
}

function statedRun(run: string): string {
  const from = run.search(/<(?:\w+:)?t[\s>]/);
  if (from < 0) return run;
  const properties = run.slice(0, from);
  const isRaised = /vertAlign\s+val="superscript"/.test(properties);
  const isStruck = isOn(properties, 'strike');
  if (!isRaised && !isStruck) return run;
  const start = run.indexOf('>', from) + 1;
  const end = run.indexOf('</', start);
  if (start === 0 || end < start) return run;
  return run.slice(0, start) + plainRunText(run.slice(start, end), { up: isRaised, struck: isStruck }) + run.slice(end);
}

/**
 * Returns a part's XML with superscript digits as characters, and struck text after a mark that every field refuses.
 */
export function plainTextRuns(content: Buffer): Buffer {
  if (!content.includes('superscript') && !content.includes('strike')) return content;
  const xml = content.toString('utf8');
  const resultParts: string[] = [];
  let index = 0;
  for (const openTag = /<((?:\w+:)?)r>/g; ;) {
    openTag.lastIndex = index;
    const match = openTag.exec(xml);
    const end = match ? xml.indexOf(`</${match[1] ?? ''}r>`, openTag.lastIndex) : -1;
    if (!match || end < 0) break;
    resultParts.push(xml.slice(index, match.index), statedRun(xml.slice(match.index, end)));
    index = end;
  }
  return Buffer.from(resultParts.join('') + xml.slice(index));
}

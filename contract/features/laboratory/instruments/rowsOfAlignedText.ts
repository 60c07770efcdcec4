import type { SourceRow } from './instrumentReading';

// Reports in columns separated by blanks. A rule, `----|-------|----`, below the head of a table marks the columns.

const rulePattern = /^\s*-+(?:\|-*)+\s*$/;
/** End of a table: an empty line, a double rule, the line of totals. */
const endPattern = /^\s*(?:$|=+|Totals?\b|总计|合计|总量|Summe)/i;

/** Returns the printed width of a character: a Chinese character takes two columns. */
const widthOf = (letter: string): number =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(letter) ? 2 : 1;

interface PlacedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the words of a line with their columns. */
function wordsOf(line: string): PlacedWord[] {
  const lineWords: { text: string; from: number; to: number }[] = [];
  let index = 0;
  let isOpen = false;
  for (const letter of line) {
    const letterWidth = widthOf(letter);
    const lastLineWord = lineWords.at(-1);
    if (letter === ' ' || letter === '\t') isOpen = false;
    else if (isOpen && lastLineWord) {
      lastLineWord.text += letter;
      lastLineWord.to = index + letterWidth;
    } else {
      lineWords.push({ text: letter, from: index, to: index + letterWidth });
      isOpen = true;
    }
    index += letterWidth;
  }
  return lineWords;
}

interface TextSpan {
  readonly from: number;
  readonly to: number;
}

function spansOf(line: string): TextSpan[] {
  const columnSpans: TextSpan[] = [];
  let from = 0;
  for (const part of line.trimEnd().split('|')) {
    if (part !== '') columnSpans.push({ from, to: from + part.length });
    from += part.length + 1;
  }
  const lastColumnSpan = columnSpans.at(-1);
  // Names in the last column may be longer than the column.
  return lastColumnSpan ? [...columnSpans.slice(0, -1), { from: lastColumnSpan.from, to: 10_000 }] : columnSpans;
}

/** Assigns every word to the column that it overlaps most. */
function cellsOf(line: string, spans: readonly TextSpan[]): string[] {
  const cells = spans.map(() => '');
  for (const placedWord of wordsOf(line)) {
    let [widestIndex, widestOverlap] = [0, Number.NEGATIVE_INFINITY];
    for (const [index, { from, to }] of spans.entries()) {
      const overlapWidth = Math.min(to, placedWord.to) - Math.max(from, placedWord.from);
      if (overlapWidth > widestOverlap) [widestIndex, widestOverlap] = [index, overlapWidth];
    }
    cells[widestIndex] = cells[widestIndex] ? `${cells[widestIndex]} ${placedWord.text}` : placedWord.text;
  }
  return cells;
}

/** Splits a line of facts into keys and values: `Operator : AK      Line :  10`. */
function factsOf(line: string): string[] {
  const text = line.trim();
  if (text === '') return [];
  return text.split(/\s{3,}(?=\S[^:：]*\s*[:：])/).flatMap((part) => {
    const factMatch = /^([^:：]{2,40}?)\s*[:：]\s+(.*)$/.exec(part);
    return factMatch ? [`${factMatch[1] ?? ''}:`, (factMatch[2] ?? '').trim()] : part.split(/\s{2,}/);
  });
}

/** Returns the texts of a line that are at least two blanks apart, with their columns. */
function partsOf(line: string): PlacedWord[] {
  const parts: { text: string; from: number; to: number }[] = [];
  for (const placedWord of wordsOf(line)) {
    const lastPart = parts.at(-1);
    if (lastPart && placedWord.from - lastPart.to < 2) {
      lastPart.text += ' '.repeat(placedWord.from - lastPart.to) + placedWord.text;
      lastPart.to = placedWord.to;
    } else parts.push({ ...placedWord });
  }
  return parts;
}

const isNumberText = (text: string): boolean => /^[<>+-]?\s*\d/.test(text);
const minHeadCells = 3;

/** Columns of a table without a rule. They grow with every complete row. */
interface GapTable {
  spans: readonly TextSpan[];
}

/**
 * Splits a row of a table without a rule. An incomplete row is assigned to the columns that its texts overlap; where
 * they do not decide, the row stays one cell, so that no value moves to another column.
 */
function gapCells(line: string, table: GapTable): string[] {
  const placedWords = partsOf(line);
  if (placedWords.length === table.spans.length) {
    const overlaps = placedWords.every(({ from, to }, index) => {
      const [previousTextSpan, after] = [table.spans[index - 1], table.spans[index + 1]];
      return (previousTextSpan === undefined || to > previousTextSpan.from) && (after === undefined || from < after.to);
    });
    if (overlaps)
      table.spans = table.spans.map(({ from, to }, index) => ({
        from: Math.min(from, placedWords[index]?.from ?? from),
        to: Math.max(to, placedWords[index]?.to ?? to),
      }));
    return placedWords.map(({ text }) => text);
  }
  const cells = table.spans.map(() => '');
  let column = -1;
  for (const { text, from, to } of placedWords) {
    const hits = table.spans.flatMap((span, index) => (from < span.to && to > span.from ? [index] : []));
    const [hit] = hits;
    if (hits.length !== 1 || hit === undefined || hit <= column) return [line.trim()];
    cells[hit] = text;
    column = hit;
  }
  return cells;
}

/** Returns the table that begins with a line of words, as its first row. */
function gapTableOf(line: string): GapTable | null {
  const placedWords = partsOf(line);
  const isHead =
    placedWords.length >= minHeadCells && !placedWords.some(({ text }) => isNumberText(text) || /[:：]/.test(text));
  return isHead ? { spans: placedWords } : null;
}

/** Returns the head of the table above a rule: the words of up to three lines, by column. */
function headOf(
  lines: readonly string[],
  ruleAt: number,
  spans: readonly TextSpan[],
): { from: number; cells: string[] } {
  let from = ruleAt;
  while (from > 0 && ruleAt - from < 3 && (lines[from - 1] ?? '').trim() !== '') from -= 1;
  const heads = lines.slice(from, ruleAt).map((line) => cellsOf(line, spans));
  const cells = spans.map((_, index) =>
    heads
      .map((head) => head[index] ?? '')
      .filter(Boolean)
      .join(' '),
  );
  // The heading of the narrow group column before the names is wider than the column, so it is removed.
  const last = cells.at(-1)?.replace(/^(?:grp?|组)\s+/i, '') ?? '';
  return { from, cells: [...cells.slice(0, -1), last] };
}

/** Adds a line of a table. A line with text in the last column alone continues the name of the line above. */
function takeTableLine(rows: SourceRow[], line: number, cells: readonly string[]): void {
  const previousRow = rows.at(-1);
  const isLoneCell = cells.slice(0, -1).every((cell) => cell === '') && cells.length > 2;
  if (!isLoneCell || !previousRow || previousRow.cells.length !== cells.length) {
    rows.push({ line, cells });
    return;
  }
  const name = `${previousRow.cells.at(-1) ?? ''} ${cells.at(-1) ?? ''}`.trim();
  rows[rows.length - 1] = { ...previousRow, cells: [...previousRow.cells.slice(0, -1), name] };
}

/**
 * Splits a report without delimiters into rows: tables by their rules, facts by their colons, everything else by wide
 * gaps.
 */
export function rowsOfAlignedText(lines: readonly string[]): SourceRow[] {
  const rows: SourceRow[] = [];
  let columnSpans: readonly TextSpan[] | null = null;
  let gapTable: GapTable | null = null;
  for (const [index, line] of lines.entries()) {
    if (columnSpans || line.trim() === '') gapTable = null;
    if (rulePattern.test(line)) {
      columnSpans = spansOf(line);
      const head = headOf(lines, index, columnSpans);
      rows.splice(rows.length - (index - head.from), index - head.from);
      rows.push({ line: index + 1, cells: head.cells });
    } else if (columnSpans && endPattern.test(line)) {
      columnSpans = null;
      rows.push({ line: index + 1, cells: [] });
    } else if (columnSpans) takeTableLine(rows, index + 1, cellsOf(line, columnSpans));
    else {
      const head = gapTableOf(line);
      const isRow = gapTable !== null && head === null && partsOf(line).length > 1;
      rows.push({ line: index + 1, cells: isRow && gapTable ? gapCells(line, gapTable) : factsOf(line) });
      gapTable = head ?? gapTable;
    }
  }
  return rows;
}

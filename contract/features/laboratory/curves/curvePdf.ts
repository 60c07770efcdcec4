import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';

// Parses the table of levels from the text of an instrument's PDF report. A person sees and accepts the result;
// nothing is stored automatically.

/** A piece of text with its position on the page, in pt; y increases upwards. */
interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfPage {
  readonly page: number;
  readonly texts: readonly PdfText[];
}

interface PdfLevel {
  /** Name of the level in the report. */
  readonly level: string;
  readonly x: string;
  readonly responses: readonly string[];
}

export interface PdfTable {
  readonly page: number;
  readonly headings: readonly string[];
  readonly levels: readonly PdfLevel[];
  /** Lines of the table that could not be parsed; they are shown, never dropped silently. */
  readonly unparsedLines: readonly string[];
}

/** Result of parsing a curve's PDF: its table, or the reason why there is none. */
export interface CurvePdf {
  readonly attachment: number;
  readonly fileName: string;
  readonly table: PdfTable | null;
  readonly message: string;
}

/** A text with its left and right edge on a line, in pt. */
interface PdfCell {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
export type Line = readonly PdfCell[];

/** Share of the text height up to which a distance between pieces counts as one cell. */
const maxGapShare = 0.6;

/** Returns the lines of a page from top to bottom, each with its cells from left to right. */
export function linesOf({ texts }: PdfPage): Line[] {
  const sortedTexts = texts.filter(({ text }) => text.trim() !== '').sort((p, q) => q.y - p.y || p.x - q.x);
  const rows: PdfText[][] = [];
  for (const text of sortedTexts) {
    const row = rows.at(-1);
    const firstPdfText = row?.[0];
    if (row && firstPdfText && Math.abs(firstPdfText.y - text.y) <= Math.max(firstPdfText.height, text.height, 4) * 0.5)
      row.push(text);
    else rows.push([text]);
  }
  return rows.map((row) => {
    const cells: { text: string; from: number; to: number }[] = [];
    for (const { text, x, width, height } of [...row].sort((p, q) => p.x - q.x)) {
      const lastCell = cells.at(-1);
      if (lastCell && x - lastCell.to <= Math.max(height, 4) * maxGapShare)
        [lastCell.text, lastCell.to] = [lastCell.text + (x - lastCell.to > height * 0.2 ? ' ' : '') + text, x + width];
      else cells.push({ text, from: x, to: x + width });
    }
    return cells.map((cell) => ({ ...cell, text: cell.text.trim() }));
  });
}

const contentWords = /含量|浓度|质量|加入量|标准量|conc|amount|amt\b|content/i;
const responseWords = /面积|峰高|响应|吸光度|荧光|强度|电位|area|height|response|abs(orbance)?\b|intensity/i;
const levelWords = /级别|水平|序号|编号|^级$|^no\.?$|level|lvl|cal\s*id|^#$/i;
/** Pattern of headings that mention readings but whose columns contain derived values. */
const otherWords = /%|均值|平均|mean|average|rsd|回算|偏差|误差|计算|calc|found|deviation|residual/i;

/** Parses `1,234.5`, `12.35`, `1.2e-3`; null for anything else. */
export function numeralOf(text: string): string | null {
  const plainText = text.trim().replace(/(\d),(?=\d{3}(\D|$))/g, '$1');
  const outcome = outcomeOfCalculation(() => numberOf(plainText, '数值'));
  return plainText !== '' && outcome.ok ? outcome.value.toString() : null;
}

interface LevelTableHead {
  readonly x: number;
  readonly responses: readonly number[];
  readonly level: number | null;
}

function headOf(line: Line): LevelTableHead | null {
  const cellTexts = line.map(({ text }) => (otherWords.test(text) ? '' : text));
  const responses = cellTexts.flatMap((text, index) => (responseWords.test(text) ? [index] : []));
  const x = cellTexts.findIndex((text, index) => contentWords.test(text) && !responses.includes(index));
  if (x < 0 || responses.length === 0) return null;
  const level = cellTexts.findIndex(
    (text, index) => index !== x && !responses.includes(index) && levelWords.test(text),
  );
  return { x, responses: responses.slice(0, 3), level: level < 0 ? null : level };
}

/** Returns the index of the heading above a cell. */
export function columnOf({ from, to }: PdfCell, heading: Line): number {
  const middleX = (from + to) / 2;
  const distances = heading.map((cell) =>
    middleX >= cell.from && middleX <= cell.to
      ? 0
      : Math.min(Math.abs(middleX - cell.from), Math.abs(middleX - cell.to)),
  );
  return distances.indexOf(Math.min(...distances));
}

const lineText = (line: Line): string => line.map(({ text }) => text).join('  ');

/** Merges several injections of one level into its readings, at most three. */
function mergeInjections(levels: readonly PdfLevel[], leftLines: string[]): PdfLevel[] {
  const mergedLevels: PdfLevel[] = [];
  for (const level of levels) {
    const index = mergedLevels.findIndex(({ x }) => x === level.x);
    const sameLevel = mergedLevels[index];
    if (!sameLevel) mergedLevels.push(level);
    else if (sameLevel.responses.length + level.responses.length <= 3)
      mergedLevels[index] = { ...sameLevel, responses: [...sameLevel.responses, ...level.responses] };
    else leftLines.push([level.level, level.x, ...level.responses].filter(Boolean).join('  '));
  }
  return mergedLevels;
}

function tableFrom(
  lines: readonly Line[],
  index: number,
  levelTableHead: LevelTableHead,
  page: number,
): PdfTable | null {
  const heading = lines[index] ?? [];
  const levels: PdfLevel[] = [];
  const leftLines: string[] = [];
  let strangeCount = 0;
  for (const line of lines.slice(index + 1)) {
    const byColumn = new Map<number, string>();
    for (const cell of line) {
      const column = columnOf(cell, heading);
      byColumn.set(column, [byColumn.get(column), cell.text].filter(Boolean).join(' '));
    }
    const x = numeralOf(byColumn.get(levelTableHead.x) ?? '');
    const responses = levelTableHead.responses.flatMap((column) => numeralOf(byColumn.get(column) ?? '') ?? []);
    if (x !== null && responses.length > 0) {
      levels.push({
        level: levelTableHead.level === null ? '' : (byColumn.get(levelTableHead.level) ?? ''),
        x,
        responses,
      });
      strangeCount = 0;
    } else {
      // Units may stand below the headings. After the first level, the second line that is not a level ends the
      // table.
      strangeCount += 1;
      if (levels.length > 0 && strangeCount > 1) break;
      if (line.some(({ text }) => numeralOf(text) !== null)) leftLines.push(lineText(line));
    }
  }
  if (levels.length < 2) return null;
  return {
    page,
    headings: heading.map(({ text }) => text),
    levels: mergeInjections(levels, leftLines),
    unparsedLines: leftLines,
  };
}

/** Returns the table with the most levels; null where no table is found. */
export function curveTableOf(pages: readonly PdfPage[]): PdfTable | null {
  let bestTable: PdfTable | null = null;
  for (const page of pages) {
    const lines = linesOf(page);
    for (const [index, line] of lines.entries()) {
      const levelTableHead = headOf(line);
      const table = levelTableHead && tableFrom(lines, index, levelTableHead, page.page);
      if (table && table.levels.length > (bestTable?.levels.length ?? 0)) bestTable = table;
    }
  }
  return bestTable;
}

/** Returns whether a PDF contains text; without any it is a scanned picture. */
export const hasText = (pages: readonly PdfPage[]): boolean =>
  pages.some(({ texts }) => texts.reduce((sum, { text }) => sum + text.trim().length, 0) > 0);

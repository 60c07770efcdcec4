import type { ColumnMapping } from './columnMapping';
import { nameKey, type SourceColumn } from './headerRows';
import { filledCellCount, plainCell, type RawRow, type RawSheet } from './rawSheet';
import { type SectionTitle, sectionTitleOf } from './sectionTitles';

// Finds the rows of a list below its head. Notes, sums, titles and repeated heads are not rows of the list.

const noteRow = /^(?:注|备注|说明|审核|批准|编制|制表|填表|复核|以下空白|本页)[人]?\s*[:：\d]?/;
/** Pattern of the first text in a row of sums. */
const sumRow = /^(?:本页|累计)?(?:合\s*计|总\s*计|小\s*计|共\s*计)(?:[（(:：]|$)/;
/** A title in the body: 二、现场采样设备. */
const titleRow =
  /^(?:[（(]?[一二三四五六七八九十]{1,3}[）)]?[、.．:：]|[（(][一二三四五六七八九十]{1,3}[）)]|第[一二三四五六七八九十]{1,3}部分)/;

/** Lines that were left out. */
export interface SkippedLines {
  readonly notes: number[];
  readonly heads: number[];
  /** Titles between the rows; null for a list whose entity has no column for them. */
  readonly titles: SectionTitle[] | null;
}

/** Work that pauses between its parts: it yields there, and returns its result at the end. */
export type InParts<T> = Generator<undefined, T>;

/** Returns whether a row repeats a title above the head, as each page of a long list does; page numbers may differ. */
function titlesAbove(rows: readonly RawRow[], { head }: ColumnMapping): (row: RawRow) => boolean {
  const textsOf = ({ cells }: RawRow): string[] =>
    cells
      .map(plainCell)
      .filter(Boolean)
      .map((text) => text.replace(/\d+/g, '#'));
  const titles = new Set(rows.filter(({ line }) => line < head.first).flatMap(textsOf));
  return (row) => titles.size > 0 && textsOf(row).every((text) => titles.has(text));
}

/**
 * Returns the rows of the body without notes and repeated heads.
 * @param sources columns of the sheet that are read
 * @param mapping how columns become fields
 * @param skippedLines collects the lines that are left out, with the reason
 */
export function* bodyOf(
  { rows, merges }: Pick<RawSheet, 'rows' | 'merges'>,
  sources: readonly SourceColumn[],
  mapping: ColumnMapping,
  skippedLines: SkippedLines,
): InParts<RawRow[]> {
  const mappedColumns = [...new Set(Object.values(mapping.columns))];
  const names = new Map(sources.map(({ at, name }) => [at, nameKey(name)]));
  const isTitle = titlesAbove(rows, mapping);
  const headRows = rows.filter(({ line }) => line >= mapping.head.first && line <= mapping.head.last);
  const isHeadText = (text: string, at: number): boolean =>
    nameKey(text) === names.get(at) || headRows.some(({ cells }) => text === plainCell(cells[at]));
  const isBodyRow = (row: RawRow): boolean => {
    if (row.line <= mapping.head.last) return false;
    const filledCount = filledCellCount(row);
    const filledColumns = mappedColumns.filter((at) => plainCell(row.cells[at]) !== '');
    const first = row.cells.map(plainCell).find(Boolean) ?? '';
    const isHead = row.cells.every((cell, at) => plainCell(cell) === '' || isHeadText(plainCell(cell), at));
    if (filledCount > 1 && isHead) {
      skippedLines.heads.push(row.line);
      return false;
    }
    const title = !sumRow.test(first) && !isTitle(row) && skippedLines.titles && sectionTitleOf(row, merges);
    if (title) {
      skippedLines.titles?.push(title);
      return false;
    }
    const isNote =
      sumRow.test(first) ||
      isTitle(row) ||
      (mappedColumns.length > 2 &&
        (filledColumns.length === 0 ||
          (filledCount <= 3 && noteRow.test(first)) ||
          (filledCount === 1 && titleRow.test(first))));
    if (isNote) skippedLines.notes.push(row.line);
    return !isNote;
  };
  const body: RawRow[] = [];
  for (const row of rows) {
    if (isBodyRow(row)) body.push(row);
    yield;
  }
  return body;
}

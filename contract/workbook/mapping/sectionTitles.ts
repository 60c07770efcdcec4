import type { Merge } from '../sheetCells';
import { plainCell, type RawRow } from './rawSheet';

// Titles between the rows of a list that hold for the rows below: 一、化学有害因素.

/** A title in the body of a list, with Excel's number of its row. */
export interface SectionTitle {
  readonly line: number;
  readonly text: string;
}

const chineseNumber = '[一二三四五六七八九十]{1,3}';
const numberAlone = new RegExp(`^[（(]?${chineseNumber}[）)]?[、.．]?$`);
const numberingPattern = new RegExp(
  `^(?:[（(]${chineseNumber}[）)]|第${chineseNumber}(?:部分|类|章)|${chineseNumber}[、.．:：])[、.．:：\\s]*`,
);
const notePattern = /^(?:注|备注|说明|审核|批准|编制|以下空白)/;
const maxLength = 40;

/**
 * Returns the title that a row is: a numbered text alone (`一、化学有害因素`), its number and text in two cells, or a text
 * in a cell merged across the sheet. Null for other rows.
 */
export function sectionTitleOf(row: RawRow, merges: readonly Merge[]): SectionTitle | null {
  const filledTexts = row.cells.map(plainCell).filter(Boolean);
  const [firstFilledText = '', secondText] = filledTexts;
  const title = (text: string): SectionTitle | null => {
    const bareText = text.replace(numberingPattern, '').trim();
    return bareText.length < 2 || bareText.length > maxLength || notePattern.test(bareText)
      ? null
      : { line: row.line, text: bareText };
  };
  if (filledTexts.length === 2) return numberAlone.test(firstFilledText) ? title(secondText ?? '') : null;
  if (filledTexts.length !== 1) return null;
  const isWide = merges.some(
    ({ fromLine, toLine, fromColumn, toColumn }) =>
      fromLine === row.line && toLine === row.line && toColumn > fromColumn,
  );
  return numberingPattern.test(firstFilledText) || isWide ? title(firstFilledText) : null;
}

/** Returns the title above a row; '' where there is none. */
export const titleAbove = (titles: readonly SectionTitle[], line: number): string =>
  titles.findLast((title) => title.line < line)?.text ?? '';

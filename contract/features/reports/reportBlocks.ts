import { type Edition, quantityText } from '@contract/print/paperEdition';
import type { Block, PrintColumn, TableBlock } from '@contract/print/printDocument';
import type { JudgedPost } from './judgement/judgeResults';

// Parts that several sections of the report contain.

/** Returns a column of a printed table. */
export const reportColumn = (heading: string, align: PrintColumn['align'] = 'center'): PrintColumn => ({
  heading,
  align,
});
const splitParagraphs = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `　　${line}`);

/** Returns a heading of the report. */
export const reportHeading = (text: string): Block => ({ kind: 'heading', text });
/** Returns indented paragraphs, one for each line of the text that is not blank. */
export const reportParagraphs = (text: string): Block => ({
  kind: 'lines',
  lines: splitParagraphs(text),
  running: true,
});
/**
 * Returns a table below its title; nothing without rows.
 * @param options `together`: number of first columns in which the rows of one post are equal
 */
export const reportTable = (
  title: string,
  columns: readonly PrintColumn[],
  rows: TableBlock['rows'],
  options: Pick<TableBlock, 'together'> = {},
): Block[] =>
  rows.length
    ? [
        { kind: 'lines', lines: [title], bold: true, align: 'center', keepWithNext: true },
        { kind: 'table', title, columns, rows, ...options },
      ]
    : [];

/** Formats the exposure time in hours a day and days a week; a dash if both are unknown. */
export const contactTime = (
  { hoursPerDay, daysPerWeek }: Pick<JudgedPost, 'hoursPerDay' | 'daysPerWeek'>,
  edition: Edition,
): string =>
  [hoursPerDay && quantityText(hoursPerDay, 'h/d', edition), daysPerWeek && quantityText(daysPerWeek, 'd/w', edition)]
    .filter(Boolean)
    .join('，') || '—';

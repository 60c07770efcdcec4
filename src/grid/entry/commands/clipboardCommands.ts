import type { RefObject } from 'react';
import { feedback } from '@/lib/feedback';
import { pastedRows } from '@contract/workbook/delimitedRows';
import { entryGridTexts } from '../entryGridTexts';
import type { EntryRow } from '../model/entryTypes';
import { type Copied, copyCells, pasteCells } from '../model/fillCells';
import { type Range, rangeOf, type Selection } from '../model/gridSelection';
import { formatTsv, parseTsv } from '../model/tsv';
import type { GridAccess } from './gridAccess';

/**
 * The last block copied in this grid. Pasting it keeps values that its text does not show, e.g. which of two rows
 * with the same title was meant.
 */
export type CopiedBlock = RefObject<{ text: string; cells: readonly (readonly (Copied | null)[])[] } | null>;

/** Returns the selection of a range, from its top left to its bottom right cell. */
export const selectionOf = (range: Range): Selection => ({
  anchor: { row: range.top, column: range.left },
  head: { row: range.bottom, column: range.right },
  others: [],
});

/** Returns the selection as text with tabs, and stores the block. */
export function copySelection({ grid, rows, selection }: GridAccess, block: CopiedBlock): string {
  const { columns, labels, derived: derivedByRow } = grid();
  const { texts, cells } = copyCells(rows(), columns, selection(), labels, derivedByRow);
  const text = formatTsv(texts);
  block.current = { text, cells };
  return text;
}

/**
 * Returns the texts that fit below the active cell, after naming the texts that do not fit; null if nothing is
 * pasted. If rows can be added, a block that does not fit is refused as a whole, because nobody would notice that its
 * end is missing.
 */
function fittingTexts({ grid, rows, selection }: GridAccess, text: string, isOwn: boolean) {
  const { rights, mostRows } = grid();
  const freeSpace = Math.max(0, (rights.add ? mostRows : rows().length) - rangeOf(selection()).top);
  // Text that this grid wrote is parsed exactly. The quotes of other programs can be ambiguous.
  const texts = isOwn || !text.includes('"') ? parseTsv(text, freeSpace) : pastedRows(text, freeSpace);
  const showRefusal = (message: string) => {
    feedback.notify('warning', message);
    return null;
  };
  if (!texts) return showRefusal(entryGridTexts.quotesUnclear);
  if (texts.length <= freeSpace) return texts;
  if (rights.add) return showRefusal(entryGridTexts.tooLong(mostRows, freeSpace));
  feedback.notify('warning', entryGridTexts.noRowsToAdd(freeSpace));
  return freeSpace > 0 ? texts.slice(0, freeSpace) : null;
}

/**
 * Pastes text with tabs at the selection.
 * @param block cells copied in this page; if `text` is theirs, their values are pasted instead of their labels
 * @param text clipboard text, cells separated by tabs
 */
export function pasteText(access: GridAccess, block: CopiedBlock, text: string): void {
  if (text === '') return;
  const { grid, rows, selection, write } = access;
  const { columns, references, blank } = grid();
  const cells = block.current?.text === text ? block.current.cells : undefined;
  const texts = fittingTexts(access, text, cells !== undefined);
  if (!texts) return;
  const emptyRow: EntryRow = { key: '', values: blank };
  const {
    writes,
    skipped: skippedCount,
    range,
  } = pasteCells(rows(), columns, selection(), { texts, ...(cells ? { cells } : {}) }, references.read, () => emptyRow);
  write(writes, selectionOf(range));
  references.resolve();
  if (skippedCount > 0) feedback.notify('warning', entryGridTexts.pasted(writes.length, skippedCount));
}

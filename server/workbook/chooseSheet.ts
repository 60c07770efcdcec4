import type { SheetChoice } from '@contract/workbook/cells';
import { sheetMessages } from '@contract/workbook/messages';
import { WorkbookRefusal } from './refusal';

interface KnownSheet extends SheetChoice {
  /** Whether any cell of it holds something. */
  readonly filled: boolean;
}

/**
 * The place of the sheet that is read: the one that somebody chose by name, else the first visible one that holds
 * something.
 * @throws WorkbookRefusal where no sheet has that name, or where only hidden ones hold anything
 */
export function chooseSheet(sheets: readonly KnownSheet[], wanted: string | undefined): number {
  if (wanted !== undefined) {
    const at = sheets.findIndex(({ name }) => name === wanted);
    if (at < 0) throw new WorkbookRefusal(sheetMessages.noSheet(wanted));
    return at;
  }
  const filled = sheets.findIndex((sheet) => sheet.filled && !sheet.hidden);
  const hidden = sheets.filter((sheet) => sheet.filled && sheet.hidden).map(({ name }) => name);
  if (filled < 0 && hidden.length > 0) throw new WorkbookRefusal(sheetMessages.onlyHidden(hidden));
  return filled >= 0
    ? filled
    : Math.max(
        0,
        sheets.findIndex((sheet) => !sheet.hidden),
      );
}

import type { SheetChoice } from '@contract/workbook/cells';
import { sheetMessages } from '@contract/workbook/messages';
import { WorkbookRefusal } from './workbookRefusal';

interface KnownSheet extends SheetChoice {
  /** True if any cell is filled. */
  readonly filled: boolean;
}

/**
 * Returns the index of the sheet to read: the one chosen by name, else the first visible one that is not empty.
 * @throws WorkbookRefusal if no sheet has that name, or only hidden ones are filled
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

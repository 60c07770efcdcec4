import type { SheetChoice } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { WorkbookRefusal } from './workbookRefusal';

interface KnownSheet extends SheetChoice {
  /** True if any cell is filled. */
  readonly filled: boolean;
}

/**
 * Returns the index of the sheet to read: the one chosen by name, else the first visible one that is not empty.
 * @throws WorkbookRefusal if no sheet has that name, or only hidden ones are filled
 */
export function chooseSheet(sheets: readonly KnownSheet[], sheetName: string | undefined): number {
  if (sheetName !== undefined) {
    const index = sheets.findIndex(({ name }) => name === sheetName);
    if (index < 0) throw new WorkbookRefusal(sheetMessages.noSheet(sheetName));
    return index;
  }
  const filledIndex = sheets.findIndex((sheet) => sheet.filled && !sheet.hidden);
  const hidden = sheets.filter((sheet) => sheet.filled && sheet.hidden).map(({ name }) => name);
  if (filledIndex < 0 && hidden.length > 0) throw new WorkbookRefusal(sheetMessages.onlyHidden(hidden));
  return filledIndex >= 0
    ? filledIndex
    : Math.max(
        0,
        sheets.findIndex((sheet) => !sheet.hidden),
      );
}

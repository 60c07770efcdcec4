import type { PeakColumns, PeakTable } from '@contract/features/laboratory/instruments/readPeakTables';
import { headingOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { layoutOfSheet, type LabWork, methodOf, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { SheetChoice } from '@contract/workbook/sheetCells';

/** Table of an instrument's file, as the server read it. */
export interface ReadTable extends PeakTable {
  readonly guess: PeakColumns;
  /** Index of this table within the file. */
  readonly table: number;
  readonly tables: readonly { readonly title: string; readonly headings: readonly string[]; readonly lines: number }[];
  readonly sheetName: string | null;
  readonly sheets: readonly SheetChoice[];
  /** Label of the profile that matches the file; null if a person chooses the columns. */
  readonly profileLabel: string | null;
}

/** Returns the readings of a record that a number can be transferred to, as options of a select. */
export function readingsOf({ sheet }: LabWork): { value: string; label: string }[] {
  const layout = layoutOfSheet(sheet);
  const { readings } = sheetOf(sheet);
  return readingKeys(methodOf(sheet), layout.key).flatMap((key) => {
    const field = readings[key];
    if (field?.kind !== 'decimal') return [];
    const label = layout.labels?.[key] ?? field;
    return [{ value: key, label: headingOf({ key, label: label.label, unit: label.unit ?? '', kind: 'in' }) }];
  });
}

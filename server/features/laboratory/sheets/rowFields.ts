import { eq } from 'drizzle-orm';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { type CheckKind, methodChecks } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { headingOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import {
  type SheetFacts,
  layoutOfSheet,
  methodOf,
  settingLabels,
  variantOf,
} from '@contract/features/laboratory/sheets/labWork';
import { rowEntityOf } from '@contract/features/laboratory/sheets/rowEntity';
import type { FieldMap } from '@contract/field';
import { decimal, text } from '@contract/field';
import type { Orm } from '@server/db/orm';
import { labCheckTable, labSheetRowTable, labSheetTable } from '@server/db/schema';

// Fields of a record's parts that their methods define, with labels for the audit trail (`Policy.rowFields`).

/** Returns the readings of a row, as the grid of its method shows them. */
export async function readingFields(orm: Orm, row: number): Promise<FieldMap> {
  const [sheet] = await orm
    .select({ methodKind: labSheetTable.methodKind, layout: labSheetTable.layout, variant: labSheetTable.variant })
    .from(labSheetRowTable)
    .innerJoin(labSheetTable, eq(labSheetTable.id, labSheetRowTable.sheet))
    .where(eq(labSheetRowTable.id, row));
  if (!sheet) return {};
  const sheetFacts = sheet as SheetFacts;
  return rowEntityOf(methodOf(sheetFacts), layoutOfSheet(sheetFacts).key, variantOf(sheetFacts)).fields;
}

/** Returns the values of a check, as its table shows them. */
export async function checkFields(orm: Orm, check: number): Promise<FieldMap> {
  const [checkRow] = await orm
    .select({ kind: labCheckTable.checkKind })
    .from(labCheckTable)
    .where(eq(labCheckTable.id, check));
  const columns = methodChecks[checkRow?.kind as CheckKind]?.columns ?? [];
  return Object.fromEntries(columns.map((column) => [`values.${column.key}`, text(headingOf(column))]));
}

/** Settings of a record and reasons of its checks, as its pages show them. */
export const settingFields: FieldMap = Object.fromEntries([
  ...Object.entries(settingLabels).map(([key, label]) => [`settings.${key}`, decimal(label)] as const),
  ...Object.entries(methodChecks).map(
    ([kind, { title }]) => [`checkReasons.${kind}`, text(labCheckTexts.reasonOf(title))] as const,
  ),
]);

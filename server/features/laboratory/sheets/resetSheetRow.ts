import type { AnyRow } from '@contract/entity';
import { methodOf } from '@contract/features/laboratory/sheets/labWork';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { DeleteContext } from '@server/crud/policy';
import { saveRows } from './editRows';
import { openSheet } from './openSheet';

/**
 * Resets a row to its state when the sample was added to the record: removes readings, remark and correction, and
 * recalculates the record.
 * @throws Refusal as a save of the row: 409 on a signed record, 403 for a person to whom the record does not belong
 */
export async function resetSheetRow(row: AnyRow, { services, registry, tx, call }: DeleteContext): Promise<void> {
  const sheet = await openSheet(tx, registry, call, Number(row.sheet));
  const sheetFacts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
  const keys = readingKeys(methodOf(sheetFacts), sheetFacts.layout ?? undefined);
  const emptyReadings = Object.fromEntries(keys.map((key) => [key, null]));
  await saveRows({ services, registry }, tx, call, [
    { id: row.id, version: row.version, ...emptyReadings, remark: null, overrideText: null, overrideReason: null },
  ]);
}

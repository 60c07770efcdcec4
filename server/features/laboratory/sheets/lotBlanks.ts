import { and, asc, eq, isNull } from 'drizzle-orm';
import { determinationOutcome } from '@contract/features/laboratory/detection/determinationOutcome';
import { lotBlankTexts } from '@contract/features/laboratory/detection/lotBlank';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { Orm } from '@server/db/orm';
import { labDetectionTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { detectionContext } from './sheetDetection';

/**
 * Judges the lot blanks of a record again by its current curve and limits, and stores the judgement, so that the
 * signature covers it (GBZ 331-2024 5.2.6.1 d). The caller has locked the record.
 * @throws Refusal 409 on a lot that fails or can't be judged and has no remark
 */
export async function assertLotBlanks(tx: Orm, sheetId: number): Promise<void> {
  const table = labDetectionTable;
  const ownCondition = and(eq(table.sheet, sheetId), eq(table.form, 'lotBlank'), isNull(table.deleteTime));
  const rows = await tx.select().from(table).where(ownCondition).orderBy(asc(table.id));
  if (!rows.length) return;
  const context = await detectionContext(tx, sheetId);
  for (const { id, values, collectorLot, remark } of rows) {
    const { computed, problem, below } = determinationOutcome(context, 'lotBlank', (values ?? {}) as Readings);
    await tx.update(table).set({ computed, problem }).where(eq(table.id, id));
    const reason = problem ?? below;
    if (reason !== null && !remark?.trim())
      throw conflict(lotBlankTexts.unexplained(collectorLot ?? '', reason), 'lotBlank');
  }
}

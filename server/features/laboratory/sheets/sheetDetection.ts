import { and, eq, isNull } from 'drizzle-orm';
import type { AnyRow, Row } from '@contract/entity';
import { detectionFormOf, detectionOutcome } from '@contract/features/laboratory/detection/detectionLimitForm';
import { formOfDetermination } from '@contract/features/laboratory/detection/determinationForms';
import type { labCurve } from '@contract/features/laboratory/entities/labCurve';
import type { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { labMethod } from '@contract/features/library/entities/labMethod';
import type { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows, updateRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { labCurveTable, labDetectionTable, labMethodTable, labSheetTable } from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';

/**
 * Returns the stored data from which a record's detection limit is calculated; with another curve if one is given.
 */
export async function detectionContext(
  tx: Orm,
  sheetId: number,
  curveId?: number | null,
): Promise<Pick<LabWork, 'sheet' | 'method' | 'curve' | 'item'>> {
  const [sheet] = await tx.select().from(labSheetTable).where(eq(labSheetTable.id, sheetId));
  if (!sheet) throw notFound('检测记录不存在或已被删除');
  const wantedCurve = curveId === undefined ? sheet.curve : curveId;
  const [method] = await tx.select().from(labMethodTable).where(eq(labMethodTable.id, sheet.method));
  const [curve] =
    wantedCurve === null ? [] : await tx.select().from(labCurveTable).where(eq(labCurveTable.id, wantedCurve));
  const library = await methodItemOf(tx, sheet);
  // Stored and presented rows differ only in times and names, which no calculation reads.
  return {
    sheet: sheet as unknown as Row<typeof labSheet>,
    method: method as unknown as Row<typeof labMethod>,
    curve: (curve ?? null) as unknown as Row<typeof labCurve> | null,
    item: library as unknown as Row<typeof labMethodItem> | null,
  };
}

type RecordLimit = Pick<Row<typeof labSheet>, 'lod' | 'lodUnit' | 'loq'>;

/** Returns the library's limit for a record's method and hazard. */
export const libraryLimitOf = ({ item }: Pick<LabWork, 'item'>): RecordLimit => ({
  lod: item?.lod ?? null,
  lodUnit: item?.lodUnit ?? null,
  loq: item?.loq ?? null,
});

async function storedDetection(tx: Orm, sheetId: number): Promise<typeof labDetectionTable.$inferSelect | undefined> {
  const rows = await tx
    .select()
    .from(labDetectionTable)
    .where(and(eq(labDetectionTable.sheet, sheetId), isNull(labDetectionTable.deleteTime)));
  return rows.find((row) => formOfDetermination(row) === 'limit');
}

/**
 * Returns a record's own detection limit recalculated by another curve, whose slope applies to its blanks. Returns
 * the library's limit if the new curve gives none, and null if the record has no limit of its own.
 */
export async function limitByCurve(tx: Orm, sheetId: number, curveId: number | null): Promise<RecordLimit | null> {
  const detection = await storedDetection(tx, sheetId);
  if (!detection?.applied) return null;
  const context = await detectionContext(tx, sheetId, curveId);
  const { lod, loq, problem } = detectionOutcome(context, (detection.values ?? {}) as Readings);
  return problem === null && lod !== null
    ? { lod, lodUnit: detectionFormOf(context)?.unit ?? null, loq }
    : libraryLimitOf(context);
}

/**
 * Recalculates the stored detection limit of a record by its current curve. If that fails, the determination is no
 * longer applied to the record.
 */
export async function recalculateByCurrentCurve(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
): Promise<void> {
  const detection = await storedDetection(tx, sheetId);
  if (!detection) return;
  const context = { services, registry, resource: registry.named('labDetection'), call };
  const [row] = await findVisibleRows(context, tx, [detection.id], true);
  if (!row) return;
  const { lod, problem } = detectionOutcome(await detectionContext(tx, sheetId), (detection.values ?? {}) as Readings);
  await updateRow(
    context,
    tx,
    row,
    { applied: detection.applied && problem === null && lod !== null },
    { action: 'edit' },
  );
}

/** Detaches the measured limit from a record after another limit was typed or taken from the library. */
export async function detachMeasuredLimit(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheet: AnyRow,
): Promise<void> {
  const detection = await storedDetection(tx, sheet.id);
  if (!detection?.applied || (sheet.lod !== null && Number(detection.lod) === Number(sheet.lod))) return;
  const context = { services, registry, resource: registry.named('labDetection'), call };
  const [row] = await findVisibleRows(context, tx, [detection.id], true);
  if (row) await updateRow(context, tx, row, { applied: false }, { action: 'edit' });
}

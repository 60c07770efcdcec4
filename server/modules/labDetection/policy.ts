import type { AnyRow } from '@contract/entity';
import type { labCurve } from '@contract/entities/lab/labCurve';
import type { labMethod } from '@contract/entities/lab/labMethod';
import type { labMethodItem } from '@contract/entities/lab/labMethodItem';
import type { labSheet } from '@contract/entities/lab/labSheet';
import type { Row } from '@contract/entity';
import { labDetectionTexts } from '@contract/labDetectionTexts';
import type { Readings } from '@contract/methods/calculation/record';
import type { LabWork } from '@contract/record/labWork';
import { detectionFormOf, detectionOutcome } from '@contract/record/detection';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { find, updateRow } from '../../crud/operations';
import type { DeleteContext, Policy } from '../../crud/policy';
import type { Registry } from '../../crud/resource';
import { labCurveTable, labDetectionTable, labMethodItemTable, labMethodTable, labSheetTable } from '../../db/schema';
import type { Orm } from '../../db/orm';
import { conflict, invalid, notFound } from '../../http/errors';
import { sheetPart } from '../../lab/part';

type Ground = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'item'>;

async function groundOf(tx: Orm, sheetId: number): Promise<Ground> {
  const [sheet] = await tx.select().from(labSheetTable).where(eq(labSheetTable.id, sheetId));
  if (!sheet) throw notFound('检测记录不存在或已被删除');
  const [method] = await tx.select().from(labMethodTable).where(eq(labMethodTable.id, sheet.method));
  const [curve] = sheet.curve === null ? [] : await tx.select().from(labCurveTable).where(eq(labCurveTable.id, sheet.curve));
  const item = labMethodItemTable;
  const [library] = await tx.select().from(item).where(and(eq(item.method, sheet.method), eq(item.hazard, sheet.hazard), isNull(item.deleteTime)));
  // Stored and presented rows differ in moments and names alone, which no calculation reads.
  return {
    sheet: sheet as unknown as Row<typeof labSheet>, method: method as unknown as Row<typeof labMethod>,
    curve: (curve ?? null) as unknown as Row<typeof labCurve> | null, item: (library ?? null) as unknown as Row<typeof labMethodItem> | null,
  };
}

/** The record's own limit, or again the library's; its results follow (the record's policy calculates them). */
async function setLimit(registry: Registry, { services, tx, call }: DeleteContext, row: AnyRow, applied: boolean): Promise<void> {
  const desk = { services, registry, resource: registry.named('labSheet'), call };
  const [sheet] = await find(desk, tx, [Number(row.sheet)], true);
  if (!sheet) throw notFound('检测记录不存在或已被删除');
  const ground = await groundOf(tx, sheet.id);
  const limit = applied ? { lod: row.lod as string, lodUnit: detectionFormOf(ground)?.unit ?? null } : { lod: ground.item?.lod ?? null, lodUnit: ground.item?.lodUnit ?? null };
  await updateRow(desk, tx, sheet, limit, { action: 'edit' });
}

/** One for a record, calculated by the server at each save; `applied`, it is the record's detection limit. */
export const labDetectionPolicy = (registry: () => Registry): Policy =>
  sheetPart(registry, {
    without: ['restore'],
    async beforeSave(draft, { tx, before }) {
      const table = labDetectionTable;
      const [other] = await tx.select({ id: table.id }).from(table).where(and(eq(table.sheet, Number(draft.sheet)), isNull(table.deleteTime), before ? ne(table.id, before.id) : undefined)).limit(1);
      if (other) throw conflict(labDetectionTexts.oneOnly);
      const ground = await groundOf(tx, Number(draft.sheet));
      if (!detectionFormOf(ground)) throw invalid([{ field: 'values', message: labDetectionTexts.noDetection }]);
      const { computed, lod, loq, problem } = detectionOutcome(ground, (draft.values ?? {}) as Readings);
      if (draft.applied === true && (problem !== null || lod === null)) throw invalid([{ field: 'applied', message: labDetectionTexts.applyFaulty(problem ?? '') }]);
      return { computed, lod, loq, problem };
    },
    async afterSave(row, context) {
      const was = context.before?.applied === true;
      if (row.applied === true ? !was || row.lod !== context.before?.lod : was) await setLimit(registry(), context, row, row.applied === true);
    },
    async afterDelete(rows, context) {
      for (const row of rows) if (row.applied === true) await setLimit(registry(), context, row, false);
    },
  });

import type { AnyRow } from '@contract/entity';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import type { Readings } from '@contract/features/laboratory/methods/calculation/record';
import { detectionFormOf, detectionOutcome } from '@contract/features/laboratory/detection/detection';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { getRow, updateRow } from '@server/crud/operations';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Registry } from '@server/crud/resource';
import { labDetectionTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { detectionGround, libraryLimitOf } from '../sheets/detection';
import { sheetPart } from '../sheets/part';

const same = (a: unknown, b: unknown) => a === b || (a !== null && b !== null && Number(a) === Number(b));

/**
 * The record's own limit, or again the library's; its results follow (the record's policy calculates them). A limit that somebody has typed over `held` stays.
 */
async function setLimit(registry: Registry, { services, tx, call }: DeleteContext, row: AnyRow, applied: boolean, held: unknown = row.lod): Promise<void> {
  const desk = { services, registry, resource: registry.named('labSheet'), call };
  const sheet = await getRow(desk, Number(row.sheet), tx);
  if (!applied && !same(sheet.lod, held)) return;
  const ground = await detectionGround(tx, sheet.id);
  const limit = applied ? { lod: row.lod as string, lodUnit: detectionFormOf(ground)?.unit ?? null, loq: (row.loq as string | null) ?? null } : libraryLimitOf(ground);
  // The record has it already where its curve was changed: a change of its own then.
  if (same(sheet.lod, limit.lod) && same(sheet.loq, limit.loq) && sheet.lodUnit === limit.lodUnit) return;
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
      const ground = await detectionGround(tx, Number(draft.sheet));
      if (!detectionFormOf(ground)) throw invalid([{ field: 'values', message: labDetectionTexts.noDetection }]);
      const { computed, lod, loq, problem } = detectionOutcome(ground, (draft.values ?? {}) as Readings);
      if (draft.applied === true && (problem !== null || lod === null)) throw invalid([{ field: 'applied', message: labDetectionTexts.applyFaulty(problem ?? '') }]);
      return { computed, lod, loq, problem };
    },
    async afterSave(row, context) {
      const was = context.before?.applied === true;
      if (row.applied === true ? !was || row.lod !== context.before?.lod : was) await setLimit(registry(), context, row, row.applied === true, context.before?.lod ?? row.lod);
    },
    async afterDelete(rows, context) {
      for (const row of rows) if (row.applied === true) await setLimit(registry(), context, row, false);
    },
  });

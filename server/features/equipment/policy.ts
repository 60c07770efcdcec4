import { and, inArray, isNull } from 'drizzle-orm';
import { lastDayAfterMonths, equipmentTexts } from '@contract/features/equipment/equipmentRules';
import type { Policy } from '@server/crud/policy';
import { equipmentUseTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';

/** Statuses that a person may set; `equipmentUse` sets the others. */
const byHand = new Set(['in', 'stopped', 'scrapped']);

/** Kinds of use that an instrument may have when its card is created, by its status. */
const outings: ReadonlyMap<string, string> = new Map([
  ['calibrating', 'calibration'],
  ['repairing', 'repair'],
]);

/** Save rules of an instrument's card. Only the issues of the instrument determine whether it is out. */
export const equipmentPolicy: Policy = {
  ignoresDataScope: true,
  async beforeSave(draft, { before }) {
    if (before && before.status !== draft.status && !byHand.has(String(before.status)))
      throw conflict(equipmentTexts.statusAway);
    // An instrument that is away on the day of its registration gets that status, with a row for its current use.
    const allowed = before ? byHand : new Set([...byHand, ...outings.keys()]);
    if (before?.status !== draft.status && !allowed.has(String(draft.status)))
      throw invalid([{ field: 'status', message: equipmentTexts.statusByUse }]);
    const { calibratedOn, calibrationMonths, calibrationDue } = draft;
    const needsDueDate = !calibrationDue && typeof calibratedOn === 'string' && typeof calibrationMonths === 'number';
    return needsDueDate ? { calibrationDue: lastDayAfterMonths(calibratedOn, calibrationMonths) } : {};
  },
  async afterSave(row, { tx, call, services, before }) {
    const useKind = before ? undefined : outings.get(String(row.status));
    if (useKind === undefined) return;
    const now = services.now();
    const userId = call.maybeViewer?.user.id ?? null;
    await tx.insert(equipmentUseTable).values({
      organizationId: row.organizationId,
      equipment: row.id,
      useKind,
      outCondition: useKind === 'repair' ? 'faulty' : 'good',
      outAt: now,
      outBy: userId,
      remark: equipmentTexts.awayAtStart,
      createBy: userId,
      updateBy: userId,
      createTime: now,
      updateTime: now,
    });
  },
  async undoImport(rows, { tx, services }) {
    const ids = rows.map((row) => row.id);
    const uses = await tx
      .select({ id: equipmentUseTable.id, remark: equipmentUseTable.remark })
      .from(equipmentUseTable)
      .where(and(inArray(equipmentUseTable.equipment, ids), isNull(equipmentUseTable.deleteTime)));
    if (uses.some(({ remark }) => remark !== equipmentTexts.awayAtStart)) return [];
    const useIds = uses.map(({ id }) => id);
    if (useIds.length)
      await tx
        .update(equipmentUseTable)
        .set({ deleteTime: services.now() })
        .where(inArray(equipmentUseTable.id, useIds));
    return [];
  },
};

/** Save rules of issues, which only their own API calls create and end. */
export const equipmentUsePolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

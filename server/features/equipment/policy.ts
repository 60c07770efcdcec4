import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { lastDayAfterMonths, equipmentTexts } from '@contract/features/equipment/equipmentRules';
import type { FieldError } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import type { DeleteContext, Policy } from '@server/crud/policy';
import { equipmentUseTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import type { Services } from '@server/services';

/** Statuses that a person may set; `equipmentUse` sets the others. */
const byHand = new Set(['in', 'stopped', 'scrapped']);

/** Kinds of use that an instrument may have when its card is created, by its status. */
const useOfStatus: ReadonlyMap<string, string> = new Map([
  ['calibrating', 'calibration'],
  ['repairing', 'repair'],
]);

const todayOf = ({ now, env }: Services): string => formatDay(now(), env.zone);

/** Returns the faults of the day on which an instrument was scrapped. */
function scrapFaults(draft: Readonly<Record<string, unknown>>, before: AnyRow | null, day: string): FieldError[] {
  const { scrappedOn, status } = draft;
  if (typeof scrappedOn !== 'string') return [];
  if (scrappedOn > day) return [{ field: 'scrappedOn', message: equipmentTexts.scrappedInFuture }];
  const isRevived = before?.scrappedOn === scrappedOn && before.status === 'scrapped' && status !== 'scrapped';
  return isRevived ? [{ field: 'scrappedOn', message: equipmentTexts.scrappedStays }] : [];
}

/** Creates the current use of instruments that are away while nobody issued them. */
async function enterOutings(rows: readonly AnyRow[], { tx, call, services }: DeleteContext): Promise<void> {
  const now = services.now();
  const userId = call.maybeViewer?.user.id ?? null;
  for (const row of rows) {
    const useKind = useOfStatus.get(String(row.status));
    if (useKind === undefined) continue;
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
  }
}

/** Save rules of an instrument's card. Only the issues of the instrument determine whether it is out. */
export const equipmentPolicy: Policy = {
  ignoresDataScope: true,
  async beforeSave(draft, { before, services }) {
    const faults = scrapFaults(draft, before, todayOf(services));
    if (faults.length) throw invalid(faults);
    // A list of scrapped instruments has their days only.
    const scraps = typeof draft.scrappedOn === 'string' && draft.scrappedOn !== before?.scrappedOn;
    const status = scraps ? 'scrapped' : draft.status;
    if (before && before.status !== status && !byHand.has(String(before.status)))
      throw conflict(equipmentTexts.statusAway);
    // An instrument that is away on the day of its registration gets that status, with a row for its current use.
    const allowedStatuses = before ? byHand : new Set([...byHand, ...useOfStatus.keys()]);
    if (before?.status !== status && !allowedStatuses.has(String(status)))
      throw invalid([{ field: 'status', message: equipmentTexts.statusByUse }]);
    const { calibratedOn, calibrationMonths, calibrationDue } = draft;
    const needsDueDate = !calibrationDue && typeof calibratedOn === 'string' && typeof calibrationMonths === 'number';
    return {
      ...(scraps ? { status } : {}),
      ...(needsDueDate ? { calibrationDue: lastDayAfterMonths(calibratedOn, calibrationMonths) } : {}),
    };
  },
  async afterSave(row, context) {
    if (!context.before) await enterOutings([row], context);
  },
  async undoImport(rows, { tx, services }) {
    const ids = rows.map((row) => row.id);
    const useRows = await tx
      .select({ id: equipmentUseTable.id, remark: equipmentUseTable.remark, inAt: equipmentUseTable.inAt })
      .from(equipmentUseTable)
      .where(and(inArray(equipmentUseTable.equipment, ids), isNull(equipmentUseTable.deleteTime)));
    if (useRows.some(({ remark, inAt }) => remark !== equipmentTexts.awayAtStart || inAt !== null)) return [];
    const useIds = useRows.map(({ id }) => id);
    if (useIds.length)
      await tx
        .update(equipmentUseTable)
        .set({ deleteTime: services.now() })
        .where(inArray(equipmentUseTable.id, useIds));
    return [];
  },
  // An instrument that was away when its import was undone is away again, so that it can come back.
  afterRestore: enterOutings,
};

/** Save rules of issues, which only their own API calls create and end. */
export const equipmentUsePolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

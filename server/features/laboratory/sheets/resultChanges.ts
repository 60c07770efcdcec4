import { and, desc, eq } from 'drizzle-orm';
import type { ResultChange } from '@contract/features/laboratory/sheets/resultChange';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { auditLogTable, labSheetRowTable } from '@server/db/schema';

const mostShown = 500;

const textIn = (values: unknown, ...names: readonly string[]): string | null => {
  const own = (values ?? {}) as Readonly<Record<string, unknown>>;
  const found = names.map((name) => own[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
};

/**
 * Returns the results of a record that changed by recalculation, newest first, including rows no longer on it. Where
 * only the unrounded value changed, the unrounded values are given.
 */
export async function resultChangesOf(orm: Orm, zone: string, sheetId: number): Promise<ResultChange[]> {
  const log = auditLogTable;
  const found = await orm
    .select({
      id: log.id,
      sampleNo: labSheetRowTable.sampleNo,
      time: log.createTime,
      person: log.userName,
      before: log.before,
      after: log.after,
      reason: log.reason,
    })
    .from(log)
    .innerJoin(labSheetRowTable, eq(labSheetRowTable.id, log.entityId))
    .where(and(eq(log.entity, 'labSheetRow'), eq(log.action, 'recalculate'), eq(labSheetRowTable.sheet, sheetId)))
    .orderBy(desc(log.id))
    .limit(mostShown);
  return found.map(({ id, sampleNo, time, person, before, after, reason }) => ({
    id,
    sampleNo,
    at: formatMoment(time, zone),
    person,
    before: textIn(before, 'reportText', 'concentration'),
    after: textIn(after, 'reportText', 'concentration'),
    problem: textIn(after, 'problem'),
    cause: reason ?? '',
  }));
}

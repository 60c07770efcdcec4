import { and, desc, eq } from 'drizzle-orm';
import type { ResultChange } from '@contract/features/laboratory/sheets/resultChange';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { auditLogTable, labSheetRowTable } from '@server/db/schema';

const maxShown = 500;

const textIn = (values: unknown, ...names: readonly string[]): string | null => {
  const ownValues = (values ?? {}) as Readonly<Record<string, unknown>>;
  const matchingText = names.map((name) => ownValues[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof matchingText === 'string' ? matchingText : null;
};

/**
 * Returns a value of an audit event as text.
 * @param name first field of the result that the event names: text, unrounded value, minimum or unit
 */
function saidOf(values: unknown, name: string | undefined): string | null {
  const matchingText = name === undefined ? null : textIn(values, name);
  return matchingText !== null && name === 'minimum' ? recalculationTexts.minimum(matchingText) : matchingText;
}

const resultFields = ['reportText', 'concentration', 'minimum', 'unit'] as const;

/**
 * Returns the results of a record that changed by recalculation, newest first, including rows no longer on it. If
 * only the unrounded value, the minimum or the unit changed, that value is returned.
 */
export async function resultChangesOf(orm: Orm, zone: string, sheetId: number): Promise<ResultChange[]> {
  const log = auditLogTable;
  const changeRows = await orm
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
    .limit(maxShown);
  return changeRows.map(({ id, sampleNo, time, person, before, after, reason }) => {
    const name = resultFields.find((field) => textIn(before, field) !== null || textIn(after, field) !== null);
    return {
      id,
      sampleNo,
      at: formatMoment(time, zone),
      person,
      before: saidOf(before, name),
      after: saidOf(after, name),
      problem: textIn(after, 'problem'),
      cause: reason ?? '',
    };
  });
}

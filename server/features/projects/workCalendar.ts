import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import {
  calendarDictionaries,
  type DueDates,
  dueDates,
  dueFrom,
  unlistedYears,
  type WorkCalendar,
  workCalendarOf,
} from '@contract/features/projects/workingDays';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';

/** Returns public holidays and make-up working days from the dictionaries, common ones and an organization's own. */
export async function workCalendar(orm: Orm, organizationId: number | null): Promise<WorkCalendar> {
  const isCommon = isNull(dictDetailTable.organizationId);
  const rows = await orm
    .select({ dict: dictTable.name, value: dictDetailTable.value })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        inArray(dictTable.name, [...calendarDictionaries]),
        isNull(dictTable.deleteTime),
        isNull(dictDetailTable.deleteTime),
        eq(dictDetailTable.disabled, false),
        organizationId === null ? isCommon : or(isCommon, eq(dictDetailTable.organizationId, organizationId)),
      ),
    );
  const daysOf = (name: (typeof calendarDictionaries)[number]): string[] =>
    rows.filter(({ dict }) => dict === name).map(({ value }) => value);
  return workCalendarOf(daysOf('publicHoliday'), daysOf('makeUpWorkday'));
}

type DueWithUnlisted = DueDates & { readonly unlisted: readonly string[] };

/** Returns a function that calculates the due dates after a report was issued. It reads each calendar once. */
export function dueDatesOf(
  orm: Orm,
): (organizationId: number | null, issuedOn: string | null) => Promise<DueWithUnlisted | null> {
  const calendars = new Map<number | null, Promise<WorkCalendar>>();
  return async (organizationId, issuedOn) => {
    if (issuedOn === null || issuedOn < dueFrom) return null;
    const pendingCalendar = calendars.get(organizationId) ?? workCalendar(orm, organizationId);
    calendars.set(organizationId, pendingCalendar);
    const calendar = await pendingCalendar;
    const deadlines = dueDates(issuedOn, calendar);
    return { ...deadlines, unlisted: unlistedYears(issuedOn, deadlines.archiveBy, calendar) };
  };
}

/**
 * Returns the due dates after a report was issued, with the years whose holidays were not entered; null for a report
 * issued before GBZ 331-2024.
 */
export const dueAfterIssue = (
  orm: Orm,
  organizationId: number | null,
  issuedOn: string | null,
): Promise<DueWithUnlisted | null> => dueDatesOf(orm)(organizationId, issuedOn);

import { and, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { soonDays } from '@contract/features/system/accounts/accountExpiry';
import { formatDay } from '@server/base/zone';
import { userSignatureTable, userTable } from '@server/db/schema';

/** Condition that the person's newest signature is a picture. Signatures before a withdrawal do not count. */
const pictureCondition = sql`exists (select 1 from ${userSignatureTable} as newest
  where newest.user_id = ${userTable.id}
  and newest.file_id is not null
  and newest.id = (select max(held.id) from ${userSignatureTable} as held where held.user_id = ${userTable.id}))`;

/** Conditions of the filter 资料缺项, about staff who may sign in. */
const missingConditions: Readonly<Record<string, (today: string) => SQL | undefined>> = {
  signature: () => sql`not ${pictureCondition}`,
  certificate: () => or(isNull(userTable.certNo), eq(userTable.certNo, '')),
  past: (today) => lt(userTable.certUntil, today),
  soon: (today) => and(gte(userTable.certUntil, today), lte(userTable.certUntil, addDays(today, soonDays))),
};

/** Returns the condition for people who lack one of these (values of the dictionary `staffLack`). */
export function missingStaffData(values: readonly string[], zone: string): SQL | undefined {
  const today = formatDay(new Date(), zone);
  return and(
    eq(userTable.enabled, '1'),
    eq(userTable.isQy, false),
    eq(userTable.isOutside, false),
    or(...values.map((value) => missingConditions[value]?.(today) ?? sql`false`)),
  );
}

import { and, eq, gt, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import {
  type ExpiringItem,
  type ExpiringKind,
  expiringKinds,
  soonDays,
} from '@contract/features/home/figures/figureWire';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import {
  consumableTable,
  delegationTable,
  equipmentTable,
  methodAuthorisationTable,
  reagentTable,
  standardTable,
  userTable,
} from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/**
 * Condition for instruments in use that need calibration. An instrument that needs none keeps the day of a former
 * calibration, which no longer applies (`calibrationState`).
 */
export const isCalibrated = sql`${equipmentTable.status} not in ('stopped', 'scrapped')
  and ${equipmentTable.calibrationKind} <> 'none'`;

interface ExpiringTable {
  readonly table: PgTable;
  readonly until: AnyPgColumn;
  /** Condition for rows whose expiry still matters. */
  readonly condition: (today: string) => SQL | undefined;
}

const lotItems = (table: typeof standardTable | typeof reagentTable | typeof consumableTable): ExpiringTable => ({
  table,
  until: table.validUntil,
  condition: () => and(eq(table.status, '1'), gt(table.balance, '0')),
});

// Only the last authorisation of a person for a method counts: an earlier expired one has been renewed.
const isRenewed = sql`exists (select 1 from ${methodAuthorisationTable} later
  where later.person = ${methodAuthorisationTable.person} and later.method = ${methodAuthorisationTable.method}
  and later.delete_time is null
  and (later.valid_until, later.id) > (${methodAuthorisationTable.validUntil}, ${methodAuthorisationTable.id}))`;
const holderWorks = sql`exists (select 1 from ${userTable} holder
  where holder.id = ${methodAuthorisationTable.person} and holder.enabled = '1' and holder.delete_time is null)`;

const expiringTables: Readonly<Record<ExpiringKind, ExpiringTable>> = {
  equipment: { table: equipmentTable, until: equipmentTable.calibrationDue, condition: () => isCalibrated },
  standard: lotItems(standardTable),
  reagent: lotItems(reagentTable),
  consumable: lotItems(consumableTable),
  methodAuthorisation: {
    table: methodAuthorisationTable,
    until: methodAuthorisationTable.validUntil,
    condition: () => sql`not ${isRenewed} and ${holderWorks}`,
  },
  // An ended delegation needs no attention.
  delegation: {
    table: delegationTable,
    until: delegationTable.validUntil,
    condition: (today) => and(isNull(delegationTable.endedAt), gte(delegationTable.validUntil, today)),
  },
};

/** Returns the rows that have expired or expire soon, of the kinds that the viewer may list. */
export async function expiringOf(
  { database: { orm } }: Services,
  registry: Registry,
  viewer: Viewer,
  today: string,
  mayList: (name: string) => boolean,
): Promise<ExpiringItem[]> {
  return Promise.all(
    expiringKinds.filter(mayList).map(async (kind) => {
      const resource = registry.named(kind);
      const { table, until, condition } = expiringTables[kind];
      const [counts] = await orm
        .select({
          expired: sql<number>`(count(*) filter (where ${until} < ${today}))::int`,
          soon: sql<number>`(count(*) filter (where ${until} >= ${today}))::int`,
        })
        .from(table)
        .where(
          and(
            undeletedRows(resource),
            scopeOf(resource, viewer),
            lte(until, addDays(today, soonDays)),
            condition(today),
          ),
        );
      return { kind, expired: counts?.expired ?? 0, soon: counts?.soon ?? 0 };
    }),
  );
}

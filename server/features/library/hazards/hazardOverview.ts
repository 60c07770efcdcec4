import { and, asc, eq, gte, inArray, isNull, lte, not, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { presenceOf } from '@contract/arithmetic/limits/limitVersions';
import { isInForce } from '@contract/features/fieldwork/plan/planFacts';
import type { HazardAbout } from '@contract/features/library/hazardWire';
import type { Orm } from '@server/db/orm';
import {
  biologicalLimitHazardsTable,
  biologicalLimitTable,
  hazardLimitTable,
  hazardListingTable,
  hazardTable,
  labMethodItemTable,
  labMethodTable,
} from '@server/db/schema';
import { hiddenBy } from '../methods/hiddenMethods';

type StoredHazard = typeof hazardTable.$inferSelect;

interface HazardRequest {
  readonly hazard: StoredHazard;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly organizationId: number | null;
}

const visibleCondition = (column: AnyPgColumn, organizationId: number | null) =>
  organizationId === null ? isNull(column) : or(isNull(column), eq(column, organizationId));

async function biologicalOf(
  orm: Orm,
  { hazard, day, organizationId }: HazardRequest,
): Promise<HazardAbout['biological']> {
  const [limit, linkTable] = [biologicalLimitTable, biologicalLimitHazardsTable];
  return orm
    .select({
      id: limit.id,
      indexName: limit.indexName,
      value: limit.value,
      unit: limit.unit,
      otherValue: limit.otherValue,
      otherUnit: limit.otherUnit,
      samplingTime: limit.samplingTime,
      standard: limit.standard,
      clause: limit.clause,
    })
    .from(limit)
    .innerJoin(linkTable, eq(linkTable.ownerId, limit.id))
    .where(
      and(
        eq(linkTable.targetId, hazard.id),
        isNull(limit.deleteTime),
        visibleCondition(limit.organizationId, organizationId),
        lte(limit.effectiveFrom, day),
        or(isNull(limit.effectiveUntil), gte(limit.effectiveUntil, day)),
      ),
    )
    .orderBy(asc(limit.id));
}

/**
 * Returns the methods in force on the day. The organization's own measurements have priority over the library's
 * values.
 */
async function methodsOf(orm: Orm, { hazard, day, organizationId }: HazardRequest): Promise<HazardAbout['methods']> {
  const [itemTable, method] = [labMethodItemTable, labMethodTable];
  const items = await orm
    .select()
    .from(itemTable)
    .where(
      and(
        eq(itemTable.hazard, hazard.id),
        isNull(itemTable.deleteTime),
        visibleCondition(itemTable.organizationId, organizationId),
      ),
    )
    .orderBy(asc(itemTable.id));
  if (!items.length) return [];
  const methods = await orm
    .select()
    .from(method)
    .where(
      and(
        inArray(
          method.id,
          items.map((methodItem) => methodItem.method),
        ),
        isNull(method.deleteTime),
        organizationId === null ? undefined : not(hiddenBy(organizationId)),
        visibleCondition(method.organizationId, organizationId),
      ),
    )
    .orderBy(asc(method.id));
  return methods.flatMap(({ id, title, standardNo, status, validFrom, validUntil }) => {
    if (!isInForce({ status, validFrom, validUntil }, day)) return [];
    const methodItems = items.filter((methodItem) => methodItem.method === id);
    const preferredItem = methodItems.find((methodItem) => methodItem.organizationId !== null) ?? methodItems[0];
    return [
      {
        id,
        title,
        standardNo,
        minQuantConc: preferredItem?.minQuantConc ?? null,
        isOwnLimit: preferredItem?.organizationId != null,
      },
    ];
  });
}

/** Returns the library's data on a hazard for a day: state of its limit, biological limits, lists, methods. */
export async function hazardOverview(orm: Orm, request: HazardRequest): Promise<HazardAbout> {
  const { hazard, day, organizationId } = request;
  const versions = await orm
    .select({ effectiveFrom: hazardLimitTable.effectiveFrom, effectiveUntil: hazardLimitTable.effectiveUntil })
    .from(hazardLimitTable)
    .where(
      and(
        eq(hazardLimitTable.hazard, hazard.id),
        isNull(hazardLimitTable.deleteTime),
        visibleCondition(hazardLimitTable.organizationId, organizationId),
      ),
    );
  const listing = hazardListingTable;
  const listings = await orm
    .select({ id: listing.id, list: listing.list, number: listing.number })
    .from(listing)
    .where(
      and(
        eq(listing.hazard, hazard.id),
        isNull(listing.deleteTime),
        visibleCondition(listing.organizationId, organizationId),
      ),
    )
    .orderBy(asc(listing.id));
  return {
    presence: presenceOf(versions, hazard.noLimit === true, hazard.category, day),
    biological: await biologicalOf(orm, request),
    listings,
    methods: await methodsOf(orm, request),
    noMethod: hazard.noMethod,
  };
}

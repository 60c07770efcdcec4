import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { limitsOn } from '@contract/arithmetic/limits/limitVersions';
import type { Orm } from '@server/db/orm';
import { hazardLimitTable } from '@server/db/schema';

export type StoredLimit = typeof hazardLimitTable.$inferSelect;

interface Asked {
  readonly hazards: readonly number[];
  /** Of sampling, `YYYY-MM-DD`. */
  readonly day: string;
  /** Whose own limits go before everybody's; null for everybody's alone. */
  readonly organizationId: number | null;
}

const ownOrCommon = (organizationId: number | null) => {
  const common = isNull(hazardLimitTable.organizationId);
  return organizationId === null ? common : or(common, eq(hazardLimitTable.organizationId, organizationId));
};

/** First days of all versions that the library holds of hazards, everybody's and the organisation's own. */
export async function limitVersionsOf(
  orm: Orm,
  hazards: readonly number[],
  organizationId: number | null,
): Promise<{ hazard: number; effectiveFrom: string }[]> {
  if (hazards.length === 0) return [];
  return orm
    .select({ hazard: hazardLimitTable.hazard, effectiveFrom: hazardLimitTable.effectiveFrom })
    .from(hazardLimitTable)
    .where(
      and(
        inArray(hazardLimitTable.hazard, [...hazards]),
        isNull(hazardLimitTable.deleteTime),
        ownOrCommon(organizationId),
      ),
    );
}

/**
 * The limits by which what was sampled on a day is judged, one for each kind and condition. Judgement keeps the rows'
 * ids and standards,
 * so that a report names the version that it was made by.
 */
export async function limitsOfHazards(orm: Orm, { hazards, day, organizationId }: Asked): Promise<StoredLimit[]> {
  if (hazards.length === 0) return [];
  const rows = await orm
    .select()
    .from(hazardLimitTable)
    .where(
      and(
        inArray(hazardLimitTable.hazard, [...hazards]),
        isNull(hazardLimitTable.deleteTime),
        ownOrCommon(organizationId),
      ),
    )
    .orderBy(asc(hazardLimitTable.id));
  return limitsOn(rows, day);
}

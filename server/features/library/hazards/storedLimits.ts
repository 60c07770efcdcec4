import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { limitsOn } from '@contract/arithmetic/limits/limitVersions';
import type { Orm } from '@server/db/orm';
import { hazardLimitTable } from '@server/db/schema';

type StoredLimit = typeof hazardLimitTable.$inferSelect;

interface LimitRequest {
  readonly hazards: readonly number[];
  /** Day of sampling, `YYYY-MM-DD`. */
  readonly day: string;
  /** Organization whose own limits come before the common ones; null for only the common ones. */
  readonly organizationId: number | null;
}

const ownOrCommon = (organizationId: number | null) => {
  const commonCondition = isNull(hazardLimitTable.organizationId);
  return organizationId === null
    ? commonCondition
    : or(commonCondition, eq(hazardLimitTable.organizationId, organizationId));
};

/**
 * Returns the first days of all limit versions of these hazards in the library, both common and the organization's
 * own.
 */
export async function limitVersionsOf(
  orm: Orm,
  hazardIds: readonly number[],
  organizationId: number | null,
): Promise<{ hazard: number; effectiveFrom: string }[]> {
  if (hazardIds.length === 0) return [];
  return orm
    .select({ hazard: hazardLimitTable.hazard, effectiveFrom: hazardLimitTable.effectiveFrom })
    .from(hazardLimitTable)
    .where(
      and(
        inArray(hazardLimitTable.hazard, [...hazardIds]),
        isNull(hazardLimitTable.deleteTime),
        ownOrCommon(organizationId),
      ),
    );
}

/**
 * Returns the limits for samples of a day, one for each kind and condition. The judgement stores the ids and
 * standards of the rows, so that a report names the version that was used.
 */
export async function limitsOfHazards(
  orm: Orm,
  { hazards, day, organizationId }: LimitRequest,
): Promise<StoredLimit[]> {
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

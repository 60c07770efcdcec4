import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { labSheetReagentsTable, labSheetTable } from '@server/db/schema';
import { usableOf } from '@server/features/stock/itemFitness';
import { fittingEquipment, type purposeOfTest } from '@server/features/stock/purposeFitness';

interface NewRecord {
  readonly organizationId: number | null;
  readonly method: number;
  readonly hazard: number;
  readonly layout: string | null;
  readonly variant: string;
  readonly analyst: number;
}

/** Values that a new record takes over from an earlier one. */
interface CarriedHead {
  readonly instrument: number | null;
  readonly conditions: Readonly<Record<string, string>> | null;
  readonly standard: number | null;
  readonly reagents: readonly number[];
  readonly carriedFrom: number;
}

/**
 * Returns instrument, conditions, standard and reagents of the method's last record, without items that may not be
 * used on that day. Returns null if there is no such record or nothing to take over. A record of the same hazard has
 * priority over one of another hazard, and the analyst's own over a colleague's.
 * @param day `YYYY-MM-DD`
 */
export async function carriedHead(
  tx: Orm,
  record: NewRecord,
  purpose: Awaited<ReturnType<typeof purposeOfTest>>,
  day: string,
): Promise<CarriedHead | null> {
  const sheet = labSheetTable;
  const { organizationId, method, hazard, layout, variant, analyst } = record;
  const [last] = await tx
    .select()
    .from(sheet)
    .where(
      and(
        organizationId === null ? isNull(sheet.organizationId) : eq(sheet.organizationId, organizationId),
        eq(sheet.method, method),
        layout === null ? isNull(sheet.layout) : eq(sheet.layout, layout),
        eq(sheet.variant, variant),
        isNull(sheet.deleteTime),
        isNull(sheet.carriedFrom),
      ),
    )
    .orderBy(desc(sql`${sheet.hazard} = ${hazard}`), desc(sql`${sheet.analyst} = ${analyst}`), desc(sheet.id))
    .limit(1);
  if (!last) return null;
  const reagentIds = (
    await tx
      .select({ id: labSheetReagentsTable.targetId })
      .from(labSheetReagentsTable)
      .where(eq(labSheetReagentsTable.ownerId, last.id))
      .orderBy(asc(labSheetReagentsTable.targetId))
  ).map(({ id }) => id);
  const usableThings = await usableOf(
    tx,
    { instrument: last.instrument, standard: last.standard, reagents: reagentIds },
    day,
  );
  const conditions = Object.keys(last.conditions ?? {}).length ? last.conditions : null;
  const carriedThings = { ...usableThings, ...(await fittingEquipment(tx, purpose, usableThings)) };
  if (
    carriedThings.instrument === null &&
    carriedThings.standard === null &&
    !carriedThings.reagents.length &&
    !conditions
  )
    return null;
  return { ...carriedThings, conditions, carriedFrom: last.id };
}

import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnnexItem } from '@contract/features/library/accreditation';
import type { Orm } from '@server/db/orm';
import { accreditedItemTable } from '@server/db/schema';

/** Returns the accredited scope of an organization, in order; empty where it entered none. */
export async function annexOf(orm: Orm, organizationId: number | null): Promise<AnnexItem[]> {
  if (organizationId === null) return [];
  const table = accreditedItemTable;
  return orm
    .select({
      id: table.id,
      itemNo: table.itemNo,
      item: table.item,
      hazard: table.hazard,
      standardNo: table.standardNo,
      restriction: table.restriction,
      certificateNo: table.certificateNo,
      validFrom: table.validFrom,
      validUntil: table.validUntil,
    })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), isNull(table.deleteTime)))
    .orderBy(asc(table.id));
}

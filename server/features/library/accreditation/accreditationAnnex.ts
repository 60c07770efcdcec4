import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { type AnnexItem, scopeNames } from '@contract/features/library/accreditationScope';
import type { Orm } from '@server/db/orm';
import { accreditedItemTable, hazardTable } from '@server/db/schema';
import { hazardsByOtherNames } from '../hazards/otherNames';

/** Adds a row for each hazard that an item of several names means: `苯、甲苯、二甲苯` in one cell. */
async function eachHazard(orm: Orm, rows: readonly AnnexItem[], organizationId: number): Promise<AnnexItem[]> {
  const namesOf = new Map(
    rows.flatMap((row) => {
      const names = row.hazard === null ? scopeNames(row.item) : [];
      return names.length > 1 ? [[row, names] as const] : [];
    }),
  );
  if (!namesOf.size) return [...rows];
  const ownerColumn = hazardTable.organizationId;
  const wantedNames = [...new Set([...namesOf.values()].flat())];
  const matchingHazards = await hazardsByOtherNames(
    orm,
    wantedNames,
    or(isNull(ownerColumn), eq(ownerColumn, organizationId)),
  );
  const idOf = (name: string): number[] => {
    const ids = [...new Set(matchingHazards.flatMap((match) => (match.name === name ? [match.id] : [])))];
    return ids.length === 1 ? ids : [];
  };
  return rows.flatMap((row) => {
    const ids = [...new Set((namesOf.get(row) ?? []).flatMap(idOf))];
    return [row, ...ids.map((hazard) => ({ ...row, hazard }))];
  });
}

/** Returns the accredited scope of an organization, in order; empty if the organization entered none. */
export async function accreditationAnnex(orm: Orm, organizationId: number | null): Promise<AnnexItem[]> {
  if (organizationId === null) return [];
  const table = accreditedItemTable;
  const rows = await orm
    .select({
      id: table.id,
      itemNo: table.itemNo,
      item: table.item,
      hazard: table.hazard,
      standardNo: table.standardNo,
      basis: table.basis,
      restriction: table.restriction,
      certificateNo: table.certificateNo,
      validFrom: table.validFrom,
      validUntil: table.validUntil,
    })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), isNull(table.deleteTime)))
    .orderBy(asc(table.id));
  // A document of the organization's own has no number of a standard: it counts by its text.
  const items = rows.map(({ basis, standardNo, ...row }) => ({ ...row, standardNo: standardNo ?? basis }));
  return eachHazard(orm, items, organizationId);
}

import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type AnnexItem, scopeNames, standardNosIn } from '@contract/features/library/accreditationScope';
import { hazardsOfItem, type TestedHazard } from '@contract/features/library/hazardsOfItem';
import type { Orm } from '@server/db/orm';
import { accreditedItemTable, hazardTable, labMethodItemTable, labMethodTable } from '@server/db/schema';
import { hazardsByOtherNames } from '../hazards/otherNames';

/** Reads the hazards that the methods of the common library and of an organization test, by the standard's number. */
async function testedByStandard(orm: Orm, organizationId: number): Promise<Map<string, Map<number, TestedHazard>>> {
  const [item, method, hazard] = [labMethodItemTable, labMethodTable, hazardTable];
  const visible = (column: AnyPgColumn) => or(isNull(column), eq(column, organizationId));
  const rows = await orm
    .select({ standardNo: method.standardNo, id: hazard.id, name: hazard.name, category: hazard.category })
    .from(item)
    .innerJoin(method, eq(method.id, item.method))
    .innerJoin(hazard, eq(hazard.id, item.hazard))
    .where(
      and(
        isNull(item.deleteTime),
        isNull(method.deleteTime),
        isNull(hazard.deleteTime),
        visible(item.organizationId),
        visible(method.organizationId),
      ),
    )
    .orderBy(asc(hazard.id));
  const tested = new Map<string, Map<number, TestedHazard>>();
  for (const { standardNo, ...row } of rows) {
    const hazards = tested.get(standardNo) ?? new Map<number, TestedHazard>();
    tested.set(standardNo, hazards.set(row.id, row));
  }
  return tested;
}

/** Finds the hazards that the parts of an item's name mean each: `苯、甲苯、二甲苯` in one cell. */
async function hazardsByParts(
  orm: Orm,
  rows: readonly AnnexItem[],
  organizationId: number,
): Promise<(row: AnnexItem) => number[]> {
  const namesOf = new Map(rows.map((row) => [row, scopeNames(row.item)]));
  const ownerColumn = hazardTable.organizationId;
  const matchingHazards = await hazardsByOtherNames(
    orm,
    [...new Set([...namesOf.values()].flat())],
    or(isNull(ownerColumn), eq(ownerColumn, organizationId)),
  );
  const idOf = (name: string): number[] => {
    const ids = [...new Set(matchingHazards.flatMap((match) => (match.name === name ? [match.id] : [])))];
    return ids.length === 1 ? ids : [];
  };
  return (row) => [...new Set((namesOf.get(row) ?? []).flatMap(idOf))];
}

/** Adds a row for each hazard that an item without a hazard means, by its names or among those of its standard. */
async function eachHazard(orm: Orm, rows: readonly AnnexItem[], organizationId: number): Promise<AnnexItem[]> {
  const openRows = rows.filter(({ hazard }) => hazard === null);
  if (!openRows.length) return [...rows];
  const byParts = await hazardsByParts(orm, openRows, organizationId);
  const tested = await testedByStandard(orm, organizationId);
  const hazardsOf = (row: AnnexItem): number[] => {
    const ids = byParts(row);
    if (ids.length) return ids;
    const hazards = standardNosIn(row.standardNo).flatMap((standardNo) => [...(tested.get(standardNo) ?? [])]);
    return hazardsOfItem(row.item, [...new Map(hazards).values()]);
  };
  return rows.flatMap((row) =>
    row.hazard === null ? [row, ...hazardsOf(row).map((hazard) => ({ ...row, hazard }))] : [row],
  );
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

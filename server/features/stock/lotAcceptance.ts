import { and, eq, inArray, isNull } from 'drizzle-orm';
import { itemFitnessTexts, type UnfitItem } from '@contract/features/stock/itemFitness';
import { lotOf, lotTitle, stockLabels, type StockKind } from '@contract/features/stock/stockKinds';
import type { Orm } from '@server/db/orm';
import { stockMovementTable, workLogTable } from '@server/db/schema';

// Lots are used after their acceptance (GBZ 331-2024 5.2.6.1 d, 5.2.6.3.1 g).

/** A stored standard, reagent or consumable. */
interface StoredLot {
  readonly id: number;
  readonly organizationId: number | null;
  readonly createTime: Date;
}

type AcceptanceCheck = (kind: StockKind, row: StoredLot) => UnfitItem | null;

/** Returns the ids of the lots that the laboratory prepared itself, by kind; they need no acceptance. */
async function preparedLots(orm: Orm, organizationIds: readonly number[]): Promise<Record<StockKind, Set<number>>> {
  const { movementKind, organizationId, standard, reagent } = stockMovementTable;
  const rows = await orm
    .select({ standard, reagent })
    .from(stockMovementTable)
    .where(and(inArray(organizationId, [...organizationIds]), eq(movementKind, 'prepareIn')));
  return {
    standard: new Set(rows.flatMap((row) => row.standard ?? [])),
    reagent: new Set(rows.flatMap((row) => row.reagent ?? [])),
    consumable: new Set(),
  };
}

/**
 * Returns a check of lots by the acceptances in 实验室登记: the newest entry whose subject names the lot or its item
 * decides. An organization's first acceptance makes one required for every lot added later; earlier lots need none.
 */
export async function acceptanceCheck(orm: Orm, organizations: readonly (number | null)[]): Promise<AcceptanceCheck> {
  const ids = [...new Set(organizations.flatMap((id) => id ?? []))];
  const { organizationId, logKind, subject, verdict, createTime, deleteTime, id: logId } = workLogTable;
  const entries = ids.length
    ? await orm
        .select({ organizationId, subject, verdict, createTime })
        .from(workLogTable)
        .where(and(inArray(organizationId, ids), eq(logKind, 'acceptance'), isNull(deleteTime)))
        .orderBy(logId)
    : [];
  if (!entries.length) return () => null;
  const prepared = await preparedLots(orm, ids);
  return (kind, row) => {
    if (prepared[kind].has(row.id)) return null;
    const lot = lotOf(kind, { ...row });
    const ofOrganization = entries.filter((entry) => entry.organizationId === row.organizationId);
    const newest = ofOrganization.findLast(
      (entry) => entry.subject.includes(lot.lotNo) || entry.subject.includes(lot.no),
    );
    const [first] = ofOrganization;
    if (newest?.verdict === 'fit' || (!newest && (!first || row.createTime < first.createTime))) return null;
    const message = (newest ? itemFitnessTexts.notAccepted : itemFitnessTexts.noAcceptance)(
      stockLabels[kind],
      lotTitle(lot),
    );
    return { entity: kind, id: row.id, finding: 'other', message };
  };
}

import { and, inArray } from 'drizzle-orm';
import { lotOf, type Lot, type StockKind, stockKinds } from '@contract/features/stock/stockKinds';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { consumableTable, reagentTable, standardTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

/** Tables of the lots of each kind; they share the columns used by the ledger. */
export const lotTables = { standard: standardTable, reagent: reagentTable, consumable: consumableTable } as const;

/** A lot with its owner. */
export interface StoredLot extends Lot {
  readonly kind: StockKind;
  readonly organizationId: number | null;
}

export interface LotId {
  readonly kind: StockKind;
  readonly lot: number;
}

/** Returns the key of a lot, unique over all kinds. */
export const lotKey = ({ kind, lot }: LotId): string => `${kind}:${lot}`;

/**
 * Locks lots visible to the viewer for a movement until the transaction ends, always in one order. The ledger's
 * trigger uses the same lock, which still allows others to refer to the lots.
 * @throws Refusal 404 unless all exist
 */
export async function lockLots(
  registry: Registry,
  tx: Orm,
  viewer: Viewer,
  lotIds: readonly LotId[],
): Promise<ReadonlyMap<string, StoredLot>> {
  const lotByKey = new Map<string, StoredLot>();
  for (const kind of stockKinds) {
    const ids = [...new Set(lotIds.filter((lotId) => lotId.kind === kind).map(({ lot }) => lot))].sort((a, b) => a - b);
    if (!ids.length) continue;
    const resource = registry.named(kind);
    const table = lotTables[kind];
    const rows = await tx
      .select()
      .from(table)
      .where(and(inArray(table.id, ids), undeletedRows(resource), scopeOf(resource, viewer)))
      .orderBy(table.id)
      .for('no key update');
    if (rows.length !== ids.length) throw notFound('部分批次不存在或已被删除，请刷新后重新选择');
    for (const row of rows)
      lotByKey.set(lotKey({ kind, lot: row.id }), { ...lotOf(kind, row), kind, organizationId: row.organizationId });
  }
  return lotByKey;
}

/** Column of the ledger that names a lot of the kind. */
export const columnOfKind = {
  standard: 'standard',
  reagent: 'reagent',
  consumable: 'consumable',
} as const satisfies Record<StockKind, string>;

import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LotRecord, LotUses, RecordLot, RelatedLot } from '@contract/features/stock/lotUses';
import { negatedAmount } from '@contract/features/stock/stockAmounts';
import { lotOf, type StockKind, stockKinds } from '@contract/features/stock/stockKinds';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  labCheckTable,
  labCurveTable,
  labSheetReagentsTable,
  labSheetTable,
  projectTable,
  stockMovementTable,
  userTable,
} from '@server/db/schema';
import { columnOfKind, lotKey, lotTables, type LotId } from './stockLots';

const movementTable = stockMovementTable;

type PreparationStep = { readonly from: LotId; readonly into: LotId; readonly amount: string };

/** Highest number of levels of solutions prepared from solutions. */
const maxDepth = 6;

/** Returns the preparations with one of the lots on the given side. */
async function preparationSteps(orm: Orm, side: 'from' | 'into', lots: readonly LotId[]): Promise<PreparationStep[]> {
  const ids = (kind: StockKind) => lots.filter((lot) => lot.kind === kind).map(({ lot }) => lot);
  const conditionsOn = (
    column: typeof movementTable.standard | typeof movementTable.intoStandard,
    kind: StockKind,
  ): SQL[] => (ids(kind).length ? [inArray(column, ids(kind))] : []);
  const conditions =
    side === 'from'
      ? stockKinds.flatMap((kind) => conditionsOn(movementTable[columnOfKind[kind]], kind))
      : [
          ...conditionsOn(movementTable.intoStandard, 'standard'),
          ...conditionsOn(movementTable.intoReagent, 'reagent'),
        ];
  if (!conditions.length) return [];
  const rows = await orm
    .select()
    .from(movementTable)
    .where(and(eq(movementTable.movementKind, 'prepareOut'), or(...conditions)))
    .orderBy(asc(movementTable.id));
  return rows.flatMap((row): PreparationStep[] => {
    const kind = stockKinds.find((candidate) => row[columnOfKind[candidate]] !== null);
    const targetLot: LotId | null =
      row.intoStandard !== null
        ? { kind: 'standard', lot: row.intoStandard }
        : row.intoReagent !== null
          ? { kind: 'reagent', lot: row.intoReagent }
          : null;
    return kind && targetLot
      ? [
          {
            from: { kind, lot: row[columnOfKind[kind]] as number },
            into: targetLot,
            amount: negatedAmount(row.delta ?? '0'),
          },
        ]
      : [];
  });
}

/** Returns all lots that preparations connect to a lot, without the lot itself. `by` is the lot next to the start. */
async function reachableLots(orm: Orm, start: readonly LotId[], side: 'from' | 'into'): Promise<Map<string, LotId>> {
  const reachedByKey = new Map<string, LotId>();
  let frontier = start;
  for (let depth = 0; depth < maxDepth && frontier.length; depth += 1) {
    const nextLotIds = (await preparationSteps(orm, side, frontier))
      .map((step) => (side === 'from' ? step.into : step.from))
      .filter((lot) => !reachedByKey.has(lotKey(lot)) && !start.some((startLot) => lotKey(startLot) === lotKey(lot)));
    for (const lot of nextLotIds) reachedByKey.set(lotKey(lot), lot);
    frontier = nextLotIds;
  }
  return reachedByKey;
}

async function lotsByKey(orm: Orm, lotIds: readonly LotId[]) {
  const lotByKey = new Map<string, ReturnType<typeof lotOf>>();
  for (const kind of stockKinds) {
    const ids = lotIds.filter((lotId) => lotId.kind === kind).map(({ lot }) => lot);
    const table = lotTables[kind];
    if (ids.length)
      for (const row of await orm.select().from(table).where(inArray(table.id, ids)))
        lotByKey.set(lotKey({ kind, lot: row.id }), lotOf(kind, row));
  }
  return lotByKey;
}

interface LotUse {
  readonly sheet: number;
  readonly lot: LotId;
  readonly role: string;
}

/** Lots whose uses are sought, or the record whose lots are sought. */
type UseFilter = { readonly lots: readonly LotId[] } | { readonly sheet: number };

/** Returns the condition of a query of uses; null where the filter names no lot of the kind. */
function lotOrSheetCondition(
  filter: UseFilter,
  kind: StockKind,
  lotColumn: AnyPgColumn,
  sheetColumn: AnyPgColumn,
): SQL | null {
  if ('sheet' in filter) return eq(sheetColumn, filter.sheet);
  const ids = filter.lots.filter((lot) => lot.kind === kind).map(({ lot }) => lot);
  return ids.length ? inArray(lotColumn, ids) : null;
}

const usesFrom = (
  kind: StockKind,
  role: string,
  rows: readonly { readonly sheet: number | null; readonly lot: number | null }[],
): LotUse[] =>
  rows.flatMap(({ sheet, lot }) => (sheet === null || lot === null ? [] : [{ sheet, lot: { kind, lot }, role }]));

/** Returns the uses of standards: in records, in quality control, and through the curves of records. */
async function standardUses(orm: Orm, filter: UseFilter): Promise<LotUse[]> {
  const sheet = labSheetTable;
  const inRecord = lotOrSheetCondition(filter, 'standard', sheet.standard, sheet.id);
  const inCheck = lotOrSheetCondition(filter, 'standard', labCheckTable.standard, labCheckTable.sheet);
  const inCurve = lotOrSheetCondition(filter, 'standard', labCurveTable.standard, sheet.id);
  if (!inRecord || !inCheck || !inCurve) return [];
  const ofRecords = await orm
    .select({ sheet: sheet.id, lot: sheet.standard })
    .from(sheet)
    .where(and(inRecord, isNull(sheet.deleteTime)));
  const ofChecks = await orm
    .select({ sheet: labCheckTable.sheet, lot: labCheckTable.standard })
    .from(labCheckTable)
    .where(and(inCheck, isNull(labCheckTable.deleteTime)));
  const ofCurves = await orm
    .select({ sheet: sheet.id, lot: labCurveTable.standard })
    .from(sheet)
    .innerJoin(labCurveTable, eq(labCurveTable.id, sheet.curve))
    .where(and(inCurve, isNull(sheet.deleteTime)));
  return [
    ...usesFrom('standard', '标准物质', ofRecords),
    ...usesFrom('standard', '质控样', ofChecks),
    ...usesFrom('standard', '标准曲线', ofCurves),
  ];
}

async function reagentUses(orm: Orm, filter: UseFilter): Promise<LotUse[]> {
  const { ownerId, targetId } = labSheetReagentsTable;
  const condition = lotOrSheetCondition(filter, 'reagent', targetId, ownerId);
  if (!condition) return [];
  const rows = await orm
    .select({ sheet: ownerId, lot: targetId })
    .from(labSheetReagentsTable)
    .innerJoin(labSheetTable, eq(labSheetTable.id, ownerId))
    .where(and(condition, isNull(labSheetTable.deleteTime)));
  return usesFrom('reagent', '试剂', rows);
}

/** Returns the lots of a kind that were issued for a record (出库领用). */
async function issuedLots(orm: Orm, kind: StockKind, filter: UseFilter): Promise<LotUse[]> {
  const column = movementTable[columnOfKind[kind]];
  const condition = lotOrSheetCondition(filter, kind, column, movementTable.sheet);
  if (!condition) return [];
  const rows = await orm
    .select({ sheet: movementTable.sheet, lot: column })
    .from(movementTable)
    .where(and(condition, eq(movementTable.movementKind, 'out')));
  return usesFrom(kind, '出库领用', rows);
}

/**
 * Returns the direct uses of lots, or of one record. Each record that uses a curve also uses the standard of the
 * curve.
 */
async function usesBy(orm: Orm, filter: UseFilter): Promise<LotUse[]> {
  const lotUses = [...(await standardUses(orm, filter)), ...(await reagentUses(orm, filter))];
  for (const kind of stockKinds) lotUses.push(...(await issuedLots(orm, kind, filter)));
  const seenKeys = new Set<string>();
  return lotUses.filter((use) => {
    const key = `${use.sheet}|${lotKey(use.lot)}|${use.role}`;
    return !seenKeys.has(key) && Boolean(seenKeys.add(key));
  });
}

async function recordsOf(
  orm: Orm,
  lotUses: readonly LotUse[],
  ownKey: string,
  numbers: ReadonlyMap<string, { no: string }>,
): Promise<LotRecord[]> {
  const ids = [...new Set(lotUses.map(({ sheet }) => sheet))];
  if (!ids.length) return [];
  const analyst = alias(userTable, 'analyst');
  const rows = await orm
    .select({
      id: labSheetTable.id,
      sheetNo: labSheetTable.sheetNo,
      project: projectTable.id,
      methodKind: labSheetTable.methodKind,
      variant: labSheetTable.variant,
      projectCode: projectTable.code,
      hazardName: labSheetTable.hazardName,
      testDate: labSheetTable.testDate,
      state: labSheetTable.state,
      analystName: personName(analyst),
    })
    .from(labSheetTable)
    .innerJoin(projectTable, eq(projectTable.id, labSheetTable.project))
    .leftJoin(analyst, eq(analyst.id, labSheetTable.analyst))
    .where(and(inArray(labSheetTable.id, ids), isNull(labSheetTable.deleteTime)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return lotUses
    .flatMap((lotUse): LotRecord[] => {
      const row = byId.get(lotUse.sheet);
      const key = lotKey(lotUse.lot);
      return row
        ? [
            {
              ...row,
              sheetNo: String(row.sheetNo),
              methodKind: String(row.methodKind),
              variant: String(row.variant),
              projectCode: String(row.projectCode),
              hazardName: String(row.hazardName),
              state: String(row.state),
              role: lotUse.role,
              throughLotNo: key === ownKey ? null : (numbers.get(key)?.no ?? null),
            },
          ]
        : [];
    })
    .sort((a, b) => b.id - a.id || a.role.localeCompare(b.role));
}

/**
 * Returns the records that use a lot, directly or in a solution prepared from it, and the lots that it was prepared
 * from.
 */
export async function usesOf(orm: Orm, ownLot: LotId): Promise<LotUses> {
  const children = await reachableLots(orm, [ownLot], 'from');
  const [sourceSteps, targetSteps, lotUses] = await Promise.all([
    preparationSteps(orm, 'into', [ownLot]),
    preparationSteps(orm, 'from', [ownLot]),
    usesBy(orm, { lots: [ownLot, ...children.values()] }),
  ]);
  const lots = await lotsByKey(orm, [
    ...sourceSteps.map(({ from }) => from),
    ...targetSteps.map((step) => step.into),
    ...children.values(),
  ]);
  const relatedLots = (id: LotId, amount: string): RelatedLot[] => {
    const lot = lots.get(lotKey(id));
    return lot ? [{ kind: id.kind, lot, amount }] : [];
  };
  return {
    records: await recordsOf(orm, lotUses, lotKey(ownLot), lots),
    madeOf: sourceSteps.flatMap(({ from, amount }) => relatedLots(from, amount)),
    madeInto: targetSteps.flatMap((step) => relatedLots(step.into, step.amount)),
  };
}

/** Returns the lots used in a record, and the lots that these were prepared from. */
export async function lotsOfRecord(orm: Orm, sheet: number): Promise<RecordLot[]> {
  const lotUses = await usesBy(orm, { sheet });
  const usedLots = new Map(lotUses.map((use) => [lotKey(use.lot), use.lot]));
  const sources: { lot: LotId; by: string }[] = [];
  for (const child of usedLots.values())
    for (const parent of (await reachableLots(orm, [child], 'into')).values())
      sources.push({ lot: parent, by: lotKey(child) });
  const lots = await lotsByKey(orm, [...usedLots.values(), ...sources.map(({ lot }) => lot)]);
  const line = (id: LotId, usedAs: string, byName: string | null): RecordLot[] => {
    const lot = lots.get(lotKey(id));
    return lot ? [{ kind: id.kind, lot, role: usedAs, throughLotNo: byName }] : [];
  };
  return [
    ...lotUses.flatMap((use) => line(use.lot, use.role, null)),
    ...sources.flatMap(({ lot, by }) => line(lot, '配制来源', lots.get(by)?.no ?? null)),
  ];
}

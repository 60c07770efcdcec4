import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LotRecord, LotUses, RecordLot, RelatedLot } from '@contract/features/stock/lotUses';
import { negated } from '@contract/features/stock/stockAmounts';
import { lotOf, type StockKind, stockKinds } from '@contract/features/stock/stockKinds';
import { personName } from '@server/db/namesakes';
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

const move = stockMovementTable;

type Step = { readonly from: LotId; readonly into: LotId; readonly amount: string };

/** Highest number of levels of solutions prepared from solutions. */
const deepest = 6;

/** Returns the preparations with one of the lots on the given side. */
async function steps(orm: Orm, side: 'from' | 'into', lots: readonly LotId[]): Promise<Step[]> {
  const ids = (kind: StockKind) => lots.filter((one) => one.kind === kind).map(({ lot }) => lot);
  const some = (column: typeof move.standard | typeof move.intoStandard, kind: StockKind): SQL[] =>
    ids(kind).length ? [inArray(column, ids(kind))] : [];
  const where =
    side === 'from'
      ? stockKinds.flatMap((kind) => some(move[columnOfKind[kind]], kind))
      : [...some(move.intoStandard, 'standard'), ...some(move.intoReagent, 'reagent')];
  if (!where.length) return [];
  const rows = await orm
    .select()
    .from(move)
    .where(and(eq(move.movementKind, 'prepareOut'), or(...where)))
    .orderBy(asc(move.id));
  return rows.flatMap((row): Step[] => {
    const kind = stockKinds.find((one) => row[columnOfKind[one]] !== null);
    const into: LotId | null =
      row.intoStandard !== null
        ? { kind: 'standard', lot: row.intoStandard }
        : row.intoReagent !== null
          ? { kind: 'reagent', lot: row.intoReagent }
          : null;
    return kind && into
      ? [{ from: { kind, lot: row[columnOfKind[kind]] as number }, into, amount: negated(row.delta ?? '0') }]
      : [];
  });
}

/** Returns all lots that preparations connect to a lot, without the lot itself. `by` is the lot next to the start. */
async function reach(orm: Orm, start: readonly LotId[], side: 'from' | 'into'): Promise<Map<string, LotId>> {
  const found = new Map<string, LotId>();
  let edge = start;
  for (let depth = 0; depth < deepest && edge.length; depth += 1) {
    const next = (await steps(orm, side, edge))
      .map((step) => (side === 'from' ? step.into : step.from))
      .filter((one) => !found.has(lotKey(one)) && !start.some((own) => lotKey(own) === lotKey(one)));
    for (const one of next) found.set(lotKey(one), one);
    edge = next;
  }
  return found;
}

async function lotsByKey(orm: Orm, wanted: readonly LotId[]) {
  const found = new Map<string, ReturnType<typeof lotOf>>();
  for (const kind of stockKinds) {
    const ids = wanted.filter((one) => one.kind === kind).map(({ lot }) => lot);
    const table = lotTables[kind];
    if (ids.length)
      for (const row of await orm.select().from(table).where(inArray(table.id, ids)))
        found.set(lotKey({ kind, lot: row.id }), lotOf(kind, row));
  }
  return found;
}

interface Use {
  readonly sheet: number;
  readonly lot: LotId;
  readonly as: string;
}

/**
 * Returns the direct uses of lots, or of one record. Each record that uses a curve also uses the standard of the
 * curve.
 */
async function usesBy(
  orm: Orm,
  asked: { readonly lots: readonly LotId[] } | { readonly sheet: number },
): Promise<Use[]> {
  const ids = (kind: StockKind) =>
    'lots' in asked ? asked.lots.filter((one) => one.kind === kind).map(({ lot }) => lot) : [];
  const uses: Use[] = [];
  const add = (kind: StockKind, as: string, rows: readonly { sheet: number | null; lot: number | null }[]) => {
    for (const { sheet, lot } of rows) if (sheet !== null && lot !== null) uses.push({ sheet, lot: { kind, lot }, as });
  };
  const narrowed = (kind: StockKind, byLot: (ids: number[]) => SQL, bySheet: (sheet: number) => SQL): SQL | null =>
    'sheet' in asked ? bySheet(asked.sheet) : ids(kind).length ? byLot(ids(kind)) : null;
  const sheet = labSheetTable;
  const standard = narrowed(
    'standard',
    (some) => inArray(sheet.standard, some),
    (one) => eq(sheet.id, one),
  );
  if (standard)
    add(
      'standard',
      '标准物质',
      await orm
        .select({ sheet: sheet.id, lot: sheet.standard })
        .from(sheet)
        .where(and(standard, isNull(sheet.deleteTime))),
    );
  const check = narrowed(
    'standard',
    (some) => inArray(labCheckTable.standard, some),
    (one) => eq(labCheckTable.sheet, one),
  );
  if (check)
    add(
      'standard',
      '质控样',
      await orm
        .select({ sheet: labCheckTable.sheet, lot: labCheckTable.standard })
        .from(labCheckTable)
        .where(and(check, isNull(labCheckTable.deleteTime))),
    );
  const curve = narrowed(
    'standard',
    (some) => inArray(labCurveTable.standard, some),
    (one) => eq(sheet.id, one),
  );
  if (curve)
    add(
      'standard',
      '标准曲线',
      await orm
        .select({ sheet: sheet.id, lot: labCurveTable.standard })
        .from(sheet)
        .innerJoin(labCurveTable, eq(labCurveTable.id, sheet.curve))
        .where(and(curve, isNull(sheet.deleteTime))),
    );
  const joined = labSheetReagentsTable;
  const reagent = narrowed(
    'reagent',
    (some) => inArray(joined.targetId, some),
    (one) => eq(joined.ownerId, one),
  );
  if (reagent)
    add(
      'reagent',
      '试剂',
      await orm
        .select({ sheet: joined.ownerId, lot: joined.targetId })
        .from(joined)
        .innerJoin(sheet, eq(sheet.id, joined.ownerId))
        .where(and(reagent, isNull(sheet.deleteTime))),
    );
  for (const kind of stockKinds) {
    const column = move[columnOfKind[kind]];
    const issued = narrowed(
      kind,
      (some) => inArray(column, some),
      (one) => eq(move.sheet, one),
    );
    if (issued)
      add(
        kind,
        '出库领用',
        await orm
          .select({ sheet: move.sheet, lot: column })
          .from(move)
          .where(and(issued, eq(move.movementKind, 'out'))),
      );
  }
  const seen = new Set<string>();
  return uses.filter((use) => {
    const key = `${use.sheet}|${lotKey(use.lot)}|${use.as}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

async function recordsOf(
  orm: Orm,
  uses: readonly Use[],
  own: string,
  numbers: ReadonlyMap<string, { no: string }>,
): Promise<LotRecord[]> {
  const ids = [...new Set(uses.map(({ sheet }) => sheet))];
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
  return uses
    .flatMap((use): LotRecord[] => {
      const row = byId.get(use.sheet);
      const key = lotKey(use.lot);
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
              as: use.as,
              by: key === own ? null : (numbers.get(key)?.no ?? null),
            },
          ]
        : [];
    })
    .sort((a, b) => b.id - a.id || a.as.localeCompare(b.as));
}

/**
 * Returns the records that use a lot, directly or in a solution prepared from it, and the lots that it was prepared
 * from.
 */
export async function usesOf(orm: Orm, own: LotId): Promise<LotUses> {
  const children = await reach(orm, [own], 'from');
  const [made, into, uses] = await Promise.all([
    steps(orm, 'into', [own]),
    steps(orm, 'from', [own]),
    usesBy(orm, { lots: [own, ...children.values()] }),
  ]);
  const lots = await lotsByKey(orm, [
    ...made.map(({ from }) => from),
    ...into.map((step) => step.into),
    ...children.values(),
  ]);
  const related = (id: LotId, amount: string): RelatedLot[] => {
    const lot = lots.get(lotKey(id));
    return lot ? [{ kind: id.kind, lot, amount }] : [];
  };
  return {
    records: await recordsOf(orm, uses, lotKey(own), lots),
    madeOf: made.flatMap(({ from, amount }) => related(from, amount)),
    madeInto: into.flatMap((step) => related(step.into, step.amount)),
  };
}

/** Returns the lots used in a record, and the lots that these were prepared from. */
export async function lotsOfRecord(orm: Orm, sheet: number): Promise<RecordLot[]> {
  const uses = await usesBy(orm, { sheet });
  const used = new Map(uses.map((use) => [lotKey(use.lot), use.lot]));
  const sources: { lot: LotId; by: string }[] = [];
  for (const child of used.values())
    for (const parent of (await reach(orm, [child], 'into')).values()) sources.push({ lot: parent, by: lotKey(child) });
  const lots = await lotsByKey(orm, [...used.values(), ...sources.map(({ lot }) => lot)]);
  const line = (id: LotId, as: string, by: string | null): RecordLot[] => {
    const lot = lots.get(lotKey(id));
    return lot ? [{ kind: id.kind, lot, as, by }] : [];
  };
  return [
    ...uses.flatMap((use) => line(use.lot, use.as, null)),
    ...sources.flatMap(({ lot, by }) => line(lot, '配制来源', lots.get(by)?.no ?? null)),
  ];
}

import { count, desc, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { lastDayAfterMonths } from '@contract/features/equipment/equipmentRules';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { amountProblem, isAbove } from '@contract/features/stock/stockAmounts';
import { lotOf, lotTitle, type StockKind, stockKinds, stockTitles } from '@contract/features/stock/stockKinds';
import type { FieldError } from '@contract/schema';
import { importRunTexts } from '@contract/workbook/importWire';
import type { DeleteContext, Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { stockMovementTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { bookMovement } from './stockLedger';
import { lotTables } from './stockLots';

const sameAmount = (a: unknown, b: unknown): boolean => {
  const [first, second] = [(a ?? null) as string | null, (b ?? null) as string | null];
  return first === second || (first !== null && second !== null && !isAbove(first, second) && !isAbove(second, first));
};

/**
 * Returns faults of the amount of a new lot, or of a change after the amount was booked. The first movement creates
 * the balance.
 */
function amountFaults(kind: StockKind, row: Readonly<Record<string, unknown>>, before: AnyRow | null): FieldError[] {
  const amount = (row.receivedAmount ?? null) as string | null;
  if (before) {
    return [
      ...(sameAmount(before.receivedAmount, amount)
        ? []
        : [{ field: 'receivedAmount', message: ledgerTexts.receivedFixed }]),
      ...(before.balance === null || before.amountUnit === row.amountUnit
        ? []
        : [{ field: 'amountUnit', message: ledgerTexts.otherUnit }]),
    ];
  }
  if (amount === null || sameAmount(amount, '0')) return [];
  const lot = lotOf(kind, row);
  const message = amountProblem(amount, lot.amountUnit, lotTitle(lot));
  return message === null ? [] : [{ field: 'receivedAmount', message }];
}

/**
 * Books the amount of a new lot as its first movement. From then on only the ledger defines the balance and its unit.
 */
async function bookOpeningAmount(kind: StockKind, row: AnyRow, context: SaveContext): Promise<void> {
  const { tx, call, before } = context;
  const faults = amountFaults(kind, row, before);
  if (faults.length) throw invalid(faults);
  const amount = row.receivedAmount as string | null;
  if (before || amount === null || sameAmount(amount, '0')) return;
  const lot = { ...lotOf(kind, row), kind, organizationId: row.organizationId };
  await bookMovement(context, tx, call, { movement: 'in', lot, amount });
}

/**
 * Reverses the opening amount of an imported lot in the ledger, with a line of its own. Refuses if the lot was moved
 * since.
 */
async function undoReceipts(kind: StockKind, rows: readonly AnyRow[], context: DeleteContext): Promise<string[]> {
  const { tx, call } = context;
  const column = stockMovementTable[kind];
  const movementCounts = await tx
    .select({ lot: column, lines: count() })
    .from(stockMovementTable)
    .where(
      inArray(
        column,
        rows.map((row) => row.id),
      ),
    )
    .groupBy(column);
  const lines = new Map(movementCounts.map((row) => [row.lot, row.lines]));
  const usedLot = rows.find((row) => (lines.get(row.id) ?? 0) > 1);
  if (usedLot) throw conflict(importRunTexts.used(lotTitle(lotOf(kind, usedLot))), 'importUsed');
  for (const row of rows.filter(({ id }) => lines.has(id))) {
    const lot = { ...lotOf(kind, row), kind, organizationId: row.organizationId };
    await bookMovement(context, tx, call, {
      movement: 'loss',
      lot,
      amount: String(row.receivedAmount),
      values: { reason: importRunTexts.reason },
    });
  }
  return ['stockMovement'];
}

/** Books the opening amount again for restored lots whose import was undone, so that their balance is their amount. */
async function receiveAgain(kind: StockKind, rows: readonly AnyRow[], context: DeleteContext): Promise<void> {
  const { tx, call } = context;
  const column = stockMovementTable[kind];
  const lastMovements = await tx
    .selectDistinctOn([column], { lot: column, reason: stockMovementTable.reason })
    .from(stockMovementTable)
    .where(
      inArray(
        column,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(column, desc(stockMovementTable.id));
  const undoneLots = new Set(
    lastMovements.flatMap(({ lot, reason }) => (reason === importRunTexts.reason ? [lot] : [])),
  );
  for (const row of rows.filter(({ id }) => undoneLots.has(id))) {
    const lot = { ...lotOf(kind, row), kind, organizationId: row.organizationId };
    const values = { reason: importRunTexts.restored };
    await bookMovement(context, tx, call, { movement: 'in', lot, amount: String(row.receivedAmount), values });
  }
}

/** Returns an error if a reagent has neither a last valid day nor the months after opening. */
const expiryFaults = (row: Readonly<Record<string, unknown>>): FieldError[] =>
  row.validUntil || row.openedMonths ? [] : [{ field: 'validUntil', message: ledgerTexts.noEnd }];

/**
 * Returns the change that sets the last valid day of an opened reagent: the day on the label, or the end of its months
 * after opening, whichever is earlier.
 */
async function endAfterOpening(draft: Record<string, unknown>): Promise<Record<string, unknown>> {
  const faults = expiryFaults(draft);
  if (faults.length) throw invalid(faults);
  const { openedOn, openedMonths, validUntil } = draft;
  if (typeof openedOn !== 'string' || typeof openedMonths !== 'number') return {};
  const end = lastDayAfterMonths(openedOn, openedMonths);
  return typeof validUntil === 'string' && validUntil <= end ? {} : { validUntil: end };
}

/** Returns the save rules of a reagent. */
export const reagentPolicy = (): Policy => {
  const lot = lotPolicy('reagent');
  return {
    ...lot,
    faults: (draft, before) => [...expiryFaults(draft), ...(lot.faults?.(draft, before) ?? [])],
    beforeSave: (draft) => endAfterOpening(draft),
  };
};

/** Returns the save rules of a lot of any kind. */
export const lotPolicy = (kind: StockKind): Policy => ({
  ignoresDataScope: true,
  faults: (draft, before) => amountFaults(kind, draft, before),
  afterSave: (row, context) => bookOpeningAmount(kind, row, context),
  undoImport: (rows, context) => undoReceipts(kind, rows, context),
  afterRestore: (rows, context) => receiveAgain(kind, rows, context),
});

/** Returns name, lot number and unit of the lot for each line of the ledger. */
async function addLotTitles(orm: Orm, rows: readonly AnyRow[]) {
  const lots = new Map<string, { itemName: string; lotNo: string; amountUnit: string | null }>();
  for (const kind of stockKinds) {
    const ids = [...new Set(rows.flatMap((row) => (typeof row[kind] === 'number' ? [row[kind]] : [])))];
    if (!ids.length) continue;
    const table = lotTables[kind];
    for (const row of await orm.select().from(table).where(inArray(table.id, ids))) {
      lots.set(`${kind}:${row.id}`, {
        itemName: String((row as Record<string, unknown>)[stockTitles[kind].name]),
        lotNo: row.lotNo,
        amountUnit: row.amountUnit,
      });
    }
  }
  return rows.map((row) => lots.get(`${String(row.stockKind)}:${String(row[String(row.stockKind)])}`) ?? {});
}

/** Save rules of the ledger: each kind has its own calls for reading; only movements write it. */
export const movementPolicy: Policy = {
  ignoresDataScope: true,
  addDisplayValues: addLotTitles,
  disabledOperations: ['list', 'get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};

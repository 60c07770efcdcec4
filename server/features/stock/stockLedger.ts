import { and, eq, inArray } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { UnfitOverride } from '@contract/features/stock/itemFitness';
import { ledgerTexts, movementNumber } from '@contract/features/stock/ledgerTexts';
import {
  amountProblem,
  amountText,
  isAbove,
  amountDifference,
  negatedAmount,
  sumOf,
} from '@contract/features/stock/stockAmounts';
import {
  increasesStock,
  type HandMovement,
  lotTitle,
  type MovementKind,
  needsReason,
  type StockKind,
  takesIntoUse,
} from '@contract/features/stock/stockKinds';
import type { FieldError } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { labSheetTable, projectTable, stockMovementTable, userTable } from '@server/db/schema';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { assertUsableOrOverridden } from './itemFitness';
import { columnOfKind, lockLots, lotKey, type StoredLot } from './stockLots';

interface MovementLine {
  readonly lot: number;
  readonly amount: string;
  /** Set for a return: the issue that it reverses. */
  readonly issue?: number | null | undefined;
}

interface StockMovement {
  readonly movement: HandMovement;
  readonly lines: readonly MovementLine[];
  readonly receiver?: number | null | undefined;
  readonly project?: number | null | undefined;
  readonly sheet?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly override?: UnfitOverride | undefined;
}

export interface BookedMovement {
  readonly numbers: string[];
  /** Numbers of nonconformities that the movement filed. */
  readonly findings: string[];
}

const movementLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.stockMovementKind.map(({ value, label }) => [value, label]),
);
/** Returns the label of a stock movement. */
export const movementLabel = (movement: MovementKind): string => movementLabels.get(movement) ?? '';

const yearOf = ({ now, env }: Services): string => formatDay(now(), env.zone).slice(0, 4);
const usedLotsOf = ({ kind, id }: StoredLot) =>
  kind === 'standard' ? { standard: id } : kind === 'reagent' ? { reagents: [id] } : { consumables: [id] };

interface LedgerEntry {
  readonly movement: MovementKind;
  readonly lot: StoredLot;
  readonly amount: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Appends one line to the ledger for a locked lot; the database updates the balance with it. Before a lot is used,
 * its fitness is checked (QUALITY §1, 15).
 * @throws Refusal 409 if the balance is too small, or the lot may not be used
 */
export async function bookMovement(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { movement, lot, amount, values = {} }: LedgerEntry,
  override?: UnfitOverride,
): Promise<{ id: number; movementNo: string; findings: string[] }> {
  const { services, registry } = context;
  if (!increasesStock[movement] && isAbove(amount, lot.balance))
    throw conflict(
      ledgerTexts.short(lotTitle(lot), amountText(lot.balance, lot.amountUnit), amountText(amount, lot.amountUnit)),
      'short',
    );
  const year = yearOf(services);
  const movementNo = movementNumber(year, await nextCount(tx, lot.organizationId ?? 0, `stockMovement:${year}`));
  const findings = takesIntoUse(movement)
    ? await assertUsableOrOverridden(
        context,
        tx,
        call,
        usedLotsOf(lot),
        formatDay(services.now(), services.env.zone),
        {
          about: `${movementLabel(movement)}${movementNo}`,
          organizationId: lot.organizationId,
          project: (values.project as number | null | undefined) ?? null,
          sheet: (values.sheet as number | null | undefined) ?? null,
        },
        override,
      )
    : [];
  const resource = registry.named('stockMovement');
  const movementValues = {
    ...values,
    movementNo,
    movementKind: movement,
    stockKind: lot.kind,
    [columnOfKind[lot.kind]]: lot.id,
    delta: increasesStock[movement] ? amount : negatedAmount(amount),
    createTime: services.now(),
  };
  // Only the server sets the columns of a ledger line.
  const serverResource = { ...resource, policy: { ...resource.policy, beforeSave: async () => movementValues } };
  const { id } = await insertRow(
    { services, registry, resource: serverResource, call },
    tx,
    {},
    { action: 'add' },
    lot.organizationId,
  );
  return { id, movementNo, findings };
}

/** Requires that the people and things named by a movement are visible to the viewer; a record sets its project. */
async function visibleReferencesOf(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { receiver, project, sheet }: StockMovement,
): Promise<{ receiver: number | null; project: number | null; sheet: number | null }> {
  const assertExists = async (name: 'user' | 'project', id: number): Promise<void> => {
    const resource = registry.named(name);
    const table = name === 'user' ? userTable : projectTable;
    const [reference] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)))
      .for('key share');
    if (!reference) throw notFound(name === 'user' ? '所选领用人不存在或已被删除' : '所选项目不存在或已被删除');
  };
  if (receiver) await assertExists('user', receiver);
  if (project) await assertExists('project', project);
  if (!sheet) return { receiver: receiver ?? call.viewer.user.id, project: project ?? null, sheet: null };
  const resource = registry.named('labSheet');
  const [sheetRow] = await tx
    .select({ project: labSheetTable.project })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.id, sheet), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .for('key share');
  if (!sheetRow) throw notFound('所选检测记录不存在或已被删除');
  if (project && project !== sheetRow.project) throw invalid([{ field: 'sheet', message: ledgerTexts.sheetElsewhere }]);
  return { receiver: receiver ?? call.viewer.user.id, project: sheetRow.project, sheet };
}

/** Requires that a return reverses an issue of the same lot, at most the amount that was not returned yet. */
async function assertReturn(tx: Orm, lot: StoredLot, { issue, amount }: MovementLine, field: string): Promise<number> {
  if (!issue) throw invalid([{ field, message: ledgerTexts.returnOf }]);
  const table = stockMovementTable;
  const [issueRow] = await tx
    .select({ delta: table.delta })
    .from(table)
    .where(and(eq(table.id, issue), eq(table.movementKind, 'out'), eq(table[columnOfKind[lot.kind]], lot.id)));
  if (!issueRow?.delta) throw invalid([{ field, message: ledgerTexts.notThatIssue }]);
  const returns = await tx
    .select({ delta: table.delta })
    .from(table)
    .where(and(inArray(table.issue, [issue]), eq(table.movementKind, 'return')));
  const remainingAmount = amountDifference(negatedAmount(issueRow.delta), sumOf(returns.map(({ delta }) => delta)));
  if (isAbove(amount, remainingAmount))
    throw invalid([{ field, message: ledgerTexts.returnedTooMuch(amountText(remainingAmount, lot.amountUnit)) }]);
  return issue;
}

/**
 * Checks the amounts of lines against the units of their lots.
 * @throws Refusal 400 naming each line
 */
export function assertAmounts(
  lines: readonly { readonly lot: StoredLot | undefined; readonly amount: string }[],
): void {
  const errors = lines.flatMap(({ lot, amount }, index): FieldError[] => {
    const message = lot ? amountProblem(amount, lot.amountUnit, lotTitle(lot)) : null;
    return message === null ? [] : [{ field: `lines.${index}.amount`, message }];
  });
  if (errors.length) throw invalid(errors);
}

/**
 * Books 入库, 出库, 退库, 报废, 盘盈 or 盘亏 of one or several lots of a kind, all or none.
 * @throws Refusal 400 for an amount that its unit does not allow, 409 if a balance is too small or a lot may not be
 * used
 */
export async function moveStock(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  kind: StockKind,
  movement: StockMovement,
): Promise<BookedMovement> {
  const { lines } = movement;
  const ids = lines.map(({ lot }) => lot);
  if (new Set(ids).size !== ids.length) throw invalid([{ field: 'lines', message: ledgerTexts.twice }]);
  const reason = movement.reason?.trim() || null;
  if (needsReason.has(movement.movement) && reason === null)
    throw invalid([{ field: 'reason', message: ledgerTexts.reasonNeeded(movementLabel(movement.movement)) }]);
  const lots = await lockLots(
    context.registry,
    tx,
    call.viewer,
    ids.map((lotId) => ({ kind, lot: lotId })),
  );
  const movedLots = lines.map((line) => ({ ...line, lot: lots.get(lotKey({ kind, lot: line.lot })) as StoredLot }));
  assertAmounts(movedLots);
  const namedReferences = movement.movement === 'out' ? await visibleReferencesOf(context, tx, call, movement) : {};
  const numbers: string[] = [];
  const findings: string[] = [];
  for (const [index, line] of movedLots.entries()) {
    const issue =
      movement.movement === 'return'
        ? await assertReturn(tx, line.lot, { ...line, lot: line.lot.id }, `lines.${index}.amount`)
        : null;
    const bookedMovement = await bookMovement(
      context,
      tx,
      call,
      {
        movement: movement.movement,
        lot: line.lot,
        amount: line.amount.trim(),
        values: { ...namedReferences, issue, reason },
      },
      movement.override,
    );
    numbers.push(bookedMovement.movementNo);
    findings.push(...bookedMovement.findings);
  }
  return { numbers, findings };
}

import { inArray } from 'drizzle-orm';
import type { UnfitOverride } from '@contract/features/stock/itemFitness';
import { ledgerTexts, preparedNumber } from '@contract/features/stock/ledgerTexts';
import { amountProblem } from '@contract/features/stock/stockAmounts';
import { lotOf, lotTitle, type StockKind, stockPermission, stockTitles } from '@contract/features/stock/stockKinds';
import { checkDraft } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { standardTable } from '@server/db/schema';
import { forbidden, invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { hazardsOfStandards } from './purposeFitness';
import { assertAmounts, bookMovement } from './stockLedger';
import { lockLots, lotKey, type LotId, type StoredLot } from './stockLots';

type PreparedKind = Extract<StockKind, 'standard' | 'reagent'>;

interface SolutionPreparation {
  /** Card of the solution's lot; without a number one is generated. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly amount: string;
  readonly from: readonly (LotId & { readonly amount: string })[];
  readonly reason?: string | null | undefined;
  readonly override?: UnfitOverride | undefined;
}

/** Refuses a solution that is valid longer than its components. The expiry check judges expired components. */
function assertValidity(validUntil: unknown, lots: readonly StoredLot[], today: string): void {
  const expiryDays = lots
    .filter((lot) => lot.validUntil !== null && lot.validUntil >= today)
    .sort((a, b) => (a.validUntil as string).localeCompare(b.validUntil as string));
  const [firstExpiryDay] = expiryDays;
  if (firstExpiryDay?.validUntil && typeof validUntil === 'string' && validUntil > firstExpiryDay.validUntil)
    throw invalid([
      { field: 'validUntil', message: ledgerTexts.validTooLong(firstExpiryDay.validUntil, lotTitle(firstExpiryDay)) },
    ]);
}

/**
 * Returns the hazard of a solution: the one that all its standards share, else the hazards of all. Only the person
 * who weighed and diluted knows its value.
 */
async function hazardsIn(tx: Orm, from: readonly LotId[]): Promise<{ hazard: number | null; composition: number[] }> {
  const ids = from.filter(({ kind }) => kind === 'standard').map(({ lot }) => lot);
  const standards = ids.length
    ? await tx
        .select({ id: standardTable.id, hazard: standardTable.hazard })
        .from(standardTable)
        .where(inArray(standardTable.id, ids))
        .orderBy(standardTable.id)
    : [];
  const allHazards = [...(await hazardsOfStandards(tx, standards)).values()];
  const hazardIds = [...new Set(allHazards.flatMap((standardHazards) => standardHazards.map(({ id }) => id)))];
  return hazardIds.length === 1
    ? { hazard: hazardIds[0] ?? null, composition: [] }
    : { hazard: null, composition: hazardIds };
}

/**
 * Performs 配制: takes from lots and adds the solution as a new lot that refers to them, all or none.
 * @throws Refusal 400 or 409, as a movement does; an error of a lot names its line in `from` as `lines.0`, `lines.1` …
 */
export async function prepareLot(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  kind: PreparedKind,
  body: SolutionPreparation,
): Promise<{ id: number; no: string; findings: string[] }> {
  const { services, registry } = context;
  const { from } = body;
  if (!from.length) throw invalid([{ field: 'from', message: ledgerTexts.oneLeast }]);
  if (new Set(from.map(lotKey)).size !== from.length) throw invalid([{ field: 'from', message: ledgerTexts.twice }]);
  const { viewer } = call;
  if (!viewer.user.isAdmin && from.some((source) => !viewer.permissions.has(stockPermission(source.kind))))
    throw forbidden();
  const lots = await lockLots(registry, tx, viewer, from);
  const sources = from.map((source) => ({ lot: lots.get(lotKey(source)) as StoredLot, amount: source.amount }));
  assertAmounts(sources);
  const owner = sources[0]?.lot.organizationId ?? null;
  const today = formatDay(services.now(), services.env.zone);
  const year = today.slice(0, 4);
  const { no: noField } = stockTitles[kind];
  const typedNumber = String(body.draft[noField] ?? '').trim();
  const no = typedNumber || preparedNumber(year, await nextCount(tx, owner ?? 0, `prepared:${year}`));
  // The movement of the preparation books the amount of the solution.
  const input = {
    ...(kind === 'standard' ? await hazardsIn(tx, from) : {}),
    supplier: '本实验室配制',
    receivedOn: today,
    openedOn: today,
    status: '1',
    ...body.draft,
    [noField]: no,
    lotNo: String(body.draft.lotNo ?? '').trim() || no,
    receivedAmount: null,
  };
  const resource = registry.named(kind);
  const checkedLot = checkDraft(resource.entity, input);
  if (!checkedLot.ok) throw invalid(checkedLot.errors);
  const draft = checkedLot.value as Record<string, unknown>;
  assertValidity(
    draft.validUntil,
    sources.map(({ lot }) => lot),
    today,
  );
  const operationContext = { services, registry, resource, call };
  await assertReferences(operationContext, tx, draft, null);
  const row = await insertRow(operationContext, tx, draft, { action: 'add' }, owner);
  const lot: StoredLot = { ...lotOf(kind, row), balance: '0', kind, organizationId: row.organizationId };
  const amountFault = amountProblem(body.amount, lot.amountUnit, lotTitle(lot));
  if (amountFault !== null) throw invalid([{ field: 'amount', message: amountFault }]);
  const targetColumn = kind === 'standard' ? { intoStandard: row.id } : { intoReagent: row.id };
  const reason = body.reason?.trim() || null;
  const findings: string[] = [];
  for (const source of sources) {
    const movement = await bookMovement(
      context,
      tx,
      call,
      {
        movement: 'prepareOut',
        lot: source.lot,
        amount: source.amount.trim(),
        values: { ...targetColumn, reason, receiver: viewer.user.id },
      },
      body.override,
    );
    findings.push(...movement.findings);
  }
  await bookMovement(context, tx, call, { movement: 'prepareIn', lot, amount: body.amount.trim(), values: { reason } });
  return { id: row.id, no, findings };
}

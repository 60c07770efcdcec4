import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { sumOfMoney } from '@contract/features/reviewers/taskReward';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { outsideFeeTable } from '@server/db/schema';
import { conflict, forbidden } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { assertReviewer, movedSettlement, nextNo, todayOf, writeRow } from '../reviewerRows';

interface NewSettlement {
  readonly reviewer: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly remark: string | null;
}

type StoredFee = typeof outsideFeeTable.$inferSelect;

/** Changes fees together with their settlement, with an audit line each. */
async function changeFees(
  tx: Orm,
  call: Call<unknown>,
  fees: readonly StoredFee[],
  changes: Partial<Pick<StoredFee, 'settlement' | 'state'>>,
): Promise<void> {
  if (!fees.length) return;
  await tx
    .update(outsideFeeTable)
    .set(changes)
    .where(
      inArray(
        outsideFeeTable.id,
        fees.map(({ id }) => id),
      ),
    );
  await recordAudit(
    tx,
    actorOf(call),
    fees.map(({ id, feeNo, organizationId, settlement, state }) => ({
      action: 'edit' as const,
      entity: outsideFee,
      entityId: id,
      title: feeNo,
      organizationId,
      before: 'settlement' in changes ? { settlement, state } : { state },
      after: changes,
    })),
  );
}

/**
 * Settles every open fee of the reviewer in the period. Of two simultaneous calls, only one settles each fee.
 * @throws Refusal 409 if no fee is open
 */
export async function makeSettlement(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  request: NewSettlement,
): Promise<AnyRow> {
  const { services, registry } = context;
  if (call.viewer.outside) throw forbidden();
  const fees = registry.named('outsideFee');
  await assertReferences(
    { ...context, resource: registry.named('settlement'), call },
    tx,
    { reviewer: request.reviewer },
    null,
  );
  await assertReviewer(tx, call, request.reviewer);
  const table = outsideFeeTable;
  const openTasks = await tx
    .select()
    .from(table)
    .where(
      and(
        undeletedRows(fees),
        scopeOf(fees, call.viewer),
        eq(table.reviewer, request.reviewer),
        eq(table.state, 'open'),
        isNull(table.settlement),
        gte(table.feeOn, request.fromOn),
        lte(table.feeOn, request.untilOn),
      ),
    )
    .orderBy(asc(table.id))
    .for('update');
  const [firstOpenTask] = openTasks;
  if (!firstOpenTask) throw conflict(outsideTexts.noFees, 'noFees');
  const { organizationId } = firstOpenTask;
  const settlementNo = await nextNo(services, tx, organizationId, 'JS');
  const total = sumOfMoney(openTasks.map(({ amount }) => amount));
  const row = await writeRow(
    context,
    tx,
    call,
    'settlement',
    {
      ...request,
      settlementNo,
      total,
      feeCount: openTasks.length,
      state: movedSettlement(registry).machine.initial,
      stageSince: services.now(),
    },
    organizationId,
  );
  await changeFees(tx, call, openTasks, { settlement: row.id, state: 'settling' });
  return row;
}

const isReviewer = async ({ row, call }: MoveContext): Promise<void> => {
  if (row.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
};

export const settlementMoves: Readonly<Record<string, MoveRule>> = {
  confirm: { before: isReviewer },
  dispute: { before: isReviewer },
  /** Reopens the fees of a voided settlement for another settlement. */
  void: {
    after: async ({ tx, call, row }) =>
      changeFees(tx, call, await feesOf(tx, row.id), { settlement: null, state: 'open' }),
  },
  pay: {
    before: async ({ services }) => ({ paidOn: todayOf(services) }),
    after: async ({ tx, call, row }) => changeFees(tx, call, await feesOf(tx, row.id), { state: 'paid' }),
  },
};

/** Returns the fees of a settlement, by the date of the fee, then in order of creation. */
export const feesOf = (orm: Orm, settlementId: number) =>
  orm
    .select()
    .from(outsideFeeTable)
    .where(and(eq(outsideFeeTable.settlement, settlementId), isNull(outsideFeeTable.deleteTime)))
    .orderBy(asc(outsideFeeTable.feeOn), asc(outsideFeeTable.id));

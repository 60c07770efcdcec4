import { eq } from 'drizzle-orm';
import { moneyText } from '@contract/features/reviewers/taskReward';
import type { Policy } from '@server/crud/policy';
import { outsideFeeTable, settlementTable } from '@server/db/schema';
import { assertReviewer, nextNo } from '../reviewerRows';

/**
 * Save rules of fees. The rules calculate the fee of a task (`server/features/reviewers/tasks/taskReward.ts`). People
 * enter travel expenses and similar fees until they are settled.
 */
export const feePolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(outsideFeeTable.reviewer, userId),
  disabledOperations: ['copy', 'restore', 'status', 'import'],
  async beforeSave(draft, context) {
    const { tx, call, services, before, organizationId } = context;
    await assertReviewer(tx, call, Number(draft.reviewer));
    return {
      amount: moneyText(draft.amount),
      ...(before ? {} : { feeNo: await nextNo(services, tx, organizationId, 'FY'), state: 'open' }),
    };
  },
};

/**
 * Save rules of settlements: `routes.ts` creates them from open fees. A settlement never changes, so that its sum
 * stays the confirmed one.
 */
export const settlementPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(settlementTable.reviewer, userId),
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

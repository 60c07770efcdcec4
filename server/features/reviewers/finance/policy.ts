import { eq } from 'drizzle-orm';
import { moneyText } from '@contract/features/reviewers/taskReward';
import type { Policy } from '@server/crud/policy';
import { outsideFeeTable, settlementTable } from '@server/db/schema';
import { assertReviewer, nextNo } from '../reviewerRows';

/**
 * Save rules of fees. A task's fee comes from the rules (`server/features/reviewers/tasks/taskReward.ts`); travel and the
 * like are entered by hand until they are settled.
 */
export const feePolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(outsideFeeTable.reviewer, userId),
  without: ['copy', 'restore', 'status', 'import'],
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
 * Save rules of settlements: created from open fees by `routes.ts`, and never changed, so that the sum stays the
 * confirmed one.
 */
export const settlementPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(settlementTable.reviewer, userId),
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

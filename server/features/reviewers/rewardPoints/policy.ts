import { eq, sql } from 'drizzle-orm';
import { moneyText } from '@contract/features/reviewers/taskReward';
import type { Policy } from '@server/crud/policy';
import { pointEntryTable } from '@server/db/schema';

/** Save rules of 积分规则: the laboratory maintains them, the reviewers concerned may read them. */
export const pointRulePolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: () => sql`true`,
  disabledOperations: ['copy', 'import'],
  beforeSave: async (draft) => ({ fee: moneyText(draft.fee) }),
};

/** Save rules of the ledger. Only `server/features/reviewers/rewardPoints/pointLedger.ts` appends to it. */
export const pointEntryPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(pointEntryTable.person, userId),
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

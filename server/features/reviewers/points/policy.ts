import { eq, sql } from 'drizzle-orm';
import { moneyText } from '@contract/features/reviewers/reward';
import type { Policy } from '@server/crud/policy';
import { pointEntryTable } from '@server/db/schema';

/** 积分规则: kept by the laboratory, read by those whom they are about. */
export const pointRulePolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: () => sql`true`,
  without: ['copy', 'import'],
  beforeSave: async (draft) => ({ fee: moneyText(draft.fee) }),
};

/** The ledger is appended to by `server/features/reviewers/points/ledger.ts` alone. */
export const pointEntryPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(pointEntryTable.person, userId),
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

import type { Policy } from '@server/crud/policy';
import { feePolicy, settlementPolicy } from './finance/policy';
import { pointEntryPolicy, pointRulePolicy } from './points/policy';
import { findingPolicy, itemPolicy, taskPolicy } from './tasks/policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const reviewersPolicies: Readonly<Record<string, Policy>> = {
  outsideTask: taskPolicy,
  outsideItem: itemPolicy,
  outsideFinding: findingPolicy,
  settlement: settlementPolicy,
  outsideFee: feePolicy,
  pointRule: pointRulePolicy,
  pointEntry: pointEntryPolicy,
};

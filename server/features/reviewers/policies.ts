import type { Policy } from '@server/crud/policy';
import { feePolicy, settlementPolicy } from './finance/policy';
import { pointEntryPolicy, pointRulePolicy } from './rewardPoints/policy';
import { findingPolicy, itemPolicy, taskPolicy } from './tasks/policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const reviewersPolicies: Readonly<Record<string, Policy>> = {
  outsideTask: taskPolicy,
  outsideItem: itemPolicy,
  outsideFinding: findingPolicy,
  settlement: settlementPolicy,
  outsideFee: feePolicy,
  pointRule: pointRulePolicy,
  pointEntry: pointEntryPolicy,
};

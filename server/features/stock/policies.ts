import type { Policy } from '@server/crud/policy';
import { lotPolicy, movementPolicy, reagentPolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const stockPolicies: Readonly<Record<string, Policy>> = {
  standard: lotPolicy('standard'),
  reagent: reagentPolicy(),
  consumable: lotPolicy('consumable'),
  stockMovement: movementPolicy,
};

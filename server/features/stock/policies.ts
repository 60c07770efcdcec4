import type { Policy } from '@server/crud/policy';
import { lotPolicy, movementPolicy, reagentPolicy } from './policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const stockPolicies: Readonly<Record<string, Policy>> = {
  standard: lotPolicy('standard'),
  reagent: reagentPolicy(),
  consumable: lotPolicy('consumable'),
  stockMovement: movementPolicy,
};

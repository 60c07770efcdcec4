import type { Policy } from '@server/crud/policy';
import { equipmentPolicy, equipmentUsePolicy } from './policy';

/** Policies of the subject by entity name. An entity that is absent here has no rules of its own. */
export const equipmentPolicies: Readonly<Record<string, Policy>> = {
  equipment: equipmentPolicy,
  equipmentUse: equipmentUsePolicy,
  // Places have no status that could be set for several rows at once.
  place: { ignoresDataScope: true, disabledOperations: ['status'] },
};

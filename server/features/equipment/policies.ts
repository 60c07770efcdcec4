import type { Policy } from '@server/crud/policy';
import { equipmentPolicy, equipmentUsePolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const equipmentPolicies: Readonly<Record<string, Policy>> = {
  equipment: equipmentPolicy,
  equipmentUse: equipmentUsePolicy,
  // No state of an outing can be set for several rows at once.
  place: { ignoresDataScope: true, without: ['status'] },
};

import type { Policy } from '@server/crud/policy';
import { equipmentPolicy, equipmentUsePolicy } from './policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const equipmentPolicies: Readonly<Record<string, Policy>> = {
  equipment: equipmentPolicy,
  equipmentUse: equipmentUsePolicy,
  // It has no state that many rows could be given at once.
  place: { ignoresDataScope: true, without: ['status'] },
};

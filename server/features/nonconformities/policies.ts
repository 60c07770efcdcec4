import type { Policy } from '@server/crud/policy';
import { nonconformityPolicy } from './policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const nonconformitiesPolicies: Readonly<Record<string, Policy>> = {
  nonconformity: nonconformityPolicy,
};

import type { Policy } from '@server/crud/policy';
import { projectPolicy } from './policy';
import { contractReviewPolicy } from './reviewPolicy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const projectsPolicies: Readonly<Record<string, Policy>> = {
  project: projectPolicy,
  contractReview: contractReviewPolicy,
};

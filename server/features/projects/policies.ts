import type { Policy } from '@server/crud/policy';
import { broughtPaperPolicy, broughtSamplePolicy } from './earlierWork';
import { projectPolicy } from './policy';
import { contractReviewPolicy } from './reviewPolicy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const projectsPolicies: Readonly<Record<string, Policy>> = {
  project: projectPolicy,
  contractReview: contractReviewPolicy,
  broughtPaper: broughtPaperPolicy,
  broughtSample: broughtSamplePolicy,
};

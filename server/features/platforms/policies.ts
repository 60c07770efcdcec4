import type { Policy } from '@server/crud/policy';
import { declarationPolicy, declarationRowPolicy } from './declaration/policy';
import { connectorPolicy, pushPolicy } from './policy';
import { submissionPolicy } from './submission/policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const platformsPolicies: Readonly<Record<string, Policy>> = {
  connector: connectorPolicy,
  push: pushPolicy,
  occupationalHealthReport: submissionPolicy,
  declaration: declarationPolicy,
  declarationRow: declarationRowPolicy,
};

import type { Policy } from '@server/crud/policy';
import { declarationPolicy, declarationRowPolicy } from './declaration/policy';
import { connectorPolicy, platformCodePolicy, pushPolicy } from './policy';
import { submissionPolicy } from './submission/policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const platformsPolicies: Readonly<Record<string, Policy>> = {
  connector: connectorPolicy,
  platformCode: platformCodePolicy,
  push: pushPolicy,
  occupationalHealthReport: submissionPolicy,
  declaration: declarationPolicy,
  declarationRow: declarationRowPolicy,
};

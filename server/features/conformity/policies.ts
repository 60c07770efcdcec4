import type { Policy } from '@server/crud/policy';
import { type FirstContent, serviceFormPolicyWith } from './forms/policy';

/** Policy of a register of the organization: everybody who may see it sees every line. */
const registerPolicy: Policy = { ignoresDataScope: true, disabledOperations: ['copy', 'status', 'import'] };

/** Returns the policies of the subject by entity name. */
export const conformityPoliciesWith = (firstContent: FirstContent): Readonly<Record<string, Policy>> => ({
  serviceForm: serviceFormPolicyWith(firstContent),
  staffRecord: registerPolicy,
  // The hours of a logger are saved together.
  workLog: { ...registerPolicy, savedTogether: true },
  yearPlan: registerPolicy,
});

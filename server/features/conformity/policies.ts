import type { Policy } from '@server/crud/policy';
import { type FirstRows, serviceFormPolicyWith } from './forms/policy';

/** Policy of a register of the organization: everybody who may see it sees every line. */
const registerPolicy: Policy = { ignoresDataScope: true, disabledOperations: ['copy', 'status', 'import'] };

/** Returns the policies of the subject by entity name. */
export const conformityPoliciesWith = (firstRows: FirstRows): Readonly<Record<string, Policy>> => ({
  serviceForm: serviceFormPolicyWith(firstRows),
  staffRecord: registerPolicy,
  workLog: registerPolicy,
  yearPlan: registerPolicy,
});

import type { Policy } from '@server/crud/policy';
import { type FirstRows, serviceFormPolicyWith } from './forms/policy';

/** A register of the organization: everybody who may see it sees every line. */
const registerPolicy: Policy = { ignoresDataScope: true, without: ['copy', 'status', 'import'] };

/** What the server adds to the entities of the subject, by their names. */
export const conformityPoliciesWith = (firstRows: FirstRows): Readonly<Record<string, Policy>> => ({
  serviceForm: serviceFormPolicyWith(firstRows),
  staffRecord: registerPolicy,
  workLog: registerPolicy,
  yearPlan: registerPolicy,
});

import type { Policy } from '@server/crud/policy';
import { serviceFormPolicy } from './forms/policy';

/** A register of the organization: everybody who may see it sees every line. */
const registerPolicy: Policy = { ignoresDataScope: true, without: ['copy', 'status', 'import'] };

/** What the server adds to the entities of the subject, by their names. */
export const conformityPolicies: Readonly<Record<string, Policy>> = {
  serviceForm: serviceFormPolicy,
  staffRecord: registerPolicy,
  workLog: registerPolicy,
  yearPlan: registerPolicy,
};

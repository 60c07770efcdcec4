import type { Policy } from '@server/crud/policy';
import { historyReportPolicy } from './history/policy';
import { approvalPolicy, delegationPolicy, reportPolicy } from './policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const reportsPolicies: Readonly<Record<string, Policy>> = {
  report: reportPolicy,
  approval: approvalPolicy,
  delegation: delegationPolicy,
  historyReport: historyReportPolicy,
};

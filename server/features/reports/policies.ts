import type { Policy } from '@server/crud/policy';
import { handOutPolicy } from './handOut/policy';
import { historyReportPolicy } from './history/policy';
import { approvalPolicy, certificatePolicy, delegationPolicy, reportPolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const reportsPolicies: Readonly<Record<string, Policy>> = {
  report: reportPolicy,
  approval: approvalPolicy,
  delegation: delegationPolicy,
  historyReport: historyReportPolicy,
  signingCertificate: certificatePolicy,
  reportHandOut: handOutPolicy,
};

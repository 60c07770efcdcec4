import { planRecordTexts } from '@contract/features/conformity/planRecord';
import type { Policy } from '@server/crud/policy';
import { invalid } from '@server/http/errors';
import { type FirstContent, serviceFormPolicyWith } from './forms/policy';

/** Policy of a register of the organization: everybody who may see it sees every line. */
const registerPolicy: Policy = { ignoresDataScope: true, disabledOperations: ['copy', 'status', 'import'] };

/** Year plans. The basic archive of a year is planned before July (GBZ 331-2024 I.1.2.2); stored days stay. */
const yearPlanPolicy: Policy = {
  ...registerPolicy,
  async beforeSave({ planKind, planYear, plannedOn }, { before }) {
    const isLate = planKind === 'archive' && String(plannedOn) > `${String(planYear)}-06-30`;
    const isKept = before?.plannedOn === plannedOn && before?.planKind === planKind && before?.planYear === planYear;
    if (isLate && !isKept) throw invalid([{ field: 'plannedOn', message: planRecordTexts.archiveBeforeJuly }]);
    return {};
  },
};

/** Returns the policies of the subject by entity name. */
export const conformityPoliciesWith = (firstContent: FirstContent): Readonly<Record<string, Policy>> => ({
  serviceForm: serviceFormPolicyWith(firstContent),
  staffRecord: registerPolicy,
  // The hours of a logger are saved together.
  workLog: { ...registerPolicy, savedTogether: true },
  yearPlan: yearPlanPolicy,
});

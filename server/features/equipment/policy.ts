import { calibrationDueOf, equipmentTexts } from '@contract/features/equipment/equipmentRules';
import type { Policy } from '@server/crud/policy';
import { conflict, invalid } from '@server/http/errors';

/** Statuses that a person may set; the others follow `equipmentUse`. */
const byHand = new Set(['in', 'stopped', 'scrapped']);

/** Save rules of an instrument's card. Only its outings tell whether it is out. */
export const equipmentPolicy: Policy = {
  ignoresDataScope: true,
  async beforeSave(draft, { before }) {
    if (before && before.status !== draft.status && !byHand.has(String(before.status)))
      throw conflict(equipmentTexts.statusAway);
    if (before?.status !== draft.status && !byHand.has(String(draft.status)))
      throw invalid([{ field: 'status', message: equipmentTexts.statusByUse }]);
    const { calibratedOn, calibrationMonths, calibrationDue } = draft;
    const due = !calibrationDue && typeof calibratedOn === 'string' && typeof calibrationMonths === 'number';
    return due ? { calibrationDue: calibrationDueOf(calibratedOn, calibrationMonths) } : {};
  },
};

/** Save rules of outings, which are created and ended by their own calls. */
export const equipmentUsePolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

import { standardNosIn } from '@contract/features/library/accreditationScope';
import type { Policy } from '@server/crud/policy';
import { hazardsByAnyName } from '../hazards/otherNames';

/** Save rules of 能力附表: numbers of the standards, and the hazard if none was chosen and the name means one. */
export const accreditedItemPolicy: Policy = {
  async beforeSave(draft, { tx, call, before }) {
    const standardNo = standardNosIn(String(draft.basis)).join('；') || null;
    if (draft.hazard !== null && draft.hazard !== undefined) return { standardNo };
    const owner = before?.organizationId ?? call.viewer.organizationId ?? call.viewer.homeOrganizationId;
    const ids = await hazardsByAnyName(tx, call, String(draft.item), owner);
    return { standardNo, hazard: ids.length === 1 ? (ids[0] ?? null) : null };
  },
};

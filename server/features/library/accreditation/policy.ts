import { isNull, or, eq } from 'drizzle-orm';
import { standardNoIn } from '@contract/features/library/accreditation';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';
import { hazardsByOtherNames } from '../hazards/otherNames';

/** Finds the hazard that an item of the annex names; null where none or several may be meant. */
async function hazardNamed(tx: Orm, item: string, organizationId: number | null): Promise<number | null> {
  const owner =
    organizationId === null
      ? isNull(hazardTable.organizationId)
      : or(isNull(hazardTable.organizationId), eq(hazardTable.organizationId, organizationId));
  const found = await hazardsByOtherNames(tx, [item], owner);
  const ids = [...new Set(found.map(({ id }) => id))];
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/** Save rules of 能力附表: number of the standard, and the hazard if none was chosen. */
export const accreditedItemPolicy: Policy = {
  async beforeSave(draft, { tx, call, before }) {
    const owner = before?.organizationId ?? call.viewer.organizationId ?? call.viewer.homeOrganizationId;
    return {
      standardNo: standardNoIn(String(draft.basis)),
      ...(draft.hazard === null || draft.hazard === undefined
        ? { hazard: await hazardNamed(tx, String(draft.item), owner) }
        : {}),
    };
  },
};

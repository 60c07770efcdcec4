import { isNull, sql } from 'drizzle-orm';
import { brand } from '@contract/features/system/entities/brand';
import type { Policy } from '@server/crud/policy';
import { brandTable } from '@server/db/schema';
import { publishOrganizationLogos } from '@server/files/organizationLogos';
import { conflict } from '@server/http/errors';

const brandTexts = { second: '平台标识只有一份，请编辑现有的一份' } as const;

/** Save rules of the brand: written by platform administrators; one row per installation. */
export const brandPolicy: Policy = {
  disabledOperations: ['copy', 'del', 'restore', 'status', 'import', 'export'],
  async beforeSave(_draft, { tx, before }) {
    if (before) return {};
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${brand.name}))`);
    const [existingBrand] = await tx
      .select({ id: brandTable.id })
      .from(brandTable)
      .where(isNull(brandTable.deleteTime))
      .limit(1);
    if (existingBrand) throw conflict(brandTexts.second);
    return {};
  },
  afterSave: (row, { tx, before }) => publishOrganizationLogos(tx, row, before),
};

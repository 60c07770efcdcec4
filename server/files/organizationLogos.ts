import { inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Orm } from '@server/db/orm';
import { storedFileTable } from '@server/db/schema';

const logoIdsOf = (row: AnyRow | null): string[] =>
  [row?.['logo'], row?.['favicon']].filter((id): id is string => typeof id === 'string');

/**
 * Makes an organization's logos readable without login, because the login page shows them; a replaced logo becomes an
 * ordinary file again.
 * @param row organization after the change
 * @param before organization before the change; null for a new one
 */
export async function publishOrganizationLogos(tx: Orm, row: AnyRow, before: AnyRow | null): Promise<void> {
  const currentLogos = logoIdsOf(row);
  const formerLogos = logoIdsOf(before).filter((id) => !currentLogos.includes(id));
  if (currentLogos.length)
    await tx.update(storedFileTable).set({ open: true }).where(inArray(storedFileTable.id, currentLogos));
  if (formerLogos.length)
    await tx.update(storedFileTable).set({ open: false }).where(inArray(storedFileTable.id, formerLogos));
}

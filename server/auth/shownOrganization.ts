import { and, eq, isNull } from 'drizzle-orm';
import { organizationPreference } from '@contract/wire';
import type { Orm } from '@server/db/orm';
import { organizationTable, preferenceTable } from '@server/db/schema';

/**
 * Returns the organization that a platform administrator sees after signing in: the last chosen one as long as it
 * exists, else the only one; 0 where the administrator chose all.
 * @returns undefined where neither applies
 */
export async function shownOrganization(
  orm: Orm,
  user: { readonly id: number; readonly isAdmin: boolean; readonly organizationId: number | null },
): Promise<number | undefined> {
  if (!user.isAdmin) return undefined;
  const [chosenSetting] = await orm
    .select({ value: preferenceTable.value })
    .from(preferenceTable)
    .where(and(eq(preferenceTable.userId, user.id), eq(preferenceTable.key, organizationPreference)));
  const activeOrganizations = await orm
    .select({ id: organizationTable.id })
    .from(organizationTable)
    .where(isNull(organizationTable.deleteTime))
    .limit(1000);
  const value = Number(chosenSetting?.value ?? Number.NaN);
  if (value === 0 || activeOrganizations.some(({ id }) => id === value)) return value;
  return user.organizationId === null && activeOrganizations.length === 1 ? activeOrganizations[0]?.id : undefined;
}

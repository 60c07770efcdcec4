import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PublicAgency, PublicContact } from '@contract/features/publicity/publicityWire';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, organizationTable } from '@server/db/schema';

/** Dictionary entry for regions without an entry of their own. */
const wholeCountry = '全国';

/**
 * Returns the authority's complaint line: the dictionary entry of the county, city or province, in this order, else
 * the national one.
 * @param region `省/市/区`; null if it is not known
 * @returns null if the dictionary has no entry
 */
async function supervisionLine(orm: Orm, region: string | null): Promise<string | null> {
  const parts = region?.split('/') ?? [];
  const candidateRegions = [
    ...parts.map((_part, index) => parts.slice(0, parts.length - index).join('/')),
    wholeCountry,
  ];
  const entries = await orm
    .select({ value: dictDetailTable.value, label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'supervisionLine'),
        isNull(dictTable.deleteTime),
        isNull(dictDetailTable.deleteTime),
        isNull(dictDetailTable.organizationId),
        inArray(dictDetailTable.value, candidateRegions),
      ),
    );
  return candidateRegions.flatMap((region) => entries.find(({ value }) => value === region)?.label ?? [])[0] ?? null;
}

/** Returns an organization's own address and numbers, which are public, unmasked. */
async function agencyContact(orm: Orm, organizationId: number | null): Promise<PublicAgency> {
  const { name, address, phone, email, id } = organizationTable;
  const [organization] =
    organizationId === null
      ? []
      : await orm.select({ name, address, phone, email }).from(organizationTable).where(eq(id, organizationId));
  return organization ?? { name: '', address: null, phone: null, email: null };
}

/** Returns the contact for a reader of a publication on a unit in a region. */
export async function publicContact(
  orm: Orm,
  organizationId: number | null,
  region: string | null,
): Promise<PublicContact> {
  const [agency, supervision] = await Promise.all([agencyContact(orm, organizationId), supervisionLine(orm, region)]);
  return { agency, supervision };
}

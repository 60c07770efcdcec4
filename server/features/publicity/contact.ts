import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PublicAgency, PublicContact } from '@contract/features/publicity/publicity';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, organizationTable } from '@server/db/schema';

/** In the dictionary of lines: where no entry names the region. */
const everywhere = '全国';

/**
 * The authority's line for complaints: the dictionary's entry for the county, the city or the province, in this order,
 * else the one for everywhere.
 * @param region `省/市/区`; null where it is not known
 * @returns null where the dictionary has none
 */
export async function supervisionLine(orm: Orm, region: string | null): Promise<string | null> {
  const parts = region?.split('/') ?? [];
  const wanted = [...parts.map((_part, at) => parts.slice(0, parts.length - at).join('/')), everywhere];
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
        inArray(dictDetailTable.value, wanted),
      ),
    );
  return wanted.flatMap((region) => entries.find(({ value }) => value === region)?.label ?? [])[0] ?? null;
}

/** An organisation's own address and numbers: public, as it has written them. */
export async function agencyContact(orm: Orm, organizationId: number | null): Promise<PublicAgency> {
  const { name, address, phone, email, id } = organizationTable;
  const [found] =
    organizationId === null
      ? []
      : await orm.select({ name, address, phone, email }).from(organizationTable).where(eq(id, organizationId));
  return found ?? { name: '', address: null, phone: null, email: null };
}

/** Whom a reader can turn to about what an organisation published of a unit in a region. */
export async function publicContact(
  orm: Orm,
  organizationId: number | null,
  region: string | null,
): Promise<PublicContact> {
  const [agency, supervision] = await Promise.all([agencyContact(orm, organizationId), supervisionLine(orm, region)]);
  return { agency, supervision };
}

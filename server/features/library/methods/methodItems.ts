import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { labMethodItemTable } from '@server/db/schema';

export type StoredMethodItem = typeof labMethodItemTable.$inferSelect;

interface Asked {
  readonly method: number;
  readonly hazard: number;
  /** Whose own item goes before everybody's; null for everybody's alone. */
  readonly organizationId: number | null;
}

/** What 方法库 says of a hazard by a method: the organisation's own item, else everybody's; never another's. */
export async function methodItemOf(orm: Orm, asked: Asked): Promise<StoredMethodItem | null> {
  const { method, hazard, organizationId } = asked;
  const item = labMethodItemTable;
  const common = isNull(item.organizationId);
  const owner = organizationId === null ? common : or(common, eq(item.organizationId, organizationId));
  const [found] = await orm
    .select()
    .from(item)
    .where(and(eq(item.method, method), eq(item.hazard, hazard), isNull(item.deleteTime), owner))
    .orderBy(sql`${item.organizationId} is null`, asc(item.id))
    .limit(1);
  return found ?? null;
}

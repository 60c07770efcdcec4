import { and, eq } from 'drizzle-orm';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labTaskTable } from '@server/db/schema';
import type { Call } from '@server/http/route';

/** Returns the waiting tasks of one sample under one plan row. */
export async function waitingOf(
  tx: Orm,
  registry: Registry,
  call: Pick<Call, 'viewer'>,
  sampleId: number,
  planRow: number,
): Promise<number[]> {
  const resource = registry.named('labTask');
  const rows = await tx
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        eq(labTaskTable.sample, sampleId),
        eq(labTaskTable.sampleSiteHazardId, planRow),
        eq(labTaskTable.state, 'waiting'),
        undeletedRows(resource),
        scopeOf(resource, call.viewer),
      ),
    );
  return rows.map(({ id }) => id);
}

import { and, eq } from 'drizzle-orm';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { permissionOf } from '@contract/permissions';
import { findVisibleRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { sampleTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Returns the routes that find a sample by its label, for people who scan it on any page of the console (QUALITY §4,
 * 8).
 */
export function sampleLookupRoutes(services: Services, registry: Registry): Route[] {
  const { orm } = services.database;
  return [
    route({
      method: 'GET',
      path: `${sample.path}/byNo/:no`,
      permission: [permissionOf(sample, 'list')],
      tag: sample.label,
      summary: '按编号查找样品',
      async handle(call) {
        const no = (call.params.no ?? '').trim();
        const resource = registry.named('sample');
        const [sampleRow] = await orm
          .select({ id: sampleTable.id })
          .from(sampleTable)
          .where(and(eq(sampleTable.sampleNo, no), undeletedRows(resource), scopeOf(resource, call.viewer)));
        const [row] = sampleRow
          ? await findVisibleRows({ services, registry, resource, call }, orm, [sampleRow.id], false)
          : [];
        if (!row) throw new Refusal(404, 'unknownNo', handOverTexts.unknownNo(no.slice(0, 60)));
        return row;
      },
    }),
  ];
}

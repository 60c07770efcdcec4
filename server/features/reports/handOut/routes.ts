import { eq } from 'drizzle-orm';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';
import { receiptPath } from '@contract/features/reports/handOut/handOutTexts';
import { permissionOf } from '@contract/permissions';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { reportHandOutTable } from '@server/db/schema';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

/** Routes of hand-outs beyond the generic ones: the link by which a person signs the receipt of a report. */
export function handOutRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag, name } = reportHandOut;
  return [
    route({
      method: 'GET',
      path: `${path}/receipt/:id`,
      permission: [permissionOf(reportHandOut, 'list')],
      tag,
      summary: '一次发放的签收地址',
      async handle(call) {
        const { id } = await getRow({ services, registry, resource: registry.named(name), call }, idParam(call));
        const [row] = await services.database.orm
          .select({ code: reportHandOutTable.receiptCode })
          .from(reportHandOutTable)
          .where(eq(reportHandOutTable.id, id));
        return { path: receiptPath(row?.code ?? '') };
      },
    }),
  ];
}

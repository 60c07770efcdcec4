import { z } from 'zod';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { publicityTexts } from '@contract/features/publicity/publicityWire';
import { permissionOf } from '@contract/permissions';
import { rowsBody } from '@server/crud/assertSeenVersion';
import type { OperationContext } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { publishPublicRows, withdrawPublicRows } from '../publishPublicRows';

const permission = [permissionOf(industryNews, 'status')];
const { path, label: tag } = industryNews;

/** Routes that publish and withdraw news. */
export function industryNewsRoutes(services: Services, registry: Registry): Route[] {
  const contextFor = (call: Call<unknown>): OperationContext => ({
    services,
    registry,
    resource: registry.named(industryNews.name),
    call,
  });
  return [
    route({
      method: 'PUT',
      path: `${path}/publish`,
      permission,
      tag,
      summary: '发布文章',
      body: z.object({ rows: rowsBody }),
      async handle(call) {
        await services.database.transaction((tx) => publishPublicRows(contextFor(call), tx, call.body.rows));
        return ok(publicityTexts.published(call.body.rows.length));
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/withdraw`,
      permission,
      tag,
      summary: '撤回文章',
      body: z.object({ rows: rowsBody, reason: z.string().max(500) }),
      async handle(call) {
        await services.database.transaction((tx) =>
          withdrawPublicRows(contextFor(call), tx, call.body.rows, call.body.reason),
        );
        return ok(publicityTexts.withdrawn);
      },
    }),
  ];
}

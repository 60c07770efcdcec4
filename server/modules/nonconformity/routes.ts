import { nonconformity } from '@contract/entities/lab/nonconformity';
import { stockTexts } from '@contract/labStockTexts';
import { permissionOf } from '@contract/permissions';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { actorOf, recordAudit } from '../../audit';
import { once } from '../../crud/idempotent';
import { getRow } from '../../crud/operations';
import type { Registry } from '../../crud/resource';
import { ok } from '../../crud/routes';
import { living, scopeOf } from '../../crud/scope';
import { nonconformityTable } from '../../db/schema';
import { conflict, notFound, stale } from '../../http/errors';
import { type Route, route } from '../../http/route';
import type { Services } from '../../services';

const closeBody = z.object({
  id: z.int({ error: () => '缺少编号' }).positive().max(2_147_483_647),
  version: z.int({ error: () => '缺少版本号，请刷新后重试' }).min(0),
  action: z.string({ error: () => stockTexts.actionNeeded }).trim().min(1, stockTexts.actionNeeded).max(1000, '处理措施不能超过1000个字'),
});

/** 不符合项: closed with what was done about it, after which it stays as it is. */
export function nonconformityRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = nonconformity;
  return [
    route({
      method: 'PUT', path: `${path}/close`, permission: [permissionOf(nonconformity, 'edit')], tag, summary: '填写处理措施并关闭不符合项', body: closeBody,
      async handle(call) {
        const { id, version, action } = call.body;
        const resource = registry.named('nonconformity');
        await services.database.transaction((tx) => once(tx, call, async () => {
          const [row] = await tx.select().from(nonconformityTable).where(and(eq(nonconformityTable.id, id), living(resource), scopeOf(resource, call.viewer))).for('update');
          if (!row) throw notFound();
          if (row.state === 'closed') throw conflict(stockTexts.alreadyClosed, 'locked');
          if (row.version !== version) throw stale(await getRow({ services, registry, resource, call }, id, tx));
          const now = services.now();
          const userId = call.viewer.user.id;
          const changes = { state: 'closed', action, closedBy: userId, closedAt: now };
          await tx.update(nonconformityTable).set({ ...changes, version: version + 1, updateBy: userId, updateTime: now }).where(eq(nonconformityTable.id, id));
          await recordAudit(tx, actorOf(call), [{
            action: 'status', entity: nonconformity, entityId: id, title: row.nonconformityNo, organizationId: row.organizationId, before: { state: row.state, action: row.action }, after: { state: 'closed', action },
          }]);
          return null;
        }));
        return ok(stockTexts.closed);
      },
    }),
  ];
}

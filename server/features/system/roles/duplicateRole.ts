import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { role } from '@contract/features/system/entities/role';
import { roleTexts } from '@contract/features/system/roleTexts';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { checkedDraft } from '@server/crud/checkReferences';
import { getRow, insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { assertWritable, organizationForNew } from '@server/crud/rowScope';
import { menuTable, roleMenusTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const duplicateBody = z.object({
  id: idField(failures.badBody),
  name: z
    .string({ error: () => roleTexts.noName })
    .trim()
    .min(1, roleTexts.noName)
    .max(50, '角色名称最多50个字'),
});

/**
 * Returns the route that copies a role with its menus. A person who outranks a role may give it to people, and may
 * therefore also give a copy of it. The copy belongs to the viewer's organization and sees only that organization.
 */
export function duplicateRoute(services: Services, registry: Registry): Route {
  const resource = registry.named('role');
  return route({
    method: 'POST',
    path: 'api/role/duplicate',
    permission: [permissionOf(role, 'copy')],
    tag: role.label,
    summary: '复制角色及其菜单权限',
    body: duplicateBody,
    handle: (call) =>
      services.database.transaction(async (tx) => {
        const context = { services, registry, resource, call };
        const source = await getRow(context, call.body.id, tx);
        await resource.policy.assertOpen?.(source, { ...context, tx });
        const organizationId = organizationForNew(resource, call.viewer, undefined);
        assertWritable(resource, call.viewer, { organizationId });
        const isWider = source['dataScope'] === 'all' && organizationId !== null;
        const draft = {
          name: call.body.name,
          level: source['level'],
          dataScope: isWider ? 'organization' : source['dataScope'],
          remark: source['remark'],
        };
        const copy = await insertRow(
          context,
          tx,
          await checkedDraft(context, tx, draft, null, organizationId),
          { action: 'copy' },
          organizationId,
        );
        const menus = await tx
          .select({ id: menuTable.id, title: menuTable.title })
          .from(roleMenusTable)
          .innerJoin(menuTable, and(eq(menuTable.id, roleMenusTable.targetId), isNull(menuTable.deleteTime)))
          .where(inArray(roleMenusTable.ownerId, [source.id]))
          .orderBy(asc(menuTable.menuSort), asc(menuTable.id));
        if (menus.length)
          await tx
            .insert(roleMenusTable)
            .values(menus.map(({ id: targetId }, position) => ({ ownerId: copy.id, targetId, position })));
        await recordAudit(tx, actorOf(call), [
          {
            action: 'permission',
            entity: role,
            entityId: copy.id,
            title: draft.name,
            organizationId,
            before: { menus: [] },
            after: { menus: menus.map(({ title }) => title) },
          },
        ]);
        return ok(messages.copied, await getRow(context, copy.id, tx));
      }),
  });
}

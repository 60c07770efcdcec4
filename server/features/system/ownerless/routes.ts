import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { organization } from '@contract/features/system/entities/organization';
import { type OwnerlessKind, ownerlessTexts } from '@contract/features/system/ownerlessRows';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { needsOwner } from '@server/crud/rowScope';
import { organizationTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { assignOwner, ownerlessRows } from './ownerlessRows';

const assignBody = z.object({
  organizationId: z
    .int({ error: () => ownerlessTexts.choose })
    .positive(ownerlessTexts.choose)
    .max(2_147_483_647),
  entities: z
    .array(z.string().max(50), { error: () => ownerlessTexts.chooseKinds })
    .min(1, ownerlessTexts.chooseKinds)
    .max(200),
});

/** Routes of rows without an organization. Only the platform administrator sees and assigns them. */
export function ownerlessRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const commonOptions = { permission: 'admin', tag: organization.label } as const;
  return [
    route({
      ...commonOptions,
      method: 'GET',
      path: 'api/organization/ownerless',
      summary: '没有所属机构的数据，按种类',
      handle: (): Promise<OwnerlessKind[]> => ownerlessRows(database.orm, registry),
    }),
    route({
      ...commonOptions,
      method: 'PUT',
      path: 'api/organization/ownerless',
      summary: '把没有所属机构的数据分配给机构，全部成功或全部不写入',
      body: assignBody,
      async handle(call) {
        const { organizationId, entities } = call.body;
        const chosenResources = registry.all.filter(
          (resource) => needsOwner(resource) && entities.includes(resource.entity.name),
        );
        if (chosenResources.length !== new Set(entities).size)
          throw invalid([{ field: 'entities', message: ownerlessTexts.chooseKinds }]);
        const assignedCount = await database.transaction(async (tx) => {
          const [home] = await tx
            .select({ id: organizationTable.id })
            .from(organizationTable)
            .where(and(eq(organizationTable.id, organizationId), isNull(organizationTable.deleteTime)))
            .for('key share');
          if (!home) throw invalid([{ field: 'organizationId', message: '所属机构不存在或已被删除' }]);
          let total = 0;
          for (const resource of chosenResources)
            total += await assignOwner({ registry, call }, tx, resource, organizationId);
          return total;
        });
        return ok(ownerlessTexts.assigned(assignedCount), { assigned: assignedCount });
      },
    }),
  ];
}

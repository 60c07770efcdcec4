import { and, count, eq, isNull } from 'drizzle-orm';
import { organization } from '@contract/features/system/entities/organization';
import { type Setup, setupPreference } from '@contract/features/system/setupChecklist';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { organizationTable, preferenceTable } from '@server/db/schema';
import { usedMailSettings } from '@server/features/notices/mail/mailSettings';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { setupLines } from './setupFacts';

/** Routes of the set-up list: for the viewer's organization, or for an installation without any organization. */
export function setupRoutes(services: Services, _registry: Registry): Route[] {
  const { orm } = services.database;
  return [
    route({
      method: 'GET',
      path: 'api/setup',
      permission: [permissionOf(organization, 'edit')],
      tag: organization.label,
      summary: '上线准备：各项的状态由现有数据得出；查看多个机构时为null',
      async handle({ viewer }): Promise<Setup | null> {
        const home = viewer.homeOrganizationId;
        const [countRow] = await orm
          .select({ total: count() })
          .from(organizationTable)
          .where(isNull(organizationTable.deleteTime));
        // Under 全部机构 the list would belong to no organization.
        if (home === null && countRow?.total) return null;
        const [awayPreference] = await orm
          .select({ value: preferenceTable.value })
          .from(preferenceTable)
          .where(and(eq(preferenceTable.userId, viewer.user.id), eq(preferenceTable.key, setupPreference)));
        const lines = await setupLines(services, home, viewer.user.isAdmin);
        return {
          away: awayPreference?.value === true,
          complete: lines.every(({ state }) => state !== 'open'),
          lines,
          mail: viewer.user.isAdmin && (await usedMailSettings(services)) !== null,
        };
      },
    }),
  ];
}

import { and, asc, eq, isNull } from 'drizzle-orm';
import { publicFilePath } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { containsText } from '@server/crud/listQuery';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { organizationTable } from '@server/db/schema';
import { shownBrand } from '@server/features/publicity/pages/publicBrand';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { numberRoutes } from './organizationNumbers';

const tag = '机构';

const firstValue = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.trim() || undefined;

/**
 * Routes of organizations. SPEC §7 names two calls "familyBucket" without saying what they return. They are
 * implemented as follows:
 * - `getFamilyBucket` → the settings of SPEC §3 that the server stores (title, titlePre, logoUrl, loginLogo, favicon,
 * footerTxt, caseNumber, and whether there is help) and their organization. After login that is the caller's
 * organization. Before login it is the only organization of the installation; with several it is none, so that nobody
 * learns who else is a customer. Images are paths that anyone may open.
 * - `getOrg` → the organizations that the caller may see, for choosing one.
 */
export function organizationRoutes(services: Services, registry: Registry): Route[] {
  const { orm } = services.database;
  const { id, name, code, logo, favicon, enabled, deleteTime } = organizationTable;

  return [
    ...numberRoutes(services, registry),
    route({
      method: 'GET',
      path: 'api/familyBucket/getFamilyBucket',
      permission: 'public',
      tag,
      summary: '界面设置：标题、标志、页脚、备案号、有无帮助',
      async handle({ maybeViewer }) {
        const { logo, ...brand } = await shownBrand(services, maybeViewer ? maybeViewer.homeOrganizationId : 'only');
        return ok(messages.submitted, { ...brand, logoUrl: logo, loginLogo: logo });
      },
    }),
    route({
      method: 'GET',
      path: 'api/familyBucket/getOrg',
      permission: 'signedIn',
      tag,
      summary: '可见的机构',
      query: { organizationId: '机构编号', name: '名称包含', enabled: '1启用，0停用' },
      async handle({ viewer, query }) {
        const filters = {
          organizationId: firstValue(query.organizationId),
          name: firstValue(query.name),
          enabled: firstValue(query.enabled),
        };
        if (filters.organizationId && !/^\d{1,9}$/.test(filters.organizationId))
          throw badRequest('参数organizationId应为编号');
        // An administrator chooses among all organizations, whichever is chosen now.
        const visibleOrganizationId = viewer.user.isAdmin
          ? filters.organizationId
            ? Number(filters.organizationId)
            : null
          : viewer.user.organizationId;
        const body = await orm
          .select({ organizationId: id, id, name, code, logo, favicon, enabled })
          .from(organizationTable)
          .where(
            and(
              isNull(deleteTime),
              visibleOrganizationId === null ? undefined : eq(id, visibleOrganizationId),
              filters.name ? containsText(name, filters.name.slice(0, 100)) : undefined,
              filters.enabled ? eq(enabled, filters.enabled) : undefined,
            ),
          )
          .orderBy(asc(organizationTable.pinyin), asc(id))
          .limit(5000);
        return ok(
          messages.submitted,
          body.map((row) => ({ ...row, logo: publicFilePath(row.logo), favicon: publicFilePath(row.favicon) })),
        );
      },
    }),
  ];
}

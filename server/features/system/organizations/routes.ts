import { and, asc, eq, isNull } from 'drizzle-orm';
import { productTitle } from '@contract/constants';
import { messages } from '@contract/messages';
import { formatDay } from '@server/base/zone';
import { contains } from '@server/crud/query';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { brandTable, organizationTable } from '@server/db/schema';
import { openPathOf } from '@server/files/openPath';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const tag = '机构';

const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.trim() || undefined;

/**
 * SPEC §7 names two calls "familyBucket" without saying what they answer. Read here as what dresses the shell:
 * - `getFamilyBucket` → the settings of SPEC §3 that come from the server (title, titlePre, logoUrl, loginLogo,
 * favicon, footerTxt, caseNumber, and whether there is help) and the
 * organisation that they are of: the caller's; before login the only organisation of the installation, and none where
 * there are several,
 *   so that nobody learns who else is a customer. Images are paths that anyone may open.
 * - `getOrg` → the organisations that the caller may see, for choosing one.
 */
export function organizationRoutes(services: Services, _registry: Registry): Route[] {
  const { orm } = services.database;
  const { id, name, code, logo, favicon, title, titlePre, theme, footerTxt, caseNumber, noHelp, enabled, deleteTime } =
    organizationTable;

  async function brandOf(viewer: Viewer | undefined) {
    const columns = { organizationId: id, name, logo, favicon, title, titlePre, theme, footerTxt, caseNumber, noHelp };
    const home = viewer?.homeOrganizationId;
    if (viewer && !home) return undefined;
    const found = await orm
      .select(columns)
      .from(organizationTable)
      .where(and(isNull(deleteTime), home ? eq(id, home) : eq(enabled, '1')))
      .limit(2);
    const [only] = found;
    return only && found.length === 1
      ? { ...only, logo: openPathOf(only.logo), favicon: openPathOf(only.favicon) }
      : undefined;
  }

  return [
    route({
      method: 'GET',
      path: 'api/familyBucket/getFamilyBucket',
      permission: 'public',
      tag,
      summary: '界面设置：标题、标志、页脚、备案号、有无帮助',
      async handle(call) {
        const brand = await brandOf(call.maybeViewer);
        const [platform] = await orm.select().from(brandTable).where(isNull(brandTable.deleteTime)).limit(1);
        const [platformLogo, platformIcon] = [
          openPathOf(platform?.logo ?? null),
          openPathOf(platform?.favicon ?? null),
        ];
        const year = formatDay(services.now(), services.env.zone).slice(0, 4);
        return ok(messages.submitted, {
          title: brand?.title ?? platform?.title ?? productTitle,
          shortTitle: platform?.shortTitle ?? null,
          titlePre: brand?.titlePre ?? null,
          logoUrl: brand?.logo ?? platformLogo,
          loginLogo: brand?.logo ?? platformLogo,
          favicon: brand?.favicon ?? platformIcon,
          theme: brand?.theme ?? platform?.theme ?? null,
          footerTxt: brand?.footerTxt ?? platform?.footerTxt ?? `© ${year} ${brand?.name ?? productTitle}`,
          caseNumber: brand?.caseNumber ?? platform?.caseNumber ?? null,
          help: !brand?.noHelp,
          organization: brand
            ? { organizationId: brand.organizationId, name: brand.name, logo: brand.logo, favicon: brand.favicon }
            : null,
        });
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
        const wanted = {
          organizationId: first(query.organizationId),
          name: first(query.name),
          enabled: first(query.enabled),
        };
        if (wanted.organizationId && !/^\d{1,9}$/.test(wanted.organizationId))
          throw badRequest('参数organizationId应为编号');
        // An administrator chooses among all, whichever is chosen now.
        const reach = viewer.user.isAdmin
          ? wanted.organizationId
            ? Number(wanted.organizationId)
            : null
          : viewer.user.organizationId;
        const body = await orm
          .select({ organizationId: id, id, name, code, logo, favicon, enabled })
          .from(organizationTable)
          .where(
            and(
              isNull(deleteTime),
              reach === null ? undefined : eq(id, reach),
              wanted.name ? contains(name, wanted.name.slice(0, 100)) : undefined,
              wanted.enabled ? eq(enabled, wanted.enabled) : undefined,
            ),
          )
          .orderBy(asc(organizationTable.pinyin), asc(id))
          .limit(5000);
        return ok(
          messages.submitted,
          body.map((one) => ({ ...one, logo: openPathOf(one.logo), favicon: openPathOf(one.favicon) })),
        );
      },
    }),
  ];
}

import { and, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { exportRun } from '@contract/features/system/entities/exportRun';
import { exportTexts as texts, maxExported } from '@contract/features/system/organizationExport';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertReauthenticated, reauthenticate } from '@server/auth/reauthentication';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import { exportRunTable } from '@server/db/schema';
import { assertUnaltered } from '@server/files/fileHash';
import { dispositionOf, shownName } from '@server/files/fileName';
import { conflict, forbidden, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { linkTo, userOfLink } from '../files/fileLink';
import { type ExportMaker, startExport } from './exportRuns';

/** Functions of other subjects that create the exports; the composition of the routes passes them in. */
export interface ExportMakers {
  readonly organization: (papers: boolean) => ExportMaker;
  readonly archives: ExportMaker;
  readonly reports: ExportMaker;
  /** Permissions for exporting many project archives or many reports. */
  readonly permissions: { readonly archives: readonly string[]; readonly reports: readonly string[] };
}

const tag = exportRun.label;
const passwordBody = z.object({
  password: z
    .string({ error: () => failures.badBody })
    .min(1, failures.badBody)
    .max(200),
});
const idsBody = z.object({
  ids: z
    .array(z.int().positive().max(2_147_483_647), { error: () => failures.badBody })
    .min(1, '请先选择数据')
    .max(maxExported, `一次最多导出${maxExported}个`),
});
const allBody = z.object({ papers: z.boolean({ error: () => failures.badBody }) });

/** Refuses people without an organization, because only an organization's own administrator may export its data. */
function assertOwnOrganization({ viewer }: Call<unknown>): void {
  const hasNoOwnOrganization = viewer.user.isAdmin || viewer.homeOrganizationId === null;
  if (hasNoOwnOrganization) throw forbidden(texts.platformAdmin);
}

type FinishedRun = typeof exportRunTable.$inferSelect & { readonly fileId: string };

/**
 * Returns a run whose file is available.
 * @throws Refusal 404; 409 while the run is active, and after its file was removed
 */
async function finishedRun({ database }: Services, condition: SQL | undefined): Promise<FinishedRun> {
  const [run] = await database.orm.select().from(exportRunTable).where(condition);
  if (!run) throw notFound();
  if (run.state === 'removed') throw conflict(texts.removed, 'exportRemoved');
  if (run.state !== 'done' || run.fileId === null) throw conflict(texts.notReady, 'exportNotReady');
  return { ...run, fileId: run.fileId };
}

async function exportResponse(services: Services, finishedRun: FinishedRun): Promise<Response> {
  const { files, env } = services;
  await assertUnaltered(services, {
    id: finishedRun.fileId,
    name: finishedRun.title ?? '',
    sha256: finishedRun.sha256 ?? '',
  });
  const content = await files.read(finishedRun.fileId);
  if (!content) throw conflict(texts.removed, 'exportRemoved');
  const isWholeOrganization = finishedRun.content === 'organization';
  const name = shownName(
    `${finishedRun.title ?? ''}-${formatDay(finishedRun.createTime, env.zone)}.${isWholeOrganization ? 'tar' : 'zip'}`,
  );
  return new Response(content, {
    headers: {
      'content-type': isWholeOrganization ? 'application/x-tar' : 'application/zip',
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

type StartedAnswer = (id: number) => ReturnType<typeof ok>;
const startedAnswer: StartedAnswer = (id) => ok(texts.started, { id });

/** Routes that start an export of many projects or reports. */
function bulkExportRoutes(context: CrudContext, makers: ExportMakers): Route[] {
  const manyRoute = (key: 'archives' | 'reports', summary: string, titleOf: (count: number) => string) =>
    route({
      method: 'POST',
      path: `${exportRun.path}/${key}`,
      permission: makers.permissions[key],
      tag,
      summary,
      body: idsBody,
      async handle(call) {
        const ids = [...new Set(call.body.ids)];
        const exportRequest = { content: key, title: titleOf(ids.length), ids, makeFile: makers[key] };
        return startedAnswer(await startExport(context, call, exportRequest));
      },
    });
  return [
    manyRoute('archives', '在后台把多个项目的档案做成一个ZIP', (count) => texts.many(texts.title.archives, count)),
    manyRoute('reports', '在后台把多份已签发的报告做成一个ZIP', texts.manyReports),
  ];
}

/** Routes that open and start the export of all data of the caller's organization. */
function organizationExportRoutes(context: CrudContext, makers: ExportMakers): Route[] {
  const { services } = context;
  // A right of its own: whoever may see a list may export its rows, but not all that the organization has.
  const permission = [permissionOf(exportRun, 'add')];
  return [
    route({
      method: 'PUT',
      path: `${exportRun.path}/open`,
      permission,
      tag,
      summary: '再次输入登录密码，几分钟内可以导出和下载本机构全部数据',
      body: passwordBody,
      limit: 8 * 1024,
      async handle(call) {
        await reauthenticate(services, call, call.body.password, texts.all);
        return ok('');
      },
    }),
    route({
      method: 'POST',
      path: `${exportRun.path}/organization`,
      permission,
      tag,
      summary: '在后台导出本机构全部数据，先再次输入登录密码',
      body: allBody,
      async handle(call) {
        assertOwnOrganization(call);
        assertReauthenticated(services, call, texts.askPassword);
        const title = texts.title.organization;
        const makeFile = makers.organization(call.body.papers);
        return startedAnswer(await startExport(context, call, { content: 'organization', title, ids: [], makeFile }));
      },
    }),
  ];
}

/** Routes that deliver the viewer's own exports. */
function downloadRoutes({ services, registry }: CrudContext): Route[] {
  const { orm } = services.database;
  const { path } = exportRun;
  return [
    route({
      method: 'GET',
      path: `${path}/:id/link`,
      permission: 'signedIn',
      tag,
      summary: '取得自己导出的文件的下载链接，一分钟内有效',
      async handle(call) {
        const condition = and(eq(exportRunTable.id, idParam(call)), scopeOf(registry.named('exportRun'), call.viewer));
        const run = await finishedRun(services, condition);
        if (run.content === 'organization') assertReauthenticated(services, call, texts.askPassword);
        await recordAudit(orm, actorOf(call), [
          {
            action: 'download',
            entity: exportRun,
            entityId: run.id,
            title: run.title,
            organizationId: run.organizationId,
            after: { content: run.content, sha256: run.sha256 },
          },
        ]);
        return ok('', await linkTo(services, run.fileId, call.viewer, `${path}/link`));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/link/:id`,
      permission: 'public',
      tag,
      summary: '按下载链接取得导出的文件',
      async handle(call) {
        const id = call.params.id ?? '';
        const userId = await userOfLink(services, id, call.query);
        const run = await finishedRun(
          services,
          and(eq(exportRunTable.fileId, id), eq(exportRunTable.createBy, userId)),
        );
        return exportResponse(services, run);
      },
    }),
  ];
}

/** Routes of 导出任务: start an export, list the progress, and download as the person who started it. */
export const exportRoutes =
  (makers: ExportMakers) =>
  (services: Services, registry: Registry): Route[] => {
    const context = { services, registry };
    return [
      ...organizationExportRoutes(context, makers),
      ...bulkExportRoutes(context, makers),
      ...downloadRoutes(context),
    ];
  };

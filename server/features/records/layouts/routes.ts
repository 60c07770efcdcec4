import { and, eq } from 'drizzle-orm';
import { paperLayout } from '@contract/features/library/entities/paperLayout';
import type { LayoutValues, LayoutView } from '@contract/features/library/layoutWire';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { fieldsOf, type LayoutKind, specimenValues } from '@contract/features/records/layouts/layoutCatalogue';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { scopeOf, undeletedRows } from '@server/crud/rowScope';
import { paperLayoutTable } from '@server/db/schema';
import {
  type FilledPaper,
  filledLayout,
  layoutOfPaper,
  officeTypes,
  type StoredLayout,
} from '@server/features/library/layouts/ownLayout';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { viewLayout } from '@server/print/layouts/fillLayout';
import { officePdf, officeProgram } from '@server/print/layouts/officeConverter';
import type { Services } from '@server/services';
import { mayReadPaper } from '../readableParts';
import { valuesForLayout, valuesOfPaper } from './layoutPapers';
import { checkedLayout, visibleLayout } from './layoutRules';

const { path, label: tag } = paperLayout;
const listPermissions = [permissionOf(paperLayout, 'list')];
const asQuery = { as: 'pdf为LibreOffice转换的PDF；不填为Word或Excel' } as const;

/** Returns the project that the query names. @throws Refusal 400 */
function projectIn({ query }: Call<unknown>): number {
  const id = Number(query['project']);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw badRequest('请选择项目');
  return id;
}

/** Sends a filled layout, as PDF where that is asked for. */
async function sendFilled(call: Call<unknown>, filledPaper: FilledPaper, title: string): Promise<Response> {
  if (call.query['as'] === 'pdf')
    return downloadResponse(
      await officePdf(filledPaper.bytes, filledPaper.format),
      'application/pdf',
      shownName(`${title}.pdf`),
    );
  return downloadResponse(
    filledPaper.bytes,
    officeTypes[filledPaper.format],
    shownName(`${title}.${filledPaper.format}`),
  );
}

/** Sends a paper of a project in the organization's layout, and records the download. */
async function sendPaper(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { database } = services;
  const { orm } = database;
  const { key } = call.params;
  const paper = await valuesOfPaper(context, call, idParam(call), String(key));
  const layout = await layoutOfPaper(services, orm, paper);
  if (!layout) throw notFound(ownLayoutTexts.none);
  const filledPaper = await filledLayout(services, orm, layout, paper.values, paper.pictures);
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: projectEntity,
        entityId: idParam(call),
        title: paper.title,
        organizationId: paper.organizationId,
        after: { layout: layout.id, edition: layout.edition },
      },
    ]),
  );
  return sendFilled(call, filledPaper, paper.title);
}

type LayoutOf = (call: Call<unknown>) => Promise<StoredLayout>;

/** Routes that tell what a layout may contain and whether its file is in order. */
function checkRoutes(services: Services, registry: Registry, layoutIn: LayoutOf): Route[] {
  const { orm } = services.database;
  return [
    route({
      method: 'GET',
      path: `${path}/inUse`,
      permission: 'signedIn',
      tag,
      summary: '本机构在用的版式：用于哪类文件、哪种方法',
      async handle(call) {
        const templates = registry.named('paperLayout');
        return orm
          .selectDistinct({ kind: paperLayoutTable.kind, methodKind: paperLayoutTable.methodKind })
          .from(paperLayoutTable)
          .where(
            and(eq(paperLayoutTable.state, 'published'), undeletedRows(templates), scopeOf(templates, call.viewer)),
          );
      },
    }),
    route({
      method: 'GET',
      path: `${path}/fields/:id`,
      permission: listPermissions,
      tag,
      summary: '版式可用的占位符与示例；LibreOffice是否可用',
      async handle(call) {
        const { kind, methodKind } = await layoutIn(call);
        return {
          fields: fieldsOf(specimenValues(kind as LayoutKind, methodKind)),
          office: officeProgram() !== undefined,
        };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/check/:id`,
      permission: listPermissions,
      tag,
      summary: '检查版式文件：不能识别的、未使用的、必需的占位符',
      handle: async (call) => checkedLayout(services, orm, call, await layoutIn(call)),
    }),
  ];
}

/**
 * Routes of own layouts: names of placeholders, check of a file, a layout beside the data of a project, and papers of a
 * project in the organization's layout.
 */
export function layoutRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { orm } = services.database;
  const layoutIn: LayoutOf = (call) =>
    visibleLayout(orm, { templates: registry.named('paperLayout') }, call, idParam(call));
  return [
    ...checkRoutes(services, registry, layoutIn),
    route({
      method: 'GET',
      path: `${path}/values/:id`,
      permission: listPermissions,
      tag,
      summary: '一个项目的数据在版式中的取值',
      query: { project: '项目' },
      async handle(call): Promise<LayoutValues> {
        const { values, title } = await valuesForLayout(context, call, await layoutIn(call), projectIn(call));
        return { paper: title, fields: fieldsOf(values) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/view/:id`,
      permission: listPermissions,
      tag,
      summary: '用一个项目的数据填写版式，返回其中的文字和表格，在页面上核对',
      query: { project: '项目' },
      async handle(call): Promise<LayoutView> {
        const layout = await layoutIn(call);
        const { values, pictures, title } = await valuesForLayout(context, call, layout, projectIn(call));
        const { bytes, format } = await filledLayout(services, orm, layout, values, pictures);
        return { title, blocks: await viewLayout(bytes, format) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/preview/:id`,
      permission: listPermissions,
      tag,
      summary: '用一个项目的数据填写版式，供核对；不是签发的文件',
      query: { project: '项目', ...asQuery },
      async handle(call) {
        const layout = await layoutIn(call);
        const { values, pictures, title } = await valuesForLayout(context, call, layout, projectIn(call));
        const filledPaper = await filledLayout(services, orm, layout, values, pictures);
        return sendFilled(call, filledPaper, `${layout.name} ${title}`);
      },
    }),
    route({
      method: 'GET',
      path: 'api/records/:id/layout/:key',
      permission: mayReadPaper,
      tag: '原始记录',
      summary: '按本机构的版式导出一份记录；已签的记录用签名时的版本',
      query: asQuery,
      handle: (call) => sendPaper(context, call),
    }),
  ];
}

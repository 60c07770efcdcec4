import { z } from 'zod';
import { conformityDocument } from '@contract/features/conformity/conformityDocument';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';
import { clauseLine } from '@contract/features/conformity/entities/clauseLine';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';
import { planRecordTexts } from '@contract/features/conformity/planRecord';
import { permissionOf } from '@contract/permissions';
import type { Page } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { calculatedPage } from '@server/crud/calculatedList';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { dispositionOf, shownName } from '@server/files/fileName';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import { makePdf } from '@server/print/makePdf';
import { agencyOf } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { clauseLines } from './clauseLines';
import { recordPlan } from './recordPlan';

const recordBody = z.looseObject({
  id: idSchema,
  version: versionField,
});

/** Builds 规范符合性自查表 as a file; the download is recorded in the audit trail. */
async function printSelfCheck(
  services: Services,
  call: Call<unknown>,
  day: string,
  lines: Promise<readonly ClauseLine[]>,
): Promise<Response> {
  const { viewer } = call;
  const agency = await agencyOf(services.database.orm, viewer);
  const document = conformityDocument(agency, day, await lines);
  const name = shownName(`${document.title}-${day}.pdf`);
  const bytes = await makePdf(document, agency, new Map(), document.title);
  await services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'download', entity: clauseLine, title: name, organizationId: viewer.organizationId },
    ]),
  );
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/**
 * Returns the routes of 规范符合性: the requirements of GBZ 331-2024 with the organization's evidence, as a list and on
 * paper; and the record of an item of a yearly plan by the person in charge.
 */
export function conformityRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = clauseLine;
  const { orm } = services.database;
  const { zone } = services.env;
  const permission = [permissionOf(clauseLine, 'list')];
  const today = () => formatDay(services.now(), zone);

  const lines = (viewer: Viewer) => clauseLines({ orm, registry, viewer, zone, today: today() });

  return [
    route({
      method: 'GET',
      path,
      permission,
      tag,
      summary: 'GBZ 331-2024逐条的满足情况，以及本机构的证据和缺口',
      exported: { entity: clauseLine },
      query: {
        keyword: '条款、要求或满足方式',
        state: '状态',
        page: '页码，从0开始',
        size: '每页条数',
        sort: '排序，如gaps,desc',
      },
      handle: async ({ request, viewer }): Promise<Page<ClauseLine>> =>
        calculatedPage(clauseLine, await lines(viewer), readQuery(request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/pdf`,
      permission,
      tag,
      summary: '规范符合性自查表（PDF）',
      handle: (call) => printSelfCheck(services, call, today(), lines(call.viewer)),
    }),
    route({
      method: 'PUT',
      path: `${yearPlan.path}/record`,
      permission: [permissionOf(yearPlan, 'list')],
      tag: yearPlan.label,
      summary: '责任人填写年度计划的完成日期、实施记录和记录文件',
      body: recordBody,
      entity: yearPlan,
      shape: 'draft',
      handle: async (call) =>
        ok(
          planRecordTexts.saved,
          await recordPlan({ services, registry, resource: registry.named('yearPlan'), call }, call.body),
        ),
    }),
  ];
}

import { and, count, desc, eq } from 'drizzle-orm';
import {
  type EnterpriseProject,
  type EnterpriseProjectView,
  type EnterpriseReport,
  type EnterpriseProjectFilter,
  progressText,
  projectFilters,
} from '@contract/features/customers/enterprise/enterpriseWire';
import { enterpriseProject as projectLine } from '@contract/features/customers/entities/enterpriseProject';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { permissionOf } from '@contract/permissions';
import type { Page } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { inspectUnitTable, organizationTable, projectTable } from '@server/db/schema';
import { enterpriseVisible } from '@server/features/projects/enterpriseVisible';
import { brokenSignatures } from '@server/features/reports/brokenSignatures';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { pdfName } from '@server/features/reports/reportPaper';
import { shownName } from '@server/files/fileName';
import { fileResponse, storedFile } from '@server/files/sendFile';
import { badRequest } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import {
  enterpriseProject,
  enterpriseReport,
  finishedReports,
  searchCondition,
  presentedProjects,
  rowsOf,
} from './enterpriseProjects';

const tag = '企业服务';
const viewPermissions = [permissionOf({ name: 'enterpriseProject' }, 'list')];
const maxPageSize = 100;

function integerParam(name: string, value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw badRequest(`参数${name}应为${min}到${max}之间的整数`);
  return number;
}

/** Marks reports that differ from the signed content as altered, as the page of their QR code does. */
function markAltered(context: CrudContext, reports: readonly EnterpriseReport[]): Promise<EnterpriseReport[]> {
  const { services } = context;
  const { orm } = services.database;
  return Promise.all(
    reports.map(async (report) =>
      report.standing === 'valid' && (await brokenSignatures(services, orm, report.id)).length > 0
        ? { ...report, standing: 'altered' as const }
        : report,
    ),
  );
}

/** Returns a page of the projects of the caller's units. */
async function listOwnProjects(
  { services, registry }: CrudContext,
  { request, viewer }: Call<unknown>,
): Promise<Page<EnterpriseProject>> {
  const { database, env } = services;
  const { orm } = database;
  const query = readQuery(request.url);
  const state = (query.state ?? 'all') as EnterpriseProjectFilter;
  if (!projectFilters.includes(state)) throw badRequest('参数state应为all、underway或reported');
  const [page, size, unitId] = [
    integerParam('page', query.page, 0, 0, 100_000),
    integerParam('size', query.size, 10, 1, maxPageSize),
    integerParam('belongInspect', query.belongInspect, 0, 1, 999_999),
  ];
  const condition = and(
    enterpriseVisible(registry, viewer),
    unitId ? eq(inspectUnitTable.id, unitId) : undefined,
    searchCondition(orm, { keyword: typeof query.keyword === 'string' ? query.keyword.trim() : '', state }),
  );
  const [total] = await orm
    .select({ count: count() })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(condition);
  const rows = await rowsOf(orm, condition)
    .orderBy(desc(projectTable.id))
    .limit(size)
    .offset(page * size);
  return { content: await presentedProjects(orm, registry, env.zone, rows), totalElements: total?.count ?? 0 };
}

/** Returns one project with its progress, unit and issued reports. */
async function viewOfProject(context: CrudContext, call: Call<unknown>): Promise<EnterpriseProjectView> {
  const { services, registry } = context;
  const { database, env } = services;
  const { orm } = database;
  const projectRow = await enterpriseProject(orm, registry, call.viewer, idParam(call));
  const [presentedProject] = await presentedProjects(orm, registry, env.zone, [projectRow]);
  const unit = inspectUnitTable;
  const [unitFacts] = await orm
    .select({
      unitName: unit.unitName,
      iuiCode: unit.iuiCode,
      workAddress: unit.workAddress,
      workerCount: unit.workerCount,
      exposedCount: unit.exposedCount,
      workScope: projectTable.workScope,
    })
    .from(projectTable)
    .innerJoin(unit, eq(unit.id, projectTable.belongInspect))
    .where(eq(projectTable.id, projectRow.id));
  const [agency] =
    projectRow.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name, phone: organizationTable.phone })
          .from(organizationTable)
          .where(eq(organizationTable.id, projectRow.organizationId));
  return {
    ...(presentedProject as EnterpriseProject),
    facts: unitFacts as EnterpriseProjectView['facts'],
    agency: agency ?? null,
    finished: await markAltered(context, (await finishedReports(orm, [projectRow.id])).get(projectRow.id) ?? []),
  };
}

/** Sends an issued report as PDF, and records the download. */
async function sendReport({ services, registry }: CrudContext, call: Call<unknown>) {
  const { database } = services;
  const { orm } = database;
  const reportRow = await enterpriseReport(orm, registry, call.viewer, idParam(call));
  const file = await storedFile(services, await issuedPdf(services, reportRow));
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: reportEntity,
        entityId: reportRow.id,
        title: shownName(pdfName(reportRow)),
        organizationId: reportRow.organizationId,
      },
    ]),
  );
  return fileResponse(services, file, true);
}

/**
 * Returns the routes for an enterprise: the progress and the finished reports of its units' projects (PRODUCT §1).
 */
export function enterpriseRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: 'api/enterprise/projects',
      permission: viewPermissions,
      tag,
      summary: '本单位的项目与进度',
      query: {
        page: '页码，从0开始',
        size: `每页条数，最多${maxPageSize}`,
        keyword: '项目编号、项目名称或单位名称',
        state: 'all、underway（进行中）或reported（已出报告）',
        belongInspect: '受检单位',
      },
      exported: {
        entity: projectLine,
        texts: { progress: ({ phases }) => progressText(phases as EnterpriseProject['phases']) },
        pageSize: maxPageSize,
      },
      handle: (call) => listOwnProjects(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/enterprise/projects/:id',
      permission: viewPermissions,
      tag,
      summary: '本单位的一个项目：进度、单位信息与已签发的报告',
      handle: (call) => viewOfProject(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/enterprise/reports/:id/pdf',
      permission: viewPermissions,
      tag,
      summary: '本单位已签发的报告（PDF）',
      handle: (call) => sendReport(context, call),
    }),
  ];
}

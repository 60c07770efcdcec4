import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ClientMatter,
  matterTexts,
  clientKinds,
  obligationTexts,
  type ReportObligations,
} from '@contract/features/customers/enterprise/clientMatters';
import { factsDocument, factsHeadings, factsLines } from '@contract/features/customers/enterprise/declarationFacts';
import type { UnitYears } from '@contract/features/customers/enterprise/resultsByYear';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { permissionOf } from '@contract/permissions';
import type { PrintDocument } from '@contract/print/printDocument';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { clientReplyTable } from '@server/db/schema';
import { beginMatter, mattersOf, projectOfMatter, replyTo } from '@server/features/projects/clients/clientMatters';
import { clientProject, type ClientProject } from '@server/features/projects/clients/clientProject';
import { shownName } from '@server/files/fileName';
import { downloadResponse, fileResponse, storedFile } from '@server/files/sendFile';
import { forbidden, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import { enterpriseProject, enterpriseReport } from './enterpriseProjects';
import { unitFacts, unitOf, unitYears } from './enterpriseUnit';
import { obligationsOfReport, markObligationDone } from './reportObligations';

const tag = '企业服务';
const viewPermissions = [permissionOf({ name: 'enterpriseProject' }, 'list')];
// The years of a unit are its history: staff who may see imported reports see them too.
const yearsPermissions = [...viewPermissions, permissionOf(historyReport, 'list')];
const contentSchema = z.string().trim().max(2000, matterTexts.contentLong);
const attachmentField = z.uuid({ error: () => matterTexts.foreignFile }).nullish();
const questionBody = z.object({
  matterKind: z.enum(clientKinds, { error: () => matterTexts.kindMissing }),
  title: z
    .string({ error: () => matterTexts.titleMissing })
    .trim()
    .min(1, matterTexts.titleMissing)
    .max(100, matterTexts.titleLong),
  content: contentSchema.default(''),
});
const replyBody = z.object({ content: contentSchema.default(''), attachment: attachmentField });
const visitAnswerBody = z
  .object({ agreed: z.boolean({ error: () => '请选择是否确认' }), content: contentSchema.default('') })
  .refine(({ agreed, content: remark }) => agreed || remark !== '', {
    path: ['content'],
    message: matterTexts.reasonMissing,
  });
const obligationBody = z.object({
  key: z.string().min(1).max(300),
  doneOn: z.iso.date(obligationTexts.doneOnMissing),
  measure: z
    .string({ error: () => obligationTexts.measureMissing })
    .trim()
    .min(1, obligationTexts.measureMissing)
    .max(500, '措施不能超过500个字'),
});

const assertClient = ({ viewer }: Pick<Call<unknown>, 'viewer'>): void => {
  if (!viewer.user.isQy) throw forbidden();
};

async function ownProject(context: CrudContext, call: Call<unknown>, id: number): Promise<ClientProject> {
  const { services, registry } = context;
  const { orm } = services.database;
  const { id: projectId } = await enterpriseProject(orm, registry, call.viewer, id);
  return (await clientProject(orm, projectId)) as ClientProject;
}

async function projectOfThread(context: CrudContext, call: Call<unknown>): Promise<ClientProject> {
  const { services } = context;
  const { orm } = services.database;
  return ownProject(context, call, await projectOfMatter(orm, idParam(call)));
}

/** Stores a reply to the organization, with its file. */
async function saveReply(context: CrudContext, call: Call<z.output<typeof replyBody>>) {
  const { services } = context;
  const { database } = services;
  const project = await projectOfThread(context, call);
  assertClient(call);
  await database.transaction((tx) =>
    once(tx, call, async () => {
      await replyTo(services, tx, call, project, idParam(call), call.body, true);
      return null;
    }),
  );
  return ok(matterTexts.replied);
}

/** Stores whether the client accepts the day of a visit, or the plan. */
async function saveAnswer(context: CrudContext, call: Call<z.output<typeof visitAnswerBody>>) {
  const { services } = context;
  const { database, env } = services;
  const { orm } = database;
  const project = await projectOfThread(context, call);
  assertClient(call);
  const { agreed, content: remark } = call.body;
  const clientMatter = (await mattersOf(orm, env.zone, project.id)).find(({ id }) => id === idParam(call));
  const ofPlan = clientMatter?.matterKind === 'plan';
  if (!clientMatter || (clientMatter.visitOn === null && !ofPlan)) throw notFound(matterTexts.notFound);
  const confirmedText = ofPlan ? matterTexts.planConfirmed : matterTexts.visitConfirmed(clientMatter.visitOn ?? '');
  const declinedText = ofPlan ? matterTexts.planDeclined(remark) : matterTexts.visitDeclined(remark);
  const replyText = agreed ? [confirmedText, remark].filter(Boolean).join('。') : declinedText;
  await database.transaction((tx) =>
    once(tx, call, async () => {
      await replyTo(services, tx, call, project, idParam(call), { content: replyText }, true);
      return null;
    }),
  );
  return ok(agreed ? (ofPlan ? matterTexts.planAgreed : matterTexts.confirmed) : matterTexts.replied);
}

/** Stores that an obligation after a report is fulfilled. */
async function saveObligation({ services, registry }: CrudContext, call: Call<z.output<typeof obligationBody>>) {
  const { database } = services;
  const { orm } = database;
  const report = await enterpriseReport(orm, registry, call.viewer, idParam(call));
  assertClient(call);
  await database.transaction((tx) =>
    once(tx, call, async () => {
      await markObligationDone(services, tx, call, report, call.body);
      return null;
    }),
  );
  return ok(obligationTexts.saved);
}

/** Sends the data for a declaration as a workbook, and records the download. */
async function sendDeclarationSheet({ services, registry }: CrudContext, call: Call<unknown>) {
  const { database } = services;
  const { orm } = database;
  const unit = await unitOf(orm, registry, call.viewer, idParam(call));
  const name = shownName(`申报资料-${unit.unitName}.xlsx`);
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: inspectUnit,
        entityId: unit.id,
        title: name,
        organizationId: unit.organizationId,
      },
    ]),
  );
  const columns = factsHeadings.map((header) => ({ header, width: 18, kind: 'text' as const }));
  const bytes = writeWorkbook({ sheetName: '申报资料', columns, rows: factsLines(await unitFacts(orm, unit)) });
  return downloadResponse(bytes, xlsxType, name);
}

/** Returns the routes of questions and objections. */
function askingRoutes(context: CrudContext): Route[] {
  const { services } = context;
  const { database, env } = services;
  const { orm } = database;

  return [
    route({
      method: 'GET',
      path: 'api/enterprise/projects/:id/matters',
      permission: viewPermissions,
      tag,
      summary: '项目的往来事项与回复',
      handle: async (call): Promise<readonly ClientMatter[]> =>
        mattersOf(orm, env.zone, (await ownProject(context, call, idParam(call))).id),
    }),
    route({
      method: 'POST',
      path: 'api/enterprise/projects/:id/matters',
      permission: viewPermissions,
      tag,
      summary: '向检测机构咨询或提出异议',
      body: questionBody,
      async handle(call) {
        const project = await ownProject(context, call, idParam(call));
        assertClient(call);
        const newThread = await database.transaction((tx) =>
          once(tx, call, async () => ({ id: await beginMatter(services, tx, call, project, call.body, true) })),
        );
        return ok(matterTexts.asked, newThread);
      },
    }),
  ];
}

/** Returns the routes of replies and their files. */
function replyRoutes(context: CrudContext): Route[] {
  const { services } = context;
  const { orm } = services.database;

  return [
    route({
      method: 'POST',
      path: 'api/enterprise/matters/:id/reply',
      permission: viewPermissions,
      tag,
      summary: '回复检测机构，可带附件',
      body: replyBody,
      handle: (call) => saveReply(context, call),
    }),
    route({
      method: 'POST',
      path: 'api/enterprise/matters/:id/visit',
      permission: viewPermissions,
      tag,
      summary: '确认到场日期或采样方案，或说明不便、意见',
      body: visitAnswerBody,
      handle: (call) => saveAnswer(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/enterprise/replies/:id/file',
      permission: viewPermissions,
      tag,
      summary: '往来回复的附件',
      async handle(call) {
        const [reply] = await orm
          .select()
          .from(clientReplyTable)
          .where(and(eq(clientReplyTable.id, idParam(call)), isNull(clientReplyTable.deleteTime)));
        if (!reply) throw notFound(matterTexts.notFound);
        await ownProject(context, call, await projectOfMatter(orm, reply.matter));
        return fileResponse(services, await storedFile(services, reply.attachment ?? undefined), true);
      },
    }),
  ];
}

/** Returns the routes of obligations after a report. */
function obligationRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  const { orm } = services.database;

  return [
    route({
      method: 'GET',
      path: 'api/enterprise/reports/:id/duties',
      permission: viewPermissions,
      tag,
      summary: '报告中超标的结果、法定事项及其完成情况',
      handle: async (call): Promise<ReportObligations> =>
        obligationsOfReport(orm, await enterpriseReport(orm, registry, call.viewer, idParam(call))),
    }),
    route({
      method: 'PUT',
      path: 'api/enterprise/reports/:id/duties',
      permission: viewPermissions,
      tag,
      summary: '登记整改或法定事项的完成',
      body: obligationBody,
      handle: (call) => saveObligation(context, call),
    }),
  ];
}

/** Returns the routes of a unit's years and of the data for a declaration. */
function unitRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  const { orm } = services.database;

  return [
    route({
      method: 'GET',
      path: 'api/enterprise/units/:id/years',
      permission: yearsPermissions,
      tag,
      summary: '单位各年的检测结果，按岗位和危害因素对照',
      handle: async (call): Promise<UnitYears> =>
        unitYears(orm, (await unitOf(orm, registry, call.viewer, idParam(call))).id),
    }),
    route({
      method: 'GET',
      path: 'api/enterprise/units/:id/declaration',
      permission: viewPermissions,
      tag,
      summary: '申报所需的资料：可打印的内容',
      async handle(call): Promise<PrintDocument> {
        const unit = await unitOf(orm, registry, call.viewer, idParam(call));
        return factsDocument(await unitFacts(orm, unit));
      },
    }),
    route({
      method: 'GET',
      path: 'api/enterprise/units/:id/declaration/xlsx',
      permission: viewPermissions,
      tag,
      summary: '申报所需的资料（xlsx）',
      handle: (call) => sendDeclarationSheet(context, call),
    }),
  ];
}

/**
 * Returns the routes of a client's actions: answer, confirm, ask, tick off, download. Staff who may view them can't
 * write on behalf of a client.
 */
export function clientRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [...askingRoutes(context), ...replyRoutes(context), ...obligationRoutes(context), ...unitRoutes(context)];
}

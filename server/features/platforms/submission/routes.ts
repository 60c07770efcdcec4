import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { submission } from '@contract/features/platforms/entities/submission';
import { submissionProject } from '@contract/features/platforms/pushProject';
import { missingText, submissionStateText } from '@contract/features/platforms/pushWire';
import { submissionTitle } from '@contract/features/platforms/submission/submissionDocument';
import { submissionMachine } from '@contract/features/platforms/submission/submissionMachine';
import { submissionTexts } from '@contract/features/platforms/submissionWire';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { submissionContentTable, submissionTable } from '@server/db/schema';
import { projectOf, type StoredProject } from '@server/features/projects/projectStage';
import { assertNotSecret } from '@server/features/projects/requiredSheets';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { idSchema } from '@server/http/bodySchemas';
import { conflict, invalid, Refusal } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { lockRow, type MovedEntity, moveRows } from '@server/workflow/moveRows';
import { checkedRows } from '../listReported';
import { type ReportedProject, reportedOf } from '../reportedProject';
import { listSubmissions, missingSubmissionData, submissionPaper, submissionView } from './submissionView';

const submissionChannels = fixedDictionaries.submissionChannel.map(({ value }) => value) as [string, ...string[]];
const submitBody = z.object({
  project: idSchema,
  channel: z.enum(submissionChannels, { error: () => submissionTexts.channelMissing }),
  receiptNo: z.string().trim().max(100, '回执编号不能超过100个字').nullish(),
  remark: z.string().trim().max(500, '备注不能超过500个字').nullish(),
});

const { path, label: tag } = submission;
const permission = [permissionOf(submission, 'list')];

/**
 * Refuses a report that can't be submitted.
 * @throws Refusal 409 before its issue, after its submission, or for a secret project; 400 with the missing data
 */
async function assertSubmittable(tx: Orm, reportedProject: ReportedProject, state: string | null | undefined) {
  const { report, payload, blocked } = reportedProject;
  if (!report || !payload || blocked !== null)
    throw conflict(report ? (blocked ?? '') : submissionTexts.notIssued, 'notIssued');
  await assertNotSecret(tx, Number(report.project), '报送');
  if (state === 'submitted') throw conflict(submissionTexts.already(report.reportNo ?? ''), 'already');
  const findings = missingSubmissionData(reportedProject);
  if (findings.length)
    throw new Refusal(
      400,
      'incomplete',
      submissionTexts.refused(findings.map(({ label }) => label)),
      invalid(findings.map(({ field, message }) => ({ field, message }))).details,
    );
  return { report, payload };
}

/** Inserts the submission of a report that has none, and returns its id. */
async function insertSubmission(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  report: NonNullable<ReportedProject['report']>,
  { unitName, project }: Pick<ReportedProject, 'unitName'> & { readonly project: StoredProject },
): Promise<number> {
  const { organizationId } = project;
  const now = services.now();
  const [inserted] = await tx
    .insert(submissionTable)
    .values({
      reportNo: report.reportNo,
      report: report.id,
      project: project.id,
      unitName,
      state: 'drafting',
      stageSince: now,
      organizationId,
      createBy: call.viewer.user.id,
      createTime: now,
      updateTime: now,
      ...pinyinOf(report.reportNo ?? ''),
    })
    .returning({ id: submissionTable.id });
  const id = inserted?.id ?? 0;
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: submission,
      entityId: id,
      title: report.reportNo,
      organizationId,
      after: { reportNo: report.reportNo, unitName },
    },
  ]);
  return id;
}

async function submitReport(
  context: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof submitBody>>,
): Promise<{ id: number }> {
  const { services, registry } = context;
  const workflow: MovedEntity = {
    machine: submissionMachine,
    resource: registry.named(submission.name),
    stateField: 'state',
  };
  const { project: projectId, channel, receiptNo, remark } = call.body;
  const project = await projectOf(tx, registry, call, projectId, 'update');
  const reportedProject = await reportedOf(context, tx, project);
  const [before] = reportedProject.report
    ? await tx
        .select({ id: submissionTable.id, state: submissionTable.state })
        .from(submissionTable)
        .where(and(eq(submissionTable.report, reportedProject.report.id), isNull(submissionTable.deleteTime)))
    : [];
  const { report, payload } = await assertSubmittable(tx, reportedProject, before?.state);
  const { unitName } = reportedProject;
  const id = before?.id ?? (await insertSubmission(context, tx, call, report, { unitName, project }));
  const now = services.now();
  const row = await lockRow(workflow, tx, call, id);
  await moveRows(services, tx, call, workflow, [row], 'submit', {
    changes: {
      channel,
      receiptNo: receiptNo || null,
      remark: remark || null,
      submittedOn: formatDay(now, services.env.zone),
      submittedBy: call.viewer.user.id,
    },
  });
  const contentValues = { content: payload, createTime: now };
  await tx
    .insert(submissionContentTable)
    .values({ submissionId: id, ...contentValues })
    .onConflictDoUpdate({ target: submissionContentTable.submissionId, set: contentValues });
  return { id };
}

/** Sends the card as PDF and records the download. */
async function sendCard(context: CrudContext, call: Call<unknown>) {
  const { services, registry } = context;
  const { database } = services;
  const project = await projectOf(database.orm, registry, call, idParam(call));
  const { document, reportNo } = await submissionPaper(context, call, project.id);
  const name = shownName(`${submissionTitle}${reportNo}.pdf`);
  const bytes = await makePdf(document, document.agency);
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: submission,
        entityId: project.id,
        title: name,
        organizationId: project.organizationId,
      },
    ]),
  );
  return downloadResponse(bytes, 'application/pdf', name);
}

/** Returns the routes that read submissions and print them. */
function submissionReadingRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${path}/projects`,
      permission,
      tag,
      summary: '可报送的项目：报告、缺项与报送状态',
      exported: {
        entity: submissionProject,
        texts: { missing: missingText, submissionState: ({ submissionState }) => submissionStateText(submissionState) },
        pageSize: checkedRows,
      },
      handle: (call) => listSubmissions(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/project/:id`,
      permission,
      tag,
      summary: '一个项目的报送：缺项与填写的位置、报送情况',
      handle: (call) => submissionView(context, call, idParam(call)),
    }),
    route({
      method: 'GET',
      path: `${path}/paper/:id`,
      permission,
      tag,
      summary: '报送卡预览：已报送的为报送时的内容',
      handle: async (call) => (await submissionPaper(context, call, idParam(call))).document,
    }),
    route({
      method: 'GET',
      path: `${path}/pdf/:id`,
      permission,
      tag,
      summary: '下载报送卡（PDF）',
      handle: (call) => sendCard(context, call),
    }),
  ];
}

/**
 * Routes of 职业卫生报送: the submission of a report, its missing data and where to fill them in. A submitted report
 * can't be changed.
 */
export function submissionRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const workflow: MovedEntity = {
    machine: submissionMachine,
    resource: registry.named(submission.name),
    stateField: 'state',
  };

  return [
    ...submissionReadingRoutes(services, registry),
    route({
      method: 'PUT',
      path: `${path}/submit`,
      permission: [permissionOfMove(submissionMachine, { key: 'submit' })],
      tag,
      summary: '报送：资料完整时封存内容并登记报送方式与回执',
      body: submitBody,
      handle: async (call) =>
        ok(
          submissionTexts.submitted,
          await database.transaction((tx) => once(tx, call, () => submitReport(context, tx, call))),
        ),
    }),
    ...moveRoutes(services, registry, workflow, {
      withdraw: { before: async () => ({ submittedOn: null, submittedBy: null, receiptNo: null }) },
    }),
  ];
}

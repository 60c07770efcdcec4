import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { clientNoticeTexts } from '@contract/features/customers/enterprise/clientMatters';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { report } from '@contract/features/reports/entities/report';
import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import { decisionTexts } from '@contract/features/reports/judgement/openLines';
import type { ReportView } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { officeTypes } from '@server/features/library/layouts/ownLayout';
import { tellClients } from '@server/features/projects/clients/clientProject';
import { movedProject, projectOf } from '@server/features/projects/projectStage';
import { dueAfterIssue } from '@server/features/projects/workCalendar';
import { dispositionOf, shownName } from '@server/files/fileName';
import { downloadResponse, fileResponse, storedFile } from '@server/files/sendFile';
import { idSchema } from '@server/http/bodySchemas';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { withChanges } from '@server/workflow/changesSinceReturn';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { stepsOf, timelineOf } from '@server/workflow/stepHistory';
import { beginCorrection, beginReport } from './beginReport';
import { filledReport, layoutOfReport } from './certificates/reportLayout';
import { compiledReport, currentReport, type StoredReport } from './compiledReport';
import { decideBody, decideLines } from './decisions/decideLines';
import { issuedPdf } from './issuedPaper';
import { frozenContent, lockReport, movedReport, reportMark, visibleReport } from './movedReport';
import type { ReportEnded } from './reportEnded';
import { docxName, isIssued, issueOf, pdfName, reportDocx, reportPdf, signersOf, verifyPath } from './reportPaper';
import { resultFactsOf } from './results/resultFacts';
import { traceOfResult } from './trace/traceOfResult';

const reasonBody = z.object({
  id: idSchema,
  reason: z
    .string({ error: () => reportTexts.reasonMissing })
    .trim()
    .min(1, reportTexts.reasonMissing)
    .max(500, '原因不能超过500个字'),
});

/** Returns the stamp for an issued report; null without one. */
async function shownSeal(services: Services, orm: Orm, storedReport: StoredReport): Promise<ReportView['seal']> {
  const { seal } = await issueOf(services, orm, storedReport, null);
  return seal ? { file: seal.source, ratio: seal.ratio } : null;
}

const { path, label: tag } = report;

const listPermissions = [permissionOf(report, 'list')];

const movePermissions = (key: string) => [permissionOfMove(reportMachine, { key })];

/**
 * Returns the report as the viewer may see it: with its frozen content after the submission, with the current data of
 * the project before it.
 */
async function viewOf(context: CrudContext, call: Call<unknown>, storedReport: StoredReport): Promise<ReportView> {
  const { services, registry } = context;
  const { orm } = services.database;
  const signedContent = await frozenContent(orm, storedReport.id);
  const { content, problems, leftOut, openLines, gaps, automatic } = signedContent
    ? { content: signedContent, problems: [], leftOut: [], openLines: [], gaps: [], automatic: null }
    : await compiledReport(
        context,
        orm,
        await projectOf(orm, registry, call, Number(storedReport.project)),
        storedReport,
      );
  return {
    content,
    asSeen: await reportMark(orm, storedReport.id, content),
    frozen: signedContent !== undefined,
    automatic,
    problems,
    openLines,
    leftOut,
    gaps,
    seal: await shownSeal(services, orm, storedReport),
    signers: await signersOf(services, orm, storedReport),
    issuedOn: isIssued(storedReport) ? storedReport.issuedOn : null,
    due: await dueAfterIssue(orm, storedReport.organizationId, isIssued(storedReport) ? storedReport.issuedOn : null),
    verifyPath: isIssued(storedReport) && storedReport.verifyCode ? verifyPath(storedReport.verifyCode) : null,
  };
}

const auditDownload = (
  database: Database,
  call: Call<unknown>,
  { id: entityId, organizationId }: StoredReport,
  title: string,
) =>
  database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [{ action: 'download', entity: report, entityId, title, organizationId }]),
  );

/**
 * Voids an issued report, tells other subjects of its end, and tells the client and the person who had handed it in.
 */
async function voidReport(endReport: ReportEnded, context: CrudContext, call: Call<z.output<typeof reasonBody>>) {
  const { registry, services } = context;
  const { database } = services;
  const { id: reportId, reason } = call.body;
  let pushNotices = () => Promise.resolve();
  await database.transaction((tx) =>
    once(tx, call, async () => {
      const { project: projectId } = await visibleReport(tx, registry, call, reportId);
      const [project] = await lockRows(movedProject(registry), tx, call, [Number(projectId)]);
      const row = await lockReport(tx, registry, call, reportId);
      await moveRows(services, tx, call, movedReport(registry), [row], 'void', { reason });
      await endReport(context, tx, call, row, publicationTexts.voidedReason(reason));
      const no = String(row.reportNo);
      if (row.issuedOn !== null)
        await tellClients(
          services,
          tx,
          call,
          Number(projectId),
          { title: clientNoticeTexts.voidedTitle(no), text: clientNoticeTexts.voidedText(no, reason) },
          '2',
        );
      // Without a valid report the project can't be archived, so another report has to be begun.
      if (project?.stage === 'issuing' && !(await currentReport(tx, project.id)))
        await moveRows(services, tx, call, movedProject(registry), [project], 'returnReport', { reason });
      const submitters = (await stepsOf(tx, reportMachine, row.id)).filter(({ move }) => move === 'submit');
      pushNotices =
        (await registry.tellReturned?.(services, tx, call, {
          entity: report,
          row: row as unknown as AnyRow,
          what: `${report.label}${no}`,
          people: submitters.map(({ personId }) => personId).filter((id) => id !== call.viewer.user.id),
          move: reportMachine.moves.find(({ key }) => key === 'void')?.label ?? '',
          reason,
        })) ?? pushNotices;
      return { id: row.id };
    }),
  );
  await pushNotices();
  return ok(reportTexts.voided);
}

/** Sends the report as PDF: the issued file or, before the issue, a PDF drawn now. */
async function sendPdf(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { registry, services } = context;
  const { database } = services;
  const { orm } = database;
  const storedReport = await visibleReport(orm, registry, call, idParam(call));
  const name = shownName(pdfName(storedReport));
  if (isIssued(storedReport)) {
    const file = await storedFile(services, await issuedPdf(services, storedReport));
    await auditDownload(database, call, storedReport, name);
    return fileResponse(services, file, true);
  }
  const { content } = await viewOf(context, call, storedReport);
  const bytes = await reportPdf(services, orm, storedReport, content, null);
  await auditDownload(database, call, storedReport, name);
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Sends an editable copy of the report, which is not the issued original. */
async function sendDocx(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { registry, services } = context;
  const { database } = services;
  const { orm } = database;
  const storedReport = await visibleReport(orm, registry, call, idParam(call));
  const name = shownName(docxName(storedReport));
  const { content } = await viewOf(context, call, storedReport);
  const bytes = await reportDocx(
    services,
    orm,
    storedReport,
    content,
    isIssued(storedReport) ? await publicOrigin(services, orm, storedReport.organizationId) : null,
  );
  await auditDownload(database, call, storedReport, name);
  return new Response(bytes, {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Sends the report in the organization's own layout, which is not the issued original. */
async function sendLayout(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { registry, services } = context;
  const { database } = services;
  const { orm } = database;
  const storedReport = await visibleReport(orm, registry, call, idParam(call));
  const { content } = await viewOf(context, call, storedReport);
  const layout = await layoutOfReport(services, orm, storedReport, content);
  if (!layout) throw notFound(ownLayoutTexts.none);
  const origin = isIssued(storedReport) ? await publicOrigin(services, orm, storedReport.organizationId) : null;
  const issue = await issueOf(services, orm, storedReport, origin);
  const { bytes, format } = await filledReport(services, orm, layout, content, issue);
  const name = shownName(`${pdfName(storedReport).replace(/\.pdf$/, '')}.${format}`);
  await auditDownload(database, call, storedReport, name);
  return downloadResponse(bytes, officeTypes[format], name);
}

/** Routes that read the content of a report. */
function contentRoutes(context: CrudContext): Route[] {
  const { registry, services } = context;
  const { database } = services;
  const { orm } = database;
  return [
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: listPermissions,
      tag,
      summary: '项目的报告：现行的一份；没有时为空',
      async handle(call) {
        const project = await projectOf(orm, registry, call, idParam(call));
        return { id: (await currentReport(orm, project.id))?.id ?? null };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/results/:id`,
      permission: listPermissions,
      tag,
      summary: '项目的检测结果与判定：岗位、因素、接触浓度、限值与结论',
      async handle(call) {
        const project = await projectOf(orm, registry, call, idParam(call));
        return { posts: judgeResults(await resultFactsOf(orm, project, { onlyApproved: false })) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/content/:id`,
      permission: listPermissions,
      tag,
      summary: '报告的内容：编制中按项目现状生成，提交后为提交时的内容',
      handle: async (call) => viewOf(context, call, await visibleReport(orm, registry, call, idParam(call))),
    }),
  ];
}

/** Routes of the moves of a report and of its files. */
function paperRoutes(context: CrudContext): Route[] {
  const { registry, services } = context;
  const { database } = services;
  const { orm } = database;
  return [
    route({
      method: 'GET',
      path: `${path}/timeline/:id`,
      permission: listPermissions,
      tag,
      summary: '报告的办理记录',
      async handle(call) {
        const storedReport = await visibleReport(orm, registry, call, idParam(call));
        const timeline = await timelineOf(
          services,
          orm,
          reportMachine,
          { id: storedReport.id, state: String(storedReport.state), organizationId: storedReport.organizationId },
          call.viewer,
          ['publish', 'withdraw', 'correct', 'void'],
        );
        return withChanges(context, orm, call.viewer, report, storedReport as unknown as AnyRow, timeline);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/pdf/:id`,
      permission: listPermissions,
      tag,
      summary: '下载报告（PDF）；签发后为签发时的同一份文件',
      handle: (call) => sendPdf(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/layout/:id`,
      permission: listPermissions,
      tag,
      summary: '按本机构的版式导出报告（docx）；不是签发的原件',
      handle: (call) => sendLayout(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/docx/:id`,
      permission: listPermissions,
      tag,
      summary: '下载报告的可编辑副本（docx）；不是签发的原件',
      handle: (call) => sendDocx(context, call),
    }),
  ];
}

/** Returns the routes that replace or void an issued report. */
function replacementRoutes(services: Services, registry: Registry, endReport: ReportEnded): Route[] {
  const context = { services, registry };
  const { database } = services;
  return [
    route({
      method: 'POST',
      path: `${path}/correct`,
      permission: movePermissions('correct'),
      tag,
      summary: '更正已签发的报告：建立更正报告，签发后替代原报告',
      body: reasonBody,
      async handle(call) {
        const correction = await database.transaction((tx) =>
          once(tx, call, () => beginCorrection(context, tx, call, call.body.id, call.body.reason)),
        );
        return ok(reportTexts.corrected, correction);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/void`,
      permission: movePermissions('void'),
      tag,
      summary: '作废已签发的报告；仍可查阅',
      body: reasonBody,
      handle: (call) => voidReport(endReport, context, call),
    }),
  ];
}

/**
 * Routes of reports: begin, read as draft or paper, correct and void. The approval moves the report through its
 * review.
 */
export const reportRoutes =
  (endReport: ReportEnded) =>
  (services: Services, registry: Registry): Route[] => {
    const context = { services, registry };
    const { database } = services;
    const { orm } = database;

    return [
      route({
        method: 'POST',
        path: `${path}/start`,
        permission: [permissionOf(report, 'add')],
        tag,
        summary: '为项目新增报告',
        body: z.object({ project: idSchema }),
        handle: async (call) =>
          ok(
            reportTexts.started,
            await database.transaction((tx) => once(tx, call, () => beginReport(context, tx, call, call.body.project))),
          ),
      }),
      route({
        method: 'GET',
        path: `${labSheet.path}/trace/:id`,
        permission: [permissionOf(labSheet, 'list')],
        tag: labSheet.label,
        summary: '一个结果的溯源：人员、仪器、读数、曲线、质控、检出限、试剂、谱图、修改和签名',
        query: { sample: '样品' },
        handle: (call) => traceOfResult(context, orm, call, idParam(call), Number(call.query.sample)),
      }),
      ...contentRoutes(context),
      route({
        method: 'PUT',
        path: `${path}/decide`,
        permission: [permissionOf(report, 'edit')],
        tag,
        summary: '对待核实、无法判定的结果逐行写明处理决定',
        body: decideBody,
        async handle(call) {
          await database.transaction((tx) =>
            once(tx, call, async () => {
              await decideLines(context, tx, call, call.body.id, call.body.lines);
              return { id: call.body.id };
            }),
          );
          return ok(decisionTexts.saved);
        },
      }),
      ...paperRoutes(context),
      ...replacementRoutes(services, registry, endReport),
    ];
  };

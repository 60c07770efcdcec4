import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { idParam } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { outsideTaskTable } from '@server/db/schema';
import { paperOf } from '@server/features/records/recordPapers';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { pdfName } from '@server/features/reports/reportPaper';
import { shownName } from '@server/files/fileName';
import { downloadResponse, fileResponse, storedFile } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { StoredTask } from '../reviewerRows';
import { fileOfTask } from './taskFiles';
import { insideCall, papersOf, reportOfTask, taskProject } from './taskPapers';
import { taskZip } from './taskZip';

const { path, label: tag } = outsideTask;
const listPermissions = [permissionOf(outsideTask, 'list')];

/**
 * Returns the task in the address, if it is among the viewer's own.
 * @throws Refusal 404
 */
export async function viewedTask({ services, registry }: CrudContext, call: Call<unknown>): Promise<StoredTask> {
  const resource = registry.named('outsideTask');
  const [task] = await services.database.orm
    .select()
    .from(outsideTaskTable)
    .where(and(eq(outsideTaskTable.id, idParam(call)), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!task) throw notFound();
  return task;
}

const noteDownload = ({ services }: CrudContext, call: Call<unknown>, task: StoredTask, title: string) =>
  services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'download', entity: outsideTask, entityId: task.id, title, organizationId: task.organizationId },
    ]),
  );

const keysBody = z.object({
  keys: z.array(z.string().max(80)).min(1, recordsTexts.noneChosen).max(50, recordsTexts.tooMany(50)),
});

/** Sends the chosen records as one PDF and records the download. */
async function sendRecords(context: CrudContext, call: Call<z.output<typeof keysBody>>): Promise<Response> {
  const { orm } = context.services.database;
  const task = await viewedTask(context, call);
  const project = await taskProject(context, orm, call, task);
  const internalCall = insideCall(call, task);
  const { papers: taskPapers } = await papersOf(context, orm, call, task);
  const keys = [...new Set(call.body.keys)];
  if (keys.some((key) => !taskPapers.some((paper) => paper.key === key))) throw badRequest(outsideTexts.noPaper);
  const papers = [];
  for (const key of keys)
    papers.push((await paperOf({ context, orm, call: internalCall, project }, key, false)).document);
  const name = shownName(`${recordsTexts.bundleFile(String(project.code ?? ''), papers.length)}.pdf`);
  const bytes = await makePdf(
    papers,
    papers[0]?.agency ?? '',
    new Map(),
    recordsTexts.bundleTitle(String(project.code ?? '')),
  );
  await noteDownload(context, call, task, name);
  return downloadResponse(bytes, 'application/pdf', name);
}

/** Returns one record to read and records that it was opened. */
async function openRecord(context: CrudContext, call: Call<unknown>) {
  const { orm } = context.services.database;
  const task = await viewedTask(context, call);
  const project = await taskProject(context, orm, call, task);
  const key = String(call.params.key);
  if (!(await papersOf(context, orm, call, task)).papers.some((paper) => paper.key === key))
    throw notFound(outsideTexts.noPaper);
  const { document } = await paperOf({ context, orm, call: insideCall(call, task), project }, key, false);
  await noteDownload(context, call, task, document.title);
  return document;
}

/** Sends a photograph of the site or a certificate of an instrument. */
async function sendFile(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { orm } = services.database;
  const task = await viewedTask(context, call);
  await taskProject(context, orm, call, task);
  const taskFile = await fileOfTask(orm, task, services.env.zone, String(call.params.key));
  await noteDownload(context, call, task, `${taskFile.title} ${taskFile.about}`);
  return fileResponse(services, await storedFile(services, taskFile.file), true);
}

/** Sends all papers and files of the checked project as ZIP. */
async function sendZip(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { orm } = context.services.database;
  const task = await viewedTask(context, call);
  const body = await taskZip(context, orm, call, task);
  const name = shownName(`${outsideTexts.zipFile(task.taskNo ?? '')}.zip`);
  await noteDownload(context, call, task, name);
  return downloadResponse(body, 'application/zip', name);
}

/** Sends an issued report of the checked project. */
async function sendReport(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { orm } = services.database;
  const task = await viewedTask(context, call);
  const report = await reportOfTask(context, orm, call, task, idParam({ params: { id: call.params.report ?? '' } }));
  const file = await storedFile(services, await issuedPdf(services, report));
  await noteDownload(context, call, task, shownName(pdfName(report)));
  return fileResponse(services, file, true);
}

/** Returns the routes of the papers of a checked project. Each call finds the task only among the viewer's own. */
export const taskPaperRoutes = (context: CrudContext): Route[] => [
  route({
    method: 'GET',
    path: `${path}/papers/:id`,
    permission: listPermissions,
    tag,
    summary: '被检项目的记录与报告',
    handle: async (call) => papersOf(context, context.services.database.orm, call, await viewedTask(context, call)),
  }),
  route({
    method: 'POST',
    path: `${path}/papers/:id/pdf`,
    permission: listPermissions,
    tag,
    summary: '被检项目的所选记录（PDF）',
    body: keysBody,
    handle: (call) => sendRecords(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/paper/:id/:key`,
    permission: listPermissions,
    tag,
    summary: '被检项目的一份记录：可打印的内容',
    handle: (call) => openRecord(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/file/:id/:key`,
    permission: listPermissions,
    tag,
    summary: '被检项目的现场照片或仪器证书',
    handle: (call) => sendFile(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/zip/:id`,
    permission: listPermissions,
    tag,
    summary: '被检项目的全部资料（ZIP）：报告、记录、现场照片、仪器证书',
    handle: (call) => sendZip(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/report/:id/:report`,
    permission: listPermissions,
    tag,
    summary: '被检项目已签发的报告（PDF）',
    handle: (call) => sendReport(context, call),
  }),
];

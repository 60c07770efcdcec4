import { z } from 'zod';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { recordProject } from '@contract/features/records/recordProject';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import {
  maxPapers,
  type ProjectPapers,
  type RecordProgress,
  recordProgressText,
  type ShownPaper,
} from '@contract/features/records/recordsWire';
import { actorOf, type AuditAction, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { badRequest } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { contentFingerprint } from '@server/signing/seenFingerprint';
import { signedRecords } from '@server/signing/signedContent';
import { entriesOf } from './paperCatalogue';
import { mayRead, mayReadPaper, mayReadRecords, readableProject } from './readableParts';
import { paperOf } from './recordPapers';
import { progressOf } from './recordProgress';

const tag = '原始记录';
const keysBody = z.object({
  keys: z
    .array(z.string().max(80), { error: () => recordsTexts.noneChosen })
    .min(1, recordsTexts.noneChosen)
    .max(maxPapers, recordsTexts.tooMany(maxPapers))
    .refine((keys) => new Set(keys).size === keys.length, '同一份记录选择了多次，请刷新后重试'),
});

function recordDownload(
  context: CrudContext,
  call: Call<unknown>,
  action: AuditAction,
  project: { id: number; organizationId: number | null },
  title: string,
  papers: readonly string[],
) {
  const { services } = context;
  const { database } = services;
  return database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action,
        entity: projectEntity,
        entityId: project.id,
        title,
        organizationId: project.organizationId,
        after: { papers },
      },
    ]),
  );
}

async function choosePapers(context: CrudContext, call: Call<{ readonly keys: readonly string[] }>) {
  const { services } = context;
  const { orm } = services.database;
  const project = await readableProject(context, orm, call, idParam(call), call.body.keys);
  const entryByKey = new Map((await entriesOf(context, orm, call, project)).map((entry) => [entry.key, entry]));
  if (call.body.keys.some((key) => !entryByKey.has(key))) throw badRequest(recordsTexts.gone);
  return {
    project,
    code: String(project.code ?? ''),
    titles: call.body.keys.map((key) =>
      [entryByKey.get(key)?.title, entryByKey.get(key)?.no].filter(Boolean).join(' '),
    ),
  };
}

/** Returns a page of projects with the progress of their records. */
async function listProjects({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const query = readQuery(call.request.url);
  const incoming = query.incoming === 'true';
  if (!mayReadRecords(call, incoming)) return { content: [], totalElements: 0 };
  const page = await listRows(
    { services, registry, resource: registry.named('project'), call },
    { ...query, incoming: String(incoming) },
  );
  const progress = await progressOf(orm, page.content);
  return { ...page, content: page.content.map((row) => ({ ...row, ...progress.get(row.id) })) };
}

/** Returns all papers of a project with state, signatures and version. */
async function papersOfProject(context: CrudContext, call: Call<unknown>): Promise<ProjectPapers> {
  const { services } = context;
  const { orm } = services.database;
  const project = await readableProject(context, orm, call, idParam(call));
  const { id, code, projectName, belongInspectName, stage, incoming } = project;
  const asSeen = contentFingerprint({ records: await signedRecords(orm, id) });
  return {
    asSeen,
    project: {
      id,
      code: String(code ?? ''),
      projectName: String(projectName),
      unitName: String(belongInspectName ?? ''),
      stage: String(stage),
      incoming: incoming === true,
    },
    papers: await entriesOf(context, orm, call, project),
  };
}

/** Sends the chosen papers as one PDF with continuous page numbers and records the download. */
async function sendBundle(context: CrudContext, call: Call<z.output<typeof keysBody>>) {
  const { services } = context;
  const { orm } = services.database;
  const { project, code, titles } = await choosePapers(context, call);
  const papers = [];
  for (const key of call.body.keys) papers.push((await paperOf({ context, orm, call, project }, key, false)).document);
  const bytes = await makePdf(papers, papers[0]?.agency ?? '', new Map(), recordsTexts.bundleTitle(code));
  const name = shownName(`${recordsTexts.bundleFile(code, papers.length)}.pdf`);
  await recordDownload(context, call, 'download', project, name, titles);
  return downloadResponse(bytes, 'application/pdf', name);
}

/** Returns the routes that read, print and count the papers of a project. */
function recordPaperRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { orm } = services.database;
  return [
    route({
      method: 'GET',
      path: 'api/records/:id/paper/:key',
      permission: mayReadPaper,
      tag,
      summary: '一份原始记录：可打印的内容与办理记录',
      handle: async (call): Promise<ShownPaper> =>
        paperOf(
          {
            context,
            orm,
            call,
            project: await readableProject(context, orm, call, idParam(call), [String(call.params.key)]),
          },
          String(call.params.key),
          true,
        ),
    }),
    route({
      method: 'POST',
      path: 'api/records/:id/pdf',
      permission: mayReadPaper,
      tag,
      summary: '将所选原始记录合为一个PDF，页码连续',
      body: keysBody,
      handle: (call) => sendBundle(context, call),
    }),
    route({
      method: 'POST',
      path: 'api/records/:id/printed',
      permission: mayReadPaper,
      tag,
      summary: '登记打印了哪些原始记录',
      body: keysBody,
      async handle(call) {
        const { project, code, titles } = await choosePapers(context, call);
        await recordDownload(context, call, 'print', project, recordsTexts.printed(code, titles.length), titles);
        return ok('已登记打印');
      },
    }),
  ];
}

/**
 * Routes of the sheets of a project: the list of projects with their progress, the papers of a project, and one PDF
 * of all papers.
 */
export function recordsRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };

  return [
    route({
      method: 'GET',
      path: 'api/records',
      permission: mayRead,
      tag,
      summary: '项目及其检测记录的进度',
      exported: {
        entity: recordProject,
        texts: { progress: (row) => recordProgressText(row as unknown as Partial<RecordProgress>) },
      },
      query: { incoming: 'true为来样项目', page: '页码，从0开始', size: '每页条数', sort: '排序' },
      handle: (call) => listProjects(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/records/:id',
      permission: mayRead,
      tag,
      summary: '项目的全部原始记录：名称、状态、签名、版本',
      handle: (call) => papersOfProject(context, call),
    }),
    ...recordPaperRoutes(services, registry),
  ];
}

import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { archiveProject, seesArchives, takesArchives } from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { documentName } from '@contract/features/archive/documents';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Context } from '@server/crud/context';
import { idParam } from '@server/crud/routes';
import { organizationTable, projectTable } from '@server/db/schema';
import { archivedByOf } from '@server/features/records/keptPaper';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { visibleReport } from '@server/features/reports/movedReport';
import { dispositionOf, shownName } from '@server/files/fileName';
import { conflict, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { archivePaper } from './archivePapers';
import { archiveZip } from './archiveZip';
import { checkedDocuments } from './checkedDocuments';
import { shownProject, text, textOrNull } from './shownProject';

const tag = archiveProject.label;
const { path } = archiveProject;

async function pdfOf(
  context: Context,
  call: Call<unknown>,
  project: AnyRow,
  key: string,
  made: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await archivePaper({ context, orm: context.services.database.orm, call, project }, key);
  return makePdf(document, document.agency, new Map(), document.title, made);
}

const reportFile = async ({ services, registry }: Context, call: Call<unknown>, key: string): Promise<string> =>
  issuedPdf(services, await visibleReport(services.database.orm, registry, call, Number(key.split('-')[1])));

async function contentOf(services: Services, id: string): Promise<AsyncIterable<Uint8Array>> {
  const content = await services.files.read(id);
  if (!content) throw notFound(archiveTexts.why.fileGone);
  return content as unknown as AsyncIterable<Uint8Array>;
}

/**
 * Returns the uploads of an archive by the keys of their documents.
 * @throws Refusal 409 where one has no content any more, before the first byte is sent
 */
async function storedOf(
  context: Context,
  call: Call<unknown>,
  documents: readonly CheckedDocument[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const lost: string[] = [];
  for (const document of documents) {
    if (document.status !== 'present' || document.form === 'paper') continue;
    const id = document.form === 'report' ? await reportFile(context, call, document.key) : (document.file?.id ?? '');
    if (await context.services.files.stat(id)) found.set(document.key, id);
    else lost.push(documentName(document));
  }
  if (lost.length > 0) throw conflict(archiveTexts.filesGone(lost.join('、')), 'filesGone');
  return found;
}

async function agencyOf({ database: { orm } }: Services, project: AnyRow): Promise<string> {
  const [agency] =
    project.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(eq(organizationTable.id, project.organizationId));
  return agency?.name ?? '';
}

/** Returns the date of the file: the start of the project's stage, not the time of the download. */
async function madeOn({ services }: Context, id: number): Promise<Date> {
  const [found] = await services.database.orm
    .select({ since: projectTable.stageSince, made: projectTable.createTime })
    .from(projectTable)
    .where(eq(projectTable.id, id));
  return found?.since ?? found?.made ?? services.now();
}

const sent = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, type: string, name: string): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });

const note = (
  { database }: Services,
  call: Call<unknown>,
  project: AnyRow,
  title: string,
  after: Record<string, unknown>,
) =>
  database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: projectEntity,
        entityId: project.id,
        title,
        organizationId: project.organizationId,
        after,
      },
    ]),
  );

/**
 * Sends one document of the archive as PDF, and records the download.
 * @throws Refusal 404 for an unknown document, 409 for one that is no paper
 */
async function sendPdf(context: Context, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { orm } = services.database;
  const project = await shownProject(context, call, idParam(call));
  const key = String(call.params.key);
  const found = (
    await checkedDocuments(services, orm, { id: project.id, stage: project.stage, incoming: project.incoming })
  ).find((document) => document.key === key);
  if (!found) throw notFound(archiveTexts.gone);
  if (found.form !== 'paper' && found.form !== 'report') throw conflict(archiveTexts.nothingToOpen, 'nothing');
  const name = shownName(`${text(project.code)} ${documentName(found).slice(1, -1)}.pdf`);
  const body =
    found.form === 'report'
      ? Buffer.from(
          await new Response(
            (await contentOf(services, await reportFile(context, call, key))) as unknown as ReadableStream,
          ).arrayBuffer(),
        )
      : await pdfOf(context, call, project, key, await madeOn(context, project.id));
  await note(services, call, project, name, { archive: [documentName(found)] });
  return sent(body, 'application/pdf', name);
}

/**
 * Sends all documents of the archive as ZIP, and records the download.
 * @throws Refusal 409 where an upload has no content any more
 */
async function sendZip(context: Context, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { orm } = services.database;
  const project = await shownProject(context, call, idParam(call));
  const documents = await checkedDocuments(services, orm, {
    id: project.id,
    stage: project.stage,
    incoming: project.incoming,
  });
  const stored = await storedOf(context, call, documents);
  const made = await madeOn(context, project.id);
  const code = text(project.code);
  const name = shownName(`${archiveTexts.zipFile(code)}.zip`);
  await note(services, call, project, name, {
    archive: documents.filter(({ status }) => status === 'present').map(documentName),
  });
  const head = {
    agency: await agencyOf(services, project),
    project: {
      code,
      projectName: text(project.projectName),
      unitName: text(project.belongInspectName),
      stage: projectMachine.states[project.stage as Stage].label,
    },
    archivedOn: textOrNull(project.archivedOn),
    archivedBy: await archivedByOf(orm, project),
    retainUntil: textOrNull(project.retainUntil),
  };
  const open = async ({ key, form }: CheckedDocument) =>
    form === 'paper' ? [await pdfOf(context, call, project, key, made)] : contentOf(services, stored.get(key) ?? '');
  return sent(
    archiveZip({ head, documents, made, folder: shownName(archiveTexts.zipFile(code)), open }),
    'application/zip',
    name,
  );
}

/** Returns the routes of an archive's documents: one to read, one as PDF, all as ZIP. */
export const documentRoutes = (context: Context): Route[] => [
  route({
    method: 'GET',
    path: `${path}/:id/paper/:key`,
    permission: seesArchives,
    tag,
    summary: '档案中的一份文件：可打印的内容',
    async handle(call) {
      const project = await shownProject(context, call, idParam(call));
      return archivePaper({ context, orm: context.services.database.orm, call, project }, String(call.params.key));
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/pdf/:key`,
    permission: seesArchives,
    tag,
    summary: '下载档案中的一份文件（PDF）',
    handle: (call) => sendPdf(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/:id/zip`,
    permission: takesArchives,
    tag,
    summary: '下载项目的全部档案（ZIP），附清单与散列值',
    handle: (call) => sendZip(context, call),
  }),
];

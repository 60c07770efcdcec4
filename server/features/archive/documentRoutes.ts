import type { AnyRow } from '@contract/entity';
import { documentName } from '@contract/features/archive/archiveChecklist';
import {
  archiveProject,
  viewArchivePermissions,
  exportArchivePermissions,
} from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { idParam } from '@server/crud/routes';
import { dispositionOf, shownName } from '@server/files/fileName';
import { conflict, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { archivePaper } from './archivePapers';
import { archivedContent, archiveMadeOn, archivePdf, archiveSourceOf, reportFile } from './archiveSource';
import { archiveZip } from './archiveZip';
import { checkedDocuments } from './checkedDocuments';
import { shownProject, rowText } from './shownProject';

const tag = archiveProject.label;
const { path } = archiveProject;

/** Returns a download response; `name` is the file name. */
const fileResponse = (
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': dispositionOf(name, false),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });

/** Writes the audit line of a download. */
const recordDownload = (
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
 * @throws Refusal 404 for an unknown document, 409 for a document that is not a paper
 */
async function sendPdf(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const { services } = context;
  const { orm } = services.database;
  const project = await shownProject(context, call, idParam(call));
  const key = String(call.params.key);
  const matchingDocument = (
    await checkedDocuments(services, orm, { id: project.id, stage: project.stage, incoming: project.incoming })
  ).find((document) => document.key === key);
  if (!matchingDocument) throw notFound(archiveTexts.gone);
  if (matchingDocument.form !== 'paper' && matchingDocument.form !== 'report')
    throw conflict(archiveTexts.nothingToOpen, 'nothing');
  // `documentName` sets the name in quotes “ ”.
  const name = shownName(`${rowText(project.code)} ${documentName(matchingDocument).slice(1, -1)}.pdf`);
  const body =
    matchingDocument.form === 'report'
      ? Buffer.from(
          await new Response(
            (await archivedContent(services, await reportFile(context, call, key))) as unknown as ReadableStream,
          ).arrayBuffer(),
        )
      : await archivePdf(context, call, project, key, await archiveMadeOn(services, project.id));
  await recordDownload(services, call, project, name, { archive: [documentName(matchingDocument)] });
  return fileResponse(body, 'application/pdf', name);
}

/**
 * Sends all documents of the archive as ZIP, and records the download.
 * @throws Refusal 409 where an upload no longer has its content
 */
async function sendZip(context: CrudContext, call: Call<unknown>): Promise<Response> {
  const project = await shownProject(context, call, idParam(call));
  const source = await archiveSourceOf(context, call, project);
  const name = `${source.folder}.zip`;
  await recordDownload(context.services, call, project, name, {
    archive: source.documents.filter(({ status }) => status === 'present').map(documentName),
  });
  return fileResponse(archiveZip(source), 'application/zip', name);
}

/** Returns the routes of an archive's documents: one document for reading, one as PDF, all as ZIP. */
export const documentRoutes = (context: CrudContext): Route[] => [
  route({
    method: 'GET',
    path: `${path}/:id/paper/:key`,
    permission: viewArchivePermissions,
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
    permission: viewArchivePermissions,
    tag,
    summary: '下载档案中的一份文件（PDF）',
    handle: (call) => sendPdf(context, call),
  }),
  route({
    method: 'GET',
    path: `${path}/:id/zip`,
    permission: exportArchivePermissions,
    tag,
    summary: '下载项目的全部档案（ZIP），附清单与散列值',
    handle: (call) => sendZip(context, call),
  }),
];

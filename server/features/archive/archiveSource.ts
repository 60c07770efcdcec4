import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { documentName } from '@contract/features/archive/archiveChecklist';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { organizationTable, projectTable } from '@server/db/schema';
import { archivedByOf } from '@server/features/records/archivedPaper';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { visibleReport } from '@server/features/reports/movedReport';
import { shownName } from '@server/files/fileName';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { archivePaper } from './archivePapers';
import type { ArchiveSource } from './archiveZip';
import { checkedDocuments } from './checkedDocuments';
import { rowText, rowTextOrNull } from './shownProject';

/** Returns a drawn document of a project's archive. */
export async function archivePdf(
  context: CrudContext,
  call: Call<unknown>,
  project: AnyRow,
  key: string,
  madeAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await archivePaper({ context, orm: context.services.database.orm, call, project }, key);
  return makePdf(document, document.agency, new Map(), document.title, madeAt);
}

/** Returns the file of an issued report by its document key in the archive. */
export const reportFile = async (
  { services, registry }: CrudContext,
  call: Call<unknown>,
  key: string,
): Promise<string> =>
  issuedPdf(services, await visibleReport(services.database.orm, registry, call, Number(key.split('-')[1])));

/**
 * Returns the content of an upload.
 * @throws Refusal 404 where it no longer exists
 */
export async function archivedContent({ files }: Services, id: string): Promise<AsyncIterable<Uint8Array>> {
  const content = await files.read(id);
  if (!content) throw notFound(archiveTexts.why.fileGone);
  return content as unknown as AsyncIterable<Uint8Array>;
}

/**
 * Returns the uploads of an archive by the keys of their documents.
 * @throws Refusal 409 where an upload no longer has its content; it is thrown before the first byte is sent
 */
async function storedOf(
  context: CrudContext,
  call: Call<unknown>,
  documents: readonly CheckedDocument[],
): Promise<ReadonlyMap<string, string>> {
  const fileIdByKey = new Map<string, string>();
  const lostNames: string[] = [];
  for (const document of documents) {
    if (document.status !== 'present' || document.form === 'paper') continue;
    const id = document.form === 'report' ? await reportFile(context, call, document.key) : (document.file?.id ?? '');
    if (await context.services.files.stat(id)) fileIdByKey.set(document.key, id);
    else lostNames.push(documentName(document));
  }
  if (lostNames.length > 0) throw conflict(archiveTexts.filesGone(lostNames.join('、')), 'filesGone');
  return fileIdByKey;
}

async function agencyOf(orm: Orm, { organizationId }: AnyRow): Promise<string> {
  if (organizationId === null) return '';
  const { id, name } = organizationTable;
  const [agency] = await orm.select({ name }).from(organizationTable).where(eq(id, organizationId));
  return agency?.name ?? '';
}

/** Returns the date of an archive: the start of the project's stage, not the time of the download. */
export async function archiveMadeOn({ database, now }: Services, id: number): Promise<Date> {
  const [projectRow] = await database.orm
    .select({ since: projectTable.stageSince, made: projectTable.createTime })
    .from(projectTable)
    .where(eq(projectTable.id, id));
  return projectRow?.since ?? projectRow?.made ?? now();
}

/**
 * Returns the input of `archiveZip` for a project.
 * @throws Refusal 409 where the content of an upload no longer exists
 */
export async function archiveSourceOf(
  context: CrudContext,
  call: Call<unknown>,
  project: AnyRow,
): Promise<ArchiveSource> {
  const { services } = context;
  const { orm } = services.database;
  const documents = await checkedDocuments(services, orm, {
    id: project.id,
    stage: rowText(project.stage),
    incoming: project.incoming === true,
  });
  const fileIdByKey = await storedOf(context, call, documents);
  const madeAt = await archiveMadeOn(services, project.id);
  const code = rowText(project.code);
  return {
    head: {
      agency: await agencyOf(orm, project),
      project: {
        code,
        projectName: rowText(project.projectName),
        unitName: rowText(project.belongInspectName),
        stage: projectMachine.states[project.stage as Stage].label,
      },
      archivedOn: rowTextOrNull(project.archivedOn),
      archivedBy: await archivedByOf(orm, project),
      retainUntil: rowTextOrNull(project.retainUntil),
    },
    documents,
    createdAt: madeAt,
    folder: shownName(archiveTexts.zipFile(code)),
    openDocument: async ({ key, form }) =>
      form === 'paper'
        ? [await archivePdf(context, call, project, key, madeAt)]
        : archivedContent(services, fileIdByKey.get(key) ?? ''),
  };
}

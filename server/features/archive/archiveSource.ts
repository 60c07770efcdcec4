import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { documentName } from '@contract/features/archive/documents';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { Context } from '@server/crud/context';
import type { Orm } from '@server/db/orm';
import { organizationTable, projectTable } from '@server/db/schema';
import { archivedByOf } from '@server/features/records/keptPaper';
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
import { text, textOrNull } from './shownProject';

/** Returns a drawn document of a project's archive. */
export async function archivePdf(
  context: Context,
  call: Call<unknown>,
  project: AnyRow,
  key: string,
  made: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await archivePaper({ context, orm: context.services.database.orm, call, project }, key);
  return makePdf(document, document.agency, new Map(), document.title, made);
}

/** Returns the file of an issued report by its document key in the archive. */
export const reportFile = async ({ services, registry }: Context, call: Call<unknown>, key: string): Promise<string> =>
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

async function agencyOf(orm: Orm, { organizationId }: AnyRow): Promise<string> {
  if (organizationId === null) return '';
  const { id, name } = organizationTable;
  const [agency] = await orm.select({ name }).from(organizationTable).where(eq(id, organizationId));
  return agency?.name ?? '';
}

/** Returns the date of an archive: the start of the project's stage, not the time of the download. */
export async function archiveMadeOn({ database, now }: Services, id: number): Promise<Date> {
  const [found] = await database.orm
    .select({ since: projectTable.stageSince, made: projectTable.createTime })
    .from(projectTable)
    .where(eq(projectTable.id, id));
  return found?.since ?? found?.made ?? now();
}

/**
 * Returns the input of `archiveZip` for a project.
 * @throws Refusal 409 where the content of an upload no longer exists
 */
export async function archiveSourceOf(context: Context, call: Call<unknown>, project: AnyRow): Promise<ArchiveSource> {
  const { services } = context;
  const { orm } = services.database;
  const documents = await checkedDocuments(services, orm, {
    id: project.id,
    stage: text(project.stage),
    incoming: project.incoming === true,
  });
  const stored = await storedOf(context, call, documents);
  const made = await archiveMadeOn(services, project.id);
  const code = text(project.code);
  return {
    head: {
      agency: await agencyOf(orm, project),
      project: {
        code,
        projectName: text(project.projectName),
        unitName: text(project.belongInspectName),
        stage: projectMachine.states[project.stage as Stage].label,
      },
      archivedOn: textOrNull(project.archivedOn),
      archivedBy: await archivedByOf(orm, project),
      retainUntil: textOrNull(project.retainUntil),
    },
    documents,
    made,
    folder: shownName(archiveTexts.zipFile(code)),
    open: async ({ key, form }) =>
      form === 'paper'
        ? [await archivePdf(context, call, project, key, made)]
        : archivedContent(services, stored.get(key) ?? ''),
  };
}

import { aliasedTable, asc, eq, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { ArchiveUpload } from '@contract/features/archive/archiveFacts';
import { type EarlierStage, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import type { Orm } from '@server/db/orm';
import {
  archiveFileTable,
  broughtPaperTable,
  companionTable,
  labAttachmentTable,
  labSheetTable,
  siteMediaTable,
  storedFileTable,
  surveyFileTable,
} from '@server/db/schema';
import { undeletedOf } from './archiveRows';

const labelOf = (
  dict: 'surveyFileKind' | 'archiveFileKind' | 'labAttachmentKind' | 'sceneActivity',
  value: unknown,
): string => fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? '';

type ProjectUpload = ArchiveUpload & { readonly project: number };

const fileTable = storedFileTable;

const fileColumns = {
  fileId: fileTable.id,
  name: fileTable.name,
  mime: fileTable.mime,
  size: fileTable.size,
  sha256: fileTable.sha256,
  purged: fileTable.purgeTime,
};

/** Loads the uploads of the survey, the signatures of companions and the pictures of the field work. */
async function fieldUploads(orm: Orm, ids: readonly number[]) {
  const ofProjects = undeletedOf(ids);
  return {
    survey: await orm
      .select({
        ...fileColumns,
        id: surveyFileTable.id,
        project: surveyFileTable.project,
        kind: surveyFileTable.fileKind,
        title: surveyFileTable.title,
      })
      .from(surveyFileTable)
      .innerJoin(fileTable, eq(fileTable.id, surveyFileTable.content))
      .where(ofProjects(surveyFileTable))
      .orderBy(asc(surveyFileTable.id)),
    companion: await orm
      .select({
        ...fileColumns,
        id: companionTable.id,
        project: companionTable.project,
        title: companionTable.companionName,
      })
      .from(companionTable)
      .innerJoin(fileTable, eq(fileTable.id, companionTable.signature))
      .where(ofProjects(companionTable))
      .orderBy(asc(companionTable.id)),
    media: await orm
      .select({
        ...fileColumns,
        id: siteMediaTable.id,
        project: siteMediaTable.project,
        kind: siteMediaTable.activity,
        title: siteMediaTable.place,
      })
      .from(siteMediaTable)
      .innerJoin(fileTable, eq(fileTable.id, siteMediaTable.content))
      .where(ofProjects(siteMediaTable))
      .orderBy(asc(siteMediaTable.id)),
  };
}

/** Loads the uploads of the laboratory and of the archive, and papers from before the takeover. */
async function paperUploads(orm: Orm, ids: readonly number[]) {
  const ofProjects = undeletedOf(ids);
  const sheet = aliasedTable(labSheetTable, 'sheet');
  return {
    laboratory: await orm
      .select({
        ...fileColumns,
        id: labAttachmentTable.id,
        project: sheet.project,
        kind: labAttachmentTable.attachmentKind,
        title: labAttachmentTable.fileName,
        about: sheet.sheetNo,
      })
      .from(labAttachmentTable)
      .innerJoin(fileTable, eq(fileTable.id, labAttachmentTable.file))
      .innerJoin(sheet, eq(sheet.id, labAttachmentTable.sheet))
      .where(ofProjects({ project: sheet.project, deleteTime: labAttachmentTable.deleteTime }))
      .orderBy(asc(labAttachmentTable.id)),
    outside: await orm
      .select({
        ...fileColumns,
        id: archiveFileTable.id,
        project: archiveFileTable.project,
        kind: archiveFileTable.fileKind,
        title: archiveFileTable.title,
      })
      .from(archiveFileTable)
      .innerJoin(fileTable, eq(fileTable.id, archiveFileTable.content))
      .where(ofProjects(archiveFileTable))
      .orderBy(asc(archiveFileTable.id)),
    brought: await orm
      .select({
        ...fileColumns,
        id: broughtPaperTable.id,
        project: broughtPaperTable.project,
        kind: broughtPaperTable.stage,
        title: broughtPaperTable.people,
        about: sql<string>`concat_ws('，', ${broughtPaperTable.paperNo}, ${broughtPaperTable.doneOn}, ${broughtPaperTable.people})`,
      })
      .from(broughtPaperTable)
      .innerJoin(fileTable, eq(fileTable.id, broughtPaperTable.scan))
      .where(ofProjects(broughtPaperTable))
      .orderBy(asc(broughtPaperTable.id)),
  };
}

/** Title and remark of an upload, by the table that contains it. */
const uploadTexts: Readonly<
  Record<
    ArchiveUpload['of'],
    (row: { title: string | null; kind?: string | null; about?: string | null }) => {
      title: string;
      about: string | null;
    }
  >
> = {
  survey: ({ title, kind }) => ({ title: title ?? '', about: labelOf('surveyFileKind', kind) }),
  companion: ({ title }) => ({ title: `陪同人签名 ${title ?? ''}`, about: null }),
  media: ({ title, kind }) => ({ title: `现场影像 ${title ?? ''}`, about: labelOf('sceneActivity', kind) }),
  laboratory: ({ title, kind, about }) => ({
    title: title ?? labelOf('labAttachmentKind', kind),
    about: about ?? null,
  }),
  brought: ({ kind, about }) => ({
    title: takeOverTexts.document(kind as EarlierStage),
    about: about ?? null,
  }),
  outside: ({ title, kind }) => ({ title: title ?? '', about: labelOf('archiveFileKind', kind) }),
};

/** Returns every upload that belongs to the archives, in the order of its rows. */
export async function uploadsOf(orm: Orm, ids: readonly number[]): Promise<ProjectUpload[]> {
  const rowsByPlace = { ...(await fieldUploads(orm, ids)), ...(await paperUploads(orm, ids)) };
  return (Object.keys(rowsByPlace) as ArchiveUpload['of'][]).flatMap((place) =>
    rowsByPlace[place].map((row): ProjectUpload => ({
      of: place,
      id: row.id,
      project: row.project,
      kind: 'kind' in row ? (row.kind ?? null) : null,
      ...uploadTexts[place](row),
      file: { id: row.fileId, name: row.name, mime: row.mime, size: row.size, sha256: row.sha256 },
      isRemoved: row.purged !== null,
    })),
  );
}

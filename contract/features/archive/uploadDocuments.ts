// Uploads of a project as lines of its archive checklist, and the scans of a project that was taken over.

import { type EarlierStage, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import type { ArchiveFacts, ArchiveUpload } from './archiveFacts';
import { type ArchiveFolder, archiveFolderOrder, archiveTexts } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';
import { missingDocument, presentDocument } from './checklistDocuments';

const { why } = archiveTexts;

/**
 * Returns the uploads of a kind; one whose file is gone counts as missing.
 * @param kind origin of the uploads, e.g. the forms of a survey
 * @param folder folder of the archive in which they are listed
 */
export function uploadDocuments(
  archiveFacts: ArchiveFacts,
  kind: ArchiveUpload['of'],
  folder: ArchiveFolder,
): ArchiveDocument[] {
  return archiveFacts.uploads
    .filter((upload) => upload.of === kind)
    .map(({ id, title, about, file, isRemoved }) => {
      const key = `${kind}-${id}`;
      return isRemoved
        ? missingDocument(folder, key, title, why.fileGone, { about, file })
        : presentDocument(folder, key, title, { about, file, form: 'file' });
    });
}

/** Archive folder for the scan of work that was done before the takeover, by stage. */
const scanFolder: Readonly<Record<EarlierStage, ArchiveFolder>> = {
  contractReview: 'review',
  survey: 'survey',
  planning: 'plan',
  sampling: 'sampling',
  handOver: 'handOver',
  testing: 'record',
};

/**
 * Adds the scans of a project that was taken over to the folders of their work. The scans contain the documents of
 * that work, so these documents are not required.
 */
export function withScans(
  documents: readonly ArchiveDocument[],
  archiveFacts: ArchiveFacts,
): readonly ArchiveDocument[] {
  const broughtUploads = archiveFacts.uploads.filter((upload) => upload.of === 'brought');
  if (!broughtUploads.length) return documents;
  const folderOf = (kind: string | null): ArchiveFolder => scanFolder[kind as EarlierStage];
  const inScan = new Set(broughtUploads.map(({ kind }) => folderOf(kind)));
  const markInScan = (document: ArchiveDocument): ArchiveDocument =>
    document.status === 'missing' &&
    (inScan.has(document.folder) || (inScan.has('record') && document.key === 'approval-records'))
      ? { ...document, status: 'notNeeded', why: takeOverTexts.inScan }
      : document;
  return archiveFolderOrder.flatMap((folder) => [
    ...uploadDocuments(
      { ...archiveFacts, uploads: broughtUploads.filter(({ kind }) => folderOf(kind) === folder) },
      'brought',
      folder,
    ),
    ...documents.filter((document) => document.folder === folder).map(markInScan),
  ]);
}

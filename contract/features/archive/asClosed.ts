import { archiveTexts } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';

// Uploads that a document stands for, by the beginning of their keys.
const uploadsOf: Readonly<Record<string, string>> = {
  'pictures-survey': 'media-',
  'pictures-sampling': 'media-',
  surveyFiles: 'survey-',
};

/**
 * Holds a closed archive to the rules of its day: an archive closes only when nothing is missing, so pictures, survey files
 * and original data that were not filed were not required then. What was filed and is gone stays missing.
 * @param archived keys of the documents that the archive was closed with
 * @returns the documents; those that were not required as not needed, with the reason
 */
export function asClosed(documents: readonly ArchiveDocument[], archived: ReadonlySet<string>): ArchiveDocument[] {
  const there = new Set(documents.filter(({ status }) => status === 'present').map(({ key }) => key));
  const lost = (prefix: string): boolean => [...archived].some((key) => key.startsWith(prefix) && !there.has(key));
  const askedThen = ({ key }: ArchiveDocument): boolean => {
    const record = /^raw-(\d+)$/.exec(key)?.[1];
    if (record) return !archived.has(`record-${record}`);
    const prefix = uploadsOf[key];
    return prefix === undefined || lost(prefix);
  };
  return documents.map((document) =>
    document.status !== 'missing' || askedThen(document)
      ? document
      : { ...document, status: 'notNeeded', why: archiveTexts.why.notAskedThen },
  );
}

import { archiveTexts } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';

// Groups of uploads that a document of the checklist represents, by the beginning of their keys.
const uploadPrefixes: Readonly<Record<string, string>> = {
  'pictures-survey': 'media-',
  'pictures-sampling': 'media-',
  surveyFiles: 'survey-',
};

/**
 * Applies the rules of the closing day to a closed archive. An archive closes only when nothing is missing, so
 * pictures, survey files and original data that it lacked were not required then. A document that was archived and no
 * longer exists stays missing.
 * @param archived keys of the documents in the archive when it was closed
 * @returns the documents; documents that were not required are marked as not needed, with the reason
 */
export function documentsAtClosing(
  documents: readonly ArchiveDocument[],
  archived: ReadonlySet<string>,
): ArchiveDocument[] {
  const presentKeys = new Set(documents.filter(({ status }) => status === 'present').map(({ key }) => key));
  const isLost = (prefix: string): boolean =>
    [...archived].some((key) => key.startsWith(prefix) && !presentKeys.has(key));
  const wasRequiredAtClosing = ({ key }: ArchiveDocument): boolean => {
    const record = /^raw-(\d+)$/.exec(key)?.[1];
    if (record) return !archived.has(`record-${record}`);
    const prefix = uploadPrefixes[key];
    return prefix === undefined || isLost(prefix);
  };
  return documents.map((document) =>
    document.status !== 'missing' || wasRequiredAtClosing(document)
      ? document
      : { ...document, status: 'notNeeded', why: archiveTexts.why.notAskedThen },
  );
}

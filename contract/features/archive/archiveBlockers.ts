import { projectFormAddress } from '@contract/features/projects/projectFormAddress';
import type { MissingSheet } from '@contract/features/projects/projectProcedure';
import { documentName } from './archiveChecklist';
import { archiveTexts } from './archiveTexts';
import type { CheckedDocument } from './archiveWire';

/** A reason that prevents 归档. */
export interface ArchiveBlocker {
  readonly key: string;
  /** Sentence that states what is missing or invalid. */
  readonly title: string;
  /** Address of the page where the fault is corrected; null where there is none. */
  readonly path: string | null;
}

/** Returns the sentence about an unsigned form (规范表单) that a step requires. */
const missingFormText = (label: string): string => `没有签完的${label}`;

/** Returns the sentence about a missing document. */
export const missingDocumentText = (document: Pick<CheckedDocument, 'title' | 'no' | 'about' | 'why'>): string =>
  archiveTexts.missing(documentName(document), document.why ?? '');

/** Returns a blocker for each form that a step requires; it links to the page of this form. */
export const formBlockers = (sheets: readonly MissingSheet[], project: number): ArchiveBlocker[] =>
  sheets.map(({ kind, label }) => ({
    key: `sheet-${label}`,
    title: missingFormText(label),
    path: projectFormAddress(kind, project),
  }));

/** Returns a blocker for each document that is missing or has an invalid signature. */
export function documentBlockers(documents: readonly CheckedDocument[]): ArchiveBlocker[] {
  return documents.flatMap((document): ArchiveBlocker[] => {
    const { key, path, status, signatures } = document;
    if (status === 'missing') return [{ key, title: missingDocumentText(document), path }];
    const invalidSignatures = signatures.filter(({ state }) => state === 'invalid');
    if (!invalidSignatures.length) return [];
    const brokenSigners = invalidSignatures.map(
      ({ meaning, name, changed }) =>
        `${name}${meaning}${changed.length > 0 ? `，被改动的部分：${changed.join('、')}` : ''}`,
    );
    return [{ key, title: archiveTexts.invalid(documentName(document), brokenSigners.join('；')), path }];
  });
}

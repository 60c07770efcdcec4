import { archiveTexts } from './archiveTexts';
import type { CheckedDocument } from './archiveWire';
import { documentName } from './documents';

/** One thing that prevents 归档. */
export interface Blocker {
  readonly key: string;
  /** Sentence: what is missing or invalid. */
  readonly title: string;
  /** Address of the page where it is mended; null where there is none. */
  readonly path: string | null;
}

const sheetsPage = '/projectForms';

/** Sentence for a signed sheet (规范表单) that a step asks for. */
const sheetLacking = (label: string): string => `没有签完的${label}`;

/** Sentence for a missing document. */
export const documentLacking = (document: Pick<CheckedDocument, 'title' | 'no' | 'about' | 'why'>): string =>
  archiveTexts.missing(documentName(document), document.why ?? '');

/** Returns the sheets that a step asks for. */
export const sheetBlockers = (labels: readonly string[]): Blocker[] =>
  labels.map((label) => ({ key: `sheet-${label}`, title: sheetLacking(label), path: sheetsPage }));

/** Returns the documents that are missing or whose signatures are invalid. */
export function documentBlockers(documents: readonly CheckedDocument[]): Blocker[] {
  return documents.flatMap((document): Blocker[] => {
    const { key, path, status, signatures } = document;
    if (status === 'missing') return [{ key, title: documentLacking(document), path }];
    const broken = signatures.filter(({ state }) => state === 'invalid');
    if (!broken.length) return [];
    const who = broken.map(
      ({ meaning, name, changed }) =>
        `${name}${meaning}${changed.length > 0 ? `，被改动的部分：${changed.join('、')}` : ''}`,
    );
    return [{ key, title: archiveTexts.invalid(documentName(document), who.join('；')), path }];
  });
}

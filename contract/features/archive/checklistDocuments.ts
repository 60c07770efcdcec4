// Lines of the archive checklist by their status.

import type { ArchiveFolder } from './archiveTexts';
import type { ArchiveDocument } from './archiveWire';

type OptionalFields = Partial<Pick<ArchiveDocument, 'no' | 'about' | 'why' | 'file' | 'signed' | 'path' | 'form'>>;

const emptyFields = { no: null, about: null, why: null, file: null, signed: null, path: null } as const;
/**
 * Returns a document that the project has.
 * @param folder folder of the checklist (GBZ 331-2024 I.1)
 * @param key key of the document, unique in the archive
 * @param title title on the checklist
 */
export const presentDocument = (
  folder: ArchiveFolder,
  key: string,
  title: string,
  optionalFields: OptionalFields = {},
): ArchiveDocument => ({
  ...emptyFields,
  form: 'paper',
  ...optionalFields,
  key,
  folder,
  title,
  status: 'present',
});

/**
 * Returns a document that the project still needs, with the reason.
 * @param folder folder of the checklist (GBZ 331-2024 I.1)
 * @param key key of the document, unique in the archive
 * @param reason what has to be done
 */
export const missingDocument = (
  folder: ArchiveFolder,
  key: string,
  title: string,
  reason: string,
  optionalFields: OptionalFields = {},
): ArchiveDocument => ({
  ...emptyFields,
  form: null,
  ...optionalFields,
  key,
  folder,
  title,
  status: 'missing',
  why: reason,
});

/**
 * Returns a document that the project does not need, with the reason.
 * @param key key of the document, unique in the archive
 * @param reason why the project needs none
 */
export const notNeeded = (folder: ArchiveFolder, key: string, title: string, reason: string): ArchiveDocument => ({
  ...emptyFields,
  form: null,
  key,
  folder,
  title,
  status: 'notNeeded',
  why: reason,
});

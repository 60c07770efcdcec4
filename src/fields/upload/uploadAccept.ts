import type { FileClass } from '@contract/field';
import { printableEndings } from '@contract/print/printedPicture';

const extensionsOfClass: Readonly<Record<FileClass, string>> = {
  image: '.png,.jpg,.jpeg,.gif,.webp,.ico',
  print: printableEndings,
  media: '.png,.jpg,.jpeg,.mp4,.m4v,.mov,.webm',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,.png,.jpg,.jpeg,.gif,.webp',
  layout: '.docx,.xlsx',
  apk: '.apk',
};

/**
 * Returns the file types for the browser's dialog. Dropped files are not filtered by it, because a dropped file must
 * not vanish without a message; the server refuses it with one.
 */
export const acceptOf = (fileClass: FileClass) => ({ format: extensionsOfClass[fileClass], filter: 'native' as const });

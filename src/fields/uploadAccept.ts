import type { FileClass } from '@contract/field';
import { printableEndings } from '@contract/print/printedPicture';

const endings: Readonly<Record<FileClass, string>> = {
  image: '.png,.jpg,.jpeg,.gif,.webp,.ico',
  print: printableEndings,
  media: '.png,.jpg,.jpeg,.mp4,.m4v,.mov,.webm',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,.png,.jpg,.jpeg,.gif,.webp',
  apk: '.apk',
};

/**
 * What the browser's dialog offers. What is dropped is not sifted by it: a file that vanished without a word would be
 * looked for; the server says what it wants instead.
 */
export const acceptOf = (fileClass: FileClass) => ({ format: endings[fileClass], filter: 'native' as const });

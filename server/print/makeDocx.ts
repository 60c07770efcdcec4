import type { PrintDocument } from '@contract/print/printDocument';
import type { Pictures } from './drawWork';
import { type FileBytes, makeFileInChild } from './makeFileInChild';

const docxMessages = {
  busy: '正在生成的Word文件较多，请稍后重试',
  slow: 'Word文件生成超时，请稍后重试；仍不成功时请联系管理员',
  large: '内容过多，无法生成Word文件，请分开导出',
} as const;

/**
 * Creates an editable docx file of a document, outside the event loop.
 * @param markText text on every page of this copy
 * @param pictures `data:` URLs (PNG or JPEG) of the document's uploads, by id
 * @throws Refusal 503 if too many requests wait, or one takes too long
 */
export const makeDocx = (
  document: PrintDocument,
  author: string,
  markText: string,
  pictures: Pictures = new Map(),
): Promise<FileBytes> => makeFileInChild('drawDocx', { document, author, mark: markText, pictures }, docxMessages);

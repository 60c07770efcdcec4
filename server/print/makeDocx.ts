import type { PrintDocument } from '@contract/print/document';
import { docxDefinition } from './docxDefinition';
import { type Bytes, drawingThread } from './drawingThread';

export const docxMessages = {
  busy: '正在生成的Word文件较多，请稍后再试',
  slow: 'Word文件生成超时，请稍后再试；仍不成功时请联系管理员',
} as const;

const draw = drawingThread({ file: 'server/print/docxWorker.mjs', messages: docxMessages });

/**
 * A document as a file that a word processor may edit, made off the event loop.
 * @param mark what every page says of this copy
 * @param pictures `data:` URLs (PNG or JPEG) of the uploads that the document shows, by their ids
 * @throws Refusal 503 where too many wait, or one takes too long
 */
export const makeDocx = (document: PrintDocument, author: string, mark: string, pictures: ReadonlyMap<string, string> = new Map()): Promise<Bytes> => draw(docxDefinition(document, author, mark, pictures));

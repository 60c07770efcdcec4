import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PrintDocument } from '@contract/print/document';
import { root } from '@server/base/root';
import { type Bytes, drawnBy } from './drawing';
import type { Pictures } from './drawWork';

export const pdfMessages = {
  busy: '正在生成的PDF较多，请稍后重试',
  slow: 'PDF生成超时，请稍后重试；仍不成功时请联系管理员',
  large: '内容过多，无法生成PDF，请分开打印',
} as const;

/** From the build's own copy; from the package where the sources run. */
function fontPath(folder: string, name: string): string {
  const copied = join(root, 'dist/server/fonts', name);
  return existsSync(copied)
    ? copied
    : createRequire(join(root, 'package.json')).resolve(`@expo-google-fonts/noto-sans-sc/${folder}/${name}`);
}

/**
 * Lays a document out and draws it as PDF, or several bound into one, off the event loop.
 * @param pictures `data:` URLs (PNG or JPEG) of the uploads that the document shows, by their ids
 * @param title of the file; the first document's unless told
 * @param made the day that the file says it was made on; now unless told, so that the same words on another day are
 * another file
 * @throws Refusal 503 where too many wait, or one takes too long
 */
export function makePdf(
  given: PrintDocument | readonly PrintDocument[],
  author: string,
  pictures?: Pictures,
  title?: string,
  made?: Date,
): Promise<Bytes> {
  const faces = {
    regular: fontPath('400Regular', 'NotoSansSC_400Regular.ttf'),
    bold: fontPath('700Bold', 'NotoSansSC_700Bold.ttf'),
  };
  return drawnBy(
    'drawPdf',
    { documents: [given].flat() as readonly PrintDocument[], title, author, pictures, made, faces },
    pdfMessages,
  );
}

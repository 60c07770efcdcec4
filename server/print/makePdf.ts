import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LaidOut } from '@contract/print/pages';
import { root } from '@server/root';
import { definitionOf } from './definition';
import { type Bytes, drawingThread } from './drawingThread';

export const pdfMessages = {
  busy: '正在生成的PDF较多，请稍后再试',
  slow: 'PDF生成超时，请稍后再试；仍不成功时请联系管理员',
} as const;

/** From the build's own copy; from the package where the sources run. */
function fontPath(folder: string, name: string): string {
  const copied = join(root, 'dist/server/fonts', name);
  return existsSync(copied) ? copied : createRequire(join(root, 'package.json')).resolve(`@expo-google-fonts/noto-sans-sc/${folder}/${name}`);
}

const draw = drawingThread({
  file: 'server/print/pdfWorker.mjs',
  data: () => ({ regular: fontPath('400Regular', 'NotoSansSC_400Regular.ttf'), bold: fontPath('700Bold', 'NotoSansSC_700Bold.ttf') }),
  messages: pdfMessages,
});

/**
 * Draws a laid-out document as PDF, or several as one, off the event loop.
 * @param pictures `data:` URLs (PNG or JPEG) of the uploads that the document shows, by their ids
 * @param title of the file; the first document's unless told
 * @param made the day that the file says it was made on; now unless told, so that the same words on another day are another file
 * @throws Refusal 503 where too many wait, or one takes too long
 */
export function makePdf(laid: LaidOut | readonly LaidOut[], author: string, pictures?: ReadonlyMap<string, string>, title?: string, made?: Date): Promise<Bytes> {
  const parts = [laid].flat() as readonly LaidOut[];
  return draw(definitionOf(parts, title ?? parts[0]?.title ?? '', author, pictures, made));
}

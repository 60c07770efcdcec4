import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PrintDocument } from '@contract/print/printDocument';
import { root } from '@server/base/root';
import type { Pictures } from './drawWork';
import { type FileBytes, makeFileInChild } from './makeFileInChild';

const pdfMessages = {
  busy: '正在生成的PDF较多，请稍后重试',
  slow: 'PDF生成超时，请稍后重试；仍不成功时请联系管理员',
  large: '内容过多，无法生成PDF，请分开打印',
} as const;

/** Returns the path of a font: from the build, or from the package in the sources. */
function fontPath(folder: string, name: string): string {
  const copiedPath = join(root, 'dist/server/fonts', name);
  return existsSync(copiedPath)
    ? copiedPath
    : createRequire(join(root, 'package.json')).resolve(`@expo-google-fonts/noto-sans-sc/${folder}/${name}`);
}

/** Fonts of the PDFs: folder in the package, and file. */
const fontFiles = {
  regular: ['400Regular', 'NotoSansSC_400Regular.ttf'],
  bold: ['700Bold', 'NotoSansSC_700Bold.ttf'],
} as const;

/** Returns the name of a missing font; undefined if none is missing. */
export const missingFont = (): string | undefined =>
  Object.values(fontFiles).find(([folder, name]) => {
    try {
      return !existsSync(fontPath(folder, name));
    } catch {
      return true;
    }
  })?.[1];

/**
 * Lays out a document, or several in one file, and draws it as PDF outside the event loop.
 * @param pictures `data:` URLs (PNG or JPEG) of the document's uploads, by id
 * @param title title of the file; by default the first document's
 * @param createdAt creation date in the file; by default now, so equal content on another day gives another file
 * @throws Refusal 503 if too many requests wait, or one takes too long
 */
export function makePdf(
  documents: PrintDocument | readonly PrintDocument[],
  author: string,
  pictures?: Pictures,
  title?: string,
  createdAt?: Date,
): Promise<FileBytes> {
  const faces = {
    regular: fontPath(...fontFiles.regular),
    bold: fontPath(...fontFiles.bold),
  };
  return makeFileInChild(
    'drawPdf',
    { documents: [documents].flat() as readonly PrintDocument[], title, author, pictures, createdAt, faces },
    pdfMessages,
  );
}

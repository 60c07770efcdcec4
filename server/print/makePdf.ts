import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { PrintDocument } from '@contract/print/printDocument';
import { root } from '@server/base/root';
import type { Pictures } from './drawWork';
import { fontFiles, type FontName, type FontPaths } from './fontFiles';
import { type FileBytes, makeFileInChild } from './makeFileInChild';

const pdfMessages = {
  busy: '正在生成的PDF较多，请稍后重试',
  slow: 'PDF生成超时，请稍后重试；仍不成功时请联系管理员',
  large: '内容过多，无法生成PDF，请分开打印',
} as const;

/** Returns the path of a font: from the build, or from the package in the sources. */
function fontPath(name: FontName): string {
  const [packageName, file] = fontFiles[name];
  const copiedPath = join(root, 'dist/server/fonts', basename(file));
  return existsSync(copiedPath)
    ? copiedPath
    : createRequire(join(root, 'package.json')).resolve(`${packageName}/${file}`);
}

const fontNames = Object.keys(fontFiles) as FontName[];

/** Returns the file name of a missing font; undefined if none is missing. */
export function missingFont(): string | undefined {
  const missingName = fontNames.find((name) => {
    try {
      return !existsSync(fontPath(name));
    } catch {
      return true;
    }
  });
  return missingName && basename(fontFiles[missingName][1]);
}

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
  const faces = Object.fromEntries(fontNames.map((name) => [name, fontPath(name)])) as FontPaths;
  return makeFileInChild(
    'drawPdf',
    { documents: [documents].flat() as readonly PrintDocument[], title, author, pictures, createdAt, faces },
    pdfMessages,
  );
}

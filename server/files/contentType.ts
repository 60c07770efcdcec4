import { open } from 'node:fs/promises';
import type { FileClass } from '@contract/field';
import { uploadRules } from '@contract/fields/uploadRules';
import { Refusal } from '../http/errors';
import { extensionOf } from './fileName';
import { type ImageSize, isGif, isIcon, isJpeg, isPng, isWebp } from './pictures/imageSize';
import { pictureSize } from './pictures/processPictures';
import { isPlainText } from './plainText';
import { zipNames } from './zipNames';

interface ContentType {
  readonly mime: string;
  /** File name extensions of a type. The first is appended to a name without an extension. */
  readonly extensions: readonly string[];
}

const fileTypes = {
  png: { mime: 'image/png', extensions: ['png'] },
  jpeg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] },
  gif: { mime: 'image/gif', extensions: ['gif'] },
  webp: { mime: 'image/webp', extensions: ['webp'] },
  icon: { mime: 'image/x-icon', extensions: ['ico'] },
  pdf: { mime: 'application/pdf', extensions: ['pdf'] },
  doc: { mime: 'application/msword', extensions: ['doc'] },
  xls: { mime: 'application/vnd.ms-excel', extensions: ['xls'] },
  ppt: { mime: 'application/vnd.ms-powerpoint', extensions: ['ppt'] },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'] },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extensions: ['pptx'] },
  text: { mime: 'text/plain', extensions: ['txt', 'csv', 'log'] },
  mp4: { mime: 'video/mp4', extensions: ['mp4', 'm4v', 'mov'] },
  webm: { mime: 'video/webm', extensions: ['webm'] },
  apk: { mime: 'application/vnd.android.package-archive', extensions: ['apk'] },
} as const satisfies Record<string, ContentType>;

type TypeName = keyof typeof fileTypes;

const pictureTypes: readonly TypeName[] = ['png', 'jpeg', 'gif', 'webp'];

/** Allowed types of each upload class (QUALITY IN9). SVG and HTML are excluded, because they can contain scripts. */
export const fileClasses: Readonly<Record<FileClass, readonly TypeName[]>> = {
  image: [...pictureTypes, 'icon'],
  print: ['png', 'jpeg'],
  media: ['png', 'jpeg', 'mp4', 'webm'],
  document: ['pdf', 'doc', 'xls', 'ppt', 'docx', 'xlsx', 'pptx', 'text', ...pictureTypes],
  layout: ['docx', 'xlsx'],
  apk: ['apk'],
};

// Highest number of pixels of a picture. A file of a few kilobytes can have 20,000 × 20,000 pixels and need 1.6 GB in
// the browser.
const maxPixels = 100_000_000;
const maxSidePixels = 20_000;
const headLength = 64 * 1024;

const refuse = (message: string) => new Refusal(415, 'wrongType', message, { errors: [{ field: 'file', message }] });

/**
 * Determines a file's type by its content; the name has to match.
 * @param path path of the received file on disk
 * @param name file name as uploaded
 * @param fileClass class of the field, which lists the accepted types
 * @returns the media type, e.g. `image/png`
 * @throws Refusal 415 for a type outside the class, a name that does not match the content, or a picture with too many
 * pixels
 */
export async function contentTypeOf(path: string, name: string, fileClass: FileClass): Promise<ContentType> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, headLength));
    await handle.read(head, 0, head.length, 0);
    const detectedType =
      pictureOf(head) ?? (await packageOf(head, () => zipNames(handle, size))) ?? otherOf(head, extensionOf(name));
    const allowedTypes = fileClasses[fileClass];
    const { acceptedTypes, limit } = uploadRules[fileClass];
    if (!detectedType || !allowedTypes.includes(detectedType))
      throw refuse(`文件内容不符合要求，请上传${acceptedTypes}`);
    if (pictureTypes.includes(detectedType) || detectedType === 'icon') {
      // Reads the whole file: cameras put a preview of any length before the picture's header.
      assertShowable(size <= limit ? await pictureSize({ path }) : undefined);
    }
    const extension = extensionOf(name);
    const type: ContentType = fileTypes[detectedType];
    if (
      extension &&
      !allowedTypes.some((candidate) => (fileTypes[candidate].extensions as readonly string[]).includes(extension))
    )
      throw refuse(`不能上传“.${extension}”文件，请上传${acceptedTypes}`);
    if (extension && !type.extensions.includes(extension))
      throw refuse(`文件内容与扩展名“.${extension}”不符，请上传${acceptedTypes}`);
    return type;
  } finally {
    await handle.close();
  }
}

function pictureOf(head: Buffer): TypeName | undefined {
  if (isPng(head)) return 'png';
  if (isJpeg(head)) return 'jpeg';
  if (isGif(head)) return 'gif';
  if (isWebp(head)) return 'webp';
  return isIcon(head) ? 'icon' : undefined;
}

async function packageOf(head: Buffer, names: () => Promise<Set<string> | undefined>): Promise<TypeName | undefined> {
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') return undefined;
  const parts = await names();
  if (!parts) return undefined;
  if (parts.has('AndroidManifest.xml') && parts.has('classes.dex')) return 'apk';
  // Files with macros contain a program, whatever their extension.
  if (!parts.has('[Content_Types].xml') || [...parts].some((part) => /vbaProject\.bin$/i.test(part))) return undefined;
  // Online services write word/document2.xml and xl/workbook22.xml, so the names are matched by pattern.
  const hasPart = (pattern: RegExp): boolean => [...parts].some((part) => pattern.test(part));
  if (hasPart(/^word\/document\d*\.xml$/)) return 'docx';
  if (hasPart(/^xl\/workbook\d*\.xml$/) || hasPart(/(^|\/)worksheets\/[^/]+\.xml$/)) return 'xlsx';
  return hasPart(/^ppt\/presentation\d*\.xml$/) ? 'pptx' : undefined;
}

function otherOf(head: Buffer, extension: string): TypeName | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  // ISO base media: phones record mp4 or QuickTime.
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (head.toString('hex', 0, 4) === '1a45dfa3') return 'webm';
  // The three old Office formats share one container; only the name distinguishes them.
  if (head.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1')
    return extension === 'doc' || extension === 'xls' || extension === 'ppt' ? extension : undefined;
  return isPlainText(head) ? 'text' : undefined;
}

function assertShowable(imageSize: ImageSize | undefined): void {
  if (!imageSize || !imageSize.width || !imageSize.height) throw refuse('图片已损坏，无法读取尺寸，请重新上传');
  if (
    imageSize.width > maxSidePixels ||
    imageSize.height > maxSidePixels ||
    imageSize.width * imageSize.height > maxPixels
  ) {
    throw refuse(`图片尺寸过大（${imageSize.width}×${imageSize.height}），请缩小后再上传`);
  }
}

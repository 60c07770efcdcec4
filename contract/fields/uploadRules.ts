import type { FileClass } from '@contract/field';
import { failures } from '@contract/messages';

const megabyte = 1024 * 1024;

/**
 * Size limit in bytes and allowed formats of each upload class (QUALITY IN9). The form shows them, and the server
 * enforces them.
 */
export const uploadRules: Readonly<Record<FileClass, { readonly limit: number; readonly acceptedTypes: string }>> = {
  image: { limit: 10 * megabyte, acceptedTypes: 'png、jpg、gif、webp或ico图片' },
  print: { limit: 10 * megabyte, acceptedTypes: 'png或jpg图片（其他格式不能印入报告）' },
  media: { limit: 100 * megabyte, acceptedTypes: 'png、jpg图片（其他格式不能印入报告）或mp4、mov、webm视频' },
  document: { limit: 50 * megabyte, acceptedTypes: 'pdf、doc、docx、xls、xlsx、ppt、pptx、txt、csv文件或图片' },
  layout: { limit: 5 * megabyte, acceptedTypes: 'Word（docx）或Excel（xlsx）文件' },
  apk: { limit: 200 * megabyte, acceptedTypes: 'Android安装包（apk）' },
};

/** Size limit of an import workbook, bytes. */
export const workbookLimit = 20 * megabyte;

/** Formats a limit in MB, from bytes. */
export const limitText = (limit: number): string => `${Math.round(limit / megabyte)} MB`;

/** Message for an upload that is too large. */
export const tooLargeText = (fileClass: FileClass): string =>
  `${failures.tooLarge}（最大${limitText(uploadRules[fileClass].limit)}）`;

/** Hint below an upload field. */
export const uploadHint = (fileClass: FileClass): string =>
  `${uploadRules[fileClass].acceptedTypes}，不超过${limitText(uploadRules[fileClass].limit)}`;

/** Returns the path of an upload that needs no login, relative to the API's base address. */
export const publicFilePath = (id: string | null): string | null => (id === null ? null : `api/file/open/${id}`);

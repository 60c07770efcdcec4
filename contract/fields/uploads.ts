import type { FileClass } from '@contract/field';
import { failures } from '@contract/messages';

const megabyte = 1024 * 1024;

/**
 * QUALITY IN9: how large an upload of each class may be, and what it may be in words; told before somebody chooses, and
 * by the server that refuses.
 */
export const uploadRules: Readonly<Record<FileClass, { readonly limit: number; readonly wanted: string }>> = {
  image: { limit: 10 * megabyte, wanted: 'png、jpg、gif、webp或ico图片' },
  print: { limit: 10 * megabyte, wanted: 'png或jpg图片（其他格式印不到报告上）' },
  media: { limit: 100 * megabyte, wanted: 'png、jpg图片（其他格式印不到报告上）或mp4、mov、webm视频' },
  document: { limit: 50 * megabyte, wanted: 'pdf、doc、docx、xls、xlsx、ppt、pptx、txt、csv文件或图片' },
  apk: { limit: 200 * megabyte, wanted: 'Android安装包（apk）' },
};

/** How large a workbook may be that rows are imported from. */
export const workbookLimit = 20 * megabyte;

export const limitText = (limit: number): string => `${Math.round(limit / megabyte)}MB`;

export const tooLargeText = (fileClass: FileClass): string =>
  `${failures.tooLarge}（最大${limitText(uploadRules[fileClass].limit)}）`;

export const uploadHint = (fileClass: FileClass): string =>
  `${uploadRules[fileClass].wanted}，不超过${limitText(uploadRules[fileClass].limit)}`;

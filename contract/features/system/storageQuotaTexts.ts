import { bytesText } from '@contract/fields/bytesText';

/** Uploaded bytes within a day, and their limits. */
export interface FileUsage {
  /** Bytes that external people (企业用户与第三方人员) of the organization uploaded within 24 hours. */
  readonly outside: number;
  readonly outsideLimit: number;
  /** Bytes that the requesting person uploaded within 24 hours. */
  readonly ownBytes: number;
  readonly ownLimit: number;
  /** Bytes of all stored files. */
  readonly storedBytes: number;
}

/** Limits on the stored preferences of one person. */
export const preferenceLimits = { count: 300, bytes: 4 * 1024 * 1024 } as const;

export const quotaTexts = {
  own: (limit: number) => `24小时内上传的文件已达${bytesText(limit)}的上限，请稍后再传或联系管理员`,
  outside: (limit: number) => `本机构外部人员24小时内上传的文件已达${bytesText(limit)}的上限，请稍后再传或联系检测机构`,
  preferences: `个人设置过多，最多${preferenceLimits.count}项、${bytesText(preferenceLimits.bytes)}，请删除不用的设置后重试`,
  shown: ({ outside, outsideLimit, storedBytes }: FileUsage) =>
    `保存的文件共${bytesText(storedBytes)}；外部人员24小时内上传${bytesText(outside)}，上限${bytesText(outsideLimit)}`,
} as const;

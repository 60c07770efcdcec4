/** Returns whether a PDF can embed pictures of this type. */
export const isPrintable = (mime: string): boolean => mime === 'image/png' || mime === 'image/jpeg';

export const printableEndings = '.png,.jpg,.jpeg';

/** Message for a picture that can't be printed. */
export const notPrintable = (label: string): string =>
  `${label}须为png或jpg图片（webp、gif等其他格式不能印入报告和记录），请另存为png或jpg后重新上传`;

/** Warning that files, e.g. drawings as PDF, are omitted from the report; it is not an error. */
export const leftOutOfReport = (titles: readonly string[]): string =>
  `以下文件不能印入报告：${titles.join('、')}。报告只支持png、jpg图片，png须完好且不超过10 MB，尺寸过大的请缩小后重新上传。`;
/**
 * Message where a report prints only part of the site pictures.
 * @param maxCount number of pictures that a report prints
 * @param count number of pictures that exist
 */
export const scenesLeftOut = (maxCount: number, count: number): string =>
  `现场影像共${count}张，报告印前${maxCount}张，其余留在项目档案中`;

/** Of standards, reagents and nonconformities, for both sides. */
export const stockTexts = {
  closedLocked: '不符合项已关闭，不能再修改；如有新的情况请另行登记',
  automaticFixed: '系统登记的不符合项不能修改类型、情况说明与所属记录，请填写处理措施',
  alreadyClosed: '不符合项已经关闭，请刷新后查看',
  actionNeeded: '请填写处理措施后再关闭',
  closed: '不符合项已关闭',
  filed: (numbers: readonly string[]) => `已登记不符合项${numbers.join('、')}`,
  sheetElsewhere: '所选检测记录不属于所选项目，请核对',
} as const;

/** One series a year and organisation, e.g. BFH2026-0001. */
export const nonconformityNumber = (year: string, count: number): string => `BFH${year}-${String(count).padStart(4, '0')}`;

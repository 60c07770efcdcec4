/** Texts of nonconformities, for client and server. */
export const nonconformityTexts = {
  closedLocked: '不符合项已关闭，不能再修改；如有新的情况请另行登记',
  verifyingLocked: '不符合项正在验证，不能修改；需要补充时请先退回整改',
  automaticFixed: '系统登记的不符合项不能修改类型、情况说明与所属记录，请填写原因分析与纠正措施',
  analysisNeeded: (missingFields: readonly string[]) => `请先填写并保存${missingFields.join('、')}`,
  actionNeeded: '请先填写并保存纠正措施',
  verificationNeeded: '请填写验证情况',
  verified: '验证通过，不符合项已关闭',
  failedCheck: (sheetNo: string, title: string, sampleNo: string | null) =>
    `检测记录${sheetNo}：${title}${sampleNo ? `（${sampleNo}）` : ''}不合格，复测后提交`,
  unauthorised: (day: string, person: string, action: string, method: string) =>
    `${day} ${person}${action}，被系统拒绝：没有“${method}”的有效检测授权`,
  acts: { start: '开始检测', sign: (sheetNo: string): string => `签署检测记录${sheetNo}` },
  filed: (numbers: readonly string[]) => `已登记不符合项${numbers.join('、')}`,
  sheetElsewhere: '所选检测记录不属于所选项目，请核对',
} as const;

/**
 * Returns the number of a nonconformity, e.g. BFH2026-0001. Each organization has one series per year.
 * @param year four digits
 * @param count count within the year, from 1
 */
export const nonconformityNumber = (year: string, count: number): string =>
  `BFH${year}-${String(count).padStart(4, '0')}`;

// 实施记录 of an item of a yearly plan, for client and server: the person in charge records it without the right to
// edit the plan.

/** Fields that the person in charge fills in. */
export const planRecordFields = ['doneOn', 'result', 'record'] as const;

/** Parameter of the list of yearly plans: id of the item whose record opens. */
export const planRecordParameter = 'record';

/** Returns the address of the list of yearly plans that opens the record of an item. */
export const planRecordAddress = (id: number): string => `/resource/yearPlan?${planRecordParameter}=${id}`;

export const planRecordTexts = {
  archiveBeforeJuly: '基础档案应在当年6月底前形成，请填写6月30日以前的日期',
  action: '填写实施记录',
  saved: '实施记录保存成功',
  otherPerson: (title: string, person: string) =>
    `“${title}”的责任人是${person}，实施记录由其填写；责任人有变动的，请计划的编制人修改责任人`,
  dayNeeded: '请填写完成日期',
  notDoneYet: (today: string) => `完成日期不能晚于今天（${today}），请改为实际完成的日期`,
  recordNeeded: '请填写实施记录与结论，或者上传记录文件',
} as const;

/**
 * Returns the faults of a record: it needs a day that is not in the future, and a text or a file.
 * @param today day of the organization, yyyy-MM-dd
 */
export function planRecordFaults(
  values: Readonly<Record<string, unknown>>,
  today: string,
): { readonly field: (typeof planRecordFields)[number]; readonly message: string }[] {
  const { doneOn, result, record } = values;
  const hasText = typeof result === 'string' && result.trim() !== '';
  return [
    ...(typeof doneOn !== 'string' || doneOn === ''
      ? [{ field: 'doneOn' as const, message: planRecordTexts.dayNeeded }]
      : doneOn > today
        ? [{ field: 'doneOn' as const, message: planRecordTexts.notDoneYet(today) }]
        : []),
    ...(hasText || record ? [] : [{ field: 'result' as const, message: planRecordTexts.recordNeeded }]),
  ];
}

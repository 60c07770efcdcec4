/** Texts of 规范表单, for client and server. */
export const formTexts = {
  locked: '表单已提交签字，不能再修改；需要修改时请先退回',
  kindFixed: '表单类型不能更改，请另建一份表单',
  faulty: '表单还不能提交，请先处理下列问题',
  twoSigners: '此表单只需两人签字',
  threeSigners: '此表单需三人签字，请先完成第二个签字',
  tableChanged: '此表格已被他人修改，请复制未保存的内容，刷新页面后再录入',
  none: (title: string) => `还没有${title}`,
  add: (title: string) => `新增${title}`,
  addHint: '新增后填写并签字',
  noPermission: '您没有新增规范表单的权限，请由有权限的人员新增',
  answers: '系统核对',
  answeredOn: (timestamp: string) => `系统核对于${timestamp.slice(0, 16)}，提交时固定`,
} as const;

/**
 * Returns the number of a form, e.g. GFB2026-0001. Each organization has one series per year.
 * @param year four digits
 * @param count count within the year, from 1
 */
export const formNumber = (year: string, count: number): string => `GFB${year}-${String(count).padStart(4, '0')}`;

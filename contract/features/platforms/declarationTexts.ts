// Texts of 企业申报 (DOMAIN §7.7).
/** Maximum number of printed rows of a declaration; more rows would give hundreds of pages. */
export const maxDeclaredRows = 5000;

export const declarationTexts = {
  tooLong: `危害因素分布超过${maxDeclaredRows}行，不能生成申报表；请合并相同的岗位和危害因素后再打印`,
  receiptSaved: '申报回执号已登记',
  notDeclaredYet: '申报后才有回执号，请先申报',
  title: '职业病危害项目申报表',
  gone: '申报表不存在或已被删除',
  unitGone: '受检单位不存在或已被删除',
  locked: '申报表已申报，不能修改或删除；内容有变化时请变更申报',
  wasDeclared: '申报表曾经申报，不能删除，请改正后重新申报',
  rowStays: '所属申报表不能更改',
  openDraft: (no: number) => `该单位已有填写中的申报表（第${no}版），请先完成或删除`,
  declared: '请从已申报的版本变更申报',
  alreadyDeclared: '该单位已申报过，请变更申报并说明原因',
  reasonMissing: '请填写变更原因',
  filled: (code: string | null) =>
    code ? `已按项目${code}的现场调查填写，请核对` : '该单位没有现场调查，已按单位资料填写，请补充危害因素分布',
  changed: '已建立新的版本，请修改后申报',
  incomplete: (fields: readonly string[]) => `申报表不完整，不能申报，请补全：${fields.join('、')}`,
  noRows: '危害因素分布（至少一行）',
  partTooLarge: (part: string, whole: string) => `${part}不能大于${whole}`,
  totalTooLarge: '各类接触人数不能大于接触职业病危害总人数',
  noSurvey: '单位资料',
  nothing: '该单位还没有申报表',
  chooseUnit: '请从企业申报列表打开一个单位',
} as const;

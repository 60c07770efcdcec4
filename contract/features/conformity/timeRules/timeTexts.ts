/** Texts of 时间核查. */
export const timeTexts = {
  heading: (count: number) => `时间核查：${count}处与时间规则不符`,
  more: (count: number) => `查看全部${count}处`,
  fewer: '收起',
  empty: '在办项目没有与时间规则不符之处',
  stopped: (action: string, findings: readonly string[]) =>
    `与时间规则不符，不能${action}：${findings.join('；')}。请更正记录；确有原因的，在“规范表单”中填写“时间规则例外说明”并完成签字`,
} as const;

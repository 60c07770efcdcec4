// Texts of the approval form (审批单), its pages and refusals.

export const approvalTexts = {
  recordsTitle: (code: string) => `${code} 检测记录`,
  reportTitle: (no: string) => `报告 ${no}`,
  submitted: '已提交审批',
  together: '批量通过',
  togetherNote: (titles: readonly string[]) =>
    `对所选${titles.length}项一并签名，全部办理，或全部不办理：${titles.join('、')}`,
  noRecords: '该项目没有检测记录，不能提交审批；请先完成检测',
  noReport: '该项目没有编制中的报告，请先新增报告',
  incomplete: '检测记录还不能提交审批，请先处理下列问题',
  notTesting: '项目不在实验室检测阶段，不能提交检测记录审批，请刷新后查看',
  unseen: (count: number) => `退回后有${count}处修改，请先查看并确认`,
  confirmed: '已确认查看修改',
  issuedStays: '报告签发后不能退回，更改请用“更正”',
  notReopened: '项目不在报告编制阶段，不能退回检测。报告审批中的请先退回报告；已签发的请先作废或更正',
  terminated: '项目已终止，不能再审批',
} as const;

/** Texts of 第三方质控, for client and server. */
export const outsideTexts = {
  notOutside: '所选人员不是第三方人员，请先在用户管理中勾选“第三方人员”',
  assigned: (taskNo: string) => `已指派任务${taskNo}`,
  assignedTitle: (taskNo: string) => `您有新的质控任务${taskNo}`,
  assignedText: (taskNo: string, dueOn: string) => `已向您指派第三方质控任务${taskNo}，请于${dueOn}前完成检查`,
  revokedTitle: (taskNo: string) => `质控任务${taskNo}已撤销`,
  revokedText: (taskNo: string, reason: string) => `第三方质控任务${taskNo}已撤销，原因：${reason}`,
  noIssued: '该项目还没有签发的报告，不能指派检查；请在报告签发后指派',
  dayPast: (today: string) => `要求完成日期不能早于今天（${today}）`,
  declinedTitle: (taskNo: string) => `质控任务${taskNo}已被谢绝`,
  declinedText: (taskNo: string, reviewer: string, reason: string) =>
    `${reviewer}谢绝了第三方质控任务${taskNo}，原因：${reason}。请另行指派`,
  dayAskedTitle: (taskNo: string) => `质控任务${taskNo}申请改期`,
  dayAskedText: (taskNo: string, reviewer: string, day: string, reason: string) =>
    `${reviewer}申请将任务${taskNo}的完成日期改为${day}，原因：${reason}`,
  dayAnsweredTitle: (taskNo: string, isAgreed: boolean) => `质控任务${taskNo}的改期${isAgreed ? '已同意' : '未同意'}`,
  dayAnsweredText: (taskNo: string, day: string) => `任务${taskNo}的完成日期为${day}`,
  askDay: '申请改期',
  dayAsked: '改期申请已提交',
  dayAgreed: (day: string) => `已同意改期，完成日期为${day}`,
  dayKept: (day: string) => `已答复，完成日期仍为${day}`,
  dayReasonMissing: '请填写改期的原因',
  dayMissing: '请选择希望的完成日期',
  noDayAsked: '没有待答复的改期申请，请刷新后查看',
  dayTooLate: '检查已提交，不能再改期',
  photograph: '现场照片',
  certificate: '仪器证书',
  validUntil: (day: string) => `有效期至${day}`,
  zipFile: (taskNo: string) => `${taskNo}-被检资料`,
  folders: { report: '检测报告', paper: '记录', media: '现场照片', certificate: '仪器证书' },
  expected: '按今天的规则预计，以关闭当日的规则为准',
  daysLeft: (days: number) => (days < 0 ? `已逾期${-days}天` : days === 0 ? '今天到期' : `还有${days}天`),
  fixed: '任务的项目、检查人和检查表不能修改；需要更换时请撤销后重新指派',
  editLate: '检查已提交，任务不能再修改',
  notChecking: '任务不在“检查中”，不能填写检查表或登记问题，请刷新后查看',
  notYours: '只有任务的检查人可以填写',
  unjudged: (count: number) => `还有${count}项没有填写结果，请填写后再提交`,
  scoreAbove: (fullScore: string) => `得分不能超过分值${fullScore}`,
  remarkNeeded: '结果为“不符合”时请填写说明',
  conclusionNeeded: '请填写检查结论后再提交',
  conclusionSaved: '检查结论已保存',
  noFinding: '没有登记问题，请使用“检查通过并关闭”',
  hasFinding: '已登记问题，请使用“提交检查”，由实验室答复',
  findingNeeded: (count: number) => `有${count}项不符合，请至少登记一个问题`,
  notAnswering: '任务不在“待答复”，不能填写答复，请刷新后查看',
  answerNeeded: '请填写整改答复',
  answered: '答复已保存',
  unanswered: (count: number) => `还有${count}个问题没有答复，请答复后再提交`,
  notReviewing: '任务不在“待复核”，不能填写复核意见，请刷新后查看',
  verdictNeeded: '请选择复核意见',
  whyRejected: '不认可时请填写复核说明',
  judged: '复核意见已保存',
  unreviewed: (count: number) => `还有${count}个问题没有认可，不能关闭；请逐项复核，或退回整改`,
  noneRejected: '没有不认可的问题，请先填写复核意见',
  taskFeeFixed: '任务费用由规则计算，不能修改或删除；需要调整时请另行登记其他费用',
  feeInSettlement: '费用已在结算单中，不能修改或删除；需要修改的请先作废结算单',
  noFees: '该检查人在所选日期内没有未结算的费用',
  settled: (settlementNo: string, count: number, total: string) =>
    `已生成结算单${settlementNo}：${count}笔，共${total}元`,
  settlementMade: '结算单由未结算的费用生成，不能修改；有误时请作废后重新生成',
  feeExplanation: (taskNo: string, lines: readonly string[]) => `任务${taskNo}：${lines.join('；')}`,
  ruleLine: (ruleName: string, times: number, points: number) =>
    `${ruleName}${times > 1 ? `×${times}` : ''}（${points > 0 ? '+' : ''}${points}分）`,
  feeLine: (ruleName: string, times: number, fee: string) => `${ruleName}${times > 1 ? `×${times}` : ''} ${fee}元`,
  pointsAppended: '积分已登记',
  pointsShort: (balance: number) => `积分余额为${balance}分，不足以扣减`,
  pointsSign: '请填写大于0的积分',
  statement: '第三方质控费用结算单',
  noPaper: '该资料不在任务的项目中，请刷新后重试',
  revokedPaper: '任务已撤销或已谢绝，不能再查看项目资料',
} as const;

/**
 * Returns a number, e.g. ZK2026-0001. Prefixes: ZK tasks, FY fees, JS settlements, JF ledger lines.
 * @param year four digits
 * @param count count within the year, from 1
 * @example outsideNumber('ZK', '2026', 1) // 'ZK2026-0001'
 */
export const outsideNumber = (prefix: 'ZK' | 'FY' | 'JS' | 'JF', year: string, count: number): string =>
  `${prefix}${year}-${String(count).padStart(4, '0')}`;

import { entries } from '@contract/dictEntry';

/** Dictionaries of 第三方质控: tasks, check forms, findings, fees, settlements, points. */
export const reviewerDictionaries = {
  outsideTaskState: entries([
    { value: 'assigned', label: '已指派', tone: 'waiting' },
    { value: 'checking', label: '检查中', tone: 'active' },
    { value: 'awaitingAnswer', label: '待答复', tone: 'waiting' },
    { value: 'awaitingReview', label: '待复核', tone: 'waiting' },
    { value: 'closed', label: '已关闭', tone: 'good' },
    { value: 'revoked', label: '已撤销', tone: 'quiet' },
    { value: 'declined', label: '已谢绝', tone: 'quiet' },
  ]),
  /** Keys of the check forms in contract/features/reviewers/checkForms.ts. */
  outsideForm: entries([
    { value: 'report', label: '检测报告质量检查表' },
    { value: 'record', label: '原始记录质量检查表' },
    { value: 'site', label: '现场采样质量检查表' },
  ]),
  outsideResult: entries([
    { value: 'yes', label: '符合', tone: 'good' },
    { value: 'no', label: '不符合', tone: 'bad' },
    { value: 'na', label: '不适用', tone: 'quiet' },
  ]),
  findingSeverity: entries([
    { value: 'severe', label: '严重', tone: 'bad' },
    { value: 'general', label: '一般', tone: 'waiting' },
    { value: 'advice', label: '建议', tone: 'active' },
  ]),
  findingVerdict: entries([
    { value: 'accepted', label: '认可', tone: 'good' },
    { value: 'rejected', label: '不认可', tone: 'bad' },
  ]),
  outsideFeeKind: entries([
    { value: 'task', label: '任务费用' },
    { value: 'travel', label: '差旅费' },
    { value: 'expert', label: '专家咨询费' },
    { value: 'other', label: '其他费用' },
  ]),
  outsideFeeState: entries([
    { value: 'open', label: '未结算', tone: 'waiting' },
    { value: 'settling', label: '结算中', tone: 'active' },
    { value: 'paid', label: '已支付', tone: 'good' },
  ]),
  settlementState: entries([
    { value: 'awaitingConfirm', label: '待确认', tone: 'waiting' },
    { value: 'disputed', label: '有异议', tone: 'bad' },
    { value: 'confirmed', label: '待支付', tone: 'active' },
    { value: 'paid', label: '已支付', tone: 'good' },
    { value: 'voided', label: '已作废', tone: 'quiet' },
  ]),
  /** Events that a points rule counts within a task. */
  pointEvent: entries([
    { value: 'closed', label: '完成任务' },
    { value: 'onTime', label: '按期提交' },
    { value: 'late', label: '逾期提交' },
    { value: 'severe', label: '发现严重问题（每项）' },
    { value: 'general', label: '发现一般问题（每项）' },
    { value: 'advice', label: '提出改进建议（每项）' },
  ]),
  pointKind: entries([
    { value: 'task', label: '任务积分', tone: 'good' },
    { value: 'reward', label: '奖励', tone: 'good' },
    { value: 'deduct', label: '扣减', tone: 'bad' },
    { value: 'redeem', label: '兑换', tone: 'active' },
  ]),
} as const;

import type { Exceedance, ReportObligation } from './reportObligations';

// 客户往来: message threads between the organization and the client of a project.

export interface ClientMatterReply {
  readonly id: number;
  readonly content: string | null;
  readonly author: string;
  readonly fromClient: boolean;
  /** Time of the message, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly attachment: { readonly id: string; readonly name: string } | null;
}

export interface ClientMatter {
  readonly id: number;
  readonly version: number;
  readonly matterKind: string;
  readonly title: string;
  readonly content: string | null;
  readonly dueOn: string | null;
  readonly visitOn: string | null;
  readonly state: string;
  readonly fromClient: boolean;
  readonly author: string;
  readonly at: string;
  readonly replies: readonly ClientMatterReply[];
}

/** Kinds of threads that a client may start. */
export const clientKinds = ['question', 'objection'] as const;
export const organizationMatterKinds = ['document', 'visit', 'plan', 'question'] as const;

export const matterTexts = {
  title: '客户往来',
  none: '还没有往来事项',
  asked: '已提交，检测机构会收到通知',
  sent: '已发送，企业会收到通知',
  replied: '已回复',
  closed: '已办结',
  confirmed: '已确认到场日期',
  kindMissing: '请选择类型',
  titleMissing: '请填写标题',
  titleLong: '标题不能超过100个字',
  contentLong: '内容不能超过2000个字',
  nothing: '请填写内容或上传附件',
  foreignFile: '附件不是您上传的文件，请重新上传',
  done: '该事项已办结，不能再回复；请另行发起',
  notFound: '该事项不存在或不属于您的单位',
  visitMissing: '请填写到场日期',
  fileHint: '可以拍照上传，也可以选择文件',
  visitConfirmed: (day: string): string => `确认${day}到场`,
  visitDeclined: (reason: string): string => `该日不便：${reason}`,
  reasonMissing: '请填写原因：日期不便的写明可以的日期，方案有意见的写明意见',
  confirmVisit: '确认到场',
  otherDay: '日期不便',
  planAttached: '已批准的采样方案',
  planHint: '将附上已批准的采样方案（PDF），企业可以确认或提出意见',
  planNotApproved: '采样方案批准后才能请企业确认',
  planConfirmed: '确认采样方案',
  planAgreed: '已确认采样方案',
  planDeclined: (reason: string): string => `对采样方案的意见：${reason}`,
  confirmPlan: '确认方案',
  otherPlan: '有意见',
} as const;

/** Texts of notices to clients. */
export const clientNoticeTexts = {
  asked: (kind: string, title: string): string => `检测机构：${kind} ${title}`,
  askedText: (code: string, title: string): string => `项目${code}有新的事项“${title}”，请在企业项目中查看并答复`,
  repliedTitle: (title: string): string => `“${title}”有新的回复`,
  repliedText: (code: string, title: string): string => `项目${code}的事项“${title}”有新的回复，请查看`,
  fromClientTitle: (unit: string, title: string): string => `${unit}：${title}`,
  fromClientText: (code: string, title: string): string =>
    `项目${code}的受检单位提交了“${title}”，请在项目的客户往来中答复`,
  issuedTitle: (no: string): string => `报告${no}已签发`,
  issuedText: (code: string, no: string): string => `项目${code}的报告${no}已签发，可在企业项目中查看和下载`,
  replacedTitle: (no: string): string => `报告${no}已被更正报告替换`,
  replacedText: (no: string, next: string): string => `报告${no}不再有效，请以更正报告${next}为准`,
  voidedTitle: (no: string): string => `报告${no}已作废`,
  voidedText: (no: string, reason: string): string => `报告${no}已作废，原因：${reason}。请不要再使用`,
  visitTitle: (day: string): string => `现场采样 ${day}`,
  visitText: (code: string, day: string): string => `项目${code}计划于${day}到现场采样，请确认能否安排，并准备陪同人员`,
} as const;

/** Answer of `GET api/enterprise/reports/:id/duties`. */
export interface ReportObligations {
  readonly exceedances: readonly (Exceedance & {
    readonly done: ObligationDone | null;
  })[];
  readonly duties: readonly (ReportObligation & {
    readonly done: ObligationDone | null;
  })[];
}

export interface ObligationDone {
  readonly doneOn: string;
  readonly measure: string;
  readonly person: string;
}

export const obligationTexts = {
  saved: '已登记完成',
  undone: '已撤销登记',
  unknown: '该事项不在报告中，请刷新后重试',
  doneOnMissing: '请选择完成日期',
  future: '完成日期不能晚于今天',
  measureMissing: '请填写采取的措施',
  none: '本报告没有超过职业接触限值的结果',
} as const;

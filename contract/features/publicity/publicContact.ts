/** Texts of the contact section and the objection form. */
export const complaintTexts = {
  title: '联系机构与异议、监督投诉',
  hint: '对公示内容或报告有异议的，可以直接与机构联系，也可以向监督机关投诉。机构自收到之日起15日内核实并答复。',
  open: '在线提出异议或投诉',
  noScript: '在线提交需要启用JavaScript；也可以通过以上电话、地址或邮箱联系机构。',
  contactHint: '电话或邮箱，仅用于答复您',
  newCaptcha: '换一张验证码图片',
  send: '提交',
  received: '提交成功',
  sending: '正在提交…',
  sent: (no: string): string => `已收到，编号${no}。机构自收到之日起15日内核实；留有联系方式的，将答复您。`,
  unsent: '未能提交，请检查网络后重试',
  noContent: '请填写异议或投诉内容',
  noCaptcha: '请填写验证码',
  unknown: '没有找到这条公示或报告，请刷新页面后重试',
  tooMany: '提交过于频繁，请稍后再提交，或者直接与机构联系',
  limits: { content: 600, person: 30, contact: 60 },
} as const;

/**
 * Maximum number of objections per address within `minutes`, each with its own captcha. A whole company may share one
 * address.
 */
export const complaintRate = { most: 30, minutes: 60 } as const;

export const complaintPath = 'api/public/complaint';

/** Body of `POST api/public/complaint`. */
export interface Complaint {
  /** Id of the notice, or code of the report. */
  readonly notice?: number;
  readonly code?: string;
  readonly content: string;
  readonly person?: string;
  readonly contact?: string;
  /** Id of the captcha from `auth/code`; `captcha` is the solution. */
  readonly uuid?: string;
  readonly captcha?: string;
}

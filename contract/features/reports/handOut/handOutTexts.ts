/** Maximum number of characters of the name that signs for a report. */
export const maxReceiverLength = 60;

/** API call with which a visitor signs for a report. */
export const receiptCall = 'api/public/reportReceipt';

/** Returns the address of the page on which a visitor signs for a report, without the origin. */
export const receiptPath = (code: string): string => `/orgReportFormulaDetails?receipt=${code}`;

/** Texts about delivering reports. */
export const handOutTexts = {
  locked: '报告已签收，不能修改或删除；再次发放请另行登记',
  notIssued: (no: string): string => `报告${no}还没有签发，不能发放，请在签发后办理`,
  ended: (no: string): string => `报告${no}已更正或作废，不能发放，请发放现行报告`,
  noCourier: '快递发放请填写快递单号',
  link: '签收二维码',
  linkHint: '领取人扫码或打开链接，填写姓名后签收；签收时间由系统记录',
  title: '报告签收',
  lead: '收到报告后，请填写姓名签收。',
  name: '签收人姓名',
  send: '签收',
  sending: '正在签收…',
  noScript: '签收需要浏览器启用JavaScript',
  noName: '请填写签收人姓名',
  received: '签收成功',
  receivedBy: (name: string, at: string): string => `已由${name}于${at}签收`,
  already: '该报告已签收',
  unknown: '签收链接无效，请向出具机构索取新的链接',
  unsent: '签收未成功，请检查网络后重试',
  actor: '报告签收',
} as const;

/** Data that the receipt page shows. */
export interface Receipt {
  readonly reportNo: string;
  readonly title: string;
  readonly organizationName: string;
  readonly copies: number;
  readonly times: number;
  readonly way: string;
  readonly courier: string | null;
  readonly receivedBy: string | null;
  readonly receivedAt: string | null;
}

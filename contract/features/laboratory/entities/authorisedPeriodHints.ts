/** How own lists of authorisations name days and certificate (`ListHints`). */
export const authorisedPeriodHints = {
  validFrom: {
    columnNames: ['授权开始日期', '授权起始日期', '授权时间', '批准日期', '生效日期', '发证日期', '起始日期'],
    spanOf: 'validUntil',
  },
  validUntil: {
    columnNames: ['授权截止日期', '授权到期日期', '授权有效期', '有效期', '有效期限', '到期日期', '截止日期'],
    endsPeriod: true,
    after: 'validFrom',
  },
  certificateNo: { columnNames: ['上岗证编号', '上岗证号', '授权书编号', '授权编号', '证书编号', '证书号'] },
} as const;

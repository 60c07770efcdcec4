/** Texts of every paper of a project: title, number, state (PRODUCT §3; DOMAIN §1.10, §1.11). */
export const paperTexts = {
  titles: {
    survey: '职业病危害现场调查记录',
    plan: '职业病危害因素采样方案',
    sampling: '工作场所空气样品采集记录',
    measuring: '现场检测记录',
    handOver: '样品流转单',
    incoming: '来样接收登记表',
  },
  paperNo: (no: string) => `编号：${no}`,
  notFinal: (state: string) => `${state}，未完成审批`,
  ended: '已结束',
  underway: '进行中',
  appendixForm: (no: string) => `GBZ 331-2024 表${no}`,
  /** Empty for a form without a number. */
  controlNo: (no: string) => (no ? `受控编号：${no}` : ''),
  /** As papers before edition 6 print it, also without a number. */
  formerControlNo: (no: string) => `受控编号：${no}`,
} as const;

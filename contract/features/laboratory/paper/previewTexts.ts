// Texts of the printed original record, for screen, print and PDF (DOMAIN §7.3, §8.0 P).
export const labPreviewTexts = {
  filled: '已填记录',
  blank: '空白表',
  recordNo: (no: string) => `记录编号：${no}`,
  /** State of a record that is not yet approved. */
  notApproved: (state: string) => `${state}，未经审核`,
  head: '记录信息',
  conditions: '仪器条件',
  curve: '标准曲线',
  series: '标准系列',
  formula: '计算公式',
  where: (definitions: readonly string[]) => `式中：${definitions.join('；')}`,
  samples: '样品检测结果',
  working: '计算过程',
  checks: '质量控制',
  detection: '检出限',
  remark: '备注',
  checkRemark: '质控说明',
  instrumentReason: '使用其他仪器的原因',
  uncertainty: '相对扩展不确定度',
  checkReason: (title: string) => `${title}说明`,
  retested: '已复测',
  retest: '复测',
  noFormula: {
    outsourced: '引用分包报告结果，不重新计算',
    genericTest: '按各行的计算式计算；未填写计算式的，取各参数的平均值',
  },
  other: '按各样品的计算方式计算',
  noResult: (no: string, reason: string) => `${no}：${reason}`,
  corrected: (from: string | null, to: string, reason: string) => `人工修正：${from ?? '无'}改为${to}，原因：${reason}`,
  excluded: (reason: string) => `已剔除：${reason}`,
  groups: { sample: '样品信息', own: '检测数据', result: '结果' },
  otherLayout: (ownLayout: string) => `本记录的计算方式为“${ownLayout}”，此处只提供空白表`,
  unknownPart: '该方法没有这种预览，请从检测记录打开',
  /** File name; the browser code that saves the file adds the time in front (SPEC §7). */
  fileName: (title: string, sheetNo: string | null) => `${sheetNo ?? '空白表'}-${title}`,
  /** Layout that a title names: 来样气相色谱法溶剂解吸预览 is the preview of 溶剂解吸. */
  wayOf: (title: string) =>
    title
      .replace(/^来样/, '')
      .replace(/^气相色谱法/, '')
      .replace(/预览$/, ''),
  openOwn: '查看本记录的预览',
  nothing: '还没有结果。请先在检测数据页填写。',
} as const;

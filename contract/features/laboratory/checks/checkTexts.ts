// Texts of quality control, for screen, server and tests.
export const labCheckTexts = {
  missing: (title: string, count: number) => `${title}还缺${count}个`,
  failed: (title: string, count: number) => `${title}有${count}行不合格，请复测`,
  unjudged: (title: string, count: number) => `${title}有${count}行不能评价，请补全或删除`,
  rangeOutside: '超出极差图上控制限',
  explainFirst: (missingText: string) => `${missingText}；请补做，或在“质控说明”中逐项说明原因`,
  belowRule: (title: string, count: number) => `${title}有${count}个低于规定`,
  repeat: (title: string, samples: string) => `${title}不合格，上次合格后测定的样品须重新测定：${samples}`,
  reasonOf: (title: string) => `${title}的说明`,
  reasonsOnly: '质控说明只能填写本方法的质控项目',
  otherMethod: (title: string) => `该方法没有“${title}”质控`,
  kindStays: '质控类型不能更改，请在对应的页签中新增',
  standardNeeded: '请选择质控样',
  standardBare: (name: string) => `质控样${name}没有标准值或不确定度，请先在标准物质中补全`,
  gate: (sheetNo: string) => `检测记录${sheetNo}的质控样`,
  retestOther: '只能复测同一记录、同一页签中不合格的行',
  retestTwice: '该行已经复测过，请对最近一次的结果复测',
  retested: '已复测，不能再修改或删除；请在复测中填写',
  noLevels: '请先填写并保存解吸效率的各个水平',
  efficiencyFails: (efficiency: string, rsd: string) =>
    `解吸效率${efficiency}%、RSD ${rsd}%不符合要求，不能用于记录；请重新测定或选用其他批次`,
  efficiencyByLot: '用于记录的效率按采样介质批号测定：在“检出限”页选择批号，点击“从质控取加标水平”',
} as const;

// What the page of detection limits says, on the screen, on the server and in tests.
export const labDetectionTexts = {
  notNumber: (at: number, text: string) => `第${at}个空白测定值“${text}”应为数字`,
  tooMany: (most: number) => `空白测定值最多${most}个`,
  noCurve: '请先在检测记录中选择已审核的标准曲线，再计算检出限',
  noDetection: '该方法不测定检出限',
  oneOnly: '该检测记录已有检出限，请刷新后修改',
  applyFaulty: (problem: string) => `检出限无法计算，不能用于本记录：${problem}`,
  applied: (lod: string, unit: string) => `已将检出限${lod} ${unit}用于本记录，结果已重新计算`,
  withdrawn: '已恢复方法给定的检出限，结果已重新计算',
} as const;

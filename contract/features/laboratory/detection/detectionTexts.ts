// Texts of the detection limit page, for screen, server and tests.
export const labDetectionTexts = {
  notNumber: (index: number, text: string) => `第${index}个空白测定值“${text}”应为数字`,
  tooMany: (maxCount: number) => `空白测定值最多${maxCount}个`,
  noCurve: '请先在检测记录中选择已审核的标准曲线，再计算检出限',
  noDetection: '该方法不测定检出限',
  oneOnly: '该检测记录已有检出限，请刷新后修改',
  oneOfLot: (label: string, lot: string) => `该检测记录已有批号${lot}的${label}测定，请刷新后修改`,
  formStays: '测定类型不能更改，请新增一项测定',
  noForm: (label: string) => `该方法没有“${label}”测定`,
  noLots:
    '本记录的样品还没有采样介质批号。请先在采样记录中补全批号；来样等没有批号的，在记录表头填写“效率来源及原因”。',
  noLot: '请填写采样介质批号，效率和空白按批号使用',
  applyFaulty: (problem: string) => `检出限无法计算，不能用于本记录，请补全后再用：${problem}`,
  efficiencyFaulty: (label: string, problem: string) => `${label}无法计算，不能用于本记录：${problem}`,
  efficiencyBelow: (label: string, mean: string, minMean: string, rsd: string, maxRsd: string) =>
    `${label}${mean}%、RSD ${rsd}%，应不小于${minMean}%、RSD不大于${maxRsd}%；请重新测定，或在备注中说明原因后使用`,
  fewLevels: (minLevels: number, givenCount: number) =>
    `加标水平应不少于${minLevels}个（低、中、高），现有${givenCount}个`,
  fewTubes: (level: number, minTubes: number, givenCount: number) =>
    `水平${level}的测得量应不少于${minTubes}支管，现有${givenCount}支`,
  noAdded: (level: number) => `请填写水平${level}的加标量`,
  noEmptyTubes: '请填写空白管的测得量，未检出时填0',
  noLimit: '请先填写本记录的检出限，再评价采样介质空白',
  fewUnusedCollectors: (minCollectors: number, givenCount: number) =>
    `未采样的采样介质应不少于${minCollectors}支，现有${givenCount}支`,
  efficiencyApplied: (label: string, efficiency: string, lot: string) =>
    `已将${label}${efficiency}%用于批号${lot}的样品，结果已重新计算`,
  efficiencyReleased: (label: string, lot: string) => `批号${lot}的样品不再使用该${label}`,
  applied: (lod: string, unit: string) => `已将检出限${lod} ${unit}用于本记录，结果已重新计算`,
  withdrawn: '已恢复方法给定的检出限，结果已重新计算',
} as const;

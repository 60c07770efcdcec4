// Texts of laboratory records.

export const labSheetTexts = {
  juniorReviewer: (title: string) =>
    `原始记录须由中级以上职称的人员复核，您登记的职称为“${title}”；请由其他人员复核，职称有变化的请在“用户管理”中更正`,
  noTasks: '请选择要检测的样品',
  notDistributed: (no: string, state: string) => `样品${no}当前为“${state}”，不能加入检测记录，请取消选择`,
  onSheet: (no: string, hazard: string, sheet: string) =>
    `样品${no}的${hazard}已在检测记录${sheet}中，不能重复检测；如需复测请先申请复测`,
  notYours: (no: string, analyst: string) => `样品${no}已分发给${analyst}，不能由您检测；需要改派的请联系样品管理员`,
  mixedProjects: '所选样品不属于同一个项目，请分别建立检测记录',
  mixedHazards: '一份检测记录只能包含一个检测项目，请按检测项目分别建立检测记录',
  mixedMethods: '所选样品的检测方法不同，请按方法分别建立检测记录',
  mixedVariants: '现场样品与来样不能放在同一份检测记录中，请分别建立',
  noMethod: '样品没有检测方法，请先在样品分发中选择检测方法',
  blanksAlone: '只选择了空白，请至少选择一个样品',
  notForIncoming: (method: string) => `“${method}”须由本机构现场采样，不能检测来样，请退回后更改检测方法`,
  unauthorised: (method: string) =>
    `您没有“${method}”的有效检测授权，不能开始检测；请联系管理员授权，或由样品管理员改派`,
  locked: (state: string) =>
    `检测记录当前为“${state}”，不能修改；${{ 已审核: '如需修改请更正', 已更正: '请打开新版本' }[state] ?? '如需修改请先退回'}`,
  exportResults: '导出结果',
  handedIn: '检测记录已提交，不能修改或删除；待复核、待审核的请先退回，已审核的请更正',
  mayNotSign: (reason: string) => `不能提交检测记录：${reason}`,
  mayNotCorrect: (reason: string) => `不能更正检测记录：${reason}`,
  othersSheet: (analyst: string) => `检测记录由${analyst}编制，只能由其本人填写`,
  otherSheetRows: '所选行不属于同一份检测记录，请刷新后重试',
  lastSample: '检测记录至少保留一个样品；不再需要时请删除整份记录',
  overrideReason: '请填写修正原因',
  onlyBrought: '只有接续办理的检测结果才能确认登记，请由检测人提交',
  isBrought: '接续办理的检测结果由质量负责人或授权签字人确认，不提交复核',
  overrideText: '填写了修正原因，请同时填写修正结果',
  overrideNothing: '结果应大于0，未检出时请填写“<最低检出浓度”',
  curveOther: '所选标准曲线不是本方法、本因素的曲线，请重新选择',
  curveNotApproved: (no: string, state: string) => `标准曲线${no}当前为“${state}”，只能使用已审核的曲线`,
  curveExpired: (no: string, day: string) => `标准曲线${no}已于${day}到期，请重新绘制`,
  curveLater: (no: string, day: string) =>
    `标准曲线${no}于${day}才配制，晚于检测日期，请更正检测日期或选择检测时的曲线`,
  methodOther: '所选方法不能检测该因素，请重新选择',
  incomplete: (count: number, first: string) => `还有${count}个样品没有结果（${first}），请补全后再提交`,
  formOpen: (no: string, labels: string) => `${no}的测量记录不完整，请填写${labels}后再提交`,
  blankOpen: (no: string, problem: string | null) =>
    `空白${no}${problem ? `：${problem}` : '还没有读数'}，请补全后再提交；没有测定的空白请移出记录`,
  noneYet: '检测记录还没有任何结果，不能提交，请填写读数',
  checksOpen: (stops: string) => `质控不符合要求：${stops}`,
  noTestDate: '请填写检测日期后再提交',
  noInstrument: '请选择检测仪器后再提交',
  noEnvironment: '请填写环境温度和相对湿度后再提交',
  noCurve: '请选择已审核的标准曲线后再提交',
  noSeries: '请选择已审核的标准系列（色列）后再提交',
  noAttachment: '分包检测须上传分包报告后再提交',
  testedBeforeReceived: (received: string) => `检测日期不能早于收样日期${received}`,
  sampleLater: (sample: string, received: string) =>
    `样品${sample}于${received}才收到，晚于检测日期，请更正检测日期或填写检测结束日期`,
  noLimit: '请填写检出限或定量下限后再提交；没有限值，低浓度的结果无法判断是否检出',
  noLodSource: '检出限与方法库、检出限测定都不同，请填写检出限来源及原因后再提交',
  loqBelowLod: '定量下限不能小于检出限，请核对后填写',
  testedInFuture: '检测日期不能晚于今天',
  endsInFuture: '检测结束日期不能晚于今天，检测完成后再填写',
  sampleLocked: (sample: string, sheet: string) =>
    `样品${sample}在已提交的检测记录${sheet}中，请先退回该记录再修改采样数据`,
  started: (count: number) => `已建立检测记录，共${count}个样品`,
  parallelAdded: (count: number) => `已新增${count}行平行样`,
  rowsRemoved: (count: number) => `已移出${count}行`,
  rowsAdded: (count: number) => `已加入${count}个样品`,
} as const;

/** Returns the number of a correction: `{记录编号}-G1` replaces the approved record, G2 replaces G1. */
export function correctedNumber(sheetNo: string): string {
  const [, base = sheetNo, count = '0'] = /^(.*?)(?:-G(\d+))?$/.exec(sheetNo) ?? [];
  return `${base}-G${Number(count) + 1}`;
}

export const labWorkTexts = {
  noneChosen: '没有选择检测记录',
  chooseOne: '请从实验室打开一份检测记录。',
  failed: '检测记录加载失败',
  otherMethod: '检测记录不属于这个方法',
  otherMethodText: (no: string) => `${no}按另一种方法检测，请从实验室重新打开。`,
  saveFirst: '请先保存表格中的修改',
  noTasksLeft: '没有可加入的样品：同一项目、因素和方法下，已分发给您的样品都在记录中了',
  chooseRows: '请先在表格中选中样品所在的行',
  noWorking: '选中一行样品，这里显示其结果的计算过程。',
  pending: '尚未填写读数。',
  blankRow: '空白样品：其含量从样品中扣除，不报出结果。',
  override: (text: string, reason: string) => `已人工修正为${text}（${reason}），计算结果保留备查。`,
} as const;

/** Hint on a new record whose head was copied from the last record of the method. */
export const carriedText = '仪器、仪器条件、标准物质和试剂沿用自上一份记录，请核对后保存表头';

/** Saves a copied head as it is. */
export const confirmHeadText = '核对无误，保存';

export const recalculationTexts = {
  minimum: (minimum: string): string => `最低浓度${minimum}`,
  readings: '读数改动',
  blanks: '空白关联改动',
  sampling: '采样数据改动',
  voided: '样品作废',
  head: (labels: readonly string[]) => (labels.length ? `检测记录的${labels.join('、')}改动` : '检测记录改动'),
  rowsAdded: '记录中加入样品',
  rowsRemoved: '记录中移出样品',
  parallels: '新增平行样',
  efficiency: '效率测定改动',
  submitted: '提交时重新计算',
  corrected: '更正时重新计算',
  form: '改用物理因素测量记录表',
  title: '结果改动',
  none: '还没有结果改动。结果因重新计算而改变，或记录提交后改动读数，都显示在这里。',
} as const;

/** Returns whether a technical title, as people write it, is below the intermediate grade: 助理工程师, 技术员. */
export const isJuniorTitle = (title: string): boolean => /助理|初级|技术员|见习|实习|技士|医士/.test(title);

/** Texts of authorisation and distribution, and of the laboratory page, for client and server. */
export const labTaskTexts = {
  undecided: '未定',
  noMethod: (no: string, hazard: string) => `样品${no}的“${hazard}”还没有检测方法，请先选择检测方法`,
  notMeasured: (method: string, hazard: string) => `“${method}”不能检测“${hazard}”，请选择适用于该因素的检测方法`,
  methodGone: (method: string) => `检测方法“${method}”已停用，请另选检测方法`,
  heldByOther: (no: string, hazard: string, person: string) => `样品${no}的“${hazard}”已分发给${person}，请刷新后查看`,
  notWaiting: (no: string, hazard: string, state: string) =>
    `样品${no}的“${hazard}”当前为“${state}”，不能分发，请刷新后查看`,
  notArranged: (no: string, hazard: string, state: string) =>
    `样品${no}的“${hazard}”当前为“${state}”，不能再更改检测方法或要求完成日期，请先退回`,
  notGivenBack: (no: string, hazard: string, state: string) =>
    `样品${no}的“${hazard}”当前为“${state}”，只有已分发而未开始检测的任务可以退回`,
  notYours: (no: string, person: string) => `样品${no}分发给了${person}，请由其本人或样品管理员退回`,
  sampleVoided: (no: string) => `样品${no}已作废，不能检测，请取消选择`,
  tooEarly: '项目尚未进入现场采样，没有可以分发的样品',
  tooLate: '项目的检测已结束，不能再分发或更改检测任务；需要更改的请先退回检测记录',
  gone: '部分检测任务不存在或已被删除，未做任何修改',
  noTaskOfRow: '该样品在该方案行下没有待分发的检测任务',
  personNeeded: '请选择检测人：该方案行的其他样品还没有分发，或分发给了多人',
  toHolder: '分发给同行检测人',
  confirmToHolder: '确定分发给该方案行其他样品的检测人吗？',
  askAnalyst: (count: number) => `将选中的${count}项检测任务分发给`,
  analystName: '检测人的用户名或姓名',
  noAnalyst: '请填写检测人',
  unknownAnalyst: (name: string) => `没有找到检测人“${name}”，请核对后重新填写`,
  distributed: (count: number, person: string) => `已将${count}项检测任务分发给${person}`,
  tasksOf: (sampleNo: string, count: number) =>
    count === 1 ? `样品${sampleNo}的检测任务` : `样品${sampleNo}等${count}项检测任务`,
  givenBack: (count: number) => `已退回${count}项检测任务`,
  arranged: (count: number) => `已更改${count}项检测任务`,
  nothingToArrange: '请选择检测方法或填写要求完成日期',
  voidedWithSample: (no: string) => `样品${no}已作废`,

  personGone: '所选检测人不存在或已停用，请重新选择',
  notAuthorised: (person: string, method: string) => `${person}没有“${method}”的检测授权`,
  notYetAuthorised: (person: string, method: string, from: string) => `${person}的“${method}”检测授权自${from}起生效`,
  authorisationOver: (person: string, method: string, expiredOn: string) =>
    `${person}的“${method}”检测授权已于${expiredOn}到期`,
  mayNotTest: (person: string) => `${person}没有检测员角色，请先在“用户管理”中分配，或另选检测人`,

  granted: (count: number) => `已授权${count}项`,
  withdrawn: (count: number) => `已撤销${count}项授权`,
  alreadyAuthorised: (person: string, method: string) => `${person}已有“${method}”的检测授权，请修改原授权的有效期`,
  daysInOrder: '授权日期不能晚于有效期',
  tooMany: (maxItems: number) => `一次最多授权${maxItems}项，请分批进行`,
  noPersons: '请选择人员',
  noMethods: '请选择检测方法',
} as const;

// Texts of on-site sampling, for client and server.
export const siteTexts = {
  toTake: (numbers: readonly string[]) =>
    `还有${numbers.length}个样品待采（${numbers.slice(0, 3).join('、')}${numbers.length > 3 ? '等' : ''}），请采样或作废后再结束采样`,
  noneTaken: '没有采集任何样品，不能结束采样；如不再进行请终止项目',
  /** Message after storing in the outbox; the server may still refuse the data. */
  savedOnDevice: '已保存在本机，正在上传',
  resetHint: '清除本样品的采样记录，恢复为待采样',
  resetOnline: '重置需要网络，联网后再操作',
  resetLater: '有未保存或未上传的记录，上传后再重置',
  planNotApproved: '采样方案尚未批准，批准后再新增采样日期',
  planEmpty: '采样方案没有采样行，请先在采样方案中填写',
  dayTaken: (day: string) => `${day}已经新增过，请直接在该日期下采样`,
  dayNotInPlan: (number: number) => `采样方案没有第${number}天的样品，请核对方案的采样天数`,
  daysMissing: (planned: number, missingDays: readonly number[]) =>
    `采样方案共${planned}天，第${missingDays.join('、')}天还没有采样日期：请新增并采样；不再采样的，新增后把该日样品作废并说明原因`,
  toCheck: (count: number) => `结束前请核对以下${count}处`,
  stillToCheck: (issues: readonly string[]) =>
    `有${issues.length}处待核对：${issues.slice(0, 5).join('；')}${issues.length > 5 ? '；等' : ''}`,
  noSamples: '还没有样品，请先新增采样日期并采样',
  twoCollectorsNeeded: '现场采样应有两名以上采样人',
  tooFewCollectors: (namedCount: number) =>
    `现场采样应有两名以上采样人，${namedCount ? '现只选了1名' : '还没有选择'}：请补选；另一人没有账号的，请在备注中写明姓名`,
  tooFewCollectorsOn: (day: string, namedCount: number) =>
    `采样日期${day}${namedCount ? '只有1名采样人' : '没有采样人'}，应有两名以上：请在“采样日期”中补选，或在备注中写明`,
  noPersonChoice: (names: readonly string[]) =>
    `采样对象${names.slice(0, 3).join('、')}${names.length > 3 ? `等${names.length}人` : ''}未填写选取依据，请补填接触浓度最高、接触时间最长或随机选取`,
  dayInUse: '该采样日期已有采样记录，不能删除；未采的样品请作废并说明原因',
  dayNumbered: '采样日期已有样品，编号不能更改；需要更改的请先作废其样品',
  notInSeries: (no: string) => `样品${no}的编号与当前项目编号或采样日不一致，不能生成重采编号；请联系管理员`,
  tooManyPoints: '采样点号或频次超过99，样品无法编号，请核对采样方案',
  noSuchDay: '采样日期不属于该项目，请重新选择',

  endBeforeStart: '结束时间应晚于开始时间，请核对',
  tooLong: '采样时间不能超过24小时，请核对开始和结束时间',
  notOnDay: (day: string) => `开始时间应在采样日期${day}当天（夜班可到次日），请核对`,
  startedElsewhere: (no: string, startedAt: string, day: string) =>
    `样品${no}于${startedAt}开始采样，采样日期不能改为${day}，请核对`,
  inFuture: '时间晚于现在，请核对手机的日期和时间',
  badTime: (label: string) => `${label}应为年-月-日 时:分`,
  flowNotPositive: (label: string) => `${label}应大于0`,
  flowFails: (before: string, after: string, deviation: string) =>
    `采样后流量${after}与采样前流量${before}相差${deviation}%，超过5%，样品无效：请作废该样品并重新采样`,
  flowVoidReason: (before: string, after: string, deviation: string) =>
    `采样前流量${before} L/min，采样后流量${after} L/min，偏差${deviation}%，超过5%`,
  flowAfterOffSetFlow: (set: string, after: string, deviation: string) =>
    `采样后流量${after}与设定流量${set}相差${deviation}%，超过10%，样品无效：请作废该样品并重新采样`,
  flowAfterOffSetFlowReason: (set: string, after: string, deviation: string) =>
    `设定流量${set} L/min，采样后流量${after} L/min，偏差${deviation}%，超过10%`,
  flowBeforeOffSetFlow: (set: string, before: string, deviation: string) =>
    `采样前流量${before}与设定流量${set}相差${deviation}%，超过5%：请调整流量后重新测量；按其他流量采样的，请填写设定流量`,
  badPressure: (value: string) =>
    `气压${value} kPa超出可能的范围（50～110 kPa），请核对读数和单位（标准大气压为101.3 kPa）`,
  badTemperature: (value: string) => `气温${value} ℃超出可能的范围（-40～60 ℃），请核对读数`,
  fewWindReadings: '风速应填写3次读数，请补填；不测风速的请清空',
  badHumidity: '相对湿度应在0～100%之间',
  keepFilled: (label: string) => `样品已采，${label}不能清空；如采样无效请作废`,
  notResettable: (no: string) => `样品${no}已送交或已进入检测，不能重置，请撤回后再重置，或在采样调整中改正`,
  notRecordable: (no: string, state: string) => `样品${no}为“${state}”，不能再填写采样记录`,
  changedByOther: (label: string, person: string, value: string) =>
    `“${label}”已由${person}填写为“${value}”，请核对后再保存`,
  nothingToRecord: '没有需要保存的内容',
  recorded: '已记录',
  voided: (count: number) => `已作废${count}个样品`,
  voidOnlySite: '样品已送交，不能在采样现场作废；请先撤回流转单',
  wrongProject: '样品不属于同一项目，请分别处理',
  equipmentNotOut: (no: string) => `仪器${no}没有为本项目出库，请先办理设备出库`,
  equipmentTakesNone: (no: string) => `${no}不是采样或直读仪器，请选择采样用的仪器`,
  equipmentMisfit: (name: string, purpose: string, hazard: string) =>
    `仪器${name}的用途为“${purpose}”，不适用于“${hazard}”，请改选；确需使用的，请在备注中说明原因`,
  flowUnchecked: (no: string) =>
    `设备${no}本次领用后没有合格的流量校准，不能用于采样：请先在“设备出入库”中填写采样前流量`,
  equipmentOverdue: (no: string, dueDate: string) =>
    `仪器${no}的检定/校准有效期至${dueDate}，采样当天已过期，不能使用；请换用有效期内的仪器`,
} as const;

import { entries } from '@contract/dictEntry';

/** Dictionaries of methods, records and their checks. */
export const labDictionaries = {
  /**
   * Keys of the laboratory methods. Their forms are elsewhere, because dictionaries are part of the first page load.
   */
  labMethodKind: entries([
    { value: 'gasChromatography', label: '气相色谱法' },
    { value: 'solventElution', label: '溶剂洗脱法' },
    { value: 'visualColorimetry', label: '目视比色法' },
    { value: 'liquidChromatography', label: '高效液相色谱法' },
    { value: 'ionChromatography', label: '离子色谱法' },
    { value: 'genericTest', label: '检测方法' },
    { value: 'dust', label: '粉尘' },
    { value: 'dustOrganics', label: '粉尘与有机物' },
    { value: 'freeSilica', label: '游离二氧化硅' },
    { value: 'outsourced', label: '分包检测' },
    { value: 'atomicAbsorption', label: '原子吸收光谱法' },
    { value: 'atomicFluorescence', label: '原子荧光光谱法' },
    { value: 'spectrophotometry', label: '分光光度法' },
    { value: 'inductivelyCoupledPlasma', label: '电感耦合等离子体法' },
    { value: 'electrode', label: '离子选择电极法' },
  ]),
  /** Determinations that a laboratory makes for a method: limits, efficiencies, lot blanks. */
  labDetermination: entries([
    { value: 'limit', label: '检出限' },
    { value: 'efficiency', label: '解吸/洗脱效率' },
    { value: 'lotBlank', label: '采样介质空白' },
  ]),
  /** Route from the sample to its concentration. It selects the formula (DOMAIN §4.5). */
  resultRoute: entries([
    { value: 'solvent', label: '溶剂解吸' },
    { value: 'thermal1', label: '热解吸1（解吸气进样）' },
    { value: 'thermal2', label: '热解吸2（热解吸仪进样）' },
    { value: 'solution', label: '溶液采集' },
    { value: 'direct', label: '直接进样' },
    { value: 'elution', label: '溶剂洗脱' },
    { value: 'digestion', label: '消解' },
    { value: 'weighing', label: '称量' },
    { value: 'onSite', label: '现场直读' },
  ]),
  samplingMode: entries([
    { value: 'area', label: '定点' },
    { value: 'personal', label: '个体' },
  ]),
  /** Why a person was chosen for personal sampling (GBZ 331-2024 5.2.6.2.3b1). */
  personChoice: entries([
    { value: 'highest', label: '接触浓度最高' },
    { value: 'longest', label: '接触时间最长' },
    { value: 'random', label: '随机选取' },
  ]),
  samplingPeriod: entries([
    { value: 'short', label: '短时间' },
    { value: 'long', label: '长时间' },
  ]),
  /** Matches of contract/arithmetic/curves/visualComparison.ts. */
  visualMatch: entries([
    { value: 'equal', label: '等于' },
    { value: 'between', label: '介于' },
    { value: 'below', label: '低于首管' },
    { value: 'above', label: '高于末管' },
  ]),
  dustType: entries([
    { value: 'total', label: '总尘', also: ['总粉尘', '全尘'] },
    { value: 'respirable', label: '呼尘', also: ['呼吸性粉尘', '呼吸尘', '呼吸性'] },
  ]),
  silicaTechnique: entries([
    { value: 'pyrophosphoric', label: '焦磷酸法' },
    { value: 'infrared', label: '红外分光光度法' },
    { value: 'diffraction', label: 'X射线衍射法' },
  ]),
  heatSteadiness: entries([
    { value: 'steady', label: '稳定' },
    { value: 'unsteady', label: '不稳定' },
  ]),
  heatEvenness: entries([
    { value: 'even', label: '均匀' },
    { value: 'uneven', label: '不均匀' },
  ]),
  noiseKind: entries([
    { value: 'steady', label: '稳态' },
    { value: 'unsteady', label: '非稳态' },
    { value: 'personal', label: '个体' },
  ]),
  heatPlace: entries([
    { value: 'shade', label: '室内或无日照' },
    { value: 'sun', label: '有日照' },
  ]),
  uvKind: entries([
    { value: 'arc', label: '电焊弧光' },
    { value: 'b', label: '中波' },
    { value: 'c', label: '短波' },
  ]),
  bodyPart: entries([
    { value: 'head', label: '头部' },
    { value: 'face', label: '面部' },
    { value: 'eye', label: '眼部' },
    { value: 'chest', label: '胸部' },
    { value: 'abdomen', label: '腹部' },
    { value: 'limb', label: '肢体' },
    { value: 'insideMask', label: '面罩内' },
  ]),
  measuredPosture: entries([
    { value: 'standing', label: '站姿' },
    { value: 'sitting', label: '坐姿' },
  ]),
  doseUnit: entries([
    { value: 'micro', label: 'μSv/h' },
    { value: 'milli', label: 'mSv/h（γ与中子一般采用）' },
  ]),
  countUnit: entries([
    { value: 'cps', label: 'cps' },
    { value: 'cpm', label: 'cpm' },
  ]),
  fieldQuantity: entries([
    { value: 'electric', label: '电场强度（V/m）' },
    { value: 'magnetic', label: '磁场强度（A/m）' },
    { value: 'power', label: '功率密度（mW/cm²）' },
    { value: 'converted', label: '由电场强度换算功率密度' },
  ]),
  laserQuantity: entries([
    { value: 'irradiance', label: '辐照度（W/cm²）' },
    { value: 'exposure', label: '照射量（J/cm²）' },
  ]),
  hoodKind: entries([
    { value: 'point', label: '控制点' },
    { value: 'face', label: '控制面' },
  ]),
  ductShape: entries([
    { value: 'round', label: '圆形' },
    { value: 'rectangle', label: '矩形' },
  ]),
  ductRings: entries(['1', '2', '3', '4', '5'].map((value) => ({ value, label: `${value}环` }))),
  ductReading: entries([
    { value: 'velocity', label: '风速（m/s）' },
    { value: 'pressure', label: '动压（Pa）' },
  ]),
  incomingState: entries([
    { value: 'registered', label: '待收样', tone: 'waiting' },
    { value: 'received', label: '已收样', tone: 'good' },
    { value: 'refused', label: '已拒收', tone: 'bad' },
  ]),
  labTaskState: entries([
    { value: 'waiting', label: '待分发', tone: 'waiting' },
    { value: 'distributed', label: '已分发', tone: 'active' },
    { value: 'testing', label: '检测中', tone: 'active' },
    { value: 'completed', label: '已完成', tone: 'good' },
    { value: 'voided', label: '已作废', tone: 'bad' },
  ]),
  recordState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingReview', label: '待复核', tone: 'waiting' },
    { value: 'awaitingApproval', label: '待审核', tone: 'waiting' },
    { value: 'approved', label: '已审核', tone: 'good' },
    { value: 'corrected', label: '已更正', tone: 'quiet' },
  ]),
  labCurveState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingApproval', label: '待审核', tone: 'waiting' },
    { value: 'approved', label: '已审核', tone: 'good' },
    { value: 'retired', label: '已停用', tone: 'bad' },
  ]),
  /**
   * Origin of samples: the organization takes ordinary samples itself; a client delivers incoming samples (来样, lyjc).
   */
  labVariant: entries([
    { value: 'ordinary', label: '现场样品' },
    { value: 'incoming', label: '来样' },
  ]),
  /** Kinds of fit of contract/arithmetic/curves/fitCurve.ts. */
  curveFit: entries([
    { value: 'linear', label: '直线回归' },
    { value: 'origin', label: '过原点直线' },
    { value: 'weightedX', label: '1/x加权' },
    { value: 'weightedX2', label: '1/x²加权' },
    { value: 'quadratic', label: '二次曲线' },
    { value: 'semiLog', label: '半对数' },
  ]),
  /** Quality checks of a record. */
  labCheckKind: entries([
    { value: 'blank', label: '空白' },
    { value: 'parallel', label: '平行样' },
    { value: 'spike', label: '加标回收' },
    { value: 'control', label: '质控样' },
    { value: 'midpoint', label: '曲线中间点' },
    { value: 'efficiency', label: '解吸效率' },
    { value: 'observers', label: '双人比色' },
    { value: 'blankFilter', label: '空白滤膜' },
    { value: 'balance', label: '标准砝码/天平核查' },
    { value: 'quartz', label: '标准石英回收' },
    { value: 'slope', label: '电极斜率' },
  ]),
  blindKind: entries([
    { value: 'parallel', label: '密码平行样' },
    { value: 'control', label: '密码质控样' },
  ]),
  /** Unit of the known content of a blind control sample. */
  blindContentBasis: entries([
    { value: 'mass', label: 'μg/样品' },
    { value: 'result', label: '与检测结果相同' },
  ]),
  blindOutcome: entries([
    { value: 'waiting', label: '待评价', tone: 'waiting' },
    { value: 'passed', label: '合格', tone: 'good' },
    { value: 'failed', label: '不合格', tone: 'bad' },
    { value: 'notComparable', label: '不评价', tone: 'quiet' },
  ]),
  labRowKind: entries([
    { value: 'sample', label: '样品' },
    { value: 'blank', label: '空白' },
    { value: 'parallel', label: '平行样' },
  ]),
  labAttachmentKind: entries([
    { value: 'spectrum', label: '谱图' },
    { value: 'photo', label: '照片' },
    { value: 'rawData', label: '原始数据' },
    { value: 'curvePdf', label: '曲线PDF' },
    { value: 'report', label: '分包报告' },
  ]),
  labRunState: entries([
    { value: 'open', label: '未写入', tone: 'waiting' },
    { value: 'written', label: '已写入', tone: 'good' },
  ]),
  labInjectionKind: entries([
    { value: 'solvent', label: '试剂空白' },
    { value: 'standard', label: '标准系列' },
    { value: 'midpoint', label: '曲线中间点' },
    { value: 'control', label: '质控样' },
    { value: 'blank', label: '现场空白' },
    { value: 'sample', label: '样品' },
    { value: 'parallel', label: '平行样' },
    { value: 'spike', label: '加标' },
    { value: 'again', label: '复进样' },
  ]),
  /** Formats of sequence files, whose columns are in `runs/sequenceFormats.ts`. */
  sequenceFormat: entries([
    { value: 'chemStation', label: 'ChemStation' },
    { value: 'openLab', label: 'OpenLab CDS' },
    { value: 'labSolutions', label: 'LabSolutions' },
    { value: 'chromeleon', label: 'Chromeleon' },
    { value: 'massHunter', label: 'MassHunter' },
  ]),
  /** Quantity in a column of an instrument's file. `instruments/instrumentReading.ts` contains the headings. */
  instrumentQuantity: entries([
    { value: 'area', label: '峰面积' },
    { value: 'response', label: '响应值' },
    { value: 'absorbance', label: '吸光度' },
    { value: 'intensity', label: '强度' },
    { value: 'potential', label: '电位' },
    { value: 'height', label: '峰高' },
  ]),
  decimalMark: entries([
    { value: 'point', label: '小数点为“.”' },
    { value: 'comma', label: '小数点为“,”' },
  ]),
  labPeakState: entries([
    { value: 'parked', label: '待匹配', tone: 'waiting' },
    { value: 'matched', label: '已采用', tone: 'good' },
    { value: 'check', label: '用于曲线或质控', tone: 'good' },
    { value: 'ignored', label: '不采用', tone: 'quiet' },
  ]),
  nonconformityKind: entries([
    { value: 'expiredStandard', label: '使用过期标准物质' },
    { value: 'expiredReagent', label: '使用过期试剂' },
    { value: 'expiredConsumable', label: '使用过期耗材' },
    { value: 'expiredEquipment', label: '使用过期设备' },
    { value: 'failedCheck', label: '质控结果不合格' },
    { value: 'unauthorised', label: '未经授权的操作' },
    { value: 'outsideFinding', label: '第三方检查发现' },
    { value: 'complaint', label: '客户投诉' },
    { value: 'other', label: '其他' },
  ]),
  nonconformityState: entries([
    { value: 'open', label: '待处理', tone: 'waiting' },
    { value: 'correcting', label: '整改中', tone: 'active' },
    { value: 'verifying', label: '待验证', tone: 'waiting' },
    { value: 'closed', label: '已关闭', tone: 'good' },
  ]),
} as const;

import { limitConditions } from './lab/limitConditions';

// Two sorts of dictionaries. A fixed one is part of the program: its values are decided on in code. A managed one is
// kept by the users (api/dictDetail), and the names below only say which ones the product itself asks for.

export interface DictEntry {
  readonly value: string;
  readonly label: string;
  /** LOOK.md: what the colour means, never the colour alone. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'active' | 'quiet';
}

const entries = <const E extends readonly DictEntry[]>(list: E): E => list;

export const fixedDictionaries = {
  enabled: entries([
    { value: '1', label: '启用', tone: 'good' },
    { value: '0', label: '停用', tone: 'quiet' },
  ]),
  menuType: entries([
    { value: '0', label: '目录' },
    { value: '1', label: '菜单' },
    { value: '2', label: '按钮' },
  ]),
  dataScope: entries([
    { value: 'all', label: '全部' },
    { value: 'organization', label: '本机构' },
    { value: 'self', label: '本人' },
  ]),
  priority: entries([
    { value: '0', label: '一般' },
    { value: '1', label: '重要', tone: 'waiting' },
    { value: '2', label: '紧急', tone: 'bad' },
  ]),
  msgCategory: entries([
    { value: '1', label: '通知公告' },
    { value: '2', label: '系统消息' },
  ]),
  sendStatus: entries([
    { value: '0', label: '草稿', tone: 'quiet' },
    { value: '1', label: '已发布', tone: 'good' },
    { value: '2', label: '已撤销', tone: 'bad' },
  ]),
  readFlag: entries([
    { value: '0', label: '未读', tone: 'waiting' },
    { value: '1', label: '已读', tone: 'quiet' },
  ]),
  unitStatus: entries([
    { value: '1', label: '正常', tone: 'good' },
    { value: '2', label: '停业', tone: 'quiet' },
    { value: '3', label: '注销', tone: 'bad' },
  ]),
  projectStage: entries([
    { value: 'draft', label: '草稿', tone: 'quiet' },
    { value: 'contractReview', label: '合同评审', tone: 'waiting' },
    { value: 'survey', label: '现场调查', tone: 'active' },
    { value: 'planning', label: '方案编制', tone: 'active' },
    { value: 'planReview', label: '方案审核', tone: 'waiting' },
    { value: 'sampling', label: '现场采样', tone: 'active' },
    { value: 'handOver', label: '样品交接', tone: 'active' },
    { value: 'testing', label: '实验室检测', tone: 'active' },
    { value: 'recordReview', label: '记录审核', tone: 'waiting' },
    { value: 'reporting', label: '报告编制', tone: 'active' },
    { value: 'reportReview', label: '报告审核', tone: 'waiting' },
    { value: 'issuing', label: '报告签发', tone: 'waiting' },
    { value: 'archived', label: '已归档', tone: 'quiet' },
    { value: 'published', label: '已公示', tone: 'good' },
    { value: 'terminated', label: '终止', tone: 'bad' },
  ]),
  hazardCategory: entries([
    { value: 'chemical', label: '化学因素' },
    { value: 'dust', label: '粉尘' },
    { value: 'physical', label: '物理因素' },
    { value: 'biological', label: '生物因素' },
    { value: 'radiation', label: '放射性因素' },
    { value: 'other', label: '其他因素' },
  ]),
  /** DOMAIN §2.7: from 10 % free silica on, a dust is judged as 矽尘 of its band. */
  silicaBand: entries([
    { value: 'below10', label: '<10%' },
    { value: 'to50', label: '10%～50%' },
    { value: 'to80', label: '>50%～80%' },
    { value: 'above80', label: '>80%' },
  ]),
  limitKind: entries([
    { value: 'mac', label: 'MAC' },
    { value: 'twa', label: 'PC-TWA' },
    { value: 'stel', label: 'PC-STEL' },
    { value: 'totalDust', label: 'PC-TWA（总尘）' },
    { value: 'respirableDust', label: 'PC-TWA（呼尘）' },
    { value: 'fibre', label: 'PC-TWA（纤维）' },
    { value: 'dailyLevel', label: '8h等效声级' },
    { value: 'weeklyLevel', label: '40h等效声级' },
    { value: 'peakLevel', label: '声压级峰值' },
    { value: 'wbgt', label: 'WBGT指数' },
    { value: 'acceleration', label: '4h等能量频率计权振动加速度' },
    { value: 'irradiance', label: '8h辐照度' },
    { value: 'radiantExposure', label: '8h照射量' },
    { value: 'powerDensity', label: '平均功率密度' },
    { value: 'dailyDose', label: '日剂量' },
    { value: 'electricField', label: '电场强度' },
    { value: 'magneticField', label: '磁场强度' },
    { value: 'other', label: '其他限值' },
  ]),
  limitCondition: limitConditions,
  /** Whether somebody has held the product's own data against the standard's text. */
  dataCertainty: entries([
    { value: 'sure', label: '已核对', tone: 'good' },
    { value: 'marks', label: '标识待核对', tone: 'waiting' },
    { value: 'check', label: '待核对', tone: 'waiting' },
  ]),
  /** The keys of contract/methods, without its pages: dictionaries are part of the first page. */
  labMethodKind: entries([
    { value: 'gasChromatography', label: '气相色谱法' },
    { value: 'solventElution', label: '溶剂洗脱法' },
    { value: 'visualColorimetry', label: '目视比色法' },
    { value: 'liquidChromatography', label: '液相色谱法' },
    { value: 'ionChromatography', label: '离子色谱法' },
    { value: 'genericTest', label: '检测方法' },
    { value: 'dust', label: '粉尘' },
    { value: 'dustOrganics', label: '粉尘与有机物' },
    { value: 'freeSilica', label: '游离二氧化硅' },
    { value: 'outsourced', label: '外委检测' },
    { value: 'atomicAbsorption', label: '原子吸收法' },
    { value: 'atomicFluorescence', label: '原子荧光法' },
    { value: 'spectrophotometry', label: '分光光度法' },
    { value: 'inductivelyCoupledPlasma', label: '电感耦合等离子体法' },
    { value: 'electrode', label: '电极法' },
  ]),
  /** DOMAIN §4.5: the way of a sample to its concentration, which decides on the formula. */
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
  samplingPeriod: entries([
    { value: 'short', label: '短时间' },
    { value: 'long', label: '长时间' },
  ]),
  /** The matches of contract/lab/visual. */
  visualMatch: entries([
    { value: 'equal', label: '等于' },
    { value: 'between', label: '介于' },
    { value: 'below', label: '低于首管' },
    { value: 'above', label: '高于末管' },
  ]),
  dustType: entries([
    { value: 'total', label: '总尘' },
    { value: 'respirable', label: '呼尘' },
  ]),
  silicaTechnique: entries([
    { value: 'pyrophosphoric', label: '焦磷酸法' },
    { value: 'infrared', label: '红外法' },
    { value: 'diffraction', label: 'X衍射法' },
  ]),
  templateState: entries([
    { value: 'draft', label: '草稿', tone: 'quiet' },
    { value: 'published', label: '已发布', tone: 'good' },
    { value: 'retired', label: '已停用', tone: 'bad' },
  ]),
  reportPublicity: entries([
    { value: '0', label: '待公示', tone: 'quiet' },
    { value: '1', label: '已公示', tone: 'good' },
    { value: '2', label: '已撤回', tone: 'bad' },
  ]),
  newsPublicity: entries([
    { value: '0', label: '草稿', tone: 'quiet' },
    { value: '1', label: '已发布', tone: 'good' },
    { value: '2', label: '已撤回', tone: 'bad' },
  ]),
  newsCategory: entries([
    { value: 'policy', label: '政策法规' },
    { value: 'standard', label: '标准规范' },
    { value: 'industry', label: '行业资讯' },
    { value: 'science', label: '科普知识' },
    { value: 'agency', label: '机构动态' },
  ]),
  sceneActivity: entries([
    { value: 'survey', label: '现场调查' },
    { value: 'sampling', label: '现场采样' },
    { value: 'test', label: '实验室检测' },
  ]),
  planState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingReview', label: '待审核', tone: 'waiting' },
    { value: 'awaitingApproval', label: '待批准', tone: 'waiting' },
    { value: 'approved', label: '已批准', tone: 'good' },
  ]),
  sampleState: entries([
    { value: 'planned', label: '待采', tone: 'quiet' },
    { value: 'collected', label: '已采', tone: 'active' },
    { value: 'handingOver', label: '待交接', tone: 'waiting' },
    { value: 'received', label: '已接收', tone: 'active' },
    { value: 'distributed', label: '已分发', tone: 'active' },
    { value: 'testing', label: '检测中', tone: 'active' },
    { value: 'completed', label: '已完成', tone: 'good' },
    { value: 'retained', label: '留样', tone: 'quiet' },
    { value: 'disposed', label: '已处置', tone: 'quiet' },
    { value: 'voided', label: '作废', tone: 'bad' },
  ]),
  handOverState: entries([
    { value: 'drafting', label: '待送交', tone: 'quiet' },
    { value: 'waiting', label: '待接收', tone: 'waiting' },
    { value: 'received', label: '已接收', tone: 'good' },
    { value: 'refused', label: '已拒收', tone: 'bad' },
  ]),
  sampleKind: entries([
    { value: 'sample', label: '样品' },
    { value: 'blank', label: '空白' },
  ]),
  sampleCondition: entries([
    { value: 'intact', label: '完好', tone: 'good' },
    { value: 'damaged', label: '破损', tone: 'bad' },
    { value: 'unsealed', label: '封口不严', tone: 'bad' },
    { value: 'overdue', label: '超过保存期限', tone: 'bad' },
    { value: 'missing', label: '缺失', tone: 'bad' },
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
    { value: 'voided', label: '作废', tone: 'bad' },
  ]),
  recordState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingReview', label: '待复核', tone: 'waiting' },
    { value: 'awaitingApproval', label: '待审核', tone: 'waiting' },
    { value: 'approved', label: '已审核', tone: 'good' },
    { value: 'corrected', label: '已更正', tone: 'quiet' },
  ]),
  reportKind: entries([
    { value: 'periodic', label: '定期检测' },
    { value: 'commissioned', label: '委托检测' },
    { value: 'incoming', label: '来样检测' },
  ]),
  reportState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingReview', label: '待审核', tone: 'waiting' },
    { value: 'awaitingIssue', label: '待签发', tone: 'waiting' },
    { value: 'issued', label: '已签发', tone: 'good' },
    { value: 'published', label: '已发布', tone: 'good' },
    { value: 'corrected', label: '已更正', tone: 'quiet' },
    { value: 'voided', label: '作废', tone: 'bad' },
  ]),
  approvalKind: entries([
    { value: 'records', label: '检测记录审批' },
    { value: 'report', label: '报告审批' },
  ]),
  approvalState: entries([
    { value: 'unsubmitted', label: '待提交', tone: 'quiet' },
    { value: 'first', label: '一审', tone: 'waiting' },
    { value: 'second', label: '二审', tone: 'waiting' },
    { value: 'third', label: '三审/签发', tone: 'waiting' },
    { value: 'passed', label: '通过', tone: 'good' },
  ]),
  /** What of a report a template words; conclusions and advice by how the results came out. */
  reportSection: entries([
    { value: 'statement', label: '声明' },
    { value: 'basis', label: '检测依据' },
    { value: 'overview', label: '用人单位概况' },
    { value: 'conclusionGood', label: '结论（全部符合）' },
    { value: 'conclusionBad', label: '结论（有不符合）' },
    { value: 'conclusionPlain', label: '结论（不予评价）' },
    { value: 'adviceGood', label: '建议（全部符合）' },
    { value: 'adviceBad', label: '建议（有不符合）' },
  ]),
  labCurveState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingApproval', label: '待审核', tone: 'waiting' },
    { value: 'approved', label: '已审核', tone: 'good' },
    { value: 'retired', label: '已停用', tone: 'bad' },
  ]),
  /** Ordinary samples are our own; incoming ones were brought in by a client (lyjc). */
  labVariant: entries([
    { value: 'ordinary', label: '现场样品' },
    { value: 'incoming', label: '来样' },
  ]),
  /** The fits of contract/lab/regression. */
  curveFit: entries([
    { value: 'linear', label: '直线回归' },
    { value: 'origin', label: '过原点直线' },
    { value: 'weightedX', label: '1/x加权' },
    { value: 'weightedX2', label: '1/x²加权' },
    { value: 'quadratic', label: '二次曲线' },
    { value: 'semiLog', label: '半对数' },
  ]),
  /** The checks of contract/methods/sheets/checks. */
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
    { value: 'report', label: '外委报告' },
  ]),
  labPeakState: entries([
    { value: 'parked', label: '待对应', tone: 'waiting' },
    { value: 'matched', label: '已采用', tone: 'good' },
    { value: 'ignored', label: '不采用', tone: 'quiet' },
  ]),
  nonconformityKind: entries([
    { value: 'expiredStandard', label: '使用过期标准物质' },
    { value: 'expiredReagent', label: '使用过期试剂' },
    { value: 'expiredEquipment', label: '使用过期设备' },
    { value: 'other', label: '其他' },
  ]),
  nonconformityState: entries([
    { value: 'open', label: '待处理', tone: 'waiting' },
    { value: 'closed', label: '已关闭', tone: 'good' },
  ]),
  stockState: entries([
    { value: '1', label: '在用', tone: 'good' },
    { value: '0', label: '停用', tone: 'quiet' },
  ]),
  surveyFileKind: entries([
    { value: 'process', label: '工艺流程' },
    { value: 'materials', label: '原辅材料' },
    { value: 'layout', label: '设备布局' },
  ]),
  archiveFileKind: entries([
    { value: 'contract', label: '合同或协议' },
    { value: 'commission', label: '委托书' },
    { value: 'client', label: '客户提供的资料' },
    { value: 'subcontract', label: '分包检测报告' },
    { value: 'delivery', label: '报告送达回执' },
    { value: 'other', label: '其他' },
  ]),
  reviewAnswer: entries([
    { value: 'yes', label: '是', tone: 'good' },
    { value: 'no', label: '否', tone: 'bad' },
    { value: 'na', label: '不适用', tone: 'quiet' },
  ]),
  equipmentKind: entries([
    { value: 'sampler', label: '空气采样器' },
    { value: 'dustSampler', label: '粉尘采样器' },
    { value: 'personalSampler', label: '个体采样器' },
    { value: 'flowCalibrator', label: '流量校准器' },
    { value: 'weather', label: '气象仪器' },
    { value: 'directReading', label: '现场直读仪器' },
    { value: 'laboratory', label: '实验室仪器' },
    { value: 'other', label: '其他' },
  ]),
  equipmentStatus: entries([
    { value: 'in', label: '在库', tone: 'good' },
    { value: 'out', label: '出库', tone: 'active' },
    { value: 'calibrating', label: '送检', tone: 'waiting' },
    { value: 'repairing', label: '维修', tone: 'waiting' },
    { value: 'stopped', label: '停用', tone: 'quiet' },
    { value: 'scrapped', label: '报废', tone: 'bad' },
  ]),
  calibrationKind: entries([
    { value: 'verification', label: '检定' },
    { value: 'calibration', label: '校准' },
    { value: 'none', label: '不需溯源' },
  ]),
  equipmentUseKind: entries([
    { value: 'sampling', label: '现场采样' },
    { value: 'calibration', label: '送检' },
    { value: 'repair', label: '维修' },
  ]),
  equipmentCondition: entries([
    { value: 'good', label: '正常', tone: 'good' },
    { value: 'faulty', label: '异常', tone: 'bad' },
  ]),
  flowVerdict: entries([
    { value: 'pass', label: '合格', tone: 'good' },
    { value: 'fail', label: '不合格', tone: 'bad' },
  ]),
  auditAction: entries([
    { value: 'add', label: '新增' },
    { value: 'edit', label: '编辑' },
    { value: 'copy', label: '复制' },
    { value: 'del', label: '删除' },
    { value: 'restore', label: '恢复' },
    { value: 'status', label: '变更状态' },
    { value: 'import', label: '导入' },
    { value: 'export', label: '导出' },
    { value: 'login', label: '登录' },
    { value: 'loginFailed', label: '登录失败' },
    { value: 'logout', label: '退出' },
    { value: 'permission', label: '授权' },
    { value: 'reset', label: '重置' },
    { value: 'upload', label: '上传' },
    { value: 'download', label: '下载' },
    { value: 'print', label: '打印' },
    { value: 'verify', label: '校验' },
  ]),
} as const satisfies Record<string, readonly DictEntry[]>;

export type FixedDictionary = keyof typeof fixedDictionaries;

/** Dictionaries that a new installation is filled with and that pages ask for by name. */
export const managedDictionaries = {
  industry: '所属行业',
  unitScale: '企业规模',
  economicType: '经济类型',
  customerLevel: '客户级别',
  projectType: '项目类型',
  /** DOMAIN §7.3, 受控编号: by the title of a printed record. */
  recordForm: '原始记录受控编号（字典值填记录名称，字典标签填编号）',
} as const;

export const isFixed = (name: string): name is FixedDictionary => Object.hasOwn(fixedDictionaries, name);

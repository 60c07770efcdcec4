// Texts of the curve page, its server side and its print (DOMAIN §4.1, §8.0 C).
export const curveTexts = {
  noCurve: (method: string) => `${method}没有标准曲线`,
  otherKind: '检测方法与曲线的方法类别不一致，请重新选择检测方法',
  unknownPart: '没有这样的曲线页，请从检测记录中打开',
  fitNotAllowed: (fitLabel: string) => `该方法的曲线不能用“${fitLabel}”，请改选拟合方式`,
  zeroOfSemiLog: '半对数曲线没有零浓度点，不能扣除零浓度响应值，请取消扣除',
  basisNeeded: '请选择三氯化磷曲线以何计（PCl3或P）',
  fixedHead: '曲线的检测方法、检测项目和曲线页不能更改，请新增一条曲线',
  locked: (state: string) => `曲线当前为“${state}”，不能修改；需要修改时请新增版本`,
  moved: '曲线点不能移到另一条曲线',
  excludedWhy: '剔除曲线点须填写原因',
  notExcluded: '没有剔除的曲线点不需要填写剔除原因',

  noPoints: '请先录入标准系列',
  noResponse: (level: number) => `第${level}个浓度点没有响应值，请填写或删除该点`,
  faulty: (level: number, message: string) => `第${level}个浓度点：${message}`,
  falling: '响应值随含量下降，请核对各级含量与响应值是否对应',
  excludedPoint: (level: number, x: string, reason: string) => `第${level}个浓度点（含量${x}）已剔除：${reason}`,
  fewTubes: (requiredTubes: number, foundTubes: number) =>
    `标准系列除零管外应不少于${requiredTubes}管，现有${foundTubes}管`,
  noZeroTube: '标准系列没有零管',
  sameTubes: '标准系列中有相同含量的管，请核对',

  notAccepted: (no: string, reasons: readonly string[]) => `曲线${no}不合格，不能提交或审核：${reasons.join('；')}`,
  meansNeeded: (no: string, missingItems: readonly string[]) =>
    `曲线${no}还没有选择${missingItems.join('和')}，请在表头中选择后再提交`,
  replacedBy: (no: string) => `由新版本${no}替代`,
  draftExists: (no: string) => `该曲线的新版本${no}尚未审核，请在该版本上修改`,
  onlyChecked: '只有已审核或已停用的曲线需要新增版本，编制中的曲线可以直接修改',
  newVersion: (no: string) => `已新增版本${no}，请修改后提交审核`,
  inUse: '曲线已提交或已用于检测记录，不能删除；不再使用时请停用',

  overCurve: '拟合结果',
  accepted: '合格',
  refused: '不合格',
  pending: '待录入',
} as const;

export const curvePdfTexts = {
  limits: (maxSize: string) => `pdf文件，不超过${maxSize}`,
  notPdf: '请选择PDF文件',
  notYours: '没有找到上传的文件，请重新上传',
  tooBig: (megabytes: number) => `PDF文件超过${megabytes} MB，只作为附件保存，不能识别其中的表格，请手工填写`,
  encrypted: 'PDF文件有密码，不能识别其中的表格，请手工填写；文件已作为附件保存',
  unreadable: 'PDF文件已损坏或格式特殊，不能识别其中的表格，请手工填写；文件已作为附件保存',
  tooSlow: 'PDF文件识别超时，不能识别其中的表格，请手工填写；文件已作为附件保存',
  busy: '正在识别的文件太多，请稍后重试',
  waited: '服务器正忙，未能在规定时间内读完文件，请稍后重试；文件已作为附件保存',
  scanned: '该PDF是扫描件，没有文字，不能识别；文件已作为附件保存，请手工录入各级数据',
  noTable: 'PDF中没有找到含量与响应值的表格；文件已作为附件保存，请手工录入各级数据',
  found: (rows: number, page: number) => `在第${page}页识别到${rows}个浓度点，请逐一核对后再采用`,
  attached: '文件已作为曲线附件保存',
  of: (name: string) => `识别自${name}`,
} as const;

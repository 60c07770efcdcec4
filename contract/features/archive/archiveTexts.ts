// What the pages of 质控归档 say, on the screen, on the server, in the ZIP and in tests (PRODUCT §3; DOMAIN §7.6).
export const archiveTexts = {
  fileStays: '项目已归档，档案中的文件不能修改或删除，只能补充',
  filesTooEarly: '项目提交合同评审后才能上传档案文件',
  terminated: '项目已终止，不能再上传档案文件',
  gone: '该文件不存在，或已不属于该项目的档案，请刷新后重试',
  nothingToOpen: '该文件还没有形成，不能打开',
  titles: {
    review: '合同评审记录',
    equipment: '设备出入库记录',
    companion: '陪同人签名',
    quality: '质量控制汇总表',
    nonconformity: '不符合项处理记录',
    approval: (kind: string) => `${kind}单`,
    notice: '报告公示记录',
  },
  /** Why a document is not there, or need not be. */
  why: {
    noReview: '没有填写合同评审',
    noSurvey: '没有现场调查记录',
    openSurvey: '现场调查尚未结束',
    incomingSurvey: '来样检测，不作现场调查',
    incomingPlan: '来样检测，不编制采样方案',
    incomingField: '来样检测，不作现场采样',
    incomingEquipment: '来样检测，不领用采样设备',
    noSurveyFiles: '没有上传工艺、原辅料或布局附件',
    noPlan: '没有采样方案',
    noEquipment: '采样没有使用出入库设备',
    lostEquipment: '采样使用了设备，但没有出入库记录',
    notBack: (count: number) => `还有${count}台设备未归还`,
    noSampling: '没有采样记录',
    notTaken: (count: number) => `还有${count}个样品待采`,
    noCompanion: '没有陪同人签名',
    noMedia: '没有拍摄现场影像',
    noHandOver: '没有样品流转单',
    allMeasured: '全部为现场直读，没有样品流转',
    noIncoming: '没有来样登记',
    notReceived: (count: number) => `还有${count}个来样未接收`,
    noRecords: '没有检测记录',
    openTasks: (count: number) => `还有${count}项检测没有编入记录`,
    noCurves: '检测记录没有使用标准曲线',
    noRaw: '记录没有附原始谱图或原始数据，请由检测人补充，或说明原因',
    explained: (reason: string, person: string, on: string) => `${reason}（${person}，${on}）`,
    noAttachments: '没有上传检测附件',
    noNonconformities: '没有登记不符合项',
    openNonconformities: (numbers: string) => `${numbers}尚未关闭`,
    noApproval: (kind: string) => `没有通过的${kind}`,
    noReport: '没有签发的报告',
    allVoided: '报告已作废，没有现行有效的报告',
    noNotice: '归档后公示',
    noneOutside: '没有外来文件',
    state: (state: string) => `当前为“${state}”`,
    fileGone: '文件内容缺失',
  },
  chromatograms: '原始谱图',
  outsourcedReport: '分包检测报告',
  explain: '说明原因',
  explainedSaved: '已说明原因',
  reasonMissing: '请填写缺失的原因',
  notMissing: '该文件已有或不需要说明，请刷新后查看',
  replaced: '已被更正，一并归档',
  voided: '已作废，一并归档',
  addedLater: '归档后补充',
  /** The refusal of 归档, naming everything that stands in its way. */
  incomplete: (blockers: readonly string[]) => `档案还不完整，不能归档：${blockers.join('；')}`,
  missing: (name: string, why: string) => `缺少${name}（${why}）`,
  invalid: (name: string, who: string) => `${name}的签名无效（${who}）`,
  altered: (name: string) => `${name}与上传时不一致`,
  complete: '档案齐全，签名有效，可以归档',
  dueOn: (day: string) => `；归档截止${day}（报告签发后20个工作日）`,
  placeSaved: '保存成功',
  yearsShorter: (until: string) => `已归档的档案只能延长保存，不能早于${until}`,
  yearsTooFew: (least: number) => `保存年限不能少于机构规定的${least}年`,
  zipFile: (code: string) => `${code}-项目档案`,
  filesGone: (names: string) => `以下文件的内容缺失，不能打包，请联系管理员：${names}`,
  manifestName: 'manifest.json',
  listName: '清单.txt',
  sumsName: 'SHA256SUMS.txt',
} as const;

/** The folders of an archive, in the order of the work. */
export const archiveFolders = {
  review: '合同评审', survey: '现场调查', plan: '采样方案', equipment: '设备出入库', sampling: '现场采样', handOver: '样品交接', record: '检测原始记录', curve: '标准曲线', attachment: '检测附件', quality: '质量控制', approval: '审批', report: '检测报告', notice: '报告公示', outside: '外来文件',
} as const;

export type ArchiveFolder = keyof typeof archiveFolders;

const order = Object.keys(archiveFolders) as ArchiveFolder[];

/** `07 检测原始记录` */
export const folderName = (folder: ArchiveFolder): string => `${String(order.indexOf(folder) + 1).padStart(2, '0')} ${archiveFolders[folder]}`;

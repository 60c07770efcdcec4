import type { ReportKind } from './reportKinds';

// Texts of the report's pages and refusals, and default texts of a report.

export const reportTexts = {
  /** Message after packing many reports into one ZIP; at most 500 characters. */
  packed: (files: number, omitted: readonly string[]) =>
    `${files}份报告${omitted.length ? `；未装入：${omitted.join('、')}` : ''}`.slice(0, 500),
  exceededSites: (numbers: readonly string[]) => `加圈为超过限值的测点：${numbers.join('、')}`,
  pack: '打包下载报告',
  packedUnissued: (no: string) => `${no}（尚未签发）`,
  packedWithout: (no: string, reason: string) => `${no}（${reason}）`,
  nothingPacked: '所选报告都还没有签发',
  seal: '检测专用章',
  started: '已新增报告',
  corrected: '已新增更正报告',
  voided: '报告已作废',
  ownerless: '项目不属于任何检测机构，没有报告编号规则，不能编制报告；请联系管理员指定机构',
  notReporting: '项目还没有到报告编制，请先完成检测记录的审批',
  numberIssuedHere: (no: string) => `编号${no}已用于本系统编制的报告，不能作为历史报告导入；请核对报告编号`,
  exists: (no: string) => `该项目已有报告${no}`,
  terminated: '项目已终止，报告不能再修改',
  locked: (state: string) => `报告${state}，不能修改；签发后的更改请用“更正”`,
  noResults: '没有任何检测结果，请先完成检测记录',
  recordsOpen: (count: number) => `还有${count}份检测记录没有审核`,
  recordsLeft: '全部样品检测完成、检测记录审核后提交',
  tasksOpen: (count: number) => `还有${count}项检测任务没有结果`,
  /** Exceeding posts whose cause the report must state (GBZ 331-2024 5.2.7.3). */
  causesMissing: (posts: readonly string[]) =>
    `${posts.join('、')}超标而没有写明原因，请在“超标分析”中逐个写明岗位、因素和原因，例如“打磨岗位砂轮磨尘：原因是……”`,
  incomplete: '报告还不能提交，请先处理下列问题',
  notIssued: '报告尚未签发，或已作废、已被更正，不能更正，请刷新后查看',
  changed: '报告内容在您打开后有变化，请重新核对后再签',
  correctionOpen: (no: string) => `更正报告${no}尚未签发，请先完成其签发`,
  paperAltered: (no: string) =>
    `报告${no}的文件与签发时不一致，不能提供；请停止使用，并由管理员核对存储、从备份恢复该文件`,
  paperMissing: (no: string) => `报告${no}的文件已缺失，不能提供；请由管理员从备份恢复该文件`,
  paperMissingTitle: (no: string) => `报告${no}的文件已缺失`,
  paperAlteredTitle: (no: string) => `报告${no}的文件被改动`,
  paperWatch: '报告文件核对',
  paperKept: '报告文件',
  reasonMissing: '请填写原因',
  draftMark: '未签发，仅供审阅',
  /** Suffix of the editable file's name. */
  copyName: '（可编辑副本）',
  /** Note printed on every page of the editable copy. */
  editableCopy: '可编辑副本，不是签发的原件；以签发的PDF报告为准',
  /** Verdicts on the page that the QR code opens. */
  verified: { valid: '有效', replaced: '已被替换', withdrawn: '已作废' },
  /** Title of the hazards that were surveyed and not tested. */
  untested: '未检测的职业病危害因素及原因',
  notAssessed: '委托检测，不予评价。',
  riskClass: (riskClass: string) => `用人单位职业病危害风险分类：${riskClass}。`,
  incomingOnly: '本报告仅对来样负责。',
  /** Reason for incoming samples, whose sampling is unknown. */
  incomingUnjudged: '来样，不与职业接触限值比较',
} as const;

const chemicalTitle = '《工作场所有害因素职业接触限值 第1部分：化学有害因素》';
const physicalTitle = '《工作场所有害因素职业接触限值 第2部分：物理因素》';
/** Adds the title to a standard of limits. */
export const titledStandard = (standard: string): string =>
  standard.startsWith('GBZ 2.1')
    ? `${standard}${chemicalTitle}`
    : standard.startsWith('GBZ 2.2')
      ? `${standard}${physicalTitle}`
      : standard.startsWith('GB 18871')
        ? `${standard}《电离辐射防护与辐射源安全基本标准》`
        : standard;

/** Returns the number of a method's standard with its title; in older reports the number alone. */
export const methodStandard = ({
  standardNo,
  standardName,
}: {
  readonly standardNo: string;
  readonly standardName?: string;
}): string => (standardName ? `${standardNo}《${standardName}》` : standardNo);

/** Sections whose text a template may contain, by the keys of the dictionary reportSection. */
export type TemplateSection =
  | 'statement'
  | 'basis'
  | 'overview'
  | 'conclusionGood'
  | 'conclusionBad'
  | 'conclusionOpen'
  | 'conclusionPlain'
  | 'adviceGood'
  | 'adviceBad'
  | 'adviceOpen';

const statement = [
  '1．本报告涂改、缺页、未加盖检测专用章和骑缝章无效；无编制人、审核人、签发人签名无效。',
  '2．未经本机构书面同意，不得部分复制本报告；复制的报告未重新加盖检测专用章无效。',
  '3．对报告有异议的，请于收到报告之日起十五日内以书面形式向本机构提出，逾期视为认可。',
  '4．本报告只对所检测的工作场所、检测当时的生产状况和所采集的样品负责。',
  '5．扫描报告封面的二维码可核验本报告是否有效。',
].join('\n');

export const builtInSections: Readonly<Record<ReportKind, Readonly<Partial<Record<TemplateSection, string>>>>> = {
  periodic: {
    statement,
    adviceGood:
      '1．保持现有职业病防护设施正常运行，定期维护并留存记录。\n2．督促劳动者正确佩戴个体防护用品。\n3．按规定组织接触职业病危害的劳动者进行职业健康检查。',
    adviceBad:
      '1．对不符合职业接触限值的岗位（{不符合项}），应立即查明原因，采取工程控制措施降低危害因素的浓度（强度），整改后重新检测。\n2．整改期间缩短劳动者接触时间，配备并督促正确佩戴符合要求的个体防护用品，设置警示标识。\n3．对相关岗位劳动者组织职业健康检查，并将检测结果向劳动者公布。',
    adviceOpen:
      '1．对结果待核实或无法判定的岗位（{待核实项}），应补充调查或重新检测；得出结论前，按可能超过职业接触限值采取防护措施。\n2．保持现有职业病防护设施正常运行，定期维护并留存记录。\n3．督促劳动者正确佩戴个体防护用品，按规定组织接触职业病危害的劳动者进行职业健康检查。',
  },
  // Their conclusions come from the signed sheets; advice and the rest as in a check.
  evaluation: { statement },
  effect: { statement },
  commissioned: { statement, conclusionPlain: reportTexts.notAssessed },
  incoming: {
    statement: statement.replace(
      '4．本报告只对所检测的工作场所、检测当时的生产状况和所采集的样品负责。',
      '4．本报告仅对来样负责。',
    ),
    conclusionPlain: '检测结果见上表。本报告仅对来样负责，不予评价。',
  },
};

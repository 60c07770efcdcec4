import { entries } from '@contract/dictEntry';

/** Dictionaries of reports, approvals, archives and publication. */
export const reportDictionaries = {
  templateState: entries([
    { value: 'draft', label: '草稿', tone: 'quiet' },
    { value: 'published', label: '已发布', tone: 'good' },
    { value: 'retired', label: '已停用', tone: 'bad' },
  ]),
  /** Papers that an organization may lay out itself. */
  layoutKind: entries([
    { value: 'report', label: '检测报告' },
    { value: 'record', label: '检测原始记录' },
    { value: 'sampling', label: '采样记录' },
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
  reportKind: entries([
    { value: 'periodic', label: '定期检测' },
    { value: 'commissioned', label: '委托检测' },
    { value: 'incoming', label: '来样检测' },
    { value: 'evaluation', label: '现状评价' },
    { value: 'effect', label: '防护效果评价' },
  ]),
  reportState: entries([
    { value: 'drafting', label: '编制中', tone: 'quiet' },
    { value: 'awaitingReview', label: '待审核', tone: 'waiting' },
    { value: 'awaitingIssue', label: '待签发', tone: 'waiting' },
    { value: 'issued', label: '已签发', tone: 'good' },
    { value: 'published', label: '已公示', tone: 'good' },
    { value: 'corrected', label: '已更正', tone: 'quiet' },
    { value: 'voided', label: '已作废', tone: 'bad' },
  ]),
  /** Decision on a result that is 待核实 or 无法判定. */
  lineDecision: entries([
    { value: 'resample', label: '重新采样' },
    { value: 'largerVolume', label: '更大体积复测' },
    { value: 'verified', label: '已核实，保留该结果' },
    { value: 'notAssessed', label: '按依据不评价' },
    { value: 'other', label: '其他' },
  ]),
  handOutWay: entries([
    { value: 'inPerson', label: '当面领取' },
    { value: 'courier', label: '快递' },
    { value: 'electronic', label: '电子报告' },
  ]),
  certificateKind: entries([
    { value: 'organization', label: '机构' },
    { value: 'person', label: '个人' },
    { value: 'authority', label: '私有CA' },
  ]),
  certificateSource: entries([
    { value: 'made', label: '本系统生成' },
    { value: 'loaded', label: '导入' },
  ]),
  certificateState: entries([
    { value: 'inUse', label: '使用中', tone: 'good' },
    { value: 'replaced', label: '已更新', tone: 'quiet' },
    { value: 'revoked', label: '已吊销', tone: 'bad' },
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
  /** Sections of a report whose text a template contains. Conclusions and advice depend on the results. */
  reportSection: entries([
    { value: 'statement', label: '声明' },
    { value: 'basis', label: '检测依据' },
    { value: 'overview', label: '用人单位概况' },
    { value: 'conclusionGood', label: '结论（全部符合）' },
    { value: 'conclusionBad', label: '结论（有不符合）' },
    { value: 'conclusionOpen', label: '结论（有待核实或无法判定）' },
    { value: 'conclusionPlain', label: '结论（不予评价）' },
    { value: 'adviceGood', label: '建议（全部符合）' },
    { value: 'adviceBad', label: '建议（有不符合）' },
    { value: 'adviceOpen', label: '建议（有待核实或无法判定）' },
  ]),
  archiveFileKind: entries([
    { value: 'contract', label: '合同或协议' },
    { value: 'commission', label: '委托书' },
    { value: 'client', label: '客户提供的资料' },
    { value: 'subcontract', label: '分包检测报告' },
    { value: 'delivery', label: '报告送达回执' },
    { value: 'other', label: '其他' },
  ]),
} as const;

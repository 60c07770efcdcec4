import { entries } from '@contract/dictEntry';

/** Dictionaries of projects, surveys, plans and samples. */
export const projectDictionaries = {
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
    { value: 'terminated', label: '已终止', tone: 'bad' },
  ]),
  /** Kinds of service of GBZ 331-2024. */
  serviceKind: entries([
    { value: 'regular', label: '定期检测' },
    { value: 'presentState', label: '现状评价' },
    { value: 'effect', label: '防护设施与防护用品效果评价' },
    { value: 'other', label: '其他委托检测' },
  ]),
  /** 接续办理: stages at which the product takes over a running job. The values are stages of a project. */
  takeOverStage: entries([
    { value: 'survey', label: '现场调查' },
    { value: 'planning', label: '方案编制' },
    { value: 'sampling', label: '现场采样' },
    { value: 'handOver', label: '样品交接' },
    { value: 'testing', label: '实验室检测' },
    { value: 'reporting', label: '报告编制' },
  ]),
  /** Work that was done before the product took over the job. */
  earlierStage: entries([
    { value: 'contractReview', label: '合同评审' },
    { value: 'survey', label: '现场调查' },
    { value: 'planning', label: '采样方案' },
    { value: 'sampling', label: '现场采样' },
    { value: 'handOver', label: '样品交接' },
    { value: 'testing', label: '检测原始记录' },
  ]),
  /** 风险等级 of a unit; 待补充 as long as the number of exposed workers is missing. */
  unitRiskClass: entries([
    { value: 'low', label: '低风险', tone: 'good' },
    { value: 'medium', label: '中风险', tone: 'waiting' },
    { value: 'high', label: '高风险', tone: 'bad' },
    { value: 'missing', label: '待补充', tone: 'quiet' },
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
    { value: 'retained', label: '已留样', tone: 'quiet' },
    { value: 'disposed', label: '已处置', tone: 'quiet' },
    { value: 'voided', label: '已作废', tone: 'bad' },
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
  surveyFileKind: entries([
    { value: 'process', label: '工艺流程' },
    { value: 'materials', label: '原辅材料' },
    { value: 'layout', label: '设备布局' },
    { value: 'unit', label: '评价单元' },
    { value: 'location', label: '地理位置' },
    { value: 'sitePlan', label: '总平面布置' },
    { value: 'sites', label: '测点布置' },
  ]),
  reviewAnswer: entries([
    { value: 'yes', label: '是', tone: 'good' },
    { value: 'no', label: '否', tone: 'bad' },
    { value: 'na', label: '不适用', tone: 'quiet' },
  ]),
} as const;

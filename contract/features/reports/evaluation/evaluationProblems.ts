import { fixedDictionaries } from '@contract/dictionaries';
import type { JudgedPost } from '../judgement/judgeResults';
import type { ReportPicture } from '../reportContent';

// Problems that prevent the submission of an evaluation report.

export const evaluationTexts = {
  sheets: (labels: readonly string[]) => `请先在“规范表单”中完成“${labels.join('”“')}”的签字`,
  author: '评价报告须由参加现场调查或采样的人编写和提交（GBZ 331-2024 6.2.9.1）',
  notThere: (name: string, label: string) =>
    `${name}没有参加本项目的现场调查或采样，不能作为${label}签字，请由参加的人员编写并签字`,
  risk: '没有用人单位的职业病危害风险分类，请在受检单位中填写所属行业并选择风险分类',
  annex: (labels: readonly string[]) => `评价报告缺少附图：${labels.join('、')}，请在现场调查的附件中上传png或jpg图片`,
  tests: '有不符合职业接触限值的检测结果，“职业病危害因素检测结果”的分项结论不能为“符合”，请更改',
  unsigned: (no: string) =>
    `评价报告${no}尚未由项目负责人和法定代表人签署，或签署后内容有变化，请在“规范表单”中完成“评价报告签署单”`,
  noSeal: '机构没有上传检测专用章，评价报告须加盖印章和骑缝章，请在机构管理中上传',
  legal: (name: string) => `评价报告签署单须由法定代表人${name}签字`,
  sameName: (name: string) =>
    `有多个账号名为${name}，请在“用户管理”的“岗位授权”中登记哪一位是法定代表人，再由其本人签字`,
  noLegal: '请先在机构管理中填写法定代表人',
  notSubmitted: '评价报告提交审核后才能签署',
  otherReport: (no: string) => `报告编号应为${no}`,
} as const;

/** Drawings that each evaluation shows (6.2.9.2.8, 7.2.7.2.7). */
const annexes = {
  presentState: ['location', 'sitePlan', 'layout'],
  effect: ['layout'],
} as const satisfies Readonly<Record<string, readonly ReportPicture['group'][]>>;

const labelOf = (group: string): string =>
  fixedDictionaries.surveyFileKind.find(({ value }) => value === group)?.label ?? group;

interface EvaluationFacts {
  readonly service: 'presentState' | 'effect';
  readonly riskClass: string | null;
  readonly pictures: readonly Pick<ReportPicture, 'group'>[];
  readonly results: readonly Pick<JudgedPost, 'verdict'>[];
  /** 分项结论 of the results of a present-state evaluation, as signed. */
  readonly grade: string | null;
  /** Labels of signed sheets that the report needs and does not have. */
  readonly missing: readonly string[];
}

/** Returns what an evaluation report lacks, one sentence each. */
export function evaluationProblems({
  service,
  riskClass,
  pictures,
  results,
  grade,
  missing,
}: EvaluationFacts): string[] {
  const missingGroups = annexes[service].filter((group) => !pictures.some((picture) => picture.group === group));
  const hasExceedance = results.some(({ verdict }) => verdict === 'exceeds');
  return [
    ...(missing.length ? [evaluationTexts.sheets(missing)] : []),
    ...(riskClass ? [] : [evaluationTexts.risk]),
    ...(missingGroups.length ? [evaluationTexts.annex(missingGroups.map((group) => labelOf(group)))] : []),
    ...(hasExceedance && service === 'presentState' && grade === '符合' ? [evaluationTexts.tests] : []),
  ];
}

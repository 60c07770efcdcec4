import type { fixedDictionaries } from '@contract/dictionaries';

export type ReportKind = (typeof fixedDictionaries.reportKind)[number]['value'];

/**
 * Returns the kind of a project's report. An evaluation project has an evaluation report. Older projects store no
 * `service`; their kind follows from `type` (`WT`: 委托检测).
 */
export const reportKindOf = ({
  incoming,
  type,
  service = null,
}: {
  readonly incoming: boolean | null;
  readonly type: string | null;
  readonly service?: string | null;
}): ReportKind => {
  if (incoming) return 'incoming';
  if (service === 'presentState') return 'evaluation';
  if (service === 'effect') return 'effect';
  return type === 'WT' ? 'commissioned' : 'periodic';
};

/** Kinds of reports on evaluations. */
export const isEvaluationReport = (kind: string | null): kind is 'evaluation' | 'effect' =>
  kind === 'evaluation' || kind === 'effect';

/** Titles of reports after the name of the unit; those of evaluations begin with the year (GBZ 331-2024 H.3, H.4). */
const kindTitles: Readonly<Record<ReportKind, string>> = {
  periodic: '工作场所职业病危害因素检测报告',
  commissioned: '工作场所职业病危害因素检测报告',
  incoming: '来样检测报告',
  evaluation: '职业病危害现状评价报告',
  effect: '职业病防护设施与防护用品效果评价报告',
};

/**
 * Returns the title of a new report.
 * @param year four digits
 */
export const titleOfReport = (kind: ReportKind, unitName: string, year: string): string =>
  `${unitName}${isEvaluationReport(kind) ? `${year}年` : ''}${kindTitles[kind]}`;

// Figures that authorities request, calculated from issued reports: points, exceedances and exposed people.

/** Dimensions by which the figures are broken down. */
export const statisticsBy = [
  { value: 'year', label: '年度' },
  { value: 'trade', label: '行业' },
  { value: 'area', label: '地区' },
  { value: 'hazard', label: '危害因素' },
] as const;
export type StatisticsBy = (typeof statisticsBy)[number]['value'];

export interface StatisticsLine {
  /** Year, dictionary value, region or name of the hazard; empty where the report does not state it. */
  readonly key: string;
  readonly label: string;
  readonly reports: number;
  /** Number of assessed lines in the reports; a line is a place and a hazard. */
  readonly points: number;
  readonly over: number;
  /** Number of exposed people at the surveyed posts; each post counts once per report. */
  readonly workers: number;
}

/** Answer of `GET api/push/statistics?by=&from=&to=`. */
export interface StatisticsView {
  readonly by: StatisticsBy;
  readonly lines: readonly StatisticsLine[];
  /** Figures of all reports; the people of a post count once, even if several hazards occur there. */
  readonly total: Omit<StatisticsLine, 'key' | 'label'>;
}

export const statisticsColumns = ['报告数', '检测点数', '超标点数', '超标率（%）', '接触人数'] as const;

export const statisticsTexts = {
  title: '检测统计',
  unknown: '未填写',
  total: '合计',
  none: '所选年度没有已签发的报告',
  wrongYears: '请选择起止年度，起始年度不能晚于截止年度',
  rule: '按已签发的报告统计：检测点为一个岗位（地点）的一项危害因素，不评价的不计；接触人数按现场调查的岗位计，同一报告内每个岗位只计一次。',
} as const;

/** Formats the share of exceedances in %, with one decimal; empty without points. */
export const exceedanceShare = ({ points, over }: Pick<StatisticsLine, 'points' | 'over'>): string =>
  points === 0 ? '' : ((over / points) * 100).toFixed(1);

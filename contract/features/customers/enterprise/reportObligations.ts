import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';

// Obligations of an enterprise after a report (中华人民共和国职业病防治法, 2018 amendment), each with its article number.

export interface ReportObligation {
  readonly key: string;
  readonly title: string;
  readonly what: string;
  readonly basis: string;
  /** The obligation applies only where a limit is exceeded. */
  readonly exceeded?: true;
}

export const reportObligations: readonly ReportObligation[] = [
  {
    key: 'duty:publish',
    title: '公布检测结果',
    what: '向劳动者公布检测、评价结果，并存入职业卫生档案',
    basis: '职业病防治法第二十六条',
  },
  {
    key: 'duty:report',
    title: '报告检测结果',
    what: '定期向所在地卫生行政部门报告检测、评价结果',
    basis: '职业病防治法第二十六条',
  },
  {
    key: 'duty:tell',
    title: '告知劳动者',
    what: '在公告栏公布危害因素的检测结果，在岗位设置警示标识',
    basis: '职业病防治法第二十四条',
  },
  {
    key: 'duty:health',
    title: '职业健康检查',
    what: '组织接触职业病危害的劳动者做上岗前、在岗期间和离岗时的职业健康检查',
    basis: '职业病防治法第三十五条',
  },
  {
    key: 'duty:declare',
    title: '危害项目申报',
    what: '如实申报危害项目；检测结果使申报内容变化的，及时变更申报',
    basis: '职业病防治法第十六条',
  },
  {
    key: 'duty:remedy',
    title: '治理',
    what: '不符合要求的场所立即治理；治理后仍达不到要求的，停止存在该危害因素的作业',
    basis: '职业病防治法第二十六条',
    exceeded: true,
  },
];

export interface Exceedance {
  readonly key: string;
  readonly workshop: string | null;
  readonly place: string;
  readonly hazardName: string;
  readonly kind: string;
  readonly day: string;
  readonly value: string;
  readonly limit: string;
}

/** Lists the results of a report that exceed their limits, without the names of workers. */
export const exceedancesOf = (judgedPosts: readonly JudgedPost[]): Exceedance[] =>
  judgedPosts.flatMap((post) =>
    post.values.flatMap((value, index): Exceedance[] =>
      value.verdict !== 'exceeds'
        ? []
        : [
            {
              key: `line:${[post.workshop ?? '', post.place, post.hazard, value.kind, value.day, index].join('/')}`.slice(
                0,
                300,
              ),
              workshop: post.workshop,
              place: post.place,
              hazardName: post.hazardName,
              kind: value.kind,
              day: value.day,
              value: `${value.text} ${value.unit}`.trim(),
              limit: `${value.limit ?? ''} ${value.unit}`.trim(),
            },
          ],
    ),
  );

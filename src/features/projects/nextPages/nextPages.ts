import { testingStages } from '@contract/features/laboratory/testingStages';
import type { Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';
import { pathOfStage } from '../projectQuery';

export interface NextPage {
  readonly label: string;
  readonly path: RoutePath;
}

const approvalPaths = {
  records: '/projectAuditReviewNewPage/pageSysjs',
  report: '/projectAuditReviewNewPage/page',
} as const;
const incomingApprovalPaths = {
  records: '/projectAuditReviewNewPage/pageLyjcSysjs',
  report: '/projectAuditReviewNewPage/pageLyjc',
} as const;

/** Stages before sampling in which the site is visited. */
const surveyStages: ReadonlySet<Stage> = new Set(['survey', 'planning', 'planReview']);

/** Returns additional pages for working on a project in this stage. */
function relatedPages(stage: Stage, incoming: boolean): readonly NextPage[] {
  const records: NextPage = {
    label: '原始记录',
    path: incoming ? '/recordPageNewLyjc/pageReport' : '/recordPageNew/pageReport',
  };
  // The survey must be photographed (GBZ 331-2024 5.2.3); sampling has its own link to the same page.
  if (surveyStages.has(stage) && !incoming)
    return [{ label: '现场影像', path: '/siteSample/liveSample/condition/projectMedia' }];
  const { records: recordApprovals, report: reportApprovals } = incoming ? incomingApprovalPaths : approvalPaths;
  if (stage === 'sampling' && !incoming) return [{ label: '设备出入库', path: '/siteSample/eqpIn/details/page' }];
  // The laboratory starts with received samples while others have not arrived yet.
  if (testingStages.stages.includes(stage)) return [records, { label: '样品分发', path: '/lab/sampleDistribute' }];
  // Errors found in a record are returned from there.
  if (stage === 'recordReview' || stage === 'reporting') return [{ label: '记录审批', path: recordApprovals }];
  if (stage === 'reportReview') return [{ label: '报告审批', path: reportApprovals }];
  if (stage === 'issuing')
    return [
      {
        label: '质控归档',
        path: incoming
          ? '/lab/incomingsample/qualityControlNew/index/page/detail'
          : '/qualityControlNew/index/page/detail',
      },
    ];
  return [];
}

/** Name of each page that `pathOfStage` returns: a page has one name in all stages. */
const pageNames: Readonly<Partial<Record<RoutePath, string>>> = {
  '/siteSample/siteSurvey/details/page': '现场调查',
  '/siteSample/samplePlan/details/page': '采样方案',
  '/siteSample/liveSample/condition/pageSampling': '现场采样',
  '/siteSample/sampleFlow/details/page': '样品流转',
  '/recordPageNew/pageReport': '原始记录',
  '/recordPageNewLyjc/pageReport': '原始记录',
  '/lab/incomingsample/projectManage/index/sampleInfoPush': '来样',
  '/reportPreviewNew': '报告编制',
};

/**
 * Returns the pages where work on a project continues: the page of its stage and related ones. Returns none before
 * the survey and after the end.
 */
export function nextPagesOf(project: object): readonly NextPage[] {
  const { stage, incoming } = project as { readonly stage: Stage; readonly incoming?: unknown };
  const path = pathOfStage(project);
  return [
    ...(path ? [{ label: stage === 'published' ? '报告公示' : (pageNames[path] ?? ''), path }] : []),
    ...relatedPages(stage, incoming === true),
  ];
}

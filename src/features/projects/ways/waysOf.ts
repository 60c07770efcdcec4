import { whileTesting } from '@contract/features/laboratory/sheetTexts';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';
import { pathOfStage } from '../projectQuery';

export interface WayOn {
  readonly label: string;
  readonly path: RoutePath;
}

const approvals = {
  records: '/projectAuditReviewNewPage/pageSysjs',
  report: '/projectAuditReviewNewPage/page',
} as const;
const broughtApprovals = {
  records: '/projectAuditReviewNewPage/pageLyjcSysjs',
  report: '/projectAuditReviewNewPage/pageLyjc',
} as const;

/** Beside the page of its stage: where else a project that stands there is worked on. */
function besides(stage: Stage, incoming: boolean): readonly WayOn[] {
  const records: WayOn = {
    label: '原始记录',
    path: incoming ? '/recordPageNewLyjc/pageReport' : '/recordPageNew/pageReport',
  };
  const { records: ofRecords, report: ofReport } = incoming ? broughtApprovals : approvals;
  if (stage === 'sampling' && !incoming) return [{ label: '设备出入库', path: '/siteSample/eqpIn/details/page' }];
  // The laboratory begins with what has come, while other samples are still on their way.
  if (whileTesting.stages.includes(stage)) return [records, { label: '样品分发', path: '/lab/sampleDistribute' }];
  // What turns out to be wrong in a record goes back from there.
  if (stage === 'recordReview' || stage === 'reporting') return [{ label: '记录审批', path: ofRecords }];
  if (stage === 'reportReview') return [{ label: '报告审批', path: ofReport }];
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

/**
 * Where the work on a project goes on: the page of its stage, and what belongs to that stage; none before its survey
 * and after its end.
 */
export function waysOf(project: object): readonly WayOn[] {
  const { stage, incoming } = project as { readonly stage: Stage; readonly incoming?: unknown };
  const path = pathOfStage(project);
  return [
    ...(path ? [{ label: projectMachine.states[stage]?.label ?? '', path }] : []),
    ...besides(stage, incoming === true),
  ];
}

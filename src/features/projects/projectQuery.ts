import type { AnyRow } from '@contract/entity';
import type { Stage } from '@contract/features/projects/projectMachine';
import { type ProjectRowQuery, projectRowQuery, type RoutePath } from '@contract/routes';

const textOrUndefined = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value);

/** Returns the query parameters that a project's row passes to its page (SPEC §2). Empty values are left out. */
export function queryOfProject(row: AnyRow): ProjectRowQuery {
  const values: Record<(typeof projectRowQuery)[number], unknown> = {
    belongProject: row.id,
    belongInspectName: row.belongInspectName,
    belongInspect: row.belongInspect,
    inspectCode: row.iuiCode,
    code: row.code,
    type: row.type,
    typeName: row.typeName,
    flag: row.jcbgFlag === true ? '1' : '0',
    createYear: row.createYear,
    organizationId: row.organizationId,
    typeGl: row.typeGl,
    projectIdGl: row.projectIdGl,
  };
  return Object.fromEntries(
    projectRowQuery.flatMap((name) =>
      textOrUndefined(values[name]) === undefined ? [] : [[name, textOrUndefined(values[name])]],
    ),
  );
}

/** Returns an address with the twelve query parameters. */
export const projectAddress = (path: RoutePath, row: AnyRow): string =>
  `${path}?${new URLSearchParams(queryOfProject(row) as Record<string, string>).toString()}`;

const survey = '/siteSample/siteSurvey/details/page';
const plan = '/siteSample/samplePlan/details/page';
const flow = '/siteSample/sampleFlow/details/page';
const records = '/recordPageNew/pageReport';
const report = '/reportPreviewNew';

/** Page of each stage. Once the laboratory has the project, its samples are shown on the hand-over page. */
const pageOfStage: Readonly<Partial<Record<Stage, RoutePath>>> = {
  survey,
  planning: plan,
  planReview: plan,
  sampling: '/siteSample/liveSample/condition/pageSampling',
  handOver: flow,
  testing: flow,
  recordReview: records,
  reporting: report,
  reportReview: report,
  issuing: report,
  archived: report,
  published: report,
};

const incoming = '/lab/incomingsample/projectManage/index/sampleInfoPush';

/**
 * Returns the page of a project's stage; undefined before the survey (草稿, 合同评审) and after 终止. Projects with the
 * client's samples have one page from the reception on.
 */
export const pathOfStage = (project: object): RoutePath | undefined => {
  const { stage, incoming: isIncoming } = project as { readonly stage?: unknown; readonly incoming?: unknown };
  const page = pageOfStage[stage as Stage];
  if (!page || !isIncoming || page === report) return page;
  return page === records ? '/recordPageNewLyjc/pageReport' : incoming;
};

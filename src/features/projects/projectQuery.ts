import type { AnyRow } from '@contract/entity';
import type { Stage } from '@contract/features/projects/projectMachine';
import { type ProjectRowQuery, projectRowQuery, type RoutePath } from '@contract/routes';

const text = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value);

/** SPEC §2, project row navigation: what a row hands to the page that it opens; what is empty is left out. */
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
    projectRowQuery.flatMap((name) => (text(values[name]) === undefined ? [] : [[name, text(values[name])]])),
  );
}

/** An address with the twelve fields behind it. */
export const projectAddress = (path: RoutePath, row: AnyRow): string =>
  `${path}?${new URLSearchParams(queryOfProject(row) as Record<string, string>).toString()}`;

const survey = '/siteSample/siteSurvey/details/page';
const plan = '/siteSample/samplePlan/details/page';
const flow = '/siteSample/sampleFlow/details/page';
const records = '/recordPageNew/pageReport';
const report = '/reportPreviewNew';

/** Where the work of a stage is done; of what is with the laboratory its hand-over is where the samples are seen. */
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
 * The detail route of a project's stage; undefined while there is none yet (草稿, 合同评审) and none any more (终止). What a
 * client brought has one page from its reception on.
 */
export const pathOfStage = (project: object): RoutePath | undefined => {
  const { stage, incoming: brought } = project as { readonly stage?: unknown; readonly incoming?: unknown };
  const page = pageOfStage[stage as Stage];
  if (!page || !brought || page === report) return page;
  return page === records ? '/recordPageNewLyjc/pageReport' : incoming;
};

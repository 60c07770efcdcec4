import { and, eq } from 'drizzle-orm';
import { unitRisk } from '@contract/features/risk/entities/unitRisk';
import { riskTexts } from '@contract/features/risk/riskTexts';
import {
  maxRiskProjects,
  type ProjectRisk,
  maxRiskUnits,
  type UnitRiskLine,
  type UnitRiskView,
} from '@contract/features/risk/riskWire';
import { permissionOf } from '@contract/permissions';
import type { Page } from '@contract/wire';
import { calculatedPage, requestedFields, pageOf } from '@server/crud/calculatedList';
import { searchCondition, type Query } from '@server/crud/listQuery';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable } from '@server/db/schema';
import { badRequest, notFound } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type JudgedProject, judgedProjects } from './judgedProjects';
import { riskJudge } from './rememberedRisk';

const tag = '风险';
const listPermissions = [permissionOf(unitRisk, 'list')];

const lineOf = ({ unit, unitName, exposedCount }: JudgedProject, { risk, ...project }: ProjectRisk): UnitRiskLine => ({
  ...project,
  id: unit,
  unitName,
  exposedCount,
  riskClass: risk.class ?? 'missing',
  working: risk.working,
  hasExceeding: project.exceeding > 0,
});

/**
 * Judges only the units of the page if neither the order nor a filter needs the verdict.
 * @throws Refusal 400 if one request would have to judge too many units
 */
async function listUnitRisks(
  registry: Registry,
  orm: Orm,
  lines: (projects: readonly JudgedProject[]) => Promise<UnitRiskLine[]>,
  viewer: Viewer,
  query: Query,
): Promise<Page<UnitRiskLine>> {
  const { keyword, ...otherConditions } = query;
  const units = registry.named('inspectUnit');
  const keywordCondition = typeof keyword === 'string' ? searchCondition(units, keyword.slice(0, 100)) : undefined;
  const newestByUnit = new Map<number, JudgedProject>();
  for (const project of await judgedProjects(orm, registry, viewer, keywordCondition))
    if (!newestByUnit.has(project.unit)) newestByUnit.set(project.unit, project);
  const allRisks = [...newestByUnit.values()];
  const isUsualQuery = [...requestedFields(unitRisk, otherConditions)].every(
    (name) => name === '' || name === 'on' || name === 'id',
  );
  const newestFirst =
    isUsualQuery && ['on,desc', 'id,desc', undefined, ''].includes(otherConditions['sort'] as string | undefined);
  const asPage = newestFirst && Object.keys(otherConditions).every((name) => !['on', 'id'].includes(name));
  const { from, to } = pageOf(otherConditions);
  const listedProjects = asPage ? allRisks.slice(from, to) : allRisks;
  if (listedProjects.length > maxRiskUnits) throw badRequest(riskTexts.tooMany(listedProjects.length, maxRiskUnits));
  const rows = await lines(listedProjects);
  return asPage ? { content: rows, totalElements: allRisks.length } : calculatedPage(unitRisk, rows, otherConditions);
}

/**
 * Returns the risk of one unit: a chosen or the newest project by posts, and the classes of its newest projects.
 * @throws Refusal 404 for a unit or a project that the viewer does not see
 */
async function unitRiskView(
  { orm }: Services['database'],
  registry: Registry,
  judgeRisk: ReturnType<typeof riskJudge>,
  call: Call<unknown>,
): Promise<UnitRiskView> {
  const units = registry.named('inspectUnit');
  const table = inspectUnitTable;
  const [unit] = await orm
    .select({
      id: table.id,
      unitName: table.unitName,
      iuiCode: table.iuiCode,
      workerCount: table.workerCount,
      exposedCount: table.exposedCount,
    })
    .from(table)
    .where(and(eq(table.id, idParam(call)), undeletedRows(units), scopeOf(units, call.viewer)));
  // refusal: unit
  if (!unit) throw notFound('受检单位不存在或已被删除');
  const requestedId = readQuery(call.request.url).project;
  const projects = await judgedProjects(orm, registry, call.viewer, eq(table.id, unit.id));
  const chosenProject = requestedId === undefined ? projects[0] : projects.find(({ id }) => String(id) === requestedId);
  // refusal: project
  if (requestedId !== undefined && !chosenProject) throw notFound('该单位没有这个项目，或其记录尚未审核');
  const newestProjects = projects.slice(0, maxRiskProjects);
  const trend: UnitRiskView['trend'][number][] = [];
  let rows: UnitRiskView['rows'] = [];
  const shownProjects =
    chosenProject && !newestProjects.includes(chosenProject) ? [...newestProjects, chosenProject] : newestProjects;
  for (const [index, judgedRisk] of (await judgeRisk(orm, shownProjects)).entries()) {
    trend.unshift(judgedRisk.risk);
    if (shownProjects[index] === chosenProject) ({ rows } = judgedRisk);
  }
  return { unit, trend, project: chosenProject?.id ?? null, rows };
}

/** Routes of 风险: the risk of a unit's workers by the approved results of its projects. */
export function riskRoutes({ database }: Services, registry: Registry): Route[] {
  const { orm } = database;
  const judgeRisk = riskJudge(database);
  const lines = async (projects: readonly JudgedProject[]): Promise<UnitRiskLine[]> => {
    const risks = await judgeRisk(orm, projects);
    return projects.flatMap((project, index) => (risks[index] ? [lineOf(project, risks[index].risk)] : []));
  };

  return [
    route({
      method: 'GET',
      path: 'api/risk',
      permission: listPermissions,
      tag,
      summary: '各受检单位的风险：最近一个有已审核记录的项目',
      exported: { entity: unitRisk },
      query: {
        keyword: '单位名称、拼音或拼音首字母',
        page: '页码，从0开始',
        size: '每页条数',
        sort: '排序，如riskClass,desc；不填时最近检测的在前',
      },
      handle: ({ request, viewer }): Promise<Page<UnitRiskLine>> =>
        listUnitRisks(registry, orm, lines, viewer, readQuery(request.url)),
    }),
    route({
      method: 'GET',
      path: 'api/risk/:id',
      permission: listPermissions,
      tag,
      summary: '一个受检单位的风险：各岗位各因素的接触水平、接触比值与分级，各项目的变化',
      query: { project: '要看的项目；不填时为最近的一个' },
      handle: (call) => unitRiskView(database, registry, judgeRisk, call),
    }),
  ];
}

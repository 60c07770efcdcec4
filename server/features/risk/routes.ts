import { and, eq } from 'drizzle-orm';
import {
  mostRiskProjects,
  mostRiskUnits,
  type UnitRiskLine,
  type UnitRiskList,
  type UnitRiskView,
} from '@contract/features/risk/riskWire';
import { permissionOf } from '@contract/permissions';
import { contains } from '@server/crud/query';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { living, scopeOf } from '@server/crud/scope';
import { inspectUnitTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { judgedProjects } from './judged';
import { riskJudge } from './rememberedRisk';

const tag = '风险';
const seen = [permissionOf({ name: 'risk' }, 'list')];

/** Routes of 风险: what the approved results of a unit's projects mean for its workers. */
export function riskRoutes({ database }: Services, registry: Registry): Route[] {
  const { orm } = database;
  const judge = riskJudge(database);
  return [
    route({
      method: 'GET',
      path: 'api/risk',
      permission: seen,
      tag,
      summary: '各受检单位的风险：最近一个有已审核记录的项目',
      query: { keyword: '单位名称' },
      async handle({ request, viewer }): Promise<UnitRiskList> {
        const { keyword } = readQuery(request.url);
        const named =
          typeof keyword === 'string' && keyword.trim()
            ? contains(inspectUnitTable.unitName, keyword.trim())
            : undefined;
        const newest = new Map<number, Awaited<ReturnType<typeof judgedProjects>>[number]>();
        for (const project of await judgedProjects(orm, registry, viewer, named))
          if (!newest.has(project.unit)) newest.set(project.unit, project);
        const shown = [...newest.values()].slice(0, mostRiskUnits);
        const judged = await judge(orm, shown);
        const content = shown.flatMap(({ unit, unitName, exposedCount }, at): UnitRiskLine[] =>
          judged[at] ? [{ ...judged[at].risk, unit, unitName, exposedCount }] : [],
        );
        return { content, totalElements: newest.size };
      },
    }),
    route({
      method: 'GET',
      path: 'api/risk/:id',
      permission: seen,
      tag,
      summary: '一个受检单位的风险：各岗位各因素的接触水平、接触比值与分级，各项目的变化',
      query: { project: '要看的项目；不填时为最近的一个' },
      async handle(call): Promise<UnitRiskView> {
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
          .where(and(eq(table.id, idParam(call)), living(units), scopeOf(units, call.viewer)));
        if (!unit) throw notFound('受检单位不存在或已被删除');
        const wanted = readQuery(call.request.url).project;
        const projects = await judgedProjects(orm, registry, call.viewer, eq(table.id, unit.id));
        const chosen = wanted === undefined ? projects[0] : projects.find(({ id }) => String(id) === wanted);
        if (wanted !== undefined && !chosen) throw notFound('该单位没有这个项目，或其记录尚未审核');
        const shown = projects.slice(0, mostRiskProjects);
        const trend: UnitRiskView['trend'][number][] = [];
        let rows: UnitRiskView['rows'] = [];
        const told = chosen && !shown.includes(chosen) ? [...shown, chosen] : shown;
        for (const [at, found] of (await judge(orm, told)).entries()) {
          trend.unshift(found.risk);
          if (told[at] === chosen) ({ rows } = found);
        }
        return { unit, trend, project: chosen?.id ?? null, rows };
      },
    }),
  ];
}

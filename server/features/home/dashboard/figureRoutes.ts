import { gte } from 'drizzle-orm';
import { monthsTo } from '@contract/arithmetic/numbers/dayCounts';
import {
  exceedanceByHazard,
  exceedanceByIndustry,
  type JudgedRows,
} from '@contract/features/home/figures/exceedanceFigures';
import {
  type ExceedanceFigures,
  type HomeFigureValues,
  maxJudgedProjects,
} from '@contract/features/home/figures/figureWire';
import { figureMonths } from '@contract/features/home/figures/turnaroundFigures';
import type { RiskRow } from '@contract/features/risk/assessPosts';
import type { ProjectRisk } from '@contract/features/risk/riskWire';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import { inspectUnitTable, labSheetTable } from '@server/db/schema';
import { workCalendar } from '@server/features/projects/workCalendar';
import { judgedProjects, type JudgedProject } from '@server/features/risk/judgedProjects';
import { riskJudge } from '@server/features/risk/rememberedRisk';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { expiringOf } from './expiringItems';
import { analystLoads, methodLoads } from './laboratoryLoad';
import { turnaroundSince } from './turnaroundTimes';

const tag = '首页';

/** Returns the exceedances in the period that the viewer asks for. */
async function exceedancesOf(
  database: Database,
  registry: Registry,
  days: () => { today: string; since: string },
  judgeRisk: (
    orm: Orm,
    projects: readonly JudgedProject[],
  ) => Promise<{ readonly rows: RiskRow[]; readonly risk: ProjectRisk }[]>,
  { viewer }: Pick<Call<unknown>, 'viewer'>,
): Promise<ExceedanceFigures> {
  const { orm } = database;
  const allProjects = await judgedProjects(orm, registry, viewer, gte(labSheetTable.testDate, days().since));
  const shownProjects = allProjects.slice(0, maxJudgedProjects);
  const unitIds = [...new Set(shownProjects.map(({ unit }) => unit))];
  const industries = await valuesById(orm, inspectUnitTable, inspectUnitTable.industry, unitIds);
  const judgedRows = (await judgeRisk(orm, shownProjects)).map(({ rows }, index): JudgedRows => ({
    project: shownProjects[index]?.id ?? 0,
    industry: industries.get(shownProjects[index]?.unit ?? 0) ?? null,
    rows,
  }));
  return {
    hazards: exceedanceByHazard(judgedRows),
    industries: exceedanceByIndustry(judgedRows),
    judged: judgedRows.length,
    total: allProjects.length,
  };
}

/** Routes of the figures below the to-dos. They are separate because they cost more and are viewed less often. */
export function figureRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  const judgeRisk = riskJudge(database);
  const days = () => {
    const today = formatDay(now(), env.zone);
    return { today, since: `${monthsTo(today, figureMonths)[0] ?? ''}-01` };
  };
  return [
    route({
      method: 'GET',
      path: 'api/dashboard/figures',
      permission: 'signedIn',
      tag,
      summary: '首页统计：检测周期、各方法样品量、检测人员工作量、到期提醒；无权查看的不给出',
      async handle({ viewer }): Promise<HomeFigureValues> {
        const mayList = (name: string) => viewer.user.isAdmin || viewer.permissions.has(permissionOf({ name }, 'list'));
        const { today, since } = days();
        const [turnaround, samples, workload, expiring] = await Promise.all([
          mayList('report') && mayList('project') ? turnaroundSince(services, registry, viewer, since) : null,
          mayList('labTask') ? methodLoads(services, registry, viewer, since) : null,
          mayList('labTask') ? analystLoads(services, registry, viewer, today) : null,
          expiringOf(services, registry, viewer, today, mayList),
        ]);
        const { holidays, workdays } = await workCalendar(database.orm, viewer.user.organizationId);
        return {
          today,
          since,
          turnaround,
          calendar: { holidays: [...holidays], workdays: [...workdays] },
          samples,
          workload,
          expiring,
        };
      },
    }),
    route({
      method: 'GET',
      path: 'api/dashboard/exceedance',
      permission: [permissionOf({ name: 'risk' }, 'list')],
      tag,
      summary: '首页统计：各危害因素、各行业的超标率，按已审核的检测记录判定',
      handle: ({ viewer }) => exceedancesOf(database, registry, days, judgeRisk, { viewer }),
    }),
  ];
}

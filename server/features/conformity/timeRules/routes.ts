import { and, desc, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import { timeFindingLine } from '@contract/features/conformity/entities/timeFindingLine';
import { noFacts } from '@contract/features/conformity/timeRules/timeFacts';
import { timeFindings } from '@contract/features/conformity/timeRules/timeFindings';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import { calculatedPage } from '@server/crud/calculatedList';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import { projectTable, userTable } from '@server/db/schema';
import { readQuery, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { timeFactsOf } from './timeFacts';
import { findingsOfProject } from './timeRuleCheck';

/** Maximum number of projects that one request compares, newest first. */
const maxProjects = 200;

/** Returns the contradictions to time rules in the active projects that the viewer may see. */
async function findingLines({ database, env, now }: Services, registry: Registry, viewer: Viewer) {
  const { orm } = database;
  const { zone } = env;
  const projects = registry.named('project');
  const rows = await orm
    .select()
    .from(projectTable)
    .where(
      and(
        undeletedRows(projects),
        scopeOf(projects, viewer),
        notInArray(projectTable.stage, ['draft', 'published', 'terminated']),
      ),
    )
    .orderBy(desc(projectTable.id))
    .limit(maxProjects);
  const factsByProject = await timeFactsOf(orm, zone, formatDay(now(), zone), rows);
  const leaders = rows.flatMap(({ leader }) => leader ?? []);
  const people = leaders.length
    ? await orm
        .select({ id: userTable.id, name: personName() })
        .from(userTable)
        .where(and(inArray(userTable.id, leaders), or(isNull(userTable.deleteTime), eq(userTable.enabled, '1'))))
    : [];
  const findings = rows.flatMap(({ id: projectId, code, projectName, leader }) =>
    timeFindings(factsByProject.get(projectId) ?? noFacts).map((finding) => ({
      ...finding,
      rule: `${finding.rule} ${finding.title}`,
      clause: finding.clause ?? '由条款推出',
      project: projectId,
      code,
      projectName,
      leader,
      leaderName: people.find(({ id }) => id === leader)?.name ?? null,
    })),
  );
  return findings.map((finding, index) => ({ id: index + 1, ...finding }));
}

/** Returns the routes of 时间核查: the time rules over all active projects. */
export function timeRoutes(services: Services, registry: Registry): Route[] {
  return [
    route({
      method: 'GET',
      path: timeFindingLine.path,
      permission: [permissionOf(timeFindingLine, 'list')],
      tag: timeFindingLine.label,
      summary: '在办项目中与时间规则不符之处：停止或须说明',
      exported: { entity: timeFindingLine },
      query: {
        keyword: '核查结果或项目',
        level: '程度',
        rule: '规则',
        page: '页码，从0开始',
        size: '每页条数',
        sort: '排序，如level,asc',
      },
      handle: async ({ request, viewer }) =>
        calculatedPage(timeFindingLine, await findingLines(services, registry, viewer), readQuery(request.url)),
    }),
    route({
      method: 'GET',
      path: `${timeFindingLine.path}/of/:id`,
      permission: [permissionOf(timeFindingLine, 'list')],
      tag: timeFindingLine.label,
      summary: '一个在办项目中与时间规则不符之处；已列为“还缺”而拦截步骤的除外',
      handle: async (call) =>
        findingsOfProject(
          services,
          await getRow({ services, registry, resource: registry.named('project'), call }, idParam(call)),
        ),
    }),
  ];
}

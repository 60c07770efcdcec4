import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { DashboardProject } from '@contract/features/home/dashboardWire';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { parseMoment } from '@server/base/zone';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { projectTable, reportTable, samplePlanTable } from '@server/db/schema';
import { holdersOf } from '@server/features/projects/currentHolders';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

export interface SeenProject {
  readonly id: number;
  readonly stage: Stage;
  readonly planId: number | null;
  readonly planState: string | null;
  /** Stage at which a running job is to be taken over. */
  readonly takenOverAt: string | null;
  readonly shown: DashboardProject;
}

const dayMs = 86_400_000;

const finalStages = Object.entries(projectMachine.states).flatMap(([stage, { final, locked }]) =>
  final || locked ? [stage] : [],
);

/** Highest number of open projects that the home page reads. An organization with more projects uses the lists. */
const maxProjects = 500;

/** Returns the open projects visible to the viewer, earliest due first. */
export const openProjects = (services: Services, registry: Registry, viewer: Viewer): Promise<SeenProject[]> =>
  seenProjects(services, registry, viewer, sql`${projectTable.stage} not in ${finalStages}`);

/** Returns a list with one project, empty if the viewer may not see it. */
export const projectSeen = (services: Services, registry: Registry, viewer: Viewer, id: number) =>
  seenProjects(services, registry, viewer, eq(projectTable.id, id));

/** Returns archived projects whose issued report the viewer may publish. */
export async function projectsToPublish(
  services: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<SeenProject[]> {
  if (!viewer.permissions.has(permissionOfMove(reportMachine, { key: 'publish' }))) return [];
  const issued = services.database.orm
    .select({ id: reportTable.project })
    .from(reportTable)
    .where(and(eq(reportTable.state, 'issued'), isNull(reportTable.deleteTime)));
  return seenProjects(
    services,
    registry,
    viewer,
    and(eq(projectTable.stage, 'archived'), inArray(projectTable.id, issued)),
  );
}

async function seenProjects(
  services: Services,
  registry: Registry,
  viewer: Viewer,
  condition: SQL | undefined,
): Promise<SeenProject[]> {
  const {
    database: { orm },
    env,
    now,
  } = services;
  const resource = registry.named('project');
  const storedRows = await orm
    .select(wireColumns(resource))
    .from(projectTable)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), condition))
    .orderBy(sql`${projectTable.dueOn} asc nulls last`, asc(projectTable.id))
    .limit(maxProjects);
  const rows = await presentRows(orm, registry, resource, storedRows, env.zone);
  const plans = rows.length
    ? await orm
        .select({ id: samplePlanTable.id, project: samplePlanTable.project, state: samplePlanTable.state })
        .from(samplePlanTable)
        .where(
          and(
            inArray(
              samplePlanTable.project,
              rows.map(({ id }) => id),
            ),
            isNull(samplePlanTable.deleteTime),
          ),
        )
    : [];
  const planOf = new Map(plans.map((plan) => [plan.project, plan]));
  return rows.map((row) => {
    const plan = planOf.get(row.id);
    return {
      id: row.id,
      stage: row.stage as Stage,
      planId: plan?.id ?? null,
      planState: plan?.state ?? null,
      takenOverAt: (row.takenOverAt as string | null) ?? null,
      shown: shownOf(row, (since) => Math.floor((now().getTime() - parseMoment(since, env.zone).getTime()) / dayMs)),
    };
  });
}

/** Fields of a project that the home page shows, or needs to find the next move. */
const shownFields = [
  'id',
  'code',
  'projectName',
  'belongInspect',
  'belongInspectName',
  'iuiCode',
  'type',
  'typeName',
  'stage',
  'leaderName',
  'dueOn',
  'jcbgFlag',
  'incoming',
  'createYear',
  'organizationId',
  'typeGl',
  'projectIdGl',
] as const satisfies readonly (keyof DashboardProject)[];

function shownOf(row: AnyRow, daysSince: (moment: string) => number): DashboardProject {
  return {
    ...Object.fromEntries(shownFields.map((name) => [name, row[name]])),
    days: Math.max(0, daysSince(String(row.stageSince ?? row.createTime))),
  } as DashboardProject;
}

/** Returns the names of the people who have to act on each project now. */
export const holdersByProject = async (
  orm: Orm,
  projects: readonly SeenProject[],
  today: string,
): Promise<ReadonlyMap<number, readonly string[]>> =>
  new Map(
    await Promise.all(
      projects.map(async ({ id, stage, planState, shown }): Promise<[number, string[]]> => [
        id,
        (await holdersOf(orm, shown, stage, planState, today)).map(({ nickName }) => nickName),
      ]),
    ),
  );

import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Dashboard, DashboardProject, HeldProject, OwnSteps, Todo } from '@contract/features/home/dashboard';
import { project } from '@contract/features/projects/entities/project';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { living, scopeOf } from '@server/crud/scope';
import { equipmentTable, labMethodTable, labTaskTable, nonconformityTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { calibrated } from './expiringItems';
import { figureRoutes } from './figureRoutes';
import { holdersByProject, openProjects, projectSeen, projectsToPublish, stageCounts } from './openProjects';
import { waitingChecks } from './outsideTasks';
import { returnedThings } from './returnedThings';
import { todosOf } from './todos';
import { waitingApprovals } from './waitingApprovals';

const day = 86_400_000;
const toPublish = (shown: DashboardProject): Todo => ({ project: shown, label: '公示报告', at: 'publish' });

const shown = 50;
const few = 8;
const decided = 20;

/** Returns unfinished tests by method: a sample counts once for each hazard tested. */
async function waitingTasks(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<Dashboard['samples']> {
  const task = labTaskTable;
  const resource = registry.named('labTask');
  const today = formatDay(now(), env.zone);
  const untested = inArray(task.state, ['waiting', 'distributed']);
  const rows = await orm
    .select({
      method: task.method,
      title: labMethodTable.title,
      waiting: sql<number>`(count(*) filter (where ${untested}))::int`,
      testing: sql<number>`(count(*) filter (where ${eq(task.state, 'testing')}))::int`,
      overdue: sql<number>`(count(*) filter (where ${task.keepUntil} < ${today} and ${untested}))::int`,
    })
    .from(task)
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .where(and(living(resource), scopeOf(resource, viewer), inArray(task.state, ['waiting', 'distributed', 'testing'])))
    .groupBy(task.method, labMethodTable.title)
    .orderBy(sql`count(*) desc`, asc(task.method))
    .limit(20);
  return rows.map((row) => ({ ...row, title: row.title ?? '未定方法' }));
}

async function dueEquipment(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<Dashboard['equipment']> {
  const resource = registry.named('equipment');
  const today = formatDay(now(), env.zone);
  const until = formatDay(new Date(now().getTime() + 30 * day), env.zone);
  const rows = await orm
    .select({
      id: equipmentTable.id,
      eqpNo: equipmentTable.eqpNo,
      eqpName: equipmentTable.eqpName,
      calibrationDue: equipmentTable.calibrationDue,
    })
    .from(equipmentTable)
    .where(and(living(resource), scopeOf(resource, viewer), lte(equipmentTable.calibrationDue, until), calibrated))
    .orderBy(asc(equipmentTable.calibrationDue))
    .limit(few);
  return rows.map((row) => ({
    ...row,
    calibrationDue: String(row.calibrationDue),
    late: String(row.calibrationDue) < today,
  }));
}

async function openFindings(
  { database: { orm }, env }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<Pick<Dashboard, 'nonconformities' | 'nonconformityCount'>> {
  const table = nonconformityTable;
  const resource = registry.named('nonconformity');
  const rows = await orm
    .select({
      id: table.id,
      nonconformityNo: table.nonconformityNo,
      description: table.description,
      createTime: table.createTime,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(table)
    .where(and(living(resource), scopeOf(resource, viewer), ne(table.state, 'closed')))
    .orderBy(asc(table.id))
    .limit(few);
  return {
    nonconformities: rows.map(({ id, nonconformityNo, description, createTime }) => ({
      id,
      nonconformityNo: String(nonconformityNo),
      description: String(description),
      filedOn: formatDay(createTime, env.zone),
    })),
    nonconformityCount: rows[0]?.count ?? 0,
  };
}

const nothing: Dashboard = {
  todos: [],
  todoCount: 0,
  approvals: [],
  approvalCount: 0,
  checks: [],
  stages: [],
  overdue: [],
  overdueCount: 0,
  dueSoon: [],
  dueSoonCount: 0,
  longest: [],
  openCount: 0,
  samples: [],
  equipment: [],
  nonconformities: [],
  nonconformityCount: 0,
};

/** Returns the viewer's to-dos, and the figures that the viewer may list. */
async function homeOf(services: Services, registry: Registry, call: Call<unknown>): Promise<Dashboard> {
  const { viewer } = call;
  const may = (name: string) => viewer.user.isAdmin || viewer.permissions.has(permissionOf({ name }, 'list'));

  const [samples, equipment, findings, approvals, checks, returned] = await Promise.all([
    may('labTask') || may('labSheet') ? waitingTasks(services, registry, viewer) : nothing.samples,
    may('equipment') ? dueEquipment(services, registry, viewer) : nothing.equipment,
    may('nonconformity')
      ? openFindings(services, registry, viewer)
      : { nonconformities: nothing.nonconformities, nonconformityCount: 0 },
    may('approval') ? waitingApprovals(services, registry, viewer) : [],
    may('outsideTask') ? waitingChecks(services, registry, viewer) : [],
    returnedThings(services, registry, viewer),
  ]);
  const decisions = { approvals: approvals.slice(0, decided), approvalCount: approvals.length, checks, returned };
  if (!may('project')) return { ...nothing, ...decisions, samples, equipment, ...findings };
  const [projects, publishable, stages] = await Promise.all([
    openProjects(services, registry, viewer),
    projectsToPublish(services, registry, viewer),
    stageCounts(services, registry, viewer),
  ]);
  const todos = [
    ...(await todosOf(services.database.orm, services.env.zone, viewer, projects)),
    ...publishable.map(({ shown: project }) => toPublish(project)),
  ];
  const today = formatDay(services.now(), services.env.zone);
  const week = formatDay(new Date(services.now().getTime() + 7 * day), services.env.zone);
  const due = projects.map(({ shown: project }) => project).filter(({ dueOn }) => dueOn !== null);
  const overdue = due.filter(({ dueOn }) => String(dueOn) < today);
  const dueSoon = due.filter(({ dueOn }) => String(dueOn) >= today && String(dueOn) <= week);
  const longest = projects
    .filter(({ stage }) => stage !== projectMachine.initial)
    .sort((one, other) => other.shown.days - one.shown.days);
  const first = {
    overdue: overdue.slice(0, few),
    dueSoon: dueSoon.slice(0, few),
    longest: longest.slice(0, few).map(({ shown: project }) => project),
  };
  const named = new Set(
    Object.values(first)
      .flat()
      .map(({ id }) => id),
  );
  const holders = await holdersByProject(
    services.database.orm,
    projects.filter(({ id }) => named.has(id)),
    formatDay(services.now(), services.env.zone),
  );
  const held = (some: readonly DashboardProject[]): HeldProject[] =>
    some.map((project) => ({ ...project, holders: holders.get(project.id) ?? [] }));
  return {
    todos: todos.slice(0, shown),
    todoCount: todos.length,
    ...decisions,
    stages,
    overdue: held(first.overdue),
    overdueCount: overdue.length,
    dueSoon: held(first.dueSoon),
    dueSoonCount: dueSoon.length,
    longest: held(first.longest),
    openCount: longest.length,
    samples,
    equipment,
    ...findings,
  };
}

/** Returns the route of the home page: one answer, without the parts that the viewer may not list. */
export const dashboardRoutes = (services: Services, registry: Registry): Route[] => [
  route({
    method: 'GET',
    path: 'api/dashboard',
    permission: 'signedIn',
    tag: '首页',
    summary:
      '首页：我的待办、各阶段项目、逾期与近期到期及停留最久的项目（由谁办理、停留几天）、待检任务、到期设备、未关闭的不符合项',
    handle: (call) => homeOf(services, registry, call),
  }),
  route({
    method: 'GET',
    path: 'api/dashboard/todos/:id',
    permission: [permissionOf(project, 'list')],
    tag: '首页',
    summary: '本人在一个项目中的待办与待审批',
    async handle(call): Promise<OwnSteps> {
      const id = idParam(call);
      const seen = await projectSeen(services, registry, call.viewer, id);
      if (!seen.length) throw notFound();
      const [todos, publishable, approvals] = await Promise.all([
        todosOf(services.database.orm, services.env.zone, call.viewer, seen),
        projectsToPublish(services, registry, call.viewer),
        waitingApprovals(services, registry, call.viewer),
      ]);
      return {
        todos: [...todos, ...publishable.filter((one) => one.id === id).map((one) => toPublish(one.shown))],
        approvals: approvals.filter((one) => one.project === id),
      };
    },
  }),
  ...figureRoutes(services, registry),
];

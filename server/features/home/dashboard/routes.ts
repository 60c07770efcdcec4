import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Dashboard, DashboardProject, HeldProject, OwnSteps, Todo } from '@contract/features/home/dashboardWire';
import { project } from '@contract/features/projects/entities/project';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { equipmentTable, labMethodTable, labTaskTable, nonconformityTable } from '@server/db/schema';
import { waitingApprovals } from '@server/features/reports/approval/waitingApprovals';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { isCalibrated } from './expiringItems';
import { figureRoutes } from './figureRoutes';
import { holdersByProject, openProjects, projectSeen, projectsToPublish, type SeenProject } from './openProjects';
import { todosOf } from './projectTodos';
import { returnedTodos } from './returnedTodos';
import { stageCounts } from './stageCounts';
import { waitingChecks } from './waitingChecks';
import { waitingWork } from './waitingWork';

const dayMs = 86_400_000;
const toPublish = (dashboardProject: DashboardProject): Todo => ({
  project: dashboardProject,
  label: '公示报告',
  at: 'publish',
});

const maxShown = 50;
const shortListSize = 8;
const maxDecisions = 20;

/** Returns unfinished tests by method: a sample counts once for each hazard tested. */
async function waitingTasks(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<Dashboard['samples']> {
  const task = labTaskTable;
  const resource = registry.named('labTask');
  const today = formatDay(now(), env.zone);
  const untestedCondition = inArray(task.state, ['waiting', 'distributed']);
  const rows = await orm
    .select({
      method: task.method,
      title: labMethodTable.title,
      waiting: sql<number>`(count(*) filter (where ${untestedCondition}))::int`,
      testing: sql<number>`(count(*) filter (where ${eq(task.state, 'testing')}))::int`,
      overdue: sql<number>`(count(*) filter (where ${task.keepUntil} < ${today} and ${untestedCondition}))::int`,
    })
    .from(task)
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .where(
      and(
        undeletedRows(resource),
        scopeOf(resource, viewer),
        inArray(task.state, ['waiting', 'distributed', 'testing']),
      ),
    )
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
  const lastDay = formatDay(new Date(now().getTime() + 30 * dayMs), env.zone);
  const rows = await orm
    .select({
      id: equipmentTable.id,
      eqpNo: equipmentTable.eqpNo,
      eqpName: equipmentTable.eqpName,
      calibrationDue: equipmentTable.calibrationDue,
    })
    .from(equipmentTable)
    .where(
      and(
        undeletedRows(resource),
        scopeOf(resource, viewer),
        lte(equipmentTable.calibrationDue, lastDay),
        isCalibrated,
      ),
    )
    .orderBy(asc(equipmentTable.calibrationDue))
    .limit(shortListSize);
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
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), ne(table.state, 'closed')))
    .orderBy(asc(table.id))
    .limit(shortListSize);
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

const emptyDashboard: Dashboard = {
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

/** Returns the viewer's decisions and work that no stage of a project has. */
async function decisionsOf(
  services: Services,
  registry: Registry,
  viewer: Viewer,
  mayList: (name: string) => boolean,
): Promise<Pick<Dashboard, 'approvals' | 'approvalCount' | 'checks' | 'returned' | 'works' | 'workCount'>> {
  const [approvals, checks, returnedItems, waitingItems] = await Promise.all([
    mayList('approval') ? waitingApprovals(services, registry, viewer) : [],
    mayList('outsideTask') ? waitingChecks(services, registry, viewer) : [],
    returnedTodos(services, registry, viewer),
    waitingWork(services, registry, viewer),
  ]);
  // Returned work is listed with its reason instead.
  const unreturnedWork = waitingItems.filter(
    (waitingItem) => !returnedItems.some(({ entity, id }) => entity === waitingItem.entity && id === waitingItem.id),
  );
  return {
    approvals: approvals.slice(0, maxDecisions),
    approvalCount: approvals.length,
    checks,
    returned: returnedItems,
    works: unreturnedWork.slice(0, maxDecisions),
    workCount: unreturnedWork.length,
  };
}

/** Returns the first projects that are late, due within a week, and longest in their stage, with the number of each. */
function shortLists({ env, now }: Services, projects: readonly SeenProject[], today: string) {
  const week = formatDay(new Date(now().getTime() + 7 * dayMs), env.zone);
  const dueProjects = projects.map(({ shown: project }) => project).filter(({ dueOn }) => dueOn !== null);
  const overdue = dueProjects.filter(({ dueOn }) => String(dueOn) < today);
  const dueSoon = dueProjects.filter(({ dueOn }) => String(dueOn) >= today && String(dueOn) <= week);
  const longestRunning = projects
    .filter(({ stage }) => stage !== projectMachine.initial)
    .sort((a, b) => b.shown.days - a.shown.days);
  const first = {
    overdue: overdue.slice(0, shortListSize),
    dueSoon: dueSoon.slice(0, shortListSize),
    longest: longestRunning.slice(0, shortListSize).map(({ shown: project }) => project),
  };
  return { first, overdueCount: overdue.length, dueSoonCount: dueSoon.length, openCount: longestRunning.length };
}

/** Returns the viewer's to-dos, and the figures that the viewer may list. */
async function homeOf(services: Services, registry: Registry, call: Call<unknown>): Promise<Dashboard> {
  const { viewer } = call;
  const mayList = (name: string) => viewer.user.isAdmin || viewer.permissions.has(permissionOf({ name }, 'list'));

  const [samples, equipment, findings, decisions] = await Promise.all([
    mayList('labTask') || mayList('labSheet') ? waitingTasks(services, registry, viewer) : emptyDashboard.samples,
    mayList('equipment') ? dueEquipment(services, registry, viewer) : emptyDashboard.equipment,
    mayList('nonconformity')
      ? openFindings(services, registry, viewer)
      : { nonconformities: emptyDashboard.nonconformities, nonconformityCount: 0 },
    decisionsOf(services, registry, viewer, mayList),
  ]);
  if (!mayList('project')) return { ...emptyDashboard, ...decisions, samples, equipment, ...findings };
  const [projects, publishable, stages] = await Promise.all([
    openProjects(services, registry, viewer),
    projectsToPublish(services, registry, viewer),
    stageCounts(services, registry, viewer),
  ]);
  const today = formatDay(services.now(), services.env.zone);
  const todos = [
    ...(await todosOf(services.database.orm, services.env.zone, viewer, projects, today)),
    ...publishable.map(({ shown: project }) => toPublish(project)),
  ];
  const { first, overdueCount, dueSoonCount, openCount } = shortLists(services, projects, today);
  const namedIds = new Set(
    Object.values(first)
      .flat()
      .map(({ id }) => id),
  );
  const holders = await holdersByProject(
    services.database.orm,
    projects.filter(({ id }) => namedIds.has(id)),
    today,
  );
  const withHolders = (projects: readonly DashboardProject[]): HeldProject[] =>
    projects.map((project) => ({ ...project, holders: holders.get(project.id) ?? [] }));
  return {
    todos: todos.slice(0, maxShown),
    todoCount: todos.length,
    ...decisions,
    stages,
    overdue: withHolders(first.overdue),
    overdueCount,
    dueSoon: withHolders(first.dueSoon),
    dueSoonCount,
    longest: withHolders(first.longest),
    openCount,
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
      '首页：我的待办、各阶段项目、逾期与近期到期及停留最久的项目（由谁办理、停留几天）、待检测任务、到期设备、未关闭的不符合项',
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
      const seenProjects = await projectSeen(services, registry, call.viewer, id);
      if (!seenProjects.length) throw notFound();
      const today = formatDay(services.now(), services.env.zone);
      const [todos, publishable, approvals] = await Promise.all([
        todosOf(services.database.orm, services.env.zone, call.viewer, seenProjects, today),
        projectsToPublish(services, registry, call.viewer),
        waitingApprovals(services, registry, call.viewer),
      ]);
      return {
        todos: [
          ...todos,
          ...publishable.filter((candidate) => candidate.id === id).map((candidate) => toPublish(candidate.shown)),
        ],
        approvals: approvals.filter((approval) => approval.project === id),
      };
    },
  }),
  ...figureRoutes(services, registry),
];

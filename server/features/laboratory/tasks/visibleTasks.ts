import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOverdue } from '@contract/features/fieldwork/handOver/handOverSheet';
import type { TaskPile, TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { formatDay, formatMoment } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import {
  inspectUnitTable,
  labMethodTable,
  labSheetTable,
  labTaskTable,
  projectTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { scopesOfTasks } from './taskScopes';

const openStates = ['waiting', 'distributed', 'testing'];
const maxRows = 5000;

type TaskQuery = Record<string, string | string[]>;

const idsIn = (query: TaskQuery, name: string): number[] => {
  const queryValue = query[name];
  const ids = (queryValue === undefined ? [] : Array.isArray(queryValue) ? queryValue : [queryValue])
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  if (ids.length > maxRows || ids.some((id) => !/^\d{1,10}$/.test(id) || Number(id) > 2_147_483_647))
    throw badRequest(`参数${name}应为编号`);
  return ids.map(Number);
};

/**
 * Returns the condition of a request: by project, hazard, method (0: none yet), caller or ids. Without a state or ids
 * it selects open tasks.
 */
function queryCondition(registry: Registry, call: Call<unknown>): SQL | undefined {
  const task = labTaskTable;
  const query = call.query as TaskQuery;
  const [projectIds, hazardIds, methodIds, ids] = [
    idsIn(query, 'project'),
    idsIn(query, 'hazard'),
    idsIn(query, 'method'),
    idsIn(query, 'ids'),
  ];
  const state = typeof query.state === 'string' && query.state ? query.state.split(',') : undefined;
  const resource = registry.named('labTask');
  return and(
    undeletedRows(resource),
    scopeOf(resource, call.viewer),
    projectIds.length ? inArray(task.project, projectIds) : undefined,
    hazardIds.length ? inArray(task.hazard, hazardIds) : undefined,
    methodIds.length ? (methodIds.includes(0) ? isNull(task.method) : inArray(task.method, methodIds)) : undefined,
    ids.length ? inArray(task.id, ids) : undefined,
    query.mine === '1' ? eq(task.analyst, call.viewer.user.id) : undefined,
    state ? inArray(task.state, state) : ids.length ? undefined : inArray(task.state, openStates),
  );
}

/** Tasks whose samples have not been tested. */
const untestedCondition = sql`${labTaskTable.state} in ('waiting', 'distributed')`;

/** Columns of a pile of tasks: what it is about, the number of tasks in each state, and the earliest days. */
function pileColumns(today: string) {
  const task = labTaskTable;
  const count = (state: string) => sql<number>`(count(*) filter (where ${eq(task.state, state)}))::int`;
  return {
    project: task.project,
    projectCode: projectTable.code,
    projectName: projectTable.projectName,
    unitName: inspectUnitTable.unitName,
    variant: task.variant,
    hazard: task.hazard,
    hazardName: sql<string>`min(${task.hazardName})`,
    method: task.method,
    methodTitle: labMethodTable.title,
    standardNo: labMethodTable.standardNo,
    technique: labMethodTable.technique,
    methodKind: labMethodTable.methodKind,
    waiting: count('waiting'),
    distributed: count('distributed'),
    testing: count('testing'),
    blanks: sql<number>`(count(*) filter (where ${eq(task.sampleKind, 'blank')}))::int`,
    overdue: sql<number>`(count(*) filter (where ${task.keepUntil} < ${today} and ${untestedCondition}))::int`,
    dueOn: sql<string | null>`(min(${task.dueOn}) filter (where ${untestedCondition}))::text`,
    keepUntil: sql<string | null>`(min(${task.keepUntil}) filter (where ${untestedCondition}))::text`,
    analysts: sql<
      { id: number; name: string }[]
    >`coalesce(jsonb_agg(distinct jsonb_build_object('id', ${userTable.id}, 'name', ${personName()}))
    filter (where ${userTable.id} is not null), '[]')`,
  };
}

/** Returns the number of open tasks by project, hazard and method, most urgent first. */
export async function openTaskCounts(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  call: Call<unknown>,
): Promise<TaskPile[]> {
  const task = labTaskTable;
  const columns = pileColumns(formatDay(now(), env.zone));
  const rows = await orm
    .select(columns)
    .from(task)
    .innerJoin(projectTable, eq(projectTable.id, task.project))
    .leftJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .leftJoin(userTable, eq(userTable.id, task.analyst))
    .where(queryCondition(registry, call))
    .groupBy(
      task.project,
      projectTable.code,
      projectTable.projectName,
      inspectUnitTable.unitName,
      task.variant,
      task.hazard,
      task.method,
      labMethodTable.title,
      labMethodTable.standardNo,
      labMethodTable.technique,
      labMethodTable.methodKind,
    )
    .orderBy(
      sql`least(min(${task.keepUntil}) filter (where ${untestedCondition}), min(${task.dueOn}) filter (where ${untestedCondition})) asc nulls last`,
      asc(task.project),
      asc(task.hazard),
    )
    .limit(maxRows);
  return rows.map(({ unitName, projectCode, projectName, ...row }) => ({
    ...row,
    projectCode: projectCode ?? String(row.project),
    projectName: unitName ?? projectName,
  }));
}

const giverTable = alias(userTable, 'giver');
const taskSelection = {
  id: labTaskTable.id,
  version: labTaskTable.version,
  project: labTaskTable.project,
  projectCode: projectTable.code,
  unitName: inspectUnitTable.unitName,
  projectName: projectTable.projectName,
  sample: labTaskTable.sample,
  sampleNo: labTaskTable.sampleNo,
  sampleKind: labTaskTable.sampleKind,
  variant: labTaskTable.variant,
  place: sampleTable.place,
  medium: sampleTable.medium,
  kept: sampleTable.storage,
  condition: labMethodTable.storageCondition,
  hazard: labTaskTable.hazard,
  hazardName: labTaskTable.hazardName,
  method: labTaskTable.method,
  methodTitle: labMethodTable.title,
  standardNo: labMethodTable.standardNo,
  methodKind: labTaskTable.methodKind,
  state: labTaskTable.state,
  dueOn: labTaskTable.dueOn,
  keepUntil: labTaskTable.keepUntil,
  analyst: labTaskTable.analyst,
  analystName: personName(),
  distributedByName: personName(giverTable),
  distributedAt: labTaskTable.distributedAt,
  sheet: labTaskTable.sheet,
  sheetNo: labSheetTable.sheetNo,
  stateReason: labTaskTable.stateReason,
  organizationId: labTaskTable.organizationId,
};

/** Returns tasks with the columns of tables and of the task sheet, by hazard and number; at most 5,000. */
export async function tasksOf(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  call: Call<unknown>,
): Promise<TaskSeen[]> {
  const task = labTaskTable;
  const today = formatDay(now(), env.zone);
  const rows = await orm
    .select(taskSelection)
    .from(task)
    .innerJoin(projectTable, eq(projectTable.id, task.project))
    .innerJoin(sampleTable, eq(sampleTable.id, task.sample))
    .leftJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .leftJoin(userTable, eq(userTable.id, task.analyst))
    .leftJoin(giverTable, eq(giverTable.id, task.distributedBy))
    .leftJoin(labSheetTable, eq(labSheetTable.id, task.sheet))
    .where(queryCondition(registry, call))
    .orderBy(asc(task.project), asc(task.hazard), asc(task.sampleNo), asc(task.id))
    .limit(maxRows);
  const scopeOfTask = await scopesOfTasks(orm, rows, today);
  return rows.map(
    ({ unitName, projectCode, projectName, kept, condition, distributedAt, state, organizationId, ...row }) => ({
      ...row,
      scope: scopeOfTask({ ...row, organizationId }),
      state: String(state),
      projectCode: projectCode ?? String(row.project),
      projectName: unitName ?? projectName,
      storage: kept ?? condition,
      overdue: state !== 'testing' && isOverdue(state === 'waiting' ? 'received' : String(state), row.keepUntil, today),
      distributedAt: distributedAt && formatMoment(distributedAt, env.zone),
    }),
  );
}

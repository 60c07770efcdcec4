import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { isInForce } from '@contract/features/fieldwork/plan/planFacts';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { accreditationTexts, scopeOf } from '@contract/features/library/accreditationScope';
import type { EditableStages } from '@contract/features/projects/editableStages';
import { formatDay } from '@server/base/zone';
import { assertSeenVersion, idOf, type RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { labTaskTable, userTable } from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { moveRows } from '@server/workflow/moveRows';
import { ableAnalysts } from '../authorisation/authorisedAnalysts';
import { lockTasks, movedTask } from './movedTask';
import { moveSamplesToTaskState } from './sampleStates';

/** Samples are tested while others are still being taken, because some keep for only a day. */
const whileDistributing: EditableStages = {
  stages: ['sampling', 'handOver', 'testing'],
  early: labTaskTexts.tooEarly,
  late: labTaskTexts.tooLate,
};

const stateLabel = (state: unknown): string =>
  fixedDictionaries.labTaskState.find(({ value }) => value === state)?.label ?? String(state);
const nameOf = (row: AnyRow): [string, string] => [String(row.sampleNo), String(row.hazardName)];
const titleOf = (row: AnyRow): string => nameOf(row).join(' ');

async function analystName(tx: Orm, id: unknown): Promise<string> {
  const [person] = await tx
    .select({ name: personName() })
    .from(userTable)
    .where(eq(userTable.id, Number(id)));
  return person?.name ?? '';
}

/**
 * Locks tasks with their samples and checks that their projects are open, in the fixed order project, samples, tasks.
 */
async function lockSeenTasks(context: CrudContext, tx: Orm, call: Call<unknown>, shownRows: readonly RowReference[]) {
  const projects = await tx
    .selectDistinct({ project: labTaskTable.project })
    .from(labTaskTable)
    .where(and(inArray(labTaskTable.id, shownRows.map(idOf)), isNull(labTaskTable.deleteTime)))
    .orderBy(labTaskTable.project);
  for (const { project } of projects) {
    await assertEditableStage(tx, context.registry, call, project, whileDistributing).catch((error: unknown) => {
      // A task of another organization gives the same 404 as an unknown one.
      if (error instanceof Error && 'status' in error && error.status === 404) throw notFound(labTaskTexts.gone);
      throw error;
    });
  }
  return lockTasks(context, tx, call, shownRows.map(idOf));
}

/**
 * Returns each test of the tasks that is outside the accredited scope, once: `苯（GBZ/T 300.66-2017）`. Returns
 * nothing for outsourced tests and for organizations without an annex.
 * @throws Refusal 409 that names the first task whose accreditation ended before the day
 */
async function outsideOf(
  tx: Orm,
  tasks: readonly AnyRow[],
  { methods, hazards }: Awaited<ReturnType<typeof methodsOfHazards>>,
  day: string,
): Promise<string[]> {
  const annex = await accreditationAnnex(tx, tasks[0]?.organizationId ?? null);
  const outsideTitles = new Set<string>();
  for (const { method: id, hazard, hazardName } of tasks) {
    const method = methods.find((candidate) => candidate.id === id);
    if (!method || method.methodKind === 'outsourced') continue;
    const { standardNo } = method;
    const category = hazards.get(Number(hazard))?.category ?? '';
    const scope = scopeOf(annex, { hazard: Number(hazard), category, standardNo, day });
    if (scope?.state === 'ended')
      throw conflict(
        accreditationTexts.ended(String(hazardName), standardNo, scope.annexItem?.validUntil ?? ''),
        'scopeEnded',
      );
    if (scope?.state === 'outside') outsideTitles.add(`${String(hazardName)}（${standardNo}）`);
  }
  return [...outsideTitles];
}

/**
 * Requires for each task a method in force that measures its hazard.
 * @returns the tests outside the accredited scope
 * @throws Refusal 409 that names the first task without such a method, or whose accreditation ended
 */
async function assertMethods(tx: Orm, tasks: readonly AnyRow[], day: string): Promise<string[]> {
  const library = await methodsOfHazards(tx, {
    hazards: [...new Set(tasks.map(({ hazard }) => Number(hazard)))],
    methods: tasks.flatMap(({ method }) => (method === null ? [] : [Number(method)])),
    organizationId: tasks[0]?.organizationId ?? null,
  });
  const measures = new Set(library.items.map((item) => `${item.method} ${item.hazard}`));
  for (const task of tasks) {
    const method = library.methods.find(({ id }) => id === task.method);
    if (!method) throw conflict(labTaskTexts.noMethod(...nameOf(task)), 'noMethod');
    if (!isInForce(method, day)) throw conflict(labTaskTexts.methodGone(method.title), 'methodGone');
    if (!measures.has(`${method.id} ${String(task.hazard)}`))
      throw conflict(labTaskTexts.notMeasured(method.title, String(task.hazardName)), 'notMeasured');
  }
  return outsideOf(tx, tasks, library, day);
}

/**
 * Distributes tasks to an analyst, all or none.
 * @throws Refusal 404 for a task that the viewer may not see; 409 for a task distributed meanwhile, a voided sample,
 * a method that does not measure the hazard or whose accreditation ended, or a person not authorised for all of the
 * methods today
 */
export async function distributeTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
  personId: number,
): Promise<string> {
  const { services, registry } = context;
  const { tasks, samples } = await lockSeenTasks(context, tx, call, shownRows);
  for (const task of tasks) {
    const sample = samples.get(Number(task.sample));
    if (sample?.state === 'voided') throw conflict(labTaskTexts.sampleVoided(String(task.sampleNo)), 'sampleVoided');
    if (task.state === 'waiting') continue;
    if (task.analyst)
      throw conflict(labTaskTexts.heldByOther(...nameOf(task), await analystName(tx, task.analyst)), 'heldByOther');
    throw conflict(labTaskTexts.notWaiting(...nameOf(task), stateLabel(task.state)), 'wrongState');
  }
  assertSeenVersion(tasks, shownRows, titleOf);
  const day = formatDay(services.now(), services.env.zone);
  const outsideTitles = await assertMethods(tx, tasks, day);
  const [analyst] = await ableAnalysts(tx, {
    organizationId: tasks[0]?.organizationId ?? 0,
    methods: tasks.map(({ method }) => Number(method)),
    on: day,
    persons: [personId],
  });
  if (!analyst) throw notFound(labTaskTexts.personGone);
  if (!analyst.able) throw conflict(analyst.why.slice(0, 3).join('；'), 'notAuthorised');
  await moveRows(services, tx, call, movedTask(registry), tasks, 'distribute', {
    changes: {
      analyst: personId,
      distributedBy: call.viewer.user.id,
      distributedAt: services.now(),
      stateReason: null,
    },
  });
  await moveSamplesToTaskState(context, tx, call, shownRows.map(idOf));
  return `${labTaskTexts.distributed(tasks.length, analyst.name)}${outsideTitles.length ? accreditationTexts.distributed(outsideTitles) : ''}`;
}

/**
 * Returns the analyst of the other samples of a plan row, if all their tasks belong to one person.
 * @throws Refusal 400 if nobody or several people have them
 */
export async function holderOfRow(tx: Orm, planRow: number): Promise<number> {
  const rows = await tx
    .selectDistinct({ analyst: labTaskTable.analyst })
    .from(labTaskTable)
    .where(
      and(
        eq(labTaskTable.sampleSiteHazardId, planRow),
        isNotNull(labTaskTable.analyst),
        inArray(labTaskTable.state, ['distributed', 'testing', 'completed']),
        isNull(labTaskTable.deleteTime),
      ),
    );
  const [onlyRow, otherRow] = rows;
  if (!onlyRow?.analyst || otherRow) throw invalid([{ field: 'downloadBy', message: labTaskTexts.personNeeded }]);
  return onlyRow.analyst;
}

/**
 * Notifies the people concerned by returned tasks: the person who distributed them, or the analyst from whom the
 * sample keeper took them.
 * @returns a function to call after the commit
 */
async function tellGivenBack(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  tasks: readonly AnyRow[],
  reason: string,
): Promise<(() => Promise<void>)[]> {
  const userId = call.viewer.user.id;
  const tasksByPerson = new Map<number, AnyRow[]>();
  for (const task of tasks) {
    const personId = Number(task.analyst === userId ? task.distributedBy : task.analyst);
    if (personId && personId !== userId) tasksByPerson.set(personId, [...(tasksByPerson.get(personId) ?? []), task]);
  }
  const afterCommit: (() => Promise<void>)[] = [];
  for (const [personId, [first, ...others]] of tasksByPerson)
    if (first) {
      const notify = await registry.tellReturned?.(services, tx, call, {
        entity: labTask,
        row: first,
        what: labTaskTexts.tasksOf(String(first.sampleNo), 1 + others.length),
        people: [personId],
        move: labTaskMachine.moves.find(({ key }) => key === 'giveBack')?.label ?? '',
        reason: reason.trim(),
      });
      if (notify) afterCommit.push(notify);
    }
  return afterCommit;
}

/**
 * Returns tasks for another distribution. The sample keeper may return any, an analyst only their own; a task in test
 * can't be returned.
 * @param afterCommit receives functions to call after the commit
 * @throws Refusal 409 for a task in another state, or of another analyst
 */
export async function giveBackTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
  reason: string,
  isKeeper: boolean,
  afterCommit: (() => Promise<void>)[],
): Promise<number> {
  const { services, registry } = context;
  const { tasks } = await lockSeenTasks(context, tx, call, shownRows);
  for (const task of tasks) {
    if (task.state !== 'distributed' || task.sheet !== null)
      throw conflict(labTaskTexts.notGivenBack(...nameOf(task), stateLabel(task.state)), 'wrongState');
    if (!isKeeper && task.analyst !== call.viewer.user.id)
      throw conflict(labTaskTexts.notYours(String(task.sampleNo), await analystName(tx, task.analyst)), 'notYours');
  }
  assertSeenVersion(tasks, shownRows, titleOf);
  await moveRows(services, tx, call, movedTask(registry), tasks, 'giveBack', {
    reason,
    changes: { analyst: null, distributedBy: null, distributedAt: null, stateReason: reason.trim() },
  });
  await moveSamplesToTaskState(context, tx, call, shownRows.map(idOf), reason);
  afterCommit.push(...(await tellGivenBack(context, tx, call, tasks, reason)));
  return tasks.length;
}

export interface Arrangement {
  readonly method?: number | undefined;
  readonly dueOn?: string | null | undefined;
}

/**
 * Locks tasks whose method or due date is changed. Both may change for waiting tasks, only the due date for
 * distributed ones.
 * @throws Refusal 409 for a task in another state
 */
export async function lockForArranging(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
  { method }: Arrangement,
): Promise<AnyRow[]> {
  const { tasks } = await lockSeenTasks(context, tx, call, shownRows);
  const openStates = method === undefined ? ['waiting', 'distributed', 'testing'] : ['waiting'];
  const closedTask = tasks.find(({ state }) => !openStates.includes(String(state)));
  if (closedTask)
    throw conflict(labTaskTexts.notArranged(...nameOf(closedTask), stateLabel(closedTask.state)), 'wrongState');
  assertSeenVersion(tasks, shownRows, titleOf);
  if (method !== undefined)
    await assertMethods(
      tx,
      tasks.map((task) => ({ ...task, method })),
      formatDay(context.services.now(), context.services.env.zone),
    );
  return tasks;
}

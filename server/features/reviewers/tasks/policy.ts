import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { perTransaction } from '@server/crud/cachePerTransaction';
import { dictLabel } from '@server/crud/dictLabel';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import {
  inspectUnitTable,
  outsideFindingTable,
  outsideItemTable,
  outsideTaskTable,
  projectTable,
} from '@server/db/schema';
import { conflict, forbidden, invalid } from '@server/http/errors';
import { lockOutsideTask, type StoredTask, todayOf } from '../reviewerRows';

const refuse = (field: string, message: string) => invalid([{ field, message }]);

/** Adds the unit and type of the checked project, because an external reviewer may not see their rows. */
const unitsOfTasks: NonNullable<Policy['addDisplayValues']> = async (orm, rows) => {
  const ids = [...new Set(rows.map(({ project }) => Number(project)))];
  const projects = await orm
    .select({
      id: projectTable.id,
      unitName: inspectUnitTable.unitName,
      type: projectTable.type,
      organizationId: projectTable.organizationId,
    })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(inArray(projectTable.id, ids));
  const projectById = new Map(projects.map((row) => [row.id, row]));
  const kinds = new Map<string, string | null>();
  for (const { type, organizationId } of projects)
    kinds.set(type, await dictLabel(orm, 'projectType', type, organizationId));
  return rows.map(({ project }) => {
    const projectRow = projectById.get(Number(project));
    return {
      unitName: projectRow?.unitName ?? null,
      projectType: projectRow ? (kinds.get(projectRow.type) ?? null) : null,
    };
  });
};

const fixedFields = ['project', 'reviewer', 'checkForm'] as const;

/**
 * Save rules of tasks. `routes.ts` assigns them; afterwards only the request and its deadline can be changed, until
 * the check is submitted.
 */
export const taskPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => eq(outsideTaskTable.reviewer, userId),
  disabledOperations: ['add', 'copy', 'del', 'restore', 'status', 'import'],
  addDisplayValues: unitsOfTasks,
  async beforeSave(draft, { before, services }) {
    const today = todayOf(services);
    if (before && before.dueOn !== draft.dueOn && String(draft.dueOn) < today)
      throw refuse('dueOn', outsideTexts.dayPast(today));
    if (before && fixedFields.some((name) => before[name] !== draft[name]))
      throw conflict(outsideTexts.fixed, 'locked');
    return {};
  },
  async assertOpen(_row, { call }) {
    if (call.viewer.outside) throw forbidden();
  },
};

/** Returns the condition for parts of the tasks assigned to a reviewer. */
const ofReviewer = (task: typeof outsideItemTable.task | typeof outsideFindingTable.task, userId: number): SQL =>
  sql`${task} in (select ${outsideTaskTable.id} from ${outsideTaskTable}
    where ${outsideTaskTable.reviewer} = ${userId})`;

/**
 * Locks the task while it is being checked, only for its reviewer.
 * @throws Refusal 404, 403, 409
 */
async function checkedTask({ registry, tx, call }: DeleteContext, id: number): Promise<StoredTask> {
  const task = await perTransaction(tx, `outsideTask:${id}`, () => lockOutsideTask(tx, registry, call, id, 'update'));
  if (task.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
  if (task.state !== 'checking') throw conflict(outsideTexts.notChecking, 'wrongState');
  return task;
}

/** Save rules of the lines of a check form: created with the task and judged together. */
export const itemPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => ofReviewer(outsideItemTable.task, userId),
  partOf: 'task',
  savedTogether: true,
  disabledOperations: ['add', 'copy', 'del', 'restore', 'status', 'import'],
  async beforeSave(draft, context) {
    const { before } = context;
    if (!before) return {};
    await checkedTask(context, Number(before.task));
    const fullScore = String(before.fullScore ?? '0');
    const score = typeof draft.score === 'string' ? draft.score : null;
    if (score !== null && Number(score) > Number(fullScore)) throw refuse('score', outsideTexts.scoreAbove(fullScore));
    if (draft.result === 'no' && !draft.remark) throw refuse('remark', outsideTexts.remarkNeeded);
    // A score stays empty until it is typed, so that it follows a changed result.
    return { score: draft.result === 'yes' || draft.result === 'no' ? score : null };
  },
  async assertOpen(row, context) {
    await checkedTask(context, Number(row.task));
  },
};

/** Stores the number of findings on the task. It decides which of the task's two moves is possible. */
async function countFindings(tx: Orm, taskId: number): Promise<void> {
  const [countRow] = await tx
    .select({ many: count() })
    .from(outsideFindingTable)
    .where(and(eq(outsideFindingTable.task, taskId), isNull(outsideFindingTable.deleteTime)));
  await tx
    .update(outsideTaskTable)
    .set({ findingCount: countRow?.many ?? 0 })
    .where(eq(outsideTaskTable.id, taskId));
}

/**
 * Save rules of findings: the reviewer writes them during the check. Answers and verdicts have their own calls
 * (`taskFindings.ts`).
 */
export const findingPolicy: Policy = {
  ignoresDataScope: true,
  outsideScope: (userId) => ofReviewer(outsideFindingTable.task, userId),
  partOf: 'task',
  disabledOperations: ['copy', 'restore', 'status', 'import'],
  async beforeSave(draft, context) {
    if (context.before && context.before.task !== draft.task) throw conflict(outsideTexts.fixed, 'locked');
    const { taskNo, id } = await checkedTask(context, Number(draft.task));
    if (context.before) return {};
    // Numbers of deleted findings are not reused.
    const [countRow] = await context.tx
      .select({ many: count() })
      .from(outsideFindingTable)
      .where(eq(outsideFindingTable.task, id));
    return { findingNo: `${taskNo ?? ''}-${String((countRow?.many ?? 0) + 1).padStart(2, '0')}` };
  },
  async assertOpen(row, context) {
    await checkedTask(context, Number(row.task));
  },
  afterSave: (row, { tx }) => countFindings(tx, Number(row.task)),
  async afterDelete(rows, { tx }) {
    for (const taskId of new Set(rows.map((row) => Number(row.task)))) await countFindings(tx, taskId);
  },
};

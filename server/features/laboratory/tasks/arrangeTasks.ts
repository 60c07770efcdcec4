import { eq, inArray, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { isInForce } from '@contract/features/fieldwork/plan/planFacts';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import type { MeasuringMethod } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labMethodTable, labTaskTable } from '@server/db/schema';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import { invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { type Arrangement, lockForArranging } from './distributeTasks';

/**
 * Changes the method (only of waiting tasks) or the due date of tasks, all or none, with an audit line for each
 * changed task.
 * @throws Refusal 400 if neither method nor due date is given
 */
export async function arrangeTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
  arrangement: Arrangement,
): Promise<number> {
  const { method, dueOn } = arrangement;
  if (method === undefined && dueOn === undefined)
    throw invalid([{ field: 'method', message: labTaskTexts.nothingToArrange }]);
  const tasks = await lockForArranging(context, tx, call, shownRows, arrangement);
  const [kind] =
    method === undefined
      ? []
      : await tx
          .select({ methodKind: labMethodTable.methodKind })
          .from(labMethodTable)
          .where(eq(labMethodTable.id, method));
  const changes: Readonly<Record<string, unknown>> = {
    ...(method === undefined ? {} : { method, methodKind: kind?.methodKind ?? null }),
    ...(dueOn === undefined ? {} : { dueOn }),
  };
  const changedFields = (task: AnyRow) => Object.keys(changes).filter((name) => changes[name] !== task[name]);
  const changedTasks = tasks.filter((task) => changedFields(task).length > 0);
  if (!changedTasks.length) return tasks.length;
  await tx
    .update(labTaskTable)
    .set({
      ...changes,
      version: sql`${labTaskTable.version} + 1`,
      updateBy: call.viewer.user.id,
      updateTime: context.services.now(),
    } as never)
    .where(
      inArray(
        labTaskTable.id,
        changedTasks.map(({ id }) => id),
      ),
    );
  const pickChanged = (task: AnyRow, values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changedFields(task).map((name) => [name, values[name]]));
  await recordAudit(
    tx,
    actorOf(call),
    changedTasks.map((task) => ({
      action: 'edit' as const,
      entity: labTask,
      entityId: task.id,
      title: String(task.sampleNo),
      organizationId: task.organizationId,
      before: pickChanged(task, task),
      after: pickChanged(task, changes),
    })),
  );
  return tasks.length;
}

/** Returns the methods in force that measure a hazard: the choices for a task's method. */
export async function methodsMeasuring(
  { database: { orm }, env, now }: Services,
  { viewer }: Call<unknown>,
  hazardId: number,
): Promise<MeasuringMethod[]> {
  const { methods } = await methodsOfHazards(orm, {
    hazards: [hazardId],
    organizationId: viewer.organizationId ?? viewer.homeOrganizationId,
  });
  const today = formatDay(now(), env.zone);
  return methods
    .filter((method) => isInForce(method, today))
    .map(({ id, title, standardNo }) => ({ id, title, standardNo }));
}

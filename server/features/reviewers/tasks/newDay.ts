import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { outsideTaskTable } from '@server/db/schema';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { conflict, forbidden, invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { nameOnPaper } from '@server/signing/signRows';
import { lockOutsideTask, type StoredTask, todayOf } from '../reviewerRows';
import { notifyAssigner, tellReviewer } from './tellReviewer';

// Change of the day of a check: the reviewer requests it with a reason, the laboratory accepts or refuses. Until then
// the day of the task is valid.

export const askDayBody = z.object({
  id: idSchema,
  version: versionField,
  askedOn: z.iso.date(outsideTexts.dayMissing),
  askedReason: z
    .string({ error: () => outsideTexts.dayReasonMissing })
    .trim()
    .min(1, outsideTexts.dayReasonMissing)
    .max(300, '原因不能超过300个字'),
});
export const answerDayBody = z.object({
  id: idSchema,
  version: versionField,
  agreed: z.boolean({ error: () => '请选择是否同意' }),
});

type NewDayChanges = Partial<Pick<StoredTask, 'askedOn' | 'askedReason' | 'dueOn'>>;

async function changeTask(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  task: StoredTask,
  changes: NewDayChanges,
): Promise<void> {
  const stamp = { version: task.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() };
  await tx
    .update(outsideTaskTable)
    .set({ ...changes, ...stamp })
    .where(eq(outsideTaskTable.id, task.id));
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, task[name as keyof NewDayChanges]]));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: outsideTask,
      entityId: task.id,
      title: task.taskNo,
      organizationId: task.organizationId,
      before,
      after: changes,
    },
  ]);
}

async function openTask(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<{ readonly id: number; readonly version: number }>,
): Promise<StoredTask> {
  const task = await lockOutsideTask(tx, registry, call, call.body.id, 'update');
  if (task.state !== 'assigned' && task.state !== 'checking') throw conflict(outsideTexts.dayTooLate, 'wrongState');
  if (task.version !== call.body.version) throw conflict('任务已被他人修改，请刷新后重试', 'stale');
  return task;
}

/**
 * Performs 申请改期; only the reviewer of the task may do so.
 * @throws Refusal 400, 403, 404, 409
 */
export async function requestOtherDay(
  context: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof askDayBody>>,
): Promise<void> {
  const task = await openTask(context, tx, call);
  if (task.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
  const { askedOn, askedReason } = call.body;
  const today = todayOf(context.services);
  if (askedOn < today) throw invalid([{ field: 'askedOn', message: outsideTexts.dayPast(today) }]);
  await changeTask(context, tx, call, task, { askedOn, askedReason });
  const no = task.taskNo ?? '';
  await notifyAssigner(context.services, tx, call, task as never, {
    title: outsideTexts.dayAskedTitle(no),
    text: outsideTexts.dayAskedText(no, await nameOnPaper(tx, call.viewer.user), askedOn, askedReason),
  });
}

/**
 * Stores the laboratory's answer.
 * @returns the day that is now valid
 * @throws Refusal 403, 404, 409
 */
export async function answerDayRequest(
  context: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof answerDayBody>>,
): Promise<string> {
  if (call.viewer.outside) throw forbidden();
  const task = await openTask(context, tx, call);
  if (task.askedOn === null) throw conflict(outsideTexts.noDayAsked, 'wrongState');
  const { agreed } = call.body;
  const dueOn = agreed ? task.askedOn : task.dueOn;
  await changeTask(context, tx, call, task, { dueOn, askedOn: null, askedReason: null });
  const no = task.taskNo ?? '';
  await tellReviewer(context.services, tx, call, task as never, {
    title: outsideTexts.dayAnsweredTitle(no, agreed),
    text: outsideTexts.dayAnsweredText(no, dueOn),
  });
  return dueOn;
}

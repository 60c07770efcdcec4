import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows } from '@server/crud/operations';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { outsideFindingTable } from '@server/db/schema';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { conflict, forbidden, invalid, notFound, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockOutsideTask, type StoredTask } from '../reviewerRows';

export const answerBody = z.object({
  id: idSchema,
  version: versionField,
  answer: z
    .string({ error: () => outsideTexts.answerNeeded })
    .trim()
    .min(1, outsideTexts.answerNeeded)
    .max(1000, '整改答复不能超过1000个字'),
  answerFile: z.uuid({ error: () => '请重新上传答复附件' }).nullish(),
});
export const verdictBody = z.object({
  id: idSchema,
  version: versionField,
  verdict: z.enum(['accepted', 'rejected'], { error: () => outsideTexts.verdictNeeded }),
  verdictRemark: z.string().trim().max(500, '复核说明不能超过500个字').default(''),
});

type StoredFinding = typeof outsideFindingTable.$inferSelect;

async function changeFinding(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  request: { readonly id: number; readonly version: number },
  assert: (task: StoredTask) => void,
  changesOf: (finding: StoredFinding) => Partial<StoredFinding>,
): Promise<void> {
  const resource = context.registry.named('outsideFinding');
  const condition = and(
    eq(outsideFindingTable.id, request.id),
    undeletedRows(resource),
    scopeOf(resource, call.viewer),
  );
  const [visibleFinding] = await tx
    .select({ task: outsideFindingTable.task })
    .from(outsideFindingTable)
    .where(condition);
  if (!visibleFinding) throw notFound();
  // The task is locked before its finding, in the same order as everywhere.
  assert(await lockOutsideTask(tx, context.registry, call, visibleFinding.task));
  const [finding] = await tx.select().from(outsideFindingTable).where(condition).for('update');
  if (finding?.version !== request.version)
    throw stale(
      (await findVisibleRows({ ...context, resource, call }, tx, [request.id], false))[0] ?? { id: request.id },
    );
  const changes = changesOf(finding);
  const userId = call.viewer.user.id;
  await tx
    .update(outsideFindingTable)
    .set({ ...changes, version: finding.version + 1, updateBy: userId, updateTime: context.services.now() })
    .where(eq(outsideFindingTable.id, finding.id));
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, finding[name as keyof StoredFinding]]));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: resource.entity,
      entityId: finding.id,
      title: finding.findingNo,
      organizationId: finding.organizationId,
      before,
      after: changes,
    },
  ]);
}

/**
 * Stores the laboratory's 答复 while the task waits for it. A rejected finding has to be judged again.
 * @throws Refusal 403; 409 in another state
 */
export async function answerFinding(
  context: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof answerBody>>,
): Promise<void> {
  const { answer, answerFile = null } = call.body;
  if (call.viewer.outside) throw forbidden();
  if (answerFile)
    await assertReferences(
      { ...context, resource: context.registry.named('outsideFinding'), call },
      tx,
      { answerFile },
      null,
    );
  await changeFinding(
    context,
    tx,
    call,
    call.body,
    ({ state }) => {
      if (state !== 'awaitingAnswer') throw conflict(outsideTexts.notAnswering, 'wrongState');
    },
    ({ verdict }) => ({
      answer,
      answerFile,
      answeredBy: call.viewer.user.id,
      answeredAt: context.services.now(),
      ...(verdict === 'rejected' ? { verdict: null } : {}),
    }),
  );
}

/**
 * Stores the reviewer's 复核意见 on one finding.
 * @throws Refusal 400 for a rejection without a reason; 403 for another person's task; 409 in another state
 */
export async function judgeFinding(
  context: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof verdictBody>>,
): Promise<void> {
  const { verdict, verdictRemark } = call.body;
  if (verdict === 'rejected' && !verdictRemark)
    throw invalid([{ field: 'verdictRemark', message: outsideTexts.whyRejected }]);
  await changeFinding(
    context,
    tx,
    call,
    call.body,
    ({ state, reviewer }) => {
      if (reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
      if (state !== 'awaitingReview') throw conflict(outsideTexts.notReviewing, 'wrongState');
    },
    () => ({ verdict, verdictRemark: verdictRemark || null }),
  );
}

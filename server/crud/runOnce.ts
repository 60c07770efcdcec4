import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { failures } from '@contract/messages';
import type { Orm } from '@server/db/orm';
import { idempotencyTable } from '@server/db/schema';
import { badRequest, conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Runs the work once per `Idempotency-Key` and person. The key is stored in the same transaction: a second request
 * waits for the first and gets its answer. If the first request failed, nothing is stored and the second one runs.
 * @param work writes everything in `tx`; its answer is stored as JSON
 * @throws Refusal 400 for a key that is too long; 409 where the key was used for another request
 */
export async function once<T>(tx: Orm, call: Call<unknown>, work: () => Promise<T>): Promise<T> {
  const key = call.idempotencyKey;
  if (!key) return work();
  if (key.length > 100) throw badRequest('请求标识过长');
  const route = `${call.request.method} ${new URL(call.request.url).pathname}`;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex');
  const userId = call.viewer.user.id;
  const claimedRows = await tx
    .insert(idempotencyTable)
    .values({ userId, key, route, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyTable.key });
  const ownKey = and(eq(idempotencyTable.userId, userId), eq(idempotencyTable.key, key));
  if (!claimedRows.length) {
    const [earlierRequest] = await tx.select().from(idempotencyTable).where(ownKey);
    if (!earlierRequest) throw conflict(failures.duplicateRequest);
    if (earlierRequest.route !== route || earlierRequest.requestHash !== requestHash)
      throw conflict('同一请求标识不能用于不同的内容');
    return earlierRequest.answer as T;
  }
  const answer = await work();
  await tx.update(idempotencyTable).set({ answer }).where(ownKey);
  return answer;
}

/** Time for which answers are stored, ms. After three days, a repeated key is treated as a new request. */
const retentionMs = 3 * 24 * 3_600_000;

/**
 * Deletes old stored answers.
 * @returns the number of deleted answers
 */
export async function forgetOldAnswers({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const deletedRows = await database.orm
    .delete(idempotencyTable)
    .where(lt(idempotencyTable.createTime, new Date(now().getTime() - retentionMs)))
    .returning({ userId: idempotencyTable.userId });
  return deletedRows.length;
}

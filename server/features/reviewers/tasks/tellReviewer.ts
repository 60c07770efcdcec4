import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import { storeMessage } from '@server/features/notices/systemMessage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

interface ReviewerMessage {
  readonly title: string;
  readonly text: string;
}

/** Sends a message to a task's reviewer, in the transaction of its subject. */
export const tellReviewer = (
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  task: AnyRow,
  message: ReviewerMessage,
): Promise<number | null> => notifyReviewer(services, tx, call, task, Number(task.reviewer), message);

/** Sends a message to the person who assigned the task. */
export const notifyAssigner = (
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  task: AnyRow,
  message: ReviewerMessage,
): Promise<number | null> => notifyReviewer(services, tx, call, task, Number(task.createBy ?? 0), message);

async function notifyReviewer(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  task: AnyRow,
  reviewerId: number,
  { title, text }: ReviewerMessage,
): Promise<number | null> {
  const [person] = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .where(eq(userTable.id, reviewerId));
  return person
    ? storeMessage(services, tx, call, {
        title,
        text,
        priority: '1',
        organizationId: task.organizationId,
        people: [person],
      })
    : null;
}

import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { userTable } from '@server/db/schema';
import type { Orm } from '@server/db/orm';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { storeMessage } from '@server/features/notices/systemMessage';

/** A message to a task's reviewer, in the transaction of what it is about. */
export async function tellReviewer(services: Services, tx: Orm, call: Call<unknown>, task: AnyRow, { title, text }: { readonly title: string; readonly text: string }): Promise<number | null> {
  const [person] = await tx.select({ id: userTable.id, nickName: userTable.nickName }).from(userTable).where(eq(userTable.id, Number(task.reviewer)));
  return person ? storeMessage(services, tx, call, { title, text, priority: '1', organizationId: task.organizationId, people: [person] }) : null;
}

import { jobTexts } from '@contract/jobTexts';
import { and, eq, isNull } from 'drizzle-orm';
import { jobRunTable, userTable } from '../db/schema';
import type { Services } from '../services';
import { systemCall } from '../systemCall';
import { pushMessage, storeMessage } from '../systemMessage';
import { isKnownCause } from './book';
import type { Job } from './job';

/** Tells platform administrators that a run failed, once a cause. */
export async function tellOfFailure(services: Services, job: Job, run: number, result: string): Promise<void> {
  const messages: { people: number[]; msgId: number }[] = [];
  await services.database.transaction(async (tx) => {
    if (await isKnownCause(tx, job, result, services.now())) return;
    const people = await tx.select({ id: userTable.id, nickName: userTable.nickName, organizationId: userTable.organizationId }).from(userTable).where(and(eq(userTable.isAdmin, true), eq(userTable.enabled, '1'), isNull(userTable.deleteTime))).orderBy(userTable.id);
    if (people.length === 0) return;
    await tx.update(jobRunTable).set({ told: true }).where(eq(jobRunTable.id, run));
    for (const organizationId of new Set(people.map((person) => person.organizationId))) {
      const own = people.filter((person) => person.organizationId === organizationId);
      const msgId = await storeMessage(services, tx, systemCall(jobTexts.worker), { title: jobTexts.alarmTitle(job.title), text: jobTexts.alarmText(job.title, result), priority: '1', organizationId, people: own });
      messages.push({ people: own.map(({ id }) => id), msgId });
    }
  });
  for (const { people, msgId } of messages) await pushMessage(services, people, msgId);
}

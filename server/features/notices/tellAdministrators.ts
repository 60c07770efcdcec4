import { and, eq, isNull } from 'drizzle-orm';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { pushMessage, storeMessage } from './systemMessage';

interface AdministratorMessage {
  /** Name of the program part that sends the message. */
  readonly programPart: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Stores a message for every platform administrator, in the caller's transaction.
 * @returns a function that notifies their browsers, to be called after the commit; null if there is no administrator
 */
export async function storeForAdministrators(
  services: Services,
  tx: Orm,
  { programPart, title, text }: AdministratorMessage,
): Promise<(() => Promise<void>) | null> {
  const people = await tx
    .select({ id: userTable.id, nickName: personName(), organizationId: userTable.organizationId })
    .from(userTable)
    .where(and(eq(userTable.isAdmin, true), eq(userTable.enabled, '1'), isNull(userTable.deleteTime)))
    .orderBy(userTable.id);
  if (people.length === 0) return null;
  const messages: { people: number[]; msgId: number }[] = [];
  for (const organizationId of new Set(people.map((person) => person.organizationId))) {
    const ownPeople = people.filter((person) => person.organizationId === organizationId);
    messages.push({
      people: ownPeople.map(({ id }) => id),
      msgId: await storeMessage(services, tx, systemCall(programPart), {
        title,
        text,
        priority: '1',
        organizationId,
        people: ownPeople,
      }),
    });
  }
  return async () => {
    for (const message of messages) await pushMessage(services, message.people, message.msgId);
  };
}

/** Notifies every platform administrator. */
export async function tellAdministrators(services: Services, notice: AdministratorMessage): Promise<void> {
  const notify = await services.database.transaction((tx) => storeForAdministrators(services, tx, notice));
  await notify?.();
}

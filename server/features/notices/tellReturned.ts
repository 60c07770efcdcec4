import { inArray } from 'drizzle-orm';
import { returnedTexts } from '@contract/workflow/returned';
import type { TellReturned } from '@server/crud/resource';
import { userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from './systemMessage';

/** Sends a message to those to whom a row came back: who sent it, and why. */
export const tellReturned: TellReturned = async (services, tx, call, { entity, row, people, move, reason }) => {
  const receivers = await tx
    .select({ id: userTable.id, nickName: userTable.nickName })
    .from(userTable)
    .where(inArray(userTable.id, [...people]));
  if (!receivers.length) return () => Promise.resolve();
  const what = `${entity.label}${String(row[entity.titleField] ?? '')}`;
  const id = await storeMessage(services, tx, call, {
    title: returnedTexts.title(what),
    text: returnedTexts.text(what, call.viewer.user.nickName, move, reason),
    priority: '1',
    organizationId: row.organizationId,
    people: receivers,
  });
  return () =>
    pushMessage(
      services,
      receivers.map((person) => person.id),
      id,
    );
};

import { inArray } from 'drizzle-orm';
import { returnedTexts } from '@contract/workflow/returnedWork';
import type { TellReturned } from '@server/crud/resource';
import { personName } from '@server/db/distinctNames';
import { userTable } from '@server/db/schema';
import { nameOnPaper } from '@server/signing/signRows';
import { pushMessage, storeMessage } from './systemMessage';

/** Notifies the people to whom a row was returned: who returned it, and why. */
export const tellReturned: TellReturned = async (services, tx, call, returnedRow) => {
  const { entity, row, people, move, reason } = returnedRow;
  if (!people.length) return () => Promise.resolve();
  const receivers = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .where(inArray(userTable.id, [...people]));
  if (!receivers.length) return () => Promise.resolve();
  const subject = returnedRow.what ?? `${entity.label}${String(row[entity.titleField] ?? '')}`;
  const id = await storeMessage(services, tx, call, {
    title: returnedTexts.title(subject),
    text: (returnedRow.what === undefined ? returnedTexts.text : returnedTexts.textOfThings)(
      subject,
      await nameOnPaper(tx, call.viewer.user),
      move,
      reason,
    ),
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

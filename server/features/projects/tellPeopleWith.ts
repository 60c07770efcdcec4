import type { Orm } from '@server/db/orm';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { peopleWith } from './currentHolders';

interface Told {
  readonly organizationId: number;
  /** Each of these permissions is enough to receive the message. */
  readonly permissions: readonly string[];
  readonly title: string;
  readonly text: string;
}

/**
 * Stores a message for the people of an organization with a permission, in the caller's transaction.
 * @returns the push of the message, for after the commit; null where nobody has the permission
 */
export async function tellPeopleWith(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  { organizationId, permissions, title, text }: Told,
): Promise<(() => Promise<void>) | null> {
  const people = await peopleWith(tx, organizationId, permissions);
  if (!people.length) return null;
  const msgId = await storeMessage(services, tx, call, { title, text, priority: '1', organizationId, people });
  return () =>
    pushMessage(
      services,
      people.map(({ id }) => id),
      msgId,
    );
}

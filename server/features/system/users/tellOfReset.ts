import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { storeMessage } from '@server/features/notices/systemMessage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

interface NotifiedPerson {
  readonly id: number;
  readonly nickName: string;
  readonly organizationId: number | null;
}

/**
 * Notifies a person that somebody else has set their password, in the same transaction: by a notice, and by mail if
 * the person receives mail.
 * @returns id of the notice
 */
export function tellOfReset(services: Services, tx: Orm, call: Call<unknown>, person: NotifiedPerson): Promise<number> {
  const text = passwordTexts.resetText(call.viewer.user.nickName, formatMoment(services.now(), services.env.zone));
  return storeMessage(services, tx, call, {
    title: passwordTexts.resetTitle,
    text,
    priority: '2',
    organizationId: person.organizationId,
    people: [person],
  });
}

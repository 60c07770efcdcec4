import { escapeHtml } from '@server/base/escapeHtml';
import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { announcementTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { nameOnPaper } from '@server/signing/signRows';
import { storeCopies } from './noticeCopies';

interface SystemMessage {
  readonly title: string;
  readonly text: string;
  /** Priority: 0 general, 1 important, 2 urgent. */
  readonly priority: '0' | '1' | '2';
  readonly organizationId: number | null;
  readonly people: readonly { readonly id: number; readonly nickName: string }[];
}

/**
 * Stores a system message with a copy for each person, in the caller's transaction. Returns its id, for `pushMessage`
 * after the commit.
 */
export async function storeMessage(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  { title, text, priority, organizationId, people }: SystemMessage,
): Promise<number> {
  const { user } = call.viewer;
  const now = services.now();
  const sentFields = { sendStatus: '1', sendTime: now } as const;
  const [insertedRow] = await tx
    .insert(announcementTable)
    .values({
      titile: title,
      msgAbstract: text,
      msgContent: `<p>${escapeHtml(text)}</p>`,
      msgCategory: '2',
      priority,
      senderName: await nameOnPaper(tx, user),
      organizationId,
      createBy: user.id,
      updateBy: user.id,
      ...pinyinOf(title),
      ...sentFields,
    })
    .returning({ id: announcementTable.id });
  const id = insertedRow?.id as number;
  await storeCopies(services, tx, {
    anntId: id,
    priority,
    createBy: user.id,
    people: people.map((person) => ({ ...person, organizationId })),
  });
  return id;
}

/** Pushes a message to the browsers of its recipients; a browser without a push polls later. */
export async function pushMessage(services: Services, personIds: readonly number[], msgId: number): Promise<void> {
  await services.push
    .send([...personIds], { cmd: 'user', msgId })
    .catch((error: unknown) => services.log.warn({ err: error, msgId }, 'a message was not pushed'));
}

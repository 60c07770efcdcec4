import { create } from 'zustand';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useSession } from '@/session/sessionStore';
import { addItem, putItem, removeItem, type SealedItem, wholeQueue } from './database';
import { outboxTexts } from './outboxTexts';
import { again, type NewItem, type OutboxItem, queueOf } from './queue';
import { itemWritten, onSealing } from './sealing';

export interface Outbox {
  /** Of everybody who has used this browser, in their order. */
  readonly items: readonly OutboxItem[];
  /** Of those who are not signed in. */
  readonly sealed: readonly SealedItem[];
  /** Read at least once. */
  readonly ready: boolean;
  readonly sending: boolean;
  /** The place of the item that is on its way now. */
  readonly current: number | null;
}

/** A picture of the queue in the database, which is the truth. */
export const useOutbox = create<Outbox>()(() => ({
  items: [],
  sealed: [],
  ready: false,
  sending: false,
  current: null,
}));

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('field-work');

/** Tells the other tabs that the queue is another. */
const tell = () => channel?.postMessage('changed');

export async function readOutbox(): Promise<void> {
  try {
    useOutbox.setState({ ...(await wholeQueue()), ready: true });
  } catch {
    // A browser that keeps nothing has no queue either; whoever writes is told.
    useOutbox.setState({ ready: true });
  }
}

channel?.addEventListener('message', () => void readOutbox());

export const outboxChanged = async (): Promise<void> => {
  await readOutbox();
  tell();
};

type Wish = () => void;
let wish: Wish = () => undefined;

/** The runner asks to be told when there is something to send. */
export const onWish = (next: Wish): void => void (wish = next);

/** There may be something to send now that there was not before. */
async function queueChanged(): Promise<void> {
  await outboxChanged();
  wish();
}

onSealing(() => void queueChanged());

const quotaExceeded = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Takes a write into the queue: when this resolves it is on the disk, network or none, and will be sent once. Rejects,
 * with the person told, where the browser keeps nothing.
 */
export async function enqueue({ id = newId(), files = [], ...given }: NewItem): Promise<string> {
  const { user } = useSession.getState();
  if (!user) throw new Error('nobody is signed in');
  try {
    await addItem({
      ...given,
      id,
      files,
      userId: user.id,
      userName: user.nickName,
      at: Date.now(),
      tries: 0,
      nextAt: 0,
      refused: null,
    });
  } catch (error) {
    feedback.notify('error', quotaExceeded(error) ? outboxTexts.full : outboxTexts.noStore);
    throw error;
  }
  itemWritten(user.id);
  await queueChanged();
  return id;
}

/** Sends a refused item again, changed where a body is given: that is another request under another key. */
export async function resend(item: OutboxItem, body?: unknown): Promise<void> {
  await putItem(body === undefined ? again(item) : again(item, body, newId()));
  await queueChanged();
}

export async function discard(item: OutboxItem): Promise<void> {
  await removeItem(item.seq);
  await queueChanged();
}

export const askAndDiscard = async (item: OutboxItem): Promise<void> => {
  if (
    await feedback.confirm(outboxTexts.confirmDiscard(item.title), {
      okText: outboxTexts.discard,
      cancelText: '保留',
      danger: true,
    })
  )
    await discard(item);
};

/** What the signed-in person has made and the server has not got, in order. */
export function useOwnQueue(): OutboxItem[] {
  const userId = useSession((session) => session.user?.id);
  const items = useOutbox((state) => state.items);
  return userId === undefined ? [] : queueOf(items, userId);
}

import { create } from 'zustand';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useSession } from '@/session/sessionStore';
import { itemWritten, onSealing } from './encryptUnsentWork';
import { addItem, putItem, removeItem, type SealedItem, itemsOfAllPeople } from './outboxDatabase';
import { itemToResend, type NewItem, type OutboxItem, queueOf } from './outboxRules';
import { outboxTexts } from './outboxTexts';

interface OutboxState {
  /** Items of all people who have used this browser, in order. */
  readonly items: readonly OutboxItem[];
  /** Items of people who are signed out. */
  readonly sealed: readonly SealedItem[];
  /** The queue has been read at least once. */
  readonly ready: boolean;
  readonly sending: boolean;
  /** Position of the item that is being sent. */
  readonly current: number | null;
}

/** Copy in memory of the queue in IndexedDB (`outboxDatabase.ts`). The database has priority. */
export const useOutbox = create<OutboxState>()(() => ({
  items: [],
  sealed: [],
  ready: false,
  sending: false,
  current: null,
}));

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('field-work');

/** Notifies the other tabs that the queue has changed. */
const notifyTabs = () => channel?.postMessage('changed');

export async function readOutbox(): Promise<void> {
  try {
    useOutbox.setState({ ...(await itemsOfAllPeople()), ready: true });
  } catch {
    // A browser without storage has no queue; writing to it shows an error.
    useOutbox.setState({ ready: true });
  }
}

channel?.addEventListener('message', () => void readOutbox());

export const outboxChanged = async (): Promise<void> => {
  await readOutbox();
  notifyTabs();
};

type WishHandler = () => void;
let wishHandler: WishHandler = () => undefined;

/** Registers the runner, which is called when there may be something to send. */
export const onSendRequest = (nextWishHandler: WishHandler): void => void (wishHandler = nextWishHandler);

/** Reads the queue again and calls the runner. */
async function queueChanged(): Promise<void> {
  await outboxChanged();
  wishHandler();
}

onSealing(() => void queueChanged());

const quotaExceeded = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Adds a request to the queue. When the promise resolves, the request is stored on the disk and will be sent exactly
 * once, with or without a network. Rejects, after notifying the person, if the browser has no storage.
 */
export async function enqueueItem({ id = newId(), files = [], ...given }: NewItem): Promise<string> {
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

/** Sends a refused item again. With another body it becomes a new request with a new key. */
export async function resendItem(item: OutboxItem, body?: unknown): Promise<void> {
  await putItem(body === undefined ? itemToResend(item) : itemToResend(item, body, newId()));
  await queueChanged();
}

async function discardItem(item: OutboxItem): Promise<void> {
  await removeItem(item.seq);
  await queueChanged();
}

export const confirmAndDiscard = async (outboxItem: OutboxItem): Promise<void> => {
  if (
    await feedback.confirm(outboxTexts.confirmDiscard(outboxItem.title), {
      okText: outboxTexts.discard,
      cancelText: '保留',
      danger: true,
    })
  )
    await discardItem(outboxItem);
};

/** Returns the signed-in person's unsent items, in order. */
export function useOwnQueue(): OutboxItem[] {
  const userId = useSession((session) => session.user?.id);
  const outboxItems = useOutbox((state) => state.items);
  return userId === undefined ? [] : queueOf(outboxItems, userId);
}

import { failureOf } from '@/api/callFailures';
import { onSessionEnd, useSession } from '@/session/sessionStore';
import { allItems, forgetCachedAnswers, putItem, removeItem } from './outboxDatabase';
import { itemAfterFailure, isTemporaryFailure, nextToSend, type OutboxItem, queueOf } from './outboxRules';
import { onSendRequest, outboxChanged, readOutbox, useOutbox } from './outboxState';
import { sendItem } from './sendItem';

/** Interval in ms between two checks of the queue. */
const checkIntervalMs = 15_000;

type ArrivalHandler = (outboxItem: OutboxItem, answer: unknown) => void | Promise<void>;
const arrivalHandlers = new Set<ArrivalHandler>();

/** Registers a listener for every item that the server has accepted, with its answer. */
export function onArrival(listener: ArrivalHandler): () => void {
  arrivalHandlers.add(listener);
  return () => void arrivalHandlers.delete(listener);
}

/** Sends items until none is due or a passing failure stops it. */
async function sendDueItems(userId: number, urgent: boolean): Promise<void> {
  for (let isUrgent = urgent; ;) {
    if (useSession.getState().user?.id !== userId) return;
    const outboxItem = nextToSend(queueOf(await allItems(), userId), Date.now(), isUrgent);
    if (!outboxItem) return;
    useOutbox.setState({ current: outboxItem.seq });
    try {
      const answer = await sendItem(outboxItem);
      await removeItem(outboxItem.seq);
      for (const listener of arrivalHandlers) await listener(outboxItem, answer);
    } catch (error) {
      const failure = failureOf(error);
      // Reads the item again, because its files may have been uploaded meanwhile.
      const currentItem = (await allItems()).find(({ seq }) => seq === outboxItem.seq);
      if (currentItem) await putItem(itemAfterFailure(currentItem, failure, Date.now()));
      if (isTemporaryFailure(failure)) return;
    } finally {
      await outboxChanged();
    }
    // After a success the other items need not wait for their time.
    isUrgent = true;
  }
}

let isRunning = false;
let requestedRun: { urgent: boolean } | null = null;

/** Sends the queue one by one, in one tab of the browser at a time. */
export async function runOutbox(urgent = false): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) return;
  if (isRunning) {
    requestedRun = { urgent: urgent || requestedRun?.urgent === true };
    return;
  }
  isRunning = true;
  try {
    const work = async () => {
      useOutbox.setState({ sending: true });
      await sendDueItems(userId, urgent).finally(() => useOutbox.setState({ sending: false, current: null }));
    };
    // QUALITY FT5: two tabs share one queue. In an old browser without the lock, the idempotency keys still prevent a
    // second row.
    if (navigator.locks)
      await navigator.locks.request(`outbox-${userId}`, { ifAvailable: true }, async (lock) =>
        lock ? work() : undefined,
      );
    else await work();
  } finally {
    isRunning = false;
  }
  const next = requestedRun;
  requestedRun = null;
  if (next) await runOutbox(next.urgent);
}

// An error of the database must not stop the timer; the items are unchanged.
const startRun = (urgent: boolean) => void runOutbox(urgent).catch(() => undefined);

/**
 * Runs the queue while a person is signed in: when the network returns, when the window becomes visible, and every 15
 * s.
 */
export function startOutbox(userId: number): () => void {
  void readOutbox();
  void forgetCachedAnswers(userId).catch(() => undefined);
  const urgently = () => startRun(true);
  const runWhenVisible = () => {
    if (document.visibilityState === 'visible') startRun(true);
  };
  onSendRequest(urgently);
  const timer = setInterval(() => {
    if (navigator.onLine) startRun(false);
  }, checkIntervalMs);
  window.addEventListener('online', urgently);
  window.addEventListener('focus', urgently);
  document.addEventListener('visibilitychange', runWhenVisible);
  startRun(true);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', urgently);
    window.removeEventListener('focus', urgently);
    document.removeEventListener('visibilitychange', runWhenVisible);
    onSendRequest(() => undefined);
  };
}

// Stored answers are deleted with the session; the queue stays for its owner.
onSessionEnd(() => forgetCachedAnswers().catch(() => undefined));

import { useSession } from '@/session/sessionStore';
import { keep, keptOf } from './outboxDatabase';

const keyOf = (userId: number, what: string): string => `${userId}/${what}`;

/** Stores an answer of the server for this person, for work without a network. A full disk is ignored. */
export async function storeAnswer(what: string, value: unknown): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (userId !== undefined)
    await keep({ key: keyOf(userId, what), userId, at: Date.now(), value }).catch(() => undefined);
}

/** Returns the last stored answer and the time in ms when it arrived. */
export async function storedAnswer<T>(what: string): Promise<{ value: T; at: number } | undefined> {
  const userId = useSession.getState().user?.id;
  const found = userId === undefined ? undefined : await keptOf(keyOf(userId, what)).catch(() => undefined);
  return found && { value: found.value as T, at: found.at };
}

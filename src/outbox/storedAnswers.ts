import { useSession } from '@/session/sessionStore';
import { cacheAnswer, cachedAnswerOf } from './outboxDatabase';

const keyOf = (userId: number, name: string): string => `${userId}/${name}`;

/** Stores an answer of the server for this person, for work without a network. A full disk is ignored. */
export async function storeAnswer(name: string, value: unknown): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (userId !== undefined)
    await cacheAnswer({ key: keyOf(userId, name), userId, at: Date.now(), value }).catch(() => undefined);
}

/** Returns the last stored answer and the time in ms when it arrived. */
export async function storedAnswer<T>(name: string): Promise<{ value: T; at: number } | undefined> {
  const userId = useSession.getState().user?.id;
  const entry = userId === undefined ? undefined : await cachedAnswerOf(keyOf(userId, name)).catch(() => undefined);
  return entry && { value: entry.value as T, at: entry.at };
}

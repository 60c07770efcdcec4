import { z } from 'zod';
import { administratorChanges } from '@contract/wire';
import type { Database } from '@server/db/openDatabase';
import type { Push, PushListener } from '@server/services';

const channel = 'push';
/**
 * Highest number of ids in one notification. PostgreSQL allows 7,999 bytes: 500 ids of eleven characters, and the
 * message.
 */
const maxIds = 500;
const maxTextLength = 200;

const envelope = z.object({
  to: z.union([z.literal('all'), z.array(z.number())]),
  message: z.object({
    cmd: z.enum(['topic', 'user', 'change']),
    what: z.enum(administratorChanges).optional(),
    msgId: z.number().optional(),
    msgTxt: z.string().optional(),
  }),
});

/** Sends messages between processes over their common database, without a message broker. */
export function createPush(
  database: Pick<Database, 'listen' | 'notify'>,
  onError: (error: unknown) => void = () => undefined,
): Push {
  const listeners = new Set<PushListener>();
  let subscription: Promise<(() => Promise<void>) | undefined> | undefined;

  const handlePayload = (payload: string): void => {
    const parsedMessage = envelope.safeParse(parsePayload(payload));
    if (!parsedMessage.success) return onError(new Error('the push message is invalid'));
    for (const listener of listeners) listener(parsedMessage.data.to, parsedMessage.data.message);
  };

  return {
    async send(to, message) {
      // Waits for subscriptions that are being set up, so that a subscriber gets every later message.
      await subscription;
      const shortMessage =
        message.msgTxt === undefined ? message : { ...message, msgTxt: message.msgTxt.slice(0, maxTextLength) };
      if (to === 'all') return database.notify(channel, JSON.stringify({ to, message: shortMessage }));
      for (let from = 0; from < to.length; from += maxIds) {
        await database.notify(channel, JSON.stringify({ to: to.slice(from, from + maxIds), message: shortMessage }));
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      subscription ??= database.listen(channel, handlePayload).catch((error: unknown) => {
        onError(error);
        subscription = undefined;
        return undefined;
      });
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      const stopListening = await subscription;
      subscription = undefined;
      await stopListening?.();
    },
  };
}

function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

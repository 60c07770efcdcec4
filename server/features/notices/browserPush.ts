import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { administratorChanges } from '@contract/wire';
import type { Database } from '@server/db/openDatabase';
import type { Push, PushListener, PushMessage, Recipients } from '@server/services';

const pushChannel = 'push';
/**
 * Highest number of ids in one notification. PostgreSQL allows 7,999 bytes: 500 ids of eleven characters, and the
 * message.
 */
const maxIds = 500;
const maxTextLength = 200;

const longTask = z.object({
  id: z.string(),
  title: z.string(),
  step: z.string(),
  done: z.number(),
  total: z.number(),
  isCancelable: z.boolean(),
  state: z.enum(['running', 'done', 'failed', 'canceled']),
});

const envelopeSchema = z.object({
  to: z.union([z.literal('all'), z.array(z.number())]),
  /** Sender of a message that its own process has delivered already. */
  deliveredBy: z.string().optional(),
  message: z.object({
    cmd: z.enum(['topic', 'user', 'change', 'task', 'cancelTask']),
    task: longTask.optional(),
    canceledTask: z.string().optional(),
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
  const ownId = randomUUID();
  const listeners = new Set<PushListener>();
  let subscription: Promise<(() => Promise<void>) | undefined> | undefined;

  const deliver = (to: Recipients, message: PushMessage): void => {
    for (const listener of listeners) listener(to, message);
  };

  const handlePayload = (payload: string): void => {
    const parsedMessage = envelopeSchema.safeParse(parsePayload(payload));
    if (!parsedMessage.success) return onError(new Error('the push message is invalid'));
    const { to, message, deliveredBy } = parsedMessage.data;
    if (deliveredBy !== ownId) deliver(to, message);
  };

  async function notify(to: Recipients, message: PushMessage, deliveredBy?: string): Promise<void> {
    // Waits for subscriptions that are being set up, so that a subscriber gets every later message.
    await subscription;
    const shortMessage =
      message.msgTxt === undefined ? message : { ...message, msgTxt: message.msgTxt.slice(0, maxTextLength) };
    const payloadFor = (recipients: Recipients) =>
      JSON.stringify({ to: recipients, deliveredBy, message: shortMessage });
    if (to === 'all') return database.notify(pushChannel, payloadFor(to));
    for (let from = 0; from < to.length; from += maxIds)
      await database.notify(pushChannel, payloadFor(to.slice(from, from + maxIds)));
  }

  return {
    send: (to, message) => notify(to, message),
    sendHere: deliver,
    sendToOthers: (to, message) => notify(to, message, ownId),
    subscribe(listener) {
      listeners.add(listener);
      subscription ??= database.listen(pushChannel, handlePayload).catch((error: unknown) => {
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

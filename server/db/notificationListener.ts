import type { Client } from 'pg';
import type { DatabaseOptions } from './openDatabase';
import { quoteName } from './quoteName';

type PayloadHandler = (payload: string) => void;

interface Listener {
  listen(channel: string, onPayload: PayloadHandler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** A client that limits the time of a query (`query_timeout`), and can close its connection at once. */
type ListeningClient = Client & { hangUp(): void };

/** Maximum pause before reconnecting, ms. */
const maxPauseMs = 10_000;
/**
 * Time between two questions to the database, ms. A listening connection sends nothing by itself, so it would not
 * notice for hours that the other end is gone.
 */
const questionEveryMs = 15_000;

/**
 * Opens the connection for LISTEN at the first use, and reconnects with growing pauses. Messages sent meanwhile are
 * lost, as always with LISTEN.
 */
export function createListener(
  makeClient: () => ListeningClient,
  log: DatabaseOptions['log'],
  everyMs = questionEveryMs,
): Listener {
  const channels = new Map<string, Set<PayloadHandler>>();
  let connection: Promise<Client> | undefined;
  let isClosed = false;
  let retryTimer: NodeJS.Timeout | undefined;

  async function connect(): Promise<Client> {
    const client = makeClient();
    client.on('notification', ({ channel, payload = '' }) =>
      channels.get(channel)?.forEach((onPayload) => onPayload(payload)),
    );
    await client.connect();
    const questions = setInterval(() => client.query('select 1').catch(() => client.hangUp()), everyMs).unref();
    client.on('end', () => {
      clearInterval(questions);
      reconnectLater(200);
    });
    for (const channel of channels.keys()) await client.query(`listen ${quoteName(channel)}`);
    return client;
  }

  function reconnectLater(pause: number): void {
    connection = undefined;
    if (isClosed || channels.size === 0) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => {
      if (isClosed || connection) return;
      connectedClient().catch((error: unknown) => {
        log?.warn({ err: error }, 'listening failed');
        reconnectLater(Math.min(pause * 2, maxPauseMs));
      });
    }, pause);
    retryTimer.unref();
  }

  function connectedClient(): Promise<Client> {
    if (connection) return connection;
    const attempt = connect();
    connection = attempt;
    attempt.catch(() => {
      if (connection === attempt) connection = undefined;
    });
    return attempt;
  }

  return {
    async listen(channel, onPayload) {
      const client = await connectedClient();
      const listeners = channels.get(channel);
      if (listeners) listeners.add(onPayload);
      else channels.set(channel, new Set([onPayload]));
      // Sent for every listener, because the first one may still be waiting for its own statement.
      await client.query(`listen ${quoteName(channel)}`);
      return async () => {
        const remainingListeners = channels.get(channel);
        if (!remainingListeners?.delete(onPayload) || remainingListeners.size > 0) return;
        channels.delete(channel);
        await (await connection)?.query(`unlisten ${quoteName(channel)}`);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(retryTimer);
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

import { apiBase } from '@/api/backEnd/backEndBlock';
import { serverSupports } from '@/api/client';
import { heartbeatTimeout, maxConnectionErrors, reconnectDelay, sessionEndedCode } from '@contract/constants';
import type { LongTask } from '@contract/features/system/jobs/longTasks';
import { type AdministratorChange, administratorChanges } from '@contract/wire';

export interface PushMessage {
  readonly cmd: 'topic' | 'user' | 'change' | 'task';
  /** Data to load again after a change. */
  readonly what?: AdministratorChange;
  /** Progress of long work of this person. */
  readonly task?: LongTask;
  /** Id of the announcement. */
  readonly msgId?: number;
}

interface PushEvents {
  readonly onMessage: (word: PushMessage) => void;
  /** Called when connected, also after an interruption in which messages were lost. */
  readonly onOpen: () => void;
  /** Called when no more messages will arrive until another session; poll instead. */
  readonly onGiveUp: () => void;
}

/** SPEC §4: {host}/websocket/{userId}; the host is the API's. */
const addressOf = (userId: number): string =>
  `${(apiBase || window.location.origin).replace(/^http/, 'ws')}/websocket/${userId}`;

/**
 * Opens a connection. Our server expects the token as the subprotocol. A browser closes a connection to a server that
 * does not echo it, and accepts no token with a blank (`Bearer …`). So any other back end gets a plain connection, as
 * SPEC §7 specifies.
 */
const openSocket = (userId: number, token: string): WebSocket =>
  serverSupports('pushToken') ? new WebSocket(addressOf(userId), [token]) : new WebSocket(addressOf(userId));

/** Parses a message of the server; null for any other message, which the connection ignores. */
function parseMessage(data: unknown): PushMessage | 'heartbeat' | null {
  if (typeof data !== 'string') return null;
  try {
    const message = (JSON.parse(data) ?? {}) as Readonly<
      Record<'cmd' | 'command' | 'msgId' | 'task' | 'what', unknown>
    >;
    const { cmd = message.command, msgId, what } = message;
    if (cmd === 'heartcheck') return 'heartbeat';
    if (cmd === 'change')
      return administratorChanges.includes(what as AdministratorChange)
        ? { cmd, what: what as AdministratorChange }
        : null;
    if (cmd === 'task') return { cmd, task: message.task as LongTask };
    return cmd === 'topic' || cmd === 'user' ? { cmd, ...(typeof msgId === 'number' ? { msgId } : {}) } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps one websocket open by the rules of SPEC §4. Each error counts; more than five end the connection. Otherwise,
 * and after a normal close, it reconnects after 20 s. A successful connection resets the count. A connection that the
 * server closed with its session reconnects for the next session, which the person may start over this page or in
 * another tab.
 * @param token called before each attempt; without a token no attempt is made
 * @returns a function that closes the connection for good, as at logout
 */
export function connectPush(userId: number, token: () => string | undefined, events: PushEvents): () => void {
  let errorCount = 0;
  let socket: WebSocket | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Token whose session has ended. */
  let endedToken: string | undefined;

  function end(): void {
    isOver = true;
    clearTimeout(reconnectTimer);
    clearTimeout(silenceTimer);
    socket?.close();
  }

  function giveUp(): void {
    end();
    events.onGiveUp();
  }

  function open(): void {
    const currentToken = token();
    if (isOver || !currentToken) return;
    if (currentToken === endedToken) return reconnectLater();
    const newSocket = openSocket(userId, currentToken);
    socket = newSocket;
    newSocket.addEventListener('open', () => {
      errorCount = 0;
      if (!isOver) events.onOpen();
    });
    newSocket.addEventListener('message', ({ data }: MessageEvent) => {
      const parsedMessage = parseMessage(data);
      if (isOver || !parsedMessage) return;
      if (parsedMessage !== 'heartbeat') return events.onMessage(parsedMessage);
      // A broken connection may seem open for hours, so heartbeats are expected from a server that sends them.
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => abandonSocket(newSocket), heartbeatTimeout);
    });
    newSocket.addEventListener('error', () => {
      errorCount += 1;
    });
    newSocket.addEventListener('close', ({ code }) => {
      if (newSocket !== socket || isOver) return;
      if (errorCount > maxConnectionErrors) return giveUp();
      if (code === sessionEndedCode) {
        endedToken = currentToken;
        events.onGiveUp();
      }
      reconnectLater();
    });
  }

  /** Does not wait for a close that the other side may never confirm. */
  function abandonSocket(silentSocket: WebSocket): void {
    if (silentSocket !== socket || isOver) return;
    socket = undefined;
    silentSocket.close();
    reconnectLater();
  }

  function reconnectLater(): void {
    clearTimeout(silenceTimer);
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(open, reconnectDelay);
  }

  open();
  return end;
}

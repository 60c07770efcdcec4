import { heartbeatPatience, mostConnectionErrors, reconnectWait, sessionEndedCode } from '@contract/constants';
import { type Change, changes } from '@contract/wire';

export interface PushWord {
  readonly cmd: 'topic' | 'user' | 'change';
  /** Of a change: what is to be asked for anew. */
  readonly what?: Change;
  /** Of the announcement. */
  readonly msgId?: number;
}

export interface PushEvents {
  readonly onWord: (word: PushWord) => void;
  /** Connected, also again after a while in which words were lost. */
  readonly onOpen: () => void;
  /** Nothing more comes this way, or not before another session: ask from time to time instead. */
  readonly onGiveUp: () => void;
}

/** SPEC §4: {host}/websocket/{userId}; the host is the API's. */
const addressOf = (userId: number): string =>
  `${(import.meta.env.VITE_API_BASE || window.location.origin).replace(/^http/, 'ws')}/websocket/${userId}`;

/** What a server of ours says; anything else is not listened to. */
function wordOf(data: unknown): PushWord | 'beat' | null {
  if (typeof data !== 'string') return null;
  try {
    const { cmd, msgId, what } = (JSON.parse(data) ?? {}) as { cmd?: unknown; msgId?: unknown; what?: unknown };
    if (cmd === 'heartcheck') return 'beat';
    if (cmd === 'change') return changes.includes(what as Change) ? { cmd, what: what as Change } : null;
    return cmd === 'topic' || cmd === 'user' ? { cmd, ...(typeof msgId === 'number' ? { msgId } : {}) } : null;
  } catch {
    return null;
  }
}

/**
 * One websocket, held as SPEC §4 says: each error counts, more than five end it, else it comes back after 20 seconds,
 * and so
 * it does when it was merely closed. A connection that came about starts the count anew. One that the server closed
 * with its
 * session comes back for the next one, which its person may begin over the page (here or in another tab).
 * @param token asked before each attempt; without one there is none
 * @returns ends it for good: nothing comes back after a logout
 */
export function connectPush(userId: number, token: () => string | undefined, events: PushEvents): () => void {
  let errors = 0;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  /** The token whose session has ended. */
  let spent: string | undefined;

  function end(): void {
    over = true;
    clearTimeout(timer);
    clearTimeout(silence);
    socket?.close();
  }

  function giveUp(): void {
    end();
    events.onGiveUp();
  }

  function open(): void {
    const held = token();
    if (over || !held) return;
    if (held === spent) return again();
    const line = new WebSocket(addressOf(userId), [held]);
    socket = line;
    line.addEventListener('open', () => {
      errors = 0;
      if (!over) events.onOpen();
    });
    line.addEventListener('message', ({ data }: MessageEvent) => {
      const word = wordOf(data);
      if (over || !word) return;
      if (word !== 'beat') return events.onWord(word);
      // A line may die without a word, and then looks open for hours: from a server that gives signs of life they are
      // expected.
      clearTimeout(silence);
      silence = setTimeout(() => lost(line), heartbeatPatience);
    });
    line.addEventListener('error', () => {
      errors += 1;
    });
    line.addEventListener('close', ({ code }) => {
      if (line !== socket || over) return;
      if (errors > mostConnectionErrors) return giveUp();
      if (code === sessionEndedCode) {
        spent = held;
        events.onGiveUp();
      }
      again();
    });
  }

  /** A close that the other end will never answer is not waited for. */
  function lost(line: WebSocket): void {
    if (line !== socket || over) return;
    socket = undefined;
    line.close();
    again();
  }

  function again(): void {
    clearTimeout(silence);
    clearTimeout(timer);
    timer = setTimeout(open, reconnectWait);
  }

  open();
  return end;
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPush, type PushMessage } from '@/session/notices/pushConnection';
import { useSession } from '@/session/sessionStore';
import { heartbeatTimeout, maxConnectionErrors, reconnectDelay, sessionEndedCode } from '@contract/constants';

/** A connection whose other end is the test. */
class Line extends EventTarget {
  static made: Line[] = [];
  static get last(): Line {
    const line = Line.made.at(-1);
    if (!line) throw new Error('no line was opened');
    return line;
  }
  closed = false;
  constructor(
    readonly url: string,
    readonly protocols?: readonly string[],
  ) {
    super();
    Line.made.push(this);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(word: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: typeof word === 'string' ? word : JSON.stringify(word) }));
  }
  /** Fails as browsers do: an error event, then close. */
  fail(): void {
    this.dispatchEvent(new Event('error'));
    this.end(1006);
  }
  end(code: number): void {
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

let words: PushMessage[];
let opened: number;
let givenUp: number;
let held: string | undefined;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  useSession.setState({ features: ['pushToken'] });
  Line.made = [];
  [words, opened, givenUp, held] = [[], 0, 0, 'the-token'];
  end = connectPush(7, () => held, {
    onMessage: (word) => words.push(word),
    onOpen: () => (opened += 1),
    onGiveUp: () => (givenUp += 1),
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useSession.setState({ features: [] });
});

describe('browser websocket (FT8)', () => {
  it('the browser websocket connects to {host}/websocket/{userId} with the token as its subprotocol', () => {
    expect(Line.last.url).toBe('ws://localhost/websocket/7');
    expect(Line.last.protocols).toEqual(['the-token']);
  });

  it('the browser websocket sends no token to a back end that asks for none, whatever the token looks like', () => {
    end();
    useSession.setState({ features: [] });
    held = 'Bearer a.b.c';
    end = connectPush(7, () => held, {
      onMessage: (word) => words.push(word),
      onOpen: () => undefined,
      onGiveUp: () => undefined,
    });
    expect(Line.last.protocols).toBeUndefined();
    Line.last.open();
    Line.last.say({ command: 'topic' });
    expect(words).toEqual([{ cmd: 'topic' }]);
  });

  it('the browser websocket accepts only messages to everybody or to its person', () => {
    Line.last.open();
    for (const word of [
      { cmd: 'topic', msgId: 3 },
      { cmd: 'user' },
      { cmd: 'heartcheck' },
      { cmd: 'other' },
      'no json',
      'null',
      '[]',
      { cmd: 'user', msgId: 'x' },
    ])
      Line.last.say(word);
    expect(words).toEqual([{ cmd: 'topic', msgId: 3 }, { cmd: 'user' }, { cmd: 'user' }]);
  });

  it('the browser websocket reconnects 20 seconds after a failure or a close, and not before', () => {
    expect(reconnectDelay).toBe(20_000);
    Line.last.fail();
    vi.advanceTimersByTime(19_999);
    expect(Line.made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(Line.made).toHaveLength(2);
    Line.last.open();
    Line.last.end(1001);
    vi.advanceTimersByTime(19_999);
    expect(Line.made).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(Line.made).toHaveLength(3);
  });

  it('the browser websocket gives up after more than 5 errors in a row and sends no more requests', () => {
    expect(maxConnectionErrors).toBe(5);
    for (let error = 1; error <= 5; error += 1) {
      Line.last.fail();
      expect(givenUp).toBe(0);
      vi.advanceTimersByTime(reconnectDelay);
    }
    expect(Line.made).toHaveLength(6);
    Line.last.fail();
    expect(givenUp).toBe(1);
    vi.advanceTimersByTime(10 * reconnectDelay);
    expect(Line.made).toHaveLength(6);
  });

  it('the browser websocket resets its error count after a successful connection', () => {
    for (let error = 1; error <= 5; error += 1) {
      Line.last.fail();
      vi.advanceTimersByTime(reconnectDelay);
    }
    Line.last.open();
    Line.last.fail();
    expect(givenUp).toBe(0);
    vi.advanceTimersByTime(reconnectDelay);
    expect(Line.made).toHaveLength(7);
  });

  it('the browser websocket does not count a normal close as an error', () => {
    for (let close = 0; close < 10; close += 1) {
      Line.last.end(1001);
      vi.advanceTimersByTime(reconnectDelay);
    }
    expect(Line.made).toHaveLength(11);
    expect(givenUp).toBe(0);
  });

  it('the browser websocket never reconnects after the logout, however the connection ends', () => {
    Line.last.open();
    const line = Line.last;
    end();
    expect(line.closed).toBe(true);
    line.say({ cmd: 'topic' });
    line.end(1005);
    vi.advanceTimersByTime(10 * reconnectDelay);
    expect(Line.made).toHaveLength(1);
    expect(words).toEqual([]);
    expect(givenUp).toBe(0);
  });

  it('the browser websocket does not reconnect after a logout between two attempts, nor without a token', () => {
    Line.last.fail();
    held = undefined;
    vi.advanceTimersByTime(reconnectDelay);
    expect(Line.made).toHaveLength(1);
    held = 'another';
    end();
    vi.advanceTimersByTime(10 * reconnectDelay);
    expect(Line.made).toHaveLength(1);
  });

  it('the browser websocket is replaced by the timer when the server ends the session, and reconnects with the next session only', () => {
    Line.last.open();
    Line.last.end(sessionEndedCode);
    expect(givenUp).toBe(1);
    vi.advanceTimersByTime(10 * reconnectDelay);
    expect(Line.made).toHaveLength(1);
    held = 'the-next-token';
    vi.advanceTimersByTime(reconnectDelay);
    expect(Line.made).toHaveLength(2);
    expect(Line.last.protocols).toEqual(['the-next-token']);
    Line.last.open();
    expect(opened).toBe(2);
  });

  it('the browser websocket opens no connection after the person of an ended session is signed out', () => {
    Line.last.open();
    Line.last.end(sessionEndedCode);
    held = undefined;
    vi.advanceTimersByTime(reconnectDelay);
    held = 'of-somebody-else';
    vi.advanceTimersByTime(10 * reconnectDelay);
    expect(Line.made).toHaveLength(1);
  });

  it('the browser websocket closes a silent connection if the server is known to send heartbeats', () => {
    Line.last.open();
    vi.advanceTimersByTime(10 * heartbeatTimeout);
    expect(Line.made).toHaveLength(1);
    Line.last.say({ cmd: 'heartcheck' });
    vi.advanceTimersByTime(heartbeatTimeout);
    expect(Line.last.closed).toBe(true);
    vi.advanceTimersByTime(reconnectDelay);
    expect(Line.made).toHaveLength(2);
  });
});

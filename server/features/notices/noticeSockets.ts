import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { heartbeatInterval, sessionEndedCode } from '@contract/constants';
import { serverTexts } from '@contract/features/system/serverTexts';
import { endedSessions, viewerOf } from '@server/auth/session';
import type { Env } from '@server/base/env';
import { trustsPeer } from '@server/base/trustedProxies';
import { Refusal } from '@server/http/errors';
import { longTasksOf } from '@server/http/longWorkProgress';
import type { PushMessage, Recipients } from '@server/services';
import type { Services } from '@server/services';

/** Largest accepted frame in bytes. Clients have nothing to send. */
const maxFrameBytes = 4096;
/** Highest number of messages per second. A client that sends more is not the console in a browser. */
const maxMessages = 20;
/** Highest number of open tabs of one person. */
const maxSockets = 50;
/** Highest number of bytes that wait for a slow browser before its connection is closed. */
const maxWaiting = 256 * 1024;
/** Highest number of refused addresses that are logged. */
const maxForeign = 20;
/** Interval in ms at which the sessions are checked. */
const checkIntervalMs = 1_000;
/** Time in ms for a browser to close its connection. */
const closeTimeoutMs = 1_000;

interface NoticeSocket {
  readonly socket: WebSocket;
  readonly userId: number;
  readonly sessionId: string;
  alive: boolean;
  heard: number;
}

export interface Sockets {
  /** Closes all connections and accepts no more. */
  close(): Promise<void>;
}

/** Open connections by person. */
interface OpenLines {
  all(): NoticeSocket[];
  of(userId: number): readonly NoticeSocket[];
  add(socket: WebSocket, userId: number, sessionId: string): void;
}

function createOpenLines(services: Services): OpenLines {
  const lines = new Map<number, Set<NoticeSocket>>();
  return {
    all: () => [...lines.values()].flatMap((userLines) => [...userLines]),
    of: (userId) => [...(lines.get(userId) ?? [])],
    add(socket, userId, sessionId) {
      const line: NoticeSocket = { socket, userId, sessionId, alive: true, heard: 0 };
      const userLines = lines.get(userId) ?? new Set();
      lines.set(userId, userLines.add(line));
      socket.on('pong', () => (line.alive = true));
      socket.on('message', () => {
        line.heard += 1;
        if (line.heard > maxMessages) socket.close(1008);
      });
      // ws closes the socket after a frame that is too large or a broken connection. Nothing else is needed.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        userLines.delete(line);
        if (userLines.size === 0 && lines.get(userId) === userLines) lines.delete(userId);
      });
      for (const task of longTasksOf(services, userId)) sendText(line, JSON.stringify({ cmd: 'task', task }));
    },
  };
}

function sendText(line: NoticeSocket, text: string): void {
  if (line.socket.readyState !== WebSocket.OPEN) return;
  if (line.socket.bufferedAmount > maxWaiting) line.socket.terminate();
  else line.socket.send(text);
}

/**
 * Returns a function that logs, once for each address, that people open the console by an address that no setting
 * names. It returns the socket, which is then refused.
 */
function foreignOriginLog({ log, env }: Services): (request: IncomingMessage, socket: Duplex) => Duplex {
  const foreignOrigins = new Set<string>();
  return ({ headers }, socket) => {
    const foreignOrigin = String(headers.origin).slice(0, 200);
    if (!foreignOrigins.has(foreignOrigin) && foreignOrigins.size < maxForeign) {
      foreignOrigins.add(foreignOrigin);
      log.warn({ origin: foreignOrigin, publicUrl: env.publicUrl }, serverTexts.foreignAddress(foreignOrigin));
    }
    return socket;
  };
}

/** Opens connections for requests of the console with a token of that person; refuses all others. */
function acceptUpgrades(services: Services, server: Server, openLines: OpenLines) {
  const webSocketServer = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const logForeignOrigin = foreignOriginLog(services);

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { userId, token } = requestedFor(request);
    if (userId === undefined) return refuseUpgrade(socket, 404);
    if (!isOwnOrigin(request, services.env)) return refuseUpgrade(logForeignOrigin(request, socket), 403);
    const viewer = token ? await viewerOf(services, token) : undefined;
    if (!viewer) return refuseUpgrade(socket, 401);
    if (viewer.user.id !== userId) return refuseUpgrade(socket, 403);
    if (openLines.of(userId).length >= maxSockets) return refuseUpgrade(socket, 429);
    if (socket.destroyed) return;
    webSocketServer.handleUpgrade(request, socket, head, (webSocket) =>
      openLines.add(webSocket, userId, viewer.sessionId),
    );
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      if (!(error instanceof Refusal)) services.log.warn({ err: error }, 'a websocket was not opened');
      refuseUpgrade(socket, error instanceof Refusal ? error.status : 503);
    });
  };
  server.on('upgrade', onUpgrade);
  return {
    webSocketServer,
    /** Refuses further connections. */
    stopAccepting() {
      server.off('upgrade', onUpgrade);
      server.on('upgrade', (_request, socket) => refuseUpgrade(socket, 503));
    },
  };
}

/** AU6: closes connections within a second after a logout, a revocation, a new password or the end of an account. */
async function closeEndedLines(services: Services, lines: OpenLines): Promise<void> {
  const openLines = lines.all();
  for (const line of openLines) line.heard = 0;
  if (!openLines.length) return;
  const endedIds = await endedSessions(services, [...new Set(openLines.map(({ sessionId }) => sessionId))]);
  for (const { socket, sessionId } of openLines) if (endedIds.has(sessionId)) socket.close(sessionEndedCode);
}

/** Looks at the sessions of the connections in an interval. Returns the timer. */
function watchSessions(services: Services, openLines: OpenLines): NodeJS.Timeout {
  let isLooking = false;
  return setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    closeEndedLines(services, openLines)
      .catch((error: unknown) => services.log.warn({ err: error }, 'sessions of websockets were not looked at'))
      .finally(() => (isLooking = false));
  }, checkIntervalMs).unref();
}

/** Ends connections whose browser has not answered since the last heartbeat. Returns the timer. */
function beatHearts(openLines: OpenLines): NodeJS.Timeout {
  const heartbeatText = JSON.stringify({ cmd: 'heartcheck' });
  return setInterval(() => {
    for (const line of openLines.all()) {
      if (!line.alive) {
        line.socket.terminate();
        continue;
      }
      line.alive = false;
      line.socket.ping();
      // A browser answers a ping without telling its page, so the page gets a message of its own.
      sendText(line, heartbeatText);
    }
  }, heartbeatInterval).unref();
}

/** Asks the browsers to close their connections, and ends those that do not within a second. */
async function closeLines(openLines: readonly NoticeSocket[]): Promise<void> {
  const allClosed = Promise.all(openLines.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))));
  for (const { socket } of openLines) socket.close(1001);
  const terminateTimer = setTimeout(() => openLines.forEach(({ socket }) => socket.terminate()), closeTimeoutMs);
  await allClosed;
  clearTimeout(terminateTimer);
}

/**
 * Serves `/websocket/{userId}` of SPEC §7: delivers the messages of `push` to the browsers connected here. The token
 * arrives as the subprotocol, because a browser can set no header, and must belong to that user. Messages of clients
 * are ignored (QUALITY IN13).
 */
export function serveSockets(services: Services, server: Server): Sockets {
  const openLines = createOpenLines(services);
  const { webSocketServer, stopAccepting } = acceptUpgrades(services, server, openLines);
  const deliver = (recipients: Recipients, message: PushMessage): void => {
    if (message.cmd === 'cancelTask') return;
    const text = JSON.stringify(message);
    const targetLines = recipients === 'all' ? openLines.all() : recipients.flatMap((id) => openLines.of(id));
    for (const line of targetLines) sendText(line, text);
  };
  const stopHearing = services.push.subscribe(deliver);
  const timers = [watchSessions(services, openLines), beatHearts(openLines)];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      stopHearing();
      stopAccepting();
      await closeLines(openLines.all());
      webSocketServer.close();
    },
  };
}

function requestedFor({ url = '', headers }: IncomingMessage): {
  userId: number | undefined;
  token: string | undefined;
} {
  const [, id] = /^\/websocket\/(\d{1,10})(?:\?.*)?$/.exec(url) ?? [];
  const token = headers['sec-websocket-protocol']?.split(',')[0]?.trim();
  return { userId: id === undefined ? undefined : Number(id), token: token || undefined };
}

/**
 * Checks whether a request comes from the console's origin, because a page of another site may open a socket, too. A
 * program other than a browser sends no origin.
 */
function isOwnOrigin(
  { headers, socket: peer }: IncomingMessage,
  { publicUrl, otherUrls, trustProxy }: Pick<Env, 'publicUrl' | 'otherUrls' | 'trustProxy'>,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  const forwardedHost = headers['x-forwarded-host'];
  const ownHosts = [
    headers.host,
    publicUrl && new URL(publicUrl).host,
    ...otherUrls.map((url) => new URL(url).host),
    trustsPeer(trustProxy, peer.remoteAddress ?? '') && typeof forwardedHost === 'string'
      ? forwardedHost.split(',')[0]?.trim()
      : undefined,
  ];
  return ownHosts.includes(host);
}

function refuseUpgrade(socket: Duplex, status: number): void {
  if (socket.destroyed) return;
  const retryHeader = status === 429 ? 'Retry-After: 60\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${retryHeader}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

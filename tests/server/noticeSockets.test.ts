import { once } from 'node:events';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';
import { heartbeatInterval, sessionEndedCode } from '@contract/constants';
import { serverTexts } from '@contract/features/system/serverTexts';
import { sessionTable, userTable } from '@server/db/schema';
import { serveSockets, type Sockets } from '@server/features/notices/noticeSockets';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let http: Server;
let sockets: Sockets;
let at: string;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await testServer({ otherUrls: ['https://10.0.0.5:8443/'] });
  const organizationId = await server.rows.organization();
  for (const userName of ['reader', 'other', 'leaver', 'idle', 'late', 'chief', 'staff'])
    ids[userName] = await server.rows.user({ userName, organizationId, isAdmin: userName === 'chief' });
  http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
  sockets = serveSockets(server.services, http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  at = `127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await sockets.close();
  http.close();
  await server.close();
});

interface Line {
  readonly socket: WebSocket;
  readonly heard: unknown[];
  /** Close code, or the status of the refusal. */
  readonly over: Promise<number>;
}

function dial(path: string, token: string | undefined, options: ClientOptions = {}): Line {
  const socket = new WebSocket(`ws://${at}${path}`, token ? [token] : [], options);
  onTestFinished(() => socket.terminate());
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  const over = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
  socket.on('error', () => undefined);
  return { socket, heard, over };
}
async function connect(who: string, token?: string, options?: ClientOptions): Promise<Line> {
  const line = dial(`/websocket/${ids[who]}`, token ?? (await server.login(who)), options);
  await once(line.socket, 'open');
  return line;
}

/** Returns the close code, and the ms until it came, of which 5 s are allowed. */
async function closed(line: Line): Promise<{ code: number; ms: number }> {
  const since = performance.now();
  const code = await line.over;
  return { code, ms: Math.ceil(performance.now() - since) };
}

const refusals: readonly (readonly [string, () => Promise<Line>, number])[] = [
  ['without a token', async () => dial(`/websocket/${ids['reader']}`, undefined), 401],
  ['with a token that is none', async () => dial(`/websocket/${ids['reader']}`, 'nonsense'), 401],
  ['with a token of somebody else', async () => dial(`/websocket/${ids['reader']}`, await server.login('other')), 403],
  [
    'of an administrator for somebody else',
    async () => dial(`/websocket/${ids['reader']}`, await server.login('chief')),
    403,
  ],
  [
    'from a page of another site',
    async () => dial(`/websocket/${ids['reader']}`, await server.login('reader'), { origin: 'https://evil.example' }),
    403,
  ],
  [
    'from no place at all',
    async () => dial(`/websocket/${ids['reader']}`, await server.login('reader'), { origin: 'null' }),
    403,
  ],
  ['for nobody', async () => dial('/websocket/', await server.login('reader')), 404],
  ['at another address', async () => dial(`/websocket/${ids['reader']}/x`, await server.login('reader')), 404],
];

describe('websocket of notices', () => {
  it('the websocket of notices delivers a general message to everybody and a personal one to one person, in each of their tabs', async () => {
    const [first, second, other] = [await connect('reader'), await connect('reader'), await connect('other')];
    await server.services.push.send('all', { cmd: 'topic', msgId: 1 });
    await server.services.push.send([ids['reader'] ?? 0], { cmd: 'user', msgId: 2 });
    for (const line of [first, second])
      await expect
        .poll(() => line.heard)
        .toEqual([
          { cmd: 'topic', msgId: 1 },
          { cmd: 'user', msgId: 2 },
        ]);
    expect(other.heard).toEqual([{ cmd: 'topic', msgId: 1 }]);
    expect(first.socket.protocol).not.toBe('');
  });

  it.each(refusals)('the websocket of notices refuses a connection %s (IN13)', async (_what, open, status) => {
    expect(await (await open()).over).toBe(status);
    if (_what.includes('another site'))
      expect(server.logged.join('\n')).toContain(serverTexts.foreignAddress('https://evil.example'));
    measured(`${refusals.length} 种不该有的连接均不得建立`);
  });

  it('the websocket of notices accepts a page of the server’s own origin (IN13)', async () => {
    await connect('reader', undefined, { origin: `http://${at}` });
    await connect('reader', undefined, { origin: 'https://10.0.0.5:8443' });
  });

  it('the websocket of notices refuses an expired or disabled account even if its session is valid (IN13)', async () => {
    const [late, idle] = [await server.login('late'), await server.login('idle')];
    await server.database.orm.update(userTable).set({ expiryDate: '2020-01-01' }).where(eq(userTable.userName, 'late'));
    await server.database.orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.userName, 'idle'));
    expect(await dial(`/websocket/${ids['late']}`, late).over).toBe(401);
    expect(await dial(`/websocket/${ids['idle']}`, idle).over).toBe(401);
  });

  it("the websocket of notices is closed by the logout, and not the person's other sessions (IN13)", async () => {
    const token = await server.login('leaver');
    const [line, stays] = [await connect('leaver', token), await connect('leaver')];
    await server.ask('DELETE', 'auth/logout', { token });
    const { code, ms } = await closed(line);
    expect(code).toBe(sessionEndedCode);
    measured(`退出后 ${ms} ms 关闭`, ms <= 5_000);
    expect(stays.socket.readyState).toBe(WebSocket.OPEN);
    expect(await dial(`/websocket/${ids['leaver']}`, token).over).toBe(401);
  });

  it('the websocket of notices is closed when the account is disabled, or expires (IN13)', async () => {
    const line = await connect('staff');
    await server.database.orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.userName, 'staff'));
    const disabled = await closed(line);
    await server.database.orm.update(userTable).set({ enabled: '1' }).where(eq(userTable.userName, 'staff'));
    const again = await connect('staff');
    await server.database.orm
      .update(userTable)
      .set({ expiryDate: '2020-01-01' })
      .where(eq(userTable.userName, 'staff'));
    const late = await closed(again);
    expect([disabled.code, late.code]).toEqual([sessionEndedCode, sessionEndedCode]);
    measured(`停用后 ${disabled.ms} ms、到期后 ${late.ms} ms 关闭`, Math.max(disabled.ms, late.ms) <= 5_000);
  });

  it('the websocket of notices forwards 0 messages sent by a browser, and closes on a frame of 1 MB and on 1,000 messages at once (IN13)', async () => {
    const [talker, listener] = [await connect('reader'), await connect('other')];
    talker.socket.send(JSON.stringify({ cmd: 'topic', msgTxt: '伪造' }));
    talker.socket.send(Buffer.from([1, 2, 3]));
    await server.services.push.send('all', { cmd: 'topic', msgId: 9 });
    await expect
      .poll(() => [talker.heard, listener.heard])
      .toEqual([[{ cmd: 'topic', msgId: 9 }], [{ cmd: 'topic', msgId: 9 }]]);

    const large = await connect('reader');
    large.socket.send('x'.repeat(1024 * 1024));
    const tooLarge = await closed(large);
    expect(tooLarge.code).toBe(1009);
    const flood = await connect('reader');
    for (let count = 0; count < 1000; count += 1) flood.socket.send('x');
    const tooMany = await closed(flood);
    expect(tooMany.code).toBe(1008);
    measured(
      `1 MB 的帧 ${tooLarge.ms} ms、1 000 条消息 ${tooMany.ms} ms 后关闭；客户端的消息转发 ${listener.heard.length - 1} 次`,
      Math.max(tooLarge.ms, tooMany.ms) <= 5_000,
    );
  });

  it('requests of the notice timer do not keep an idle session alive', async () => {
    const token = await server.login('reader');
    const seen = async () =>
      (
        await server.database.orm
          .select({ at: sessionTable.seenTime })
          .from(sessionTable)
          .orderBy(desc(sessionTable.createTime))
          .limit(1)
      )[0]?.at;
    const before = await seen();
    server.advance(120_000);
    expect(
      (await server.ask('GET', 'api/ohitAnnouncement/listByUser', { token, headers: { 'x-background': '1' } })).status,
    ).toBe(200);
    expect(await seen()).toEqual(before);
    await server.ask('GET', 'api/ohitAnnouncement/listByUser', { token });
    expect(await seen()).not.toEqual(before);
  });
});

describe('socket that claims another organization, or another person (AZ3)', () => {
  /** Ways to claim an organization other than that of the session. */
  const claims = (foreign: number, other: number): readonly (readonly [string, string, Record<string, string>])[] => [
    [
      '请求头',
      '',
      { 'x-organization-id': String(foreign), organizationid: String(foreign), 'organization-id': String(foreign) },
    ],
    ['查询参数', `?organizationId=${foreign}`, {}],
    ['重复的查询参数', `?organizationId=${foreign}&organizationId=${foreign}`, {}],
    ['数组参数', `?organizationId[]=${foreign}`, {}],
    ['查询参数中的人员', `?userId=${other}&id=${other}`, {}],
    [
      '各处同时',
      `?organizationId=${foreign}&userId=${other}`,
      { 'x-organization-id': String(foreign), 'x-user-id': String(other) },
    ],
  ];
  const publish = async (token: string, body: object): Promise<void> => {
    const addAnswer = await server.ask<{ body: { id: number } }>('POST', 'api/ohitAnnouncement/add', {
      token,
      body: { msgContent: '<p>内容</p>', priority: '1', msgCategory: '1', ...body },
    });
    expect(addAnswer.status, addAnswer.text).toBe(200);
    const sendAnswer = await server.ask('PUT', 'api/ohitAnnouncement/send', {
      token,
      body: { id: addAnswer.body.body.id, to: { kind: 'all' } },
    });
    expect(sendAnswer.status, sendAnswer.text).toBe(200);
  };

  it('a socket that claims another organization, or another person, receives 0 notices of theirs, and those of its own person', async () => {
    const { rows } = server;
    const role = await rows.role({ permissions: ['announcement:list', 'announcement:add', 'announcement:status'] });
    const [home, away] = [await rows.organization(), await rows.organization()];
    for (const [userName, organizationId] of [
      ['spoofer', home],
      ['colleague', home],
      ['stranger', away],
      ['publisher', away],
      ['ownPublisher', home],
    ] as const)
      ids[userName] = await rows.user({ userName, organizationId, roles: [role] });
    const token = await server.login('spoofer');
    const foreign = claims(away, ids['stranger'] ?? 0);
    const lines: Line[] = [];
    for (const [, query, headers] of foreign) {
      const line = dial(`/websocket/${ids['spoofer']}${query}`, token, { headers });
      await once(line.socket, 'open');
      lines.push(line);
    }
    // A path with somebody else's id opens nothing, whatever else is claimed.
    const elsewhere: Line[] = [];
    for (const who of ['stranger', 'colleague'])
      for (const [, query, headers] of foreign)
        elsewhere.push(dial(`/websocket/${ids[who]}${query}`, token, { headers }));
    elsewhere.push(
      dial(`/websocket/${away}/${ids['stranger']}`, token),
      dial(`/websocket/${ids['spoofer']}/${ids['stranger']}`, token),
      dial(`/websocket/${ids['spoofer']},${ids['stranger']}`, token),
    );
    expect(
      (await Promise.all(elsewhere.map(({ over }) => over))).filter((status) => status !== 403 && status !== 404),
    ).toEqual([]);

    const [heard, colleague] = [await connect('stranger'), await connect('colleague')];
    const publisher = await server.login('publisher');
    await publish(publisher, { titile: '乙机构的公告' });
    await server.services.push.send([ids['stranger'] ?? 0], { cmd: 'user', msgTxt: '只给一人' });
    await server.services.push.send([ids['colleague'] ?? 0], { cmd: 'user', msgTxt: '只给同事' });
    await expect.poll(() => [heard.heard.length, colleague.heard.length]).toEqual([2, 1]);
    // The last notice shows that all earlier ones were delivered: notices of one node arrive in order.
    await publish(await server.login('ownPublisher'), { titile: '甲机构的公告' });
    for (const line of lines) await expect.poll(() => line.heard.length).toBeGreaterThan(0);
    const taken = [...lines, ...elsewhere].flatMap((line) => line.heard.slice(lines.includes(line) ? 1 : 0));
    expect(taken).toEqual([]);
    expect(lines.map((line) => line.heard)).toEqual(lines.map(() => [colleague.heard[1]]));
    measured(
      `WebSocket：${foreign.length} 种冒称机构或人员的连接收到他机构、他人的消息 ${taken.length} 条，本机构的照常；他人路径的 ${elsewhere.length} 种连接均不得建立`,
    );
  });
});

describe('heartbeat', () => {
  it('the server sends heartbeats on the websocket, and cuts a connection that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const other = createAdaptorServer({ fetch: server.app.fetch }) as Server;
    const own = serveSockets(server.services, other);
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const token = await server.login('reader');
    const target = `ws://127.0.0.1:${(other.address() as AddressInfo).port}/websocket/${ids['reader']}`;
    const [alive, dead] = [new WebSocket(target, [token]), new WebSocket(target, [token], { autoPong: false })];
    const heard: string[] = [];
    alive.on('message', (data) => heard.push(String(data)));
    const cut = new Promise((resolve) => void dead.on('close', resolve));
    await Promise.all([once(alive, 'open'), once(dead, 'open')]);
    const answered = once(alive, 'ping');
    vi.advanceTimersByTime(heartbeatInterval);
    await answered;
    await expect.poll(() => heard).toEqual(['{"cmd":"heartcheck"}']);
    // Sent after its answer on the same connection: once this one is answered, the server has received that one.
    const pong = once(alive, 'pong');
    alive.ping();
    await pong;
    vi.advanceTimersByTime(heartbeatInterval);
    await cut;
    expect(alive.readyState).toBe(WebSocket.OPEN);
    const goodbye = new Promise<number>((resolve) => void alive.on('close', resolve));
    await own.close();
    expect(await goodbye).toBe(1001);
    other.close();
  });
});

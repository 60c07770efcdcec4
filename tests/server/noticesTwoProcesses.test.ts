import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Answer, LoginAnswer, NoticeSummary } from '@contract/wire';
import { root } from '@server/base/root';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct } from '../browser/support/productServer';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { proofs } from '../support/proofs';
import { rowsOf, testPassword as password } from '../support/rows';

// Two servers behind a load balancer: they share only one PostgreSQL.

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dataDir: string;
}

let database: PostgresDatabase;
const nodes: Node[] = [];
const files = mkdtempSync(join(tmpdir(), 'occhealth-files-'));
afterAll(() => rmSync(files, { recursive: true, force: true }));

async function start(databaseUrl: string): Promise<Node> {
  const dataDir = mkdtempSync(join(tmpdir(), 'occhealth-node-'));
  // Nodes share their files.
  symlinkSync(files, join(dataDir, 'files'));
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'two nodes share one key of many letters',
      CAPTCHA: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const [found] = /http:\/\/[\d.:]+/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return { child, url, dataDir };
}

beforeAll(async () => {
  await buildProduct('server');
  database = await createPostgresDatabase();
  nodes.push(await start(database.url));
  nodes.push(await start(database.url));
  const below = await openDatabase({ databaseUrl: database.url });
  const rows = rowsOf({ database: below });
  const organizationId = await rows.organization();
  await rows.user({ userName: 'sender', organizationId, isAdmin: true });
  for (const userName of ['reader', 'other']) await rows.user({ userName, organizationId, roles: [await rows.role()] });
  await below.close();
});
afterAll(async () => {
  for (const { child, dataDir } of nodes) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
  await database.drop();
});

async function ask<B>(
  node: Node | undefined,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<B> {
  const response = await fetch(`${node?.url}/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as B;
}
const signIn = (node: Node | undefined, username: string) =>
  ask<LoginAnswer>(node, 'POST', 'auth/login', { body: { username, password } });

it('a notice sent through one server process reaches a browser of another process within a second', async () => {
  const [one, other] = nodes;
  const [sender, reader] = [await signIn(one, 'sender'), await signIn(other, 'reader')];
  const { id } = reader.user.user;
  const socket = new WebSocket(`${other?.url.replace('http', 'ws')}/websocket/${id}`, [reader.token]);
  await once(socket, 'open');
  const arrived = once(socket, 'message').then(([data]) => ({
    at: performance.now(),
    said: JSON.parse(String(data)) as unknown,
  }));

  const draft = await ask<Answer<{ id: number }>>(one, 'POST', 'api/ohitAnnouncement/add', {
    token: sender.token,
    body: {
      titile: '关于国庆期间样品接收安排的通知',
      msgCategory: '1',
      priority: '1',
      msgContent: '<p>样品室每日8:30至17:00接样。</p>',
    },
  });
  await ask(one, 'PUT', 'api/ohitAnnouncement/send', {
    token: sender.token,
    body: { id: draft.body?.id, to: { kind: 'users', ids: [id] } },
  });
  const sent = performance.now();
  const { at, said } = await arrived;
  expect(said).toEqual({ cmd: 'user', msgId: draft.body?.id });
  // The promised time (issue 3), on an otherwise idle machine.
  if (proofs) expect(at - sent).toBeLessThan(1_000);
  const { body } = await ask<Answer<NoticeSummary>>(other, 'GET', 'api/ohitAnnouncement/listByUser', {
    token: reader.token,
  });
  expect(body?.anntMsgList[0]?.titile).toBe('关于国庆期间样品接收安排的通知');

  // After signing out at one, the browser at the other receives no more.
  const closed = once(socket, 'close');
  await ask(one, 'DELETE', 'auth/logout', { token: reader.token });
  expect((await closed)[0]).toBe(4401);
});

it("a server process that is told to stop closes its browsers' connections and ends", async () => {
  const other = nodes[1];
  const { token, user } = await signIn(other, 'other');
  const socket = new WebSocket(`${other?.url.replace('http', 'ws')}/websocket/${user.user.id}`, [token]);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  other?.child.kill('SIGTERM');
  expect((await closed)[0]).toBe(1001);
  if (other?.child.exitCode === null) await once(other.child, 'exit');
  expect(other?.child.exitCode).toBe(0);
});

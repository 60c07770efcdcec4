import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failures } from '@contract/messages';
import type { AnyRow } from '@contract/entity';
import type { ErrorBody, Page } from '@contract/wire';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { type Line, lineTo } from './line';

// QUALITY FT2: PostgreSQL behind a line that is cut, goes silent or is slow; and all of its connections in use.

let postgres: PostgresDatabase;
let line: Line;
let dataDir: string;
let server: TestServer;
let token: string;

beforeAll(async () => {
  postgres = await createPostgresDatabase();
  line = await lineTo(postgres.url);
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-away-'));
  server = await testServer({}, { dataDir, databaseUrl: line.url, poolSize: 3 });
  const organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'sales', organizationId, roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add'] })] });
  token = await server.login('sales');
});
afterAll(async () => {
  line.mend();
  await server.close();
  await line.close();
  await postgres.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
let serial = 0;
const read = () => server.ask<Page<AnyRow> & ErrorBody>('GET', 'api/customer?size=1', { token });
const write = () => {
  serial += 1;
  return server.ask<ErrorBody>('POST', 'api/customer/add', { token, body: { customerName: `断线客户${serial}`, contact: '周敏' } });
};
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work, performance.now() - began];
}

/** Until it is as before: how long that took. */
async function recovery(): Promise<number> {
  const began = performance.now();
  await expect.poll(async () => (await read()).status, { interval: 50 }).toBe(200);
  return performance.now() - began;
}

it('FT2: without its database the server answers 503 in Chinese within 3 s, stays, writes nothing by half, and is itself again within 10 s', async () => {
  const before = (await read()).body.totalElements;
  line.cut();
  let longest = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const [answer, took] of await Promise.all([read, write, read, write].map((ask) => timed(ask())))) {
      expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
      longest = Math.max(longest, took);
    }
  }
  line.mend();
  const back = await recovery();
  expect((await read()).body.totalElements).toBe(before);
  expect((await write()).status).toBe(200);
  measured(`中断：20 次请求均 503，最长 ${seconds(longest)}；恢复 ${seconds(back)}`, longest <= 3_000 && back <= 10_000);
});

it('FT2: with a database that answers 5 s late every call still ends, and it is quick again as soon as that is', async () => {
  line.slow(5_000);
  const [answer, took] = await timed(read());
  expect([200, 503]).toContain(answer.status);
  line.mend();
  const back = await recovery();
  measured(`每个应答迟 5 s：${answer.status}，${seconds(took)}；恢复 ${seconds(back)}`, (answer.status === 200 || took <= 3_000) && back <= 10_000);
});

it('FT2: on a line that has gone silent no call waits for ever: 503, and its connections are given up', { timeout: 600_000 }, async () => {
  await Promise.all([read(), read(), read()]);
  line.silence();
  const answers = await Promise.all([read, write].map((ask) => timed(ask())));
  for (const [answer] of answers) expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
  const longest = Math.max(...answers.map(([, took]) => took));
  line.mend();
  const back = await recovery();
  measured(`线路静默：503，最长 ${seconds(longest)}；恢复 ${seconds(back)}`, longest <= 3_000 && back <= 10_000);
});

it('FT2: a statement that merely takes long is waited for', async () => {
  const [rows, took] = await timed(server.database.query<{ done: number }>('select 1 as done from pg_sleep(4)'));
  expect([rows, took > 4_000]).toEqual([[{ done: 1 }], true]);
});

it('FT2: with all connections in use a call stands in line and is then answered with 503, and the next ones as before', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let holding = 0;
  const holders = Array.from({ length: 3 }, () => server.database.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    holding += 1;
    await held;
  }));
  await expect.poll(() => holding).toBe(3);
  const [answer, took] = await timed(read());
  expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
  release();
  await Promise.all(holders);
  const back = await recovery();
  measured(`连接耗尽：排队 ${seconds(took)} 后 503；恢复 ${seconds(back)}`, took <= 3_000 && back <= 10_000);
});

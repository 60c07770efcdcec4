import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import type { ErrorBody, Page } from '@contract/wire';
import { buildProduct, startIn } from '../browser/support/productServer';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { type Line, lineTo } from './line';

// QUALITY FT2: PostgreSQL behind a connection that is cut, silent or slow; and with all of its connections in use.

/** Duration in ms. */
const outage = 60_000;

let postgres: PostgresDatabase;
let line: Line;
let dataDir: string;
let server: TestServer;
let token: string;

beforeAll(async () => {
  await buildProduct('server');
  postgres = await createPostgresDatabase();
  line = await lineTo(postgres.url);
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-away-'));
  server = await testServer({}, { dataDir, databaseUrl: line.url, poolSize: 3 });
  const organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'sales',
    organizationId,
    roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add'] })],
  });
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
  return server.ask<ErrorBody>('POST', 'api/customer/add', {
    token,
    body: { customerName: `断线客户${serial}`, contact: '周敏' },
  });
};
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work, performance.now() - began];
}

/** Waits until all is as before and returns how long that took. */
async function recovery(): Promise<number> {
  const began = performance.now();
  await expect.poll(async () => (await read()).status, { interval: 50 }).toBe(200);
  return performance.now() - began;
}

it(
  'the server without its database for 60 s answers all calls 503 in Chinese within 3 s, writes nothing partially, and recovers (FT2)',
  { timeout: 600_000 },
  async () => {
    const product = await startIn(dataDir, {
      DEMO: 'off',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
      DATABASE_URL: line.url,
    });
    try {
      const ask = async (
        path: string,
        body?: object,
      ): Promise<{ status: number; message?: string; total?: number }> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const response = await fetch(`${product.url}/${path}`, {
          headers,
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        });
        const { message, totalElements } = (await response.json()) as ErrorBody & Page<AnyRow>;
        return { status: response.status, message, total: totalElements };
      };
      const list = () => ask('api/customer?size=1');
      const add = () => ask('api/customer/add', { customerName: `断线客户${(serial += 1)}`, contact: '周敏' });
      const before = await list();
      expect(before.status).toBe(200);
      line.cut();
      const began = performance.now();
      let longest = 0;
      let asked = 0;
      await Promise.all(
        [list, add, () => ask('api/health')].map(async (call) => {
          while (performance.now() - began < outage) {
            const [answer, took] = await timed(call());
            expect([answer.status, answer.message]).toEqual([503, failures.unavailable]);
            longest = Math.max(longest, took);
            asked += 1;
            await wait(200);
          }
        }),
      );
      const gone = performance.now() - began;
      line.mend();
      // The next call, not one of many attempts.
      const [answer, took] = await timed(list());
      expect(answer).toEqual({ status: 200, message: undefined, total: before.total });
      expect([(await ask('api/health')).status, (await add()).status, (await list()).total]).toEqual([
        200,
        200,
        (before.total ?? 0) + 1,
      ]);
      measured(
        `中断 ${seconds(gone)}：${asked} 次请求（读、写、健康检查）均 503，最长 ${seconds(longest)}；线路恢复后的第一次请求即 200（${seconds(took)}），服务不重启`,
        longest <= 3_000 && took <= 10_000,
      );
    } finally {
      line.mend();
      await product.stop();
    }
  },
);

it('a database that delays each answer by 5 s is given up with 503 like a silent one, and calls are fast again after the delay ends (FT2)', async () => {
  line.slow(5_000);
  const [answer, took] = await timed(read());
  expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
  line.mend();
  const back = await recovery();
  measured(`每个应答迟 5 s：503，${seconds(took)}；恢复 ${seconds(back)}`, took <= 3_000 && back <= 10_000);
});

it('a statement that keeps the database busy for 5 s is waited for, and the call is answered 200 after that time (FT2)', async () => {
  const other = new pg.Client({ connectionString: postgres.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('lock table customer in access exclusive mode');
    const working = other.query('select pg_sleep(5)').then(() => other.query('commit'));
    const [answer, took] = await timed(read());
    await working;
    expect([answer.status, took > 4_500]).toEqual([200, true]);
    measured(`数据库忙 5 s：等到 200，${seconds(took)}`, took <= 8_000);
  } finally {
    await other.end();
  }
});

it(
  'a silent database connection makes no call wait forever: the call is answered 503, and the connections are given up (FT2)',
  { timeout: 600_000 },
  async () => {
    await Promise.all([read(), read(), read()]);
    line.silence();
    const answers = await Promise.all([read, write].map((ask) => timed(ask())));
    for (const [answer] of answers) expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
    const longest = Math.max(...answers.map(([, took]) => took));
    line.mend();
    const back = await recovery();
    measured(`线路静默：503，最长 ${seconds(longest)}；恢复 ${seconds(back)}`, longest <= 3_000 && back <= 10_000);
  },
);

it('a call while all database connections are in use is queued and then answered 503, and later calls as usual (FT2)', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let holding = 0;
  const holders = Array.from({ length: 3 }, () =>
    server.database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      holding += 1;
      await held;
    }),
  );
  await expect.poll(() => holding).toBe(3);
  const [answer, took] = await timed(read());
  expect([answer.status, answer.body.message]).toEqual([503, failures.unavailable]);
  release();
  await Promise.all(holders);
  const back = await recovery();
  measured(`连接耗尽：排队 ${seconds(took)} 后 503；恢复 ${seconds(back)}`, took <= 3_000 && back <= 10_000);
});

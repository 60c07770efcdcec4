import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import type { ErrorBody, Page } from '@contract/wire';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, startIn } from '../browser/support/productServer';
import { measured } from '../support/measured';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { type TestServer, testServer } from '../support/server';

// QUALITY FT2 with the embedded database, which has one connection and works in the process of the server: the
// connection is held, or a query is slow.

let dataDir: string;
let server: TestServer;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-busy-'));
  await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  server = await testServer({}, dataDir);
  const organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'sales',
    organizationId,
    roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add'] })],
  });
  token = await server.login('sales');
  await server.database.execute('create table queued (id int not null)');
});
afterAll(() => server.close());

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

interface Outcome {
  readonly kind: 'read' | 'write' | 'health';
  /** A write: the name it was to add, and its key. */
  readonly name: string;
  readonly status: number;
  readonly message: string | undefined;
  readonly took: number;
}

type Ask = (
  method: string,
  path: string,
  body?: object,
  key?: string,
) => Promise<{ readonly status: number; readonly body: ErrorBody & Page<AnyRow> }>;
const here: Ask = (method, path, body, key) =>
  server.ask(method, path, { token, body, headers: key ? { 'idempotency-key': key } : {} });
const there =
  (url: string): Ask =>
  async (method, path, body, key) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    };
    const response = await fetch(`${url}/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as ErrorBody & Page<AnyRow> };
  };

let serial = 0;
const add = (ask: Ask, name: string) =>
  ask('POST', 'api/customer/add', { customerName: name, contact: '周敏' }, Buffer.from(name).toString('hex'));

/** Makes fifty calls at once: 25 that write, 24 that read, and one for the health. */
function fifty(ask: Ask): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: 50 }, async (_, index): Promise<Outcome> => {
      const kind = index === 49 ? 'health' : index % 2 ? 'read' : 'write';
      const name = `排队客户${(serial += 1)}`;
      const began = performance.now();
      const { status, body } = await (kind === 'write'
        ? add(ask, name)
        : ask('GET', kind === 'read' ? 'api/customer?size=1' : 'api/health'));
      return { kind, name, status, message: body.message, took: performance.now() - began };
    }),
  );
}

const longestOf = (outcomes: readonly Outcome[]): number => Math.max(...outcomes.map(({ took }) => took));
const refused = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ status }) => status === 503);

/**
 * Requires that every call was answered 200, or 503 in Chinese; what was answered 200 exists once with its audit line,
 * and the rest nowhere, now and later.
 */
async function expectWholeOrNothing(outcomes: readonly Outcome[]): Promise<void> {
  expect(
    outcomes.filter(({ status, message }) => status !== 200 && (status !== 503 || message !== failures.unavailable)),
  ).toEqual([]);
  // Calls still queued would run now.
  await wait(1_500);
  const writes = outcomes.filter(({ kind }) => kind === 'write');
  const counted = async (table: string): Promise<Map<string, number>> => {
    const rows = await server.database.query<{ name: string; count: number }>(table);
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  const customers = await counted(`select customer_name as name, count(*)::int as count from customer group by 1`);
  const [{ lines } = { lines: -1 }] = await server.database.query<{ lines: number }>(
    `select count(*)::int as lines from audit_log where action = 'add' and entity = 'customer'`,
  );
  expect(writes.filter(({ name, status }) => (customers.get(name) ?? 0) !== (status === 200 ? 1 : 0))).toEqual([]);
  expect(lines).toBe([...customers.values()].reduce((sum, count) => sum + count, 0));
}

/** Repeats refused writes, each twice: each is done once. */
async function expectRetryWorks(outcomes: readonly Outcome[]): Promise<void> {
  const again = refused(outcomes)
    .filter(({ kind }) => kind === 'write')
    .slice(0, 5);
  const done: Outcome[] = [];
  for (const one of again) {
    for (let time = 0; time < 2; time += 1) expect((await add(here, one.name)).status).toBe(200);
    done.push({ ...one, status: 200, message: undefined });
  }
  await expectWholeOrNothing(done);
}

/** Waits until all is as before and returns how long that took. */
async function recovery(ask: Ask): Promise<number> {
  const began = performance.now();
  await expect.poll(async () => (await ask('GET', 'api/customer?size=1')).status, { interval: 50 }).toBe(200);
  return performance.now() - began;
}

it.each([5_000, 35_000])(
  'a transaction that holds the embedded database’s only connection idle for %d ms gives fifty calls 503 in Chinese within 3 s, none written later (FT2)',
  { timeout: 600_000 },
  async (held) => {
    const outcomes: Outcome[] = [];
    const began = performance.now();
    let kept = (): void => undefined;
    const keeps = new Promise<void>((resolve) => (kept = resolve));
    const holder = server.database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      kept();
      await wait(held);
    });
    await keeps;
    // Past the session, which a call reads first: the writing statement and transaction are queued themselves.
    const writing = Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? server.database.query('insert into queued values ($1)', [index])
          : server.database.transaction((tx) => tx.execute(sql`insert into queued values (${index})`)),
      ),
    );
    // Excludes calls in the last moments, which still get their turn.
    while (performance.now() - began < held - 3_500) outcomes.push(...(await fifty(here)));
    expect(refused(outcomes)).toHaveLength(outcomes.length);
    await holder;
    const back = await recovery(here);
    expect((await writing).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
    await expectWholeOrNothing(outcomes);
    expect(await server.database.query('select * from queued')).toEqual([]);
    await expectRetryWorks(outcomes);
    const longest = longestOf(outcomes);
    measured(
      `内置数据库的唯一连接被占 ${seconds(held)}：${outcomes.length} 次请求（读、写、健康检查）均 503，最长 ${seconds(longest)}；恢复 ${seconds(back)}；被拒绝的写入事后 0 个执行，重试各成一次`,
      longest <= 3_000 && back <= 10_000,
    );
  },
);

it.each([5_000, 14_000])(
  'a transaction that works on the embedded database’s only connection for %d ms is waited for up to 10 s, else 503 and nothing written (FT2)',
  { timeout: 600_000 },
  async (working) => {
    const began = performance.now();
    const holder = server.database.transaction(async (tx) => {
      while (performance.now() - began < working) {
        await tx.execute(sql`select pg_sleep(0.05)`);
        await wait(100);
      }
    });
    const outcomes = await fifty(here);
    await holder;
    const back = await recovery(here);
    const longest = longestOf(outcomes);
    expect(refused(outcomes)).toHaveLength(working > 10_000 ? outcomes.length : 0);
    expect(longest).toBeGreaterThan(Math.min(working, 10_000) - 500);
    await expectWholeOrNothing(outcomes);
    await expectRetryWorks(outcomes);
    const answer = working > 10_000 ? '均 503，写入 0 个' : '均等到 200，写入各一次';
    measured(
      `内置数据库的事务工作 ${seconds(working)}：50 次请求${answer}，最长 ${seconds(longest)}；恢复 ${seconds(back)}`,
      longest <= Math.min(working, 10_000) + 3_000 && back <= 10_000,
    );
  },
);

it(
  'a long statement of the embedded database blocks the whole process, then every call is answered and each write done once or refused (FT2)',
  { timeout: 600_000 },
  async () => {
    // Slow as a real statement: in the database, and in the process that serves.
    await server.database.execute(`
    create function slow_customer() returns trigger language plpgsql as $$ begin perform pg_sleep(substring(new.customer_name from '[0-9]+')::int); return new; end $$;
    create trigger slow_customer before insert on customer for each row
    when (new.customer_name like '慢客户%') execute function slow_customer()`);
    await server.services.push.close();
    await server.database.close();
    await buildProduct('server');
    const product = await startIn(dataDir, { DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    const all: Outcome[] = [];
    const figures: string[] = [];
    let met = true;
    try {
      const ask = there(product.url);
      for (const slow of [5, 12]) {
        const name = `慢客户${slow}`;
        const began = performance.now();
        const slowly = add(ask, name).then(({ status, body }): Outcome => ({
          kind: 'write',
          name,
          status,
          message: body.message,
          took: performance.now() - began,
        }));
        await wait(300);
        const outcomes = await fifty(ask);
        all.push(await slowly, ...outcomes);
        expect((await slowly).status).toBe(200);
        const back = await recovery(ask);
        const longest = longestOf(outcomes);
        const [turnedAway, all50] = [refused(outcomes).length, outcomes.length];
        figures.push(
          `内置数据库一条语句 ${slow} s：进程在此期间不应答（健康检查同），${all50} 次请求等到 ${all50 - turnedAway} 个 200、${turnedAway} 个 503，最长 ${seconds(longest)}；恢复 ${seconds(back)}`,
        );
        met &&= longest <= slow * 1_000 + 3_000 && back <= 10_000;
      }
    } finally {
      await product.stop();
    }
    server = await testServer({}, dataDir);
    await expectWholeOrNothing(all);
    measured(`${figures.join('；')}；写入各一次或不写，进程存活`, met);
  },
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { numbersFrom } from '../support/chainTamperings';
import { measured } from '../support/measured';
import { findPostgres, type StartedPostgres, startPostgres } from '../support/postgres';
import { testServer } from '../support/server';
import { Away, checkNumbers, CutOff, type Writer } from './writers';
import { type WritingLab, writingLab } from './writingLab';

// QUALITY FT1 and FT2: a separate PostgreSQL with default durability, whose processes are killed while the server keeps
// running.

const backendKills = 40;
const postmasterKills = 10;
const bin = findPostgres();

let dataDir: string;
let postgres: StartedPostgres;
let product: ProductServer;
let lab: WritingLab;

beforeAll(async () => {
  if (!bin) return;
  await buildProduct('server');
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-killed-'));
  postgres = await startPostgres(bin, { durable: true });
  const below = await openDatabase({ databaseUrl: postgres.url });
  await migrate(below);
  await below.close();
  product = await startIn(dataDir, { DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', DATABASE_URL: postgres.url });
  const server = await testServer({}, { dataDir, databaseUrl: postgres.url });
  lab = await writingLab(server, 1);
  await server.services.push.close();
  await server.database.close();
});
afterAll(async () => {
  if (!bin) return;
  await product?.stop();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Kills with kill -9 the process that serves one of our statements now, or one that waits. */
async function killBackend(next: (below: number) => number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  // This connection may be killed together with the one it looks for.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number; busy: boolean }>(
    `select pid, state <> 'idle' as busy from pg_stat_activity where application_name = 'occhealth-lab'`,
  );
  const busy = rows.filter((row) => row.busy);
  const chosen = busy.length > 0 ? busy : rows;
  const pid = chosen[next(chosen.length)]?.pid;
  if (!pid) throw new Error('the server has no connection');
  process.kill(pid, 'SIGKILL');
  await client.end().catch(() => undefined);
}

it.skipIf(!bin)(
  `killing a process of PostgreSQL ${backendKills} times with kill -9 and the postmaster ${postmasterKills} times loses 0 acknowledged writes, and the server recovers without a restart (FT1, FT2)`,
  { timeout: 3_600_000 },
  async () => {
    const next = numbersFrom(20_261_123);
    const where = (): string => product.url;
    const [ask, writers] = [lab.ask(where), lab.writers(0, where)];
    let acknowledged = 0;
    let cut = 0;
    let unread = 0;
    let longest = 0;
    const healthy = async (): Promise<boolean> => {
      const response = await fetch(`${product.url}/api/health`);
      await response.text();
      expect([200, 503]).toContain(response.status);
      return response.status === 200;
    };
    const checked = async (writer: Writer): Promise<void> => {
      for (;;) {
        try {
          return await writer.check();
        } catch (error) {
          if (!(error instanceof Away)) throw error;
          await wait(20);
        }
      }
    };
    for (let round = 0; round < backendKills + postmasterKills; round += 1) {
      const whole = round % 5 === 4;
      const waiting = new Set(writers);
      let over = false;
      let enough = (): void => undefined;
      const wrote = new Promise<void>((resolve) => (enough = resolve));
      const bursts = writers.map(async (writer) => {
        try {
          await checked(writer);
          while (!over) {
            await writer.write();
            acknowledged += 1;
            waiting.delete(writer);
            if (waiting.size === 0) enough();
          }
        } catch (error) {
          // A long upload that is refused before its file was read may find the connection closed before it reads the
          // answer.
          if (error instanceof CutOff && writer.name === '上传') unread += 1;
          else if (!(error instanceof Away)) throw new Error(`${writer.name}, kill ${round}`, { cause: error });
          cut += 1;
        }
      });
      await Promise.race([wrote, Promise.all(bursts)]);
      await wait(next(40));
      if (whole) await postgres.kill();
      else await killBackend(next);
      if (whole) await postgres.start();
      // Time since the database could be queried again.
      const began = performance.now();
      await expect.poll(healthy, { interval: 20 }).toBe(true);
      longest = Math.max(longest, performance.now() - began);
      over = true;
      await Promise.all(bursts);
    }
    for (const writer of writers) await writer.check();
    expect((await ask<ChainReport>('POST', 'api/auditLog/verify')).broken).toEqual([]);
    const numbers = await checkNumbers(ask);
    expect(cut).toBeGreaterThan(2 * (backendKills + postmasterKills));
    measured(
      `PostgreSQL 自身：${backendKills} 次 kill -9 后端进程、${postmasterKills} 次 kill -9 主进程，打断 ${cut} 个进行中的操作（${cut - unread} 个得 503${unread > 0 ? `，${unread} 个上传在读到应答前断开` : ''}），已答复 ${acknowledged} 次，丢失 0；${numbers} 个编号不重不缺；服务不重启，最长 ${(longest / 1000).toFixed(1)} s 恢复`,
      longest <= 10_000,
    );
  },
);

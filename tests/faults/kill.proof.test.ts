import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import { openDatabase } from '@server/db/openDatabase';
import { storedFileTable } from '@server/db/schema';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { numbersFrom } from '../support/chainTamperings';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { type TestServer, testServer } from '../support/server';
import { checkNumbers, CutOff } from './writers';
import { type WritingLab, writingLab } from './writingLab';

// QUALITY FT1 on the embedded database and on PostgreSQL. Most of a round is the start of the server, which uses one
// processor: two servers, each on its own database, run at a time.

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';
const kills = Number(process.env['KILLS'] ?? 200);
/** Number of kills after which the whole audit trail is verified. */
const verified = 25;

interface Lane {
  readonly dataDir: string;
  readonly postgres: PostgresDatabase | undefined;
  readonly kills: number;
  product?: ProductServer;
}

interface Tally {
  acknowledged: number;
  cut: number;
  numbers: number;
  files: number;
  /** Duration of a start in ms. */
  longest: number;
}

const lanes: Lane[] = [];
let lab: WritingLab;

const variables = ({ postgres }: Lane) => ({
  DEMO: 'off',
  CAPTCHA: 'off',
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
});
const open = ({ dataDir, postgres }: Lane): Promise<TestServer> =>
  testServer({}, { dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
const shut = async ({ services, database }: TestServer): Promise<void> => {
  await services.push.close();
  await database.close();
};
const directory = (): Promise<string> => mkdtemp(join(tmpdir(), 'occhealth-kill-'));

beforeAll(async () => {
  await buildProduct('server');
  const first: Lane = {
    dataDir: await directory(),
    postgres: onPostgres ? await createPostgresDatabase() : undefined,
    kills: Math.ceil(kills / 2),
  };
  lanes.push(first);
  if (!onPostgres)
    await (await openDatabase({ dataDir: first.dataDir, template: await pgliteTemplate('migrated') })).close();
  // Built-in rows are created by the first start; people and records below the API.
  await (await startIn(first.dataDir, variables(first))).stop();
  const server = await open(first);
  lab = await writingLab(server, 1);
  await shut(server);
  const second: Lane = {
    dataDir: await directory(),
    postgres: first.postgres && (await createPostgresDatabase({ copyOf: first.postgres })),
    kills: Math.floor(kills / 2),
  };
  lanes.push(second);
  await cp(first.dataDir, second.dataDir, { recursive: true });
});
afterAll(async () => {
  for (const { product, postgres, dataDir } of lanes) {
    await product?.stop();
    await postgres?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/**
 * Requires that every stored row has its file as it was sent.
 * @returns how many
 */
async function checkFiles(lane: Lane): Promise<number> {
  const server = await open(lane);
  try {
    const files = await server.database.orm
      .select({ id: storedFileTable.id, sha256: storedFileTable.sha256 })
      .from(storedFileTable);
    for (const { id, sha256 } of files) {
      const content = await server.services.files.read(id);
      if (!content) throw new Error(`the file of ${id} is missing`);
      expect(
        createHash('sha256')
          .update(new Uint8Array(await new Response(content).arrayBuffer()))
          .digest('hex'),
        id,
      ).toBe(sha256);
    }
    return files.length;
  } finally {
    await shut(server);
  }
}

async function killAgainAndAgain(lane: Lane, next: (below: number) => number): Promise<Tally> {
  const tally: Tally = { acknowledged: 0, cut: 0, numbers: 0, files: 0, longest: 0 };
  const where = (): string => lane.product?.url ?? '';
  const [ask, writers] = [lab.ask(where), lab.writers(0, where)];
  const start = async (): Promise<ProductServer> => {
    const began = performance.now();
    const started = await startIn(lane.dataDir, variables(lane));
    tally.longest = Math.max(tally.longest, performance.now() - began);
    return (lane.product = started);
  };
  const verify = async (): Promise<void> =>
    expect((await ask<ChainReport>('POST', 'api/auditLog/verify')).broken).toEqual([]);
  for (let round = 0; round < lane.kills; round += 1) {
    const product = await start();
    if (round % verified === verified - 1) await verify();
    // Each writer checks what it had written, writes again, and then some more.
    const waiting = new Set(writers);
    let more = next(8);
    let enough = (): void => undefined;
    const wrote = new Promise<void>((resolve) => (enough = resolve));
    const bursts = writers.map(async (writer) => {
      try {
        await writer.check();
        for (;;) {
          await writer.write();
          tally.acknowledged += 1;
          if (waiting.size === 0) more -= 1;
          waiting.delete(writer);
          if (waiting.size === 0 && more <= 0) enough();
        }
      } catch (error) {
        if (!(error instanceof CutOff)) throw new Error(`${writer.name}, kill ${round}`, { cause: error });
        tally.cut += 1;
      }
    });
    await Promise.race([wrote, Promise.all(bursts)]);
    // At a random time during running writes.
    await wait(next(40));
    await product.kill();
    await Promise.all(bursts);
  }
  expect(tally.cut).toBe(lane.kills * writers.length);
  const last = await start();
  for (const writer of writers) await writer.check();
  await verify();
  tally.numbers = await checkNumbers(ask);
  await last.stop();
  tally.files = await checkFiles(lane);
  expect(tally.files).toBeGreaterThanOrEqual(lane.kills);
  return tally;
}

it(
  `a server killed ${kills} times with kill -9 during writes loses 0 acknowledged writes, numbers have no gap, and 0 rows refer to a missing file (FT1)`,
  { timeout: 7_200_000 },
  async () => {
    const tallies = await Promise.all(
      lanes.map((lane, index) => killAgainAndAgain(lane, numbersFrom(20_261_129 + index))),
    );
    const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0);
    const longest = Math.max(...tallies.map((tally) => tally.longest));
    measured(
      `${onPostgres ? 'PostgreSQL' : '内置数据库'}：${kills} 次 kill -9（2 套数据库），打断 ${sum('cut')} 个进行中的操作，已答复 ${sum('acknowledged')} 次，丢失 0；${sum('numbers')} 个编号不重不缺；${sum('files')} 个文件齐全；最长启动 ${(longest / 1000).toFixed(1)} s`,
      longest <= 10_000,
      kills >= 200,
    );
  },
);

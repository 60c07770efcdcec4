import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { storedFileTable } from '@server/db/schema';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { numbersFrom } from '../support/chainTamperings';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { freePort } from '../support/postgres';
import { s3Keys, type S3Server, s3Server } from '../support/s3';
import { testServer } from '../support/server';
import { checkNumbers, CutOff, type Writer } from './writers';
import { type WritingLab, writingLab } from './writingLab';

// QUALITY FT1 with two servers behind a load balancer: one PostgreSQL, one bucket, one key, and nothing else in common.

const rounds = 8;
const groupsOfNode = 2;

interface Node {
  /** Application name of its database connections. */
  readonly name: string;
  readonly dataDir: string;
  readonly port: number;
  product?: ProductServer;
}

/** Writers who use one server at a time. */
interface Group {
  readonly home: Node;
  at: Node;
  writers: readonly Writer[];
}

let postgres: PostgresDatabase;
let below: Database;
let bucket: S3Server;
let lab: WritingLab;
const nodes: Node[] = [];

async function start(node: Node): Promise<void> {
  const url = new URL(postgres.url);
  url.searchParams.set('application_name', node.name);
  node.product = await startIn(node.dataDir, {
    DEMO: 'off',
    CAPTCHA: 'off',
    PORT: String(node.port),
    DATABASE_URL: url.href,
    SECRET_KEY: 'two nodes share one key of many letters',
    FILE_STORE: bucket.address,
    FILE_STORE_ACCESS_KEY: s3Keys.accessKey,
    FILE_STORE_SECRET_KEY: s3Keys.secretKey,
  });
}

beforeAll(async () => {
  await buildProduct('server');
  [postgres, bucket] = await Promise.all([createPostgresDatabase(), s3Server()]);
  below = await openDatabase({ databaseUrl: postgres.url });
  for (const name of ['node-1', 'node-2']) {
    const node: Node = { name, dataDir: await mkdtemp(join(tmpdir(), `occhealth-${name}-`)), port: await freePort() };
    nodes.push(node);
    await start(node);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-nodes-'));
  const server = await testServer({}, { dataDir, databaseUrl: postgres.url });
  lab = await writingLab(server, nodes.length * groupsOfNode);
  await server.close();
});
afterAll(async () => {
  for (const { product, dataDir } of nodes) {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await below?.close();
  await bucket?.close();
  await postgres?.drop();
});

/** Returns the connections that the database still holds for a node. */
const connections = async ({ name }: Node): Promise<number> =>
  (
    await below.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = $1`,
      [name],
    )
  )[0]?.count ?? 0;

it(
  `two nodes on one PostgreSQL, of which one at a time is killed, ${rounds} times: the other continues, and no acknowledged write is lost, doubled or partial (FT1)`,
  { timeout: 3_600_000 },
  async () => {
    const next = numbersFrom(20_261_124);
    const groups = nodes.flatMap((home, node) =>
      Array.from({ length: groupsOfNode }, (_, index): Group => {
        const group: Group = { home, at: home, writers: [] };
        group.writers = lab.writers(node * groupsOfNode + index, () => group.at.product?.url ?? '');
        return group;
      }),
    );
    const askOf = (node: Node) => lab.ask(() => node.product?.url ?? '');
    const tally = { dying: 0, living: 0, meanwhile: 0, cut: 0, longest: 0, held: 0 };

    for (let round = 0; round < rounds; round += 1) {
      const dying = nodes[round % 2] as Node;
      const living = nodes[1 - (round % 2)] as Node;
      const waiting = new Set(groups.flatMap(({ writers }) => writers));
      let enough = (): void => undefined;
      const wrote = new Promise<void>((resolve) => (enough = resolve));
      let killed = false;
      let over = false;
      // Writers of the remaining node: each has to write once more after the other one is back.
      let yetToWrite = new Set<Writer>();
      let proved = (): void => undefined;
      const wentOn = new Promise<void>((resolve) => (proved = resolve));
      const burst = async ({ home }: Group, writer: Writer): Promise<void> => {
        while (!over) {
          const began = performance.now();
          try {
            await writer.write();
          } catch (error) {
            // Writers at the remaining node must see no error.
            if (home !== dying || !killed || !(error instanceof CutOff))
              throw new Error(`${writer.name} at ${home.name}, round ${round}`, { cause: error });
            tally.cut += 1;
            return;
          }
          tally[home === dying ? 'dying' : 'living'] += 1;
          if (home === living && killed) {
            tally.meanwhile += 1;
            tally.longest = Math.max(tally.longest, performance.now() - began);
            if (yetToWrite.delete(writer) && yetToWrite.size === 0) proved();
          }
          waiting.delete(writer);
          if (waiting.size === 0) enough();
        }
      };
      const at = (node: Node) => groups.filter(({ home }) => home === node);
      const bursts = (node: Node) =>
        Promise.all(at(node).flatMap((group) => group.writers.map((writer) => burst(group, writer))));
      const [ended, goingOn] = [bursts(dying), bursts(living)];
      await Promise.race([wrote, ended, goingOn]);
      await wait(next(40));
      const began = performance.now();
      killed = true;
      await dying.product?.kill();
      await Promise.race([ended, goingOn]);
      // A write under way when its node ended is decided once the database has closed its connection.
      await expect.poll(() => connections(dying), { interval: 20 }).toBe(0);
      tally.held = Math.max(tally.held, performance.now() - began);
      for (const group of at(dying)) {
        group.at = living;
        for (const writer of group.writers) await writer.check();
      }
      await start(dying);
      yetToWrite = new Set(at(living).flatMap(({ writers }) => writers));
      await Promise.race([wentOn, goingOn]);
      over = true;
      await goingOn;
      // The returned node sees what the other one did without it.
      for (const group of at(living)) {
        group.at = dying;
        for (const writer of group.writers) await writer.check();
      }
      for (const group of groups) group.at = group.home;
      expect((await askOf(living)<ChainReport>('POST', 'api/auditLog/verify')).broken).toEqual([]);
    }

    expect(tally.cut).toBe(rounds * groupsOfNode * (groups[0]?.writers.length ?? 0));
    const numbers = await checkNumbers(askOf(nodes[0] as Node));
    const files = await below.orm.select({ id: storedFileTable.id }).from(storedFileTable);
    const kept = [...bucket.objects.keys()];
    expect(files.filter(({ id }) => !kept.some((name) => name.endsWith(id)))).toEqual([]);
    measured(
      `两个节点、一个 PostgreSQL：轮流 kill -9 ${rounds} 次，打断 ${tally.cut} 个进行中的操作；停掉的节点曾答复 ${tally.dying} 次、另一节点 ${tally.living} 次（其中停机期间 ${tally.meanwhile} 次，0 次出错，最长 ${(tally.longest / 1000).toFixed(1)} s），丢失 0；${numbers} 个编号不重不缺，${files.length} 个文件齐全，审计链完整；数据库 ${(tally.held / 1000).toFixed(1)} s 内放开停掉的节点`,
    );
  },
);

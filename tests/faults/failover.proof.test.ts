import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectPush } from '@/session/notices/pushConnection';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import { migrate } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { createPush } from '@server/features/notices/browserPush';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { numbersFrom } from '../support/chainTamperings';
import { stubBrowserOf } from '../support/consoleSockets';
import { measured } from '../support/measured';
import { hasPatroni, type PatroniCluster, startPatroni } from '../support/patroniCluster';
import { testServer } from '../support/server';
import { Away, checkNumbers, CutOff, type Writer } from './writers';
import { type WritingLab, writingLab } from './writingLab';

// QUALITY FT12: PostgreSQL under Patroni with a synchronous standby, HAProxy before both, and the product's process,
// which is never restarted.

const kills = Number(process.env['FAILOVERS'] ?? 20);
/** Six writers each. */
const groups = 9;
const readers = 20;
/** Pause of a person between two writes, ms. */
const pauseMs = 200;
/** Seconds after which a person tries again; the answer says so (`Retry-After`). */
const retrySeconds = 5;

let cluster: PatroniCluster | undefined;
let dataDir: string;
let product: ProductServer;
let below: Database;
let lab: WritingLab;
const sessions: { userId: number; token: string }[] = [];

beforeAll(async () => {
  if (!hasPatroni()) return;
  await buildProduct('server');
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-failover-'));
  cluster = await startPatroni();
  below = await openDatabase({ databaseUrl: cluster.url });
  await migrate(below);
  product = await startIn(dataDir, { DEMO: 'off', CAPTCHA: 'off', DATABASE_URL: cluster.url });
  const server = await testServer({}, { dataDir, databaseUrl: cluster.url });
  lab = await writingLab(server, groups);
  const organizationId = await server.rows.organization();
  for (let person = 0; person < readers; person += 1) {
    const userId = await server.rows.user({ userName: `reader${person}`, organizationId });
    sessions.push({ userId, token: await server.login(`reader${person}`) });
  }
  await server.services.push.close();
  await server.database.close();
  stubBrowserOf(product.url);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await product?.stop();
  await below?.close();
  await cluster?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

const isAway = (error: unknown): boolean => error instanceof Away || error instanceof CutOff;

it.skipIf(!hasPatroni())(
  `killing the primary ${kills} times with kill -9 under ${groups * 6} writers loses 0 acknowledged writes, and people see at most one refusal and wait at most 15 s (FT12)`,
  { timeout: 3_600_000 },
  async () => {
    if (!cluster) return;
    const next = numbersFrom(20_261_127);
    const where = (): string => product.url;
    const ask = lab.ask(where);
    const writers = Array.from({ length: groups }, (_, group) => lab.writers(group, where)).flat();
    const push = createPush(below);
    let heard = new Map<number, Set<number>>();
    const ends = sessions.map(({ userId, token }) =>
      connectPush(userId, () => token, {
        onMessage: ({ msgId = 0 }) => void heard.get(msgId)?.add(userId),
        onOpen: () => undefined,
        onGiveUp: () => undefined,
      }),
    );
    const tally = {
      acknowledged: 0,
      refused: 0,
      mostRefusals: 0,
      longest: 0,
      longestPush: 0,
      primaries: new Set<string>(),
    };
    let killedAt = Number.POSITIVE_INFINITY;

    /** Sends messages until every open console has received one; returns after how many ms since the kill. */
    async function pushedAgain(): Promise<number> {
      heard = new Map();
      for (let msgId = 1; ; msgId += 1) {
        heard.set(msgId, new Set());
        await push.send('all', { cmd: 'topic', msgId }).catch(() => undefined);
        await wait(250);
        if ([...heard.values()].some((people) => people.size === readers)) return performance.now() - killedAt;
        if (performance.now() - killedAt > 120_000) throw new Error('a console hears nothing since the failover');
      }
    }

    /** Works like a person until the round is over: after a refusal waits, looks, and writes again. */
    async function work(writer: Writer, isOver: () => boolean, wroteAfterKill: () => void): Promise<void> {
      let [refusals, interrupted] = [0, false];
      while (!isOver() || interrupted) {
        try {
          if (interrupted) await writer.check();
          interrupted = false;
          await writer.write();
          tally.acknowledged += 1;
          if (performance.now() > killedAt) wroteAfterKill();
          await wait(pauseMs);
        } catch (error) {
          // What was interrupted may be done or not; a look decides, and no look is refused twice.
          if (!isAway(error)) throw new Error(`${writer.name} of ${kills} kills`, { cause: error });
          refusals += 1;
          interrupted = true;
          tally.refused += 1;
          tally.mostRefusals = Math.max(tally.mostRefusals, refusals);
          await wait(retrySeconds * 1_000);
        }
      }
    }

    for (let round = 0; round < kills; round += 1) {
      await cluster.whole();
      killedAt = Number.POSITIVE_INFINITY;
      const yetToWrite = new Set(writers);
      let wrote = (): void => undefined;
      const firstWrite = new Promise<void>((resolve) => (wrote = resolve));
      const bursts = writers.map((writer) =>
        work(
          writer,
          () => yetToWrite.size === 0,
          () => {
            wrote();
            if (yetToWrite.delete(writer)) tally.longest = Math.max(tally.longest, performance.now() - killedAt);
          },
        ),
      );
      const working = Promise.all(bursts);
      await Promise.race([wait(1_000 + next(500)), working]);
      tally.primaries.add(await cluster.killPrimary());
      killedAt = performance.now();
      await Promise.race([...bursts, firstWrite]);
      const [longestPush] = await Promise.all([pushedAgain(), working]);
      tally.longestPush = Math.max(tally.longestPush, longestPush);
    }
    for (const end of ends) end();
    await push.close();
    await cluster.whole();
    for (const writer of writers) await writer.check();
    expect((await ask<ChainReport>('POST', 'api/auditLog/verify')).broken).toEqual([]);
    const numbers = await checkNumbers(ask);
    // Both members were primary: the roles changed each time.
    expect(tally.primaries.size).toBe(kills > 1 ? 2 : 1);
    measured(
      `Patroni 2 个成员、1 个同步备库：${kills} 次 kill -9 主库，${writers.length} 个写入者，已答复 ${tally.acknowledged} 次，丢失 0，审计链完整，${numbers} 个编号不重不缺；共 ${tally.refused} 次得 503，一人一次切换最多 ${tally.mostRefusals} 次；最长 ${(tally.longest / 1000).toFixed(1)} s 恢复写入，${(tally.longestPush / 1000).toFixed(1)} s 内 ${readers} 个页签的推送恢复；服务不重启`,
      tally.mostRefusals <= 1 && tally.longest <= 15_000,
    );
  },
);

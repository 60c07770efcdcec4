import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectPush } from '@/session/notices/pushConnection';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { stubBrowserOf } from '../support/consoleSockets';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { testServer } from '../support/server';

// QUALITY FT8: the built product in a separate process, and the console's own connection a thousand times in this one.

const people = 100;
const tabs = 10;

let dataDir: string;
let postgres: PostgresDatabase | undefined;
let product: ProductServer;
const sessions: { userId: number; token: string }[] = [];

const start = (port: string): Promise<ProductServer> =>
  startIn(dataDir, { DEMO: 'off', CAPTCHA: 'off', PORT: port, ...(postgres ? { DATABASE_URL: postgres.url } : {}) });

beforeAll(async () => {
  await buildProduct('server');
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-reconnect-'));
  if (process.env['TEST_DATABASE'] === 'postgres') postgres = await createPostgresDatabase();
  else await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  const server = await testServer({}, { dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
  const organizationId = await server.rows.organization();
  for (let person = 0; person < people; person += 1) {
    const userId = await server.rows.user({ userName: `reader${person}`, organizationId });
    sessions.push({ userId, token: await server.login(`reader${person}`) });
  }
  await server.services.push.close();
  await server.database.close();
  product = await start('0');
  stubBrowserOf(product.url);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await product?.stop();
  await postgres?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('the websockets of 1,000 consoles reconnect within 25 s after the server was killed and started again, and none gives up (FT8)', async () => {
  const opened: number[] = [];
  let gaveUp = 0;
  const ends = sessions.flatMap(({ userId, token }) =>
    Array.from({ length: tabs }, () =>
      connectPush(userId, () => token, {
        onMessage: () => undefined,
        onOpen: () => void opened.push(performance.now()),
        onGiveUp: () => void (gaveUp += 1),
      }),
    ),
  );
  try {
    await expect.poll(() => opened.length, { timeout: 60_000 }).toBe(people * tabs);
    opened.length = 0;
    const began = performance.now();
    await product.kill();
    product = await start(new URL(product.url).port);
    await expect.poll(() => opened.length, { timeout: 120_000 }).toBe(people * tabs);
    const took = opened.map((at) => at - began).sort((a, b) => a - b);
    const p95 = took[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN;
    expect(gaveUp).toBe(0);
    expect(took.length).toBe(people * tabs);
    measured(
      `${postgres ? 'PostgreSQL' : 'PGlite'}：1 000 个连接，p95 ${(p95 / 1000).toFixed(1)} s，最长 ${((took.at(-1) ?? 0) / 1000).toFixed(1)} s`,
      p95 < 25_000,
    );
  } finally {
    for (const end of ends) end();
  }
});

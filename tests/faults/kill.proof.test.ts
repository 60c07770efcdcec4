import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '@contract/wire';
import type { ChainReport } from '@contract/auditChain';
import { openDatabase } from '@server/db/client';
import { storedFileTable } from '@server/db/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProduct, type ProductServer, startIn } from '../browser/support/productServer';
import { numbersFrom } from '../support/chainTamperings';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { type TestServer, testServer } from '../support/server';
import { signingLab } from '../support/signedRecords';
import { adder, approver, type Ask, CutOff, editor, remover, uploader, type Writer } from './writers';

// QUALITY FT1 on the embedded database and on PostgreSQL. A start of the server serves ten bursts of writes, two of each kind, which one kill ends all in their
// middle: twenty kills are two hundred bursts.

const kills = 20;

let dataDir: string;
let postgres: PostgresDatabase | undefined;
let product: ProductServer | undefined;
let writers: Writer[];
let ask: Ask;

const variables = () => ({ DEMO: 'off', CAPTCHA: 'off', ...(postgres ? { DATABASE_URL: postgres.url } : {}) });
const open = (): Promise<TestServer> => testServer({}, { dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
const shut = async ({ services, database }: TestServer): Promise<void> => {
  await services.push.close();
  await database.close();
};

const reached = async (path: string, token: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(`${product?.url ?? ''}/${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  } catch (cause) {
    throw new CutOff(path, { cause });
  }
};
const textOf = async (path: string, response: Response): Promise<string> => {
  const text = await response.text().catch((cause: unknown) => {
    throw new CutOff(path, { cause });
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
};
const asking = (token: string): Ask => async (method, path, body) =>
  JSON.parse(await textOf(path, await reached(path, token, { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) })));

async function send(token: string, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content], name));
  const { body } = JSON.parse(await textOf('upload', await reached('api/file/upload', token, { method: 'POST', body: form }))) as Answer<{ id: string }>;
  return body?.id ?? '';
}

beforeAll(async () => {
  await buildProduct('server');
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-kill-'));
  if (process.env['TEST_DATABASE'] === 'postgres') postgres = await createPostgresDatabase();
  else await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  // What is built in comes with the first start; people and records below the API.
  await (await startIn(dataDir, variables())).stop();
  const server = await open();
  const lab = await signingLab(server);
  const records: number[] = [];
  for (let at = 0; at < 6; at += 1) records.push((await lab.ready()).id);
  await server.rows.user({ userName: 'writer', organizationId: lab.organizationId, isAdmin: true, roles: [await server.rows.role({ permissions: [...['list', 'add', 'edit', 'del', 'restore'].map((action) => `customer:${action}`), 'auditLog:list'] })] });
  const token = await server.login('writer');
  const customers: number[] = [];
  for (let at = 0; at < 42; at += 1) customers.push(await server.rows.customer({ organizationId: lab.organizationId, customerName: `原有客户${at}` }));
  await shut(server);
  ask = asking(token);
  const [analyst, reviewer] = [asking(lab.people.analyst.token), asking(lab.people.reviewer.token)];
  writers = [0, 1].flatMap((half) => {
    const [edited = 0, ...removed] = customers.slice(half * 21, half * 21 + 21);
    return [
      adder(ask, `断电客户${half ? '乙' : '甲'}`),
      editor(ask, edited),
      remover(ask, removed),
      uploader((name, content) => send(token, name, content), async (id) => textOf('file', await reached(`api/file/${id}`, token, {}))),
      approver({ analyst, reviewer }, records.slice(half * 3, half * 3 + 3)),
    ];
  });
});
afterAll(async () => {
  await product?.stop();
  await postgres?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('FT1: 200 bursts of writes that kill -9 ends lose 0 acknowledged writes; each is before or after, and 0 rows point to a missing file', { timeout: 3_600_000 }, async () => {
  const next = numbersFrom(20_261_129);
  let longest = 0;
  let acknowledged = 0;
  let cut = 0;
  const start = async (): Promise<ProductServer> => {
    const began = performance.now();
    const started = await startIn(dataDir, variables());
    longest = Math.max(longest, performance.now() - began);
    return started;
  };
  product = await start();
  for (let round = 0; round < kills; round += 1) {
    // Each has written something that it must find again, and then some more.
    const waiting = new Set(writers);
    let more = next(12);
    let enough = (): void => undefined;
    const wrote = new Promise<void>((resolve) => (enough = resolve));
    const bursts = writers.map(async (writer) => {
      try {
        for (;;) {
          await writer.write();
          acknowledged += 1;
          if (waiting.size === 0) more -= 1;
          waiting.delete(writer);
          if (waiting.size === 0 && more <= 0) enough();
        }
      } catch (error) {
        if (!(error instanceof CutOff)) throw new Error(`${writer.name}, kill ${round}`, { cause: error });
        cut += 1;
      }
    });
    await Promise.race([wrote, Promise.all(bursts)]);
    // Somewhere in the middle of what is on its way now.
    await wait(next(40));
    await product.kill();
    await Promise.all(bursts);
    product = await start();
    for (const writer of writers) await writer.check().catch((cause: unknown) => {
      throw new Error(`${writer.name}, after kill ${round}`, { cause });
    });
  }
  expect(cut).toBe(kills * writers.length);
  expect((await ask<ChainReport>('POST', 'api/auditLog/verify')).broken).toEqual([]);
  await product.stop();
  product = undefined;

  const server = await open();
  const files = await server.database.orm.select({ id: storedFileTable.id, sha256: storedFileTable.sha256 }).from(storedFileTable);
  expect(files.length).toBeGreaterThanOrEqual(2 * kills);
  for (const { id, sha256 } of files) {
    const content = await server.services.files.read(id);
    if (!content) throw new Error(`the file of ${id} is missing`);
    expect(createHash('sha256').update(new Uint8Array(await new Response(content).arrayBuffer())).digest('hex'), id).toBe(sha256);
  }
  await shut(server);
  measured(`${postgres ? 'PostgreSQL' : '内置数据库'}：${kills} 次 kill -9 打断 ${cut} 轮写入，已答复 ${acknowledged} 次，丢失 0；${files.length} 个文件齐全；最长启动 ${(longest / 1000).toFixed(1)} s`, longest <= 10_000);
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ErrorBody, Page } from '@contract/wire';
import { root } from '@server/base/root';
import { openDatabase } from '@server/db/openDatabase';
import { refusalOf } from '@server/http/errors';
import { buildProduct, startIn } from '../browser/support/productServer';
import { measured } from '../support/measured';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { freePort } from '../support/postgres';
import { testServer } from '../support/server';
import { type SmallDisk, smallDisk } from '../support/smallDisk';

// QUALITY FT3 with the embedded database on the full disk: in this process, and finally in a process started to serve.

let disk: SmallDisk | undefined;

beforeAll(() => {
  disk = smallDisk(200);
});
afterAll(() => disk?.remove());

const full = [507, '服务器存储空间不足，请联系管理员'];

/** Creates a directory on the disk with a migrated embedded database. */
async function filled(name: string, on = disk): Promise<string> {
  const dataDir = join(on?.path ?? '', name);
  mkdirSync(dataDir);
  await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  return dataDir;
}

it('the embedded database on a full disk refuses writes with 507, keeps none partially, still reads, and writes again with space (FT3)', async ({
  skip,
}) => {
  if (!disk) return skip('a small disk needs root');
  const server = await testServer({}, await filled('writes'));
  try {
    const organizationId = await server.rows.organization();
    await server.rows.user({
      userName: 'sales',
      organizationId,
      roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add'] })],
    });
    const token = await server.login('sales');
    const add = (name: string) =>
      server.ask<ErrorBody>('POST', 'api/customer/add', {
        token,
        body: { customerName: name, contact: '周敏', remark: '很长的备注'.repeat(40) },
      });
    const total = async (): Promise<[number, number]> => {
      const { status, body } = await server.ask<Page<AnyRow>>('GET', 'api/customer?size=1', { token });
      return [status, body.totalElements];
    };
    disk.fill();
    let written = 0;
    let refused = 0;
    // Free space in the pages of the tables holds some more rows.
    for (let round = 0; round < 2_000 && refused < 20; round += 1) {
      const { status, body } = await add(`满盘客户${round}`);
      if (status === 200) written += 1;
      else {
        expect([status, body.message]).toEqual(full);
        refused += 1;
      }
    }
    expect([refused, await total()]).toEqual([20, [200, written]]);
    disk.free();
    expect((await add('又有空间')).status).toBe(200);
    expect(await total()).toEqual([200, written + 1]);
    const [{ lines } = { lines: -1 }] = await server.database.query<{ lines: number }>(
      `select count(*)::int as lines from audit_log where action = 'add' and entity = 'customer'`,
    );
    expect(lines).toBe(written + 1);
    measured('内置数据库：20 次写入均 507，0 个半行，读取照常，腾出空间后不重启即恢复');
  } finally {
    disk.free();
    await server.close();
  }
});

it('the embedded database without space for its log (WAL) stops with 507, and has all commits when it is opened again (FT3)', async ({
  skip,
}) => {
  if (!disk) return skip('a small disk needs root');
  const dataDir = await filled('log');
  const panics: unknown[] = [];
  const database = await openDatabase({ dataDir, onPanic: (error) => void panics.push(error) });
  let committed = 0;
  try {
    // The table has free space: only the WAL grows.
    await database.execute(
      `create table roomy (id int primary key, value int not null) with (fillfactor = 20); insert into roomy
        select n, 0 from generate_series(1, 2000) n`,
    );
    disk.fill();
    const stopped = await (async (): Promise<unknown> => {
      for (let value = 1; value < 2_000; value += 1) {
        try {
          await database.transaction(async (tx) => void (await tx.execute(`update roomy set value = ${value}`)));
          committed = value;
        } catch (error) {
          return error;
        }
      }
      return undefined;
    })();
    expect(panics).toHaveLength(1);
    const refusals = [stopped, await database.query('select 1').catch((error: unknown) => error)].map(refusalOf);
    expect(refusals.map((refusal) => [refusal?.status, refusal?.message])).toEqual([full, full]);
  } finally {
    disk.free();
    await database.close();
  }
  const again = await openDatabase({ dataDir });
  const rows = await again.query<{ value: number; count: number }>(
    'select value, count(*)::int as count from roomy group by value',
  );
  await again.close();
  // The WAL may contain all of the commit during which it stopped: all or nothing.
  expect([[{ value: committed, count: 2_000 }], [{ value: committed + 1, count: 2_000 }]]).toContainEqual(rows);
  measured(
    `内置数据库的日志写不进：已提交的 ${committed} 次修改在重新打开后都在；停止后的调用立即 507，并告知所在进程`,
  );
});

it('the server without disk space for its database’s log (WAL) ends and is restarted until there is space, with 0 manual starts (FT3)', async ({
  skip,
}) => {
  // Space held by the stopped database of the previous test is not returned to its disk.
  const own = smallDisk(200);
  if (!own) return skip('a small disk needs root');
  const dataDir = await filled('product', own);
  const below = await testServer({}, dataDir);
  const organizationId = await below.rows.organization();
  await below.rows.user({
    userName: 'sales',
    organizationId,
    roles: [await below.rows.role({ permissions: ['customer:list', 'customer:add'] })],
  });
  const token = await below.login('sales');
  // Only the WAL grows, and fast with each customer, whether the customer finds space or not.
  await below.database.execute(`
    create table roomy (id int primary key, value int not null) with (fillfactor = 20);
    insert into roomy select n, 0 from generate_series(1, 2000) n;
    create function touch_roomy() returns trigger language plpgsql as 'begin update roomy set value = value + 1; return null; end';
    create trigger touch_roomy before insert on customer for each statement execute function touch_roomy()`);
  await below.services.push.close();
  await below.database.close();

  await buildProduct('server');
  const variables = { DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const add = (url: string, name: string) =>
    fetch(`${url}/api/customer/add`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ customerName: name, contact: '周敏' }),
    });
  // The same address after each start.
  const product = await startIn(dataDir, { ...variables, PORT: String(await freePort()) }, root, 'supervisor');
  try {
    expect((await add(product.url, '满盘之前')).status).toBe(200);
    own.fill();
    let written = 1;
    let refused = 0;
    for (let round = 0; round < 5_000; round += 1) {
      const answer = await add(product.url, `满盘客户${round}`).catch(() => undefined);
      const body = (await answer?.json().catch(() => undefined)) as ErrorBody | undefined;
      // The server has ended, possibly in the middle of an answer.
      if (!answer || !body) break;
      if (answer.status === 200) written += 1;
      else {
        expect([answer.status, body.message]).toEqual(full);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
    // Space returned by the ended server is used up, too: starts fail while there is none.
    await expect.poll(() => product.said()).toContain('等待磁盘腾出空间');
    own.fill();
    const failed = () => product.said().split('ENOSPC').length - 1;
    await expect.poll(failed).toBeGreaterThanOrEqual(2);
    expect(product.said()).toContain('内置数据库已停止工作');
    const tries = failed();

    own.free();
    const began = performance.now();
    await expect
      .poll(
        () =>
          fetch(`${product.url}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 50 },
      )
      .toBe(200);
    const took = (performance.now() - began) / 1_000;
    const answer = await fetch(`${product.url}/api/customer?size=1`, { headers });
    const { totalElements } = (await answer.json()) as Page<AnyRow>;
    // As above: the write during whose commit it stopped may exist.
    expect([written, written + 1]).toContain(totalElements);
    expect((await add(product.url, '又有空间')).status).toBe(200);
    await expect.poll(() => product.said()).toContain('内置数据库已恢复');
    await product.stop();
    expect((await product.ended).code).toBe(0);
    measured(
      `运行中的服务（内置数据库）日志写不进：说明原因并结束，此后自动重新启动（磁盘仍满时失败 ${tries} 次），腾出空间后 ${took.toFixed(1)} s 恢复，0 次人工启动；已答复的 ${written} 次写入都在，可继续写入`,
      took <= 30,
    );
  } finally {
    await product.stop();
    own.remove();
  }
});

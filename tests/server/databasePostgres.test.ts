import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { prepareTexts } from '@contract/features/system/backupTexts';
import { nodeTexts } from '@contract/features/system/serverTexts';
import { parseEnv } from '@server/base/env';
import { createLog } from '@server/base/log';
import { migrate } from '@server/db/migrate';
import { createListener } from '@server/db/notificationListener';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { refusalOf } from '@server/http/errors';
import { joinNodes } from '@server/jobs/joinNodes';
import type { Services } from '@server/services';
import { lineTo } from '../faults/line';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';

let own: PostgresDatabase;
let database: Database;

beforeAll(async () => {
  own = await createPostgresDatabase({ empty: true });
  database = await openDatabase({ databaseUrl: own.url, poolSize: 3 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const endOthers = (): Promise<object[]> =>
  database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );

describe('PostgreSQL', () => {
  it('PostgreSQL is migrated once by several processes that start together', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: own.url, poolSize: 2 })));
    const applied = await Promise.all(others.map((other) => migrate(other)));
    await Promise.all(others.map((other) => other.close()));
    const names = (await database.query<{ name: string }>('select name from migration')).map(({ name }) => name);
    expect(applied.flat().sort()).toEqual(names.sort());
    expect(names.length).toBeGreaterThan(0);
  });

  it('PostgreSQL works again after its connections were cut, and so do the notification listeners', async () => {
    const heard: string[] = [];
    await database.listen('cut', (payload) => heard.push(payload));
    await Promise.all([1, 2, 3].map(() => database.query('select pg_sleep(0.05)')));
    await endOthers();
    await expect.poll(() => database.query('select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
    await expect
      .poll(
        async () => {
          await database.notify('cut', 'again').catch(() => undefined);
          return heard.length;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(0);
  });

  it('a notification listener whose database host is gone without a word connects again', async () => {
    class Listening extends pg.Client {
      hangUp(): void {
        (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      }
    }
    const line = await lineTo(own.url);
    const listener = createListener(
      () => new Listening({ connectionString: line.url, query_timeout: 100 }).on('error', () => undefined),
      undefined,
      100,
    );
    onTestFinished(async () => {
      await listener.close();
      await line.close();
    });
    const heard: string[] = [];
    await listener.listen('gone', (payload) => heard.push(payload));
    line.strand();
    await expect
      .poll(
        async () => {
          await database.notify('gone', 'again');
          return heard.length;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(0);
  });

  it('a PostgreSQL transaction that loses its connection releases it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const broken = database.transaction(async (tx) => {
        const [{ pid } = { pid: 0 }] = (
          (await tx.execute('select pg_backend_pid() as pid')) as unknown as { rows: { pid: number }[] }
        ).rows;
        await endSession(pid);
        await tx.execute('select 1');
      });
      await expect(broken).rejects.toThrow();
    }
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a PostgreSQL statement that takes too long is cancelled instead of blocking', async () => {
    await database.transaction(async (tx) => {
      const { rows } = (await tx.execute('show statement_timeout')) as unknown as {
        rows: { statement_timeout: string }[];
      };
      expect(rows[0]?.statement_timeout).toBe('30s');
    });
  });

  it('an unreachable PostgreSQL, or an invalid address, is reported in one sentence', async () => {
    await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
      '无法连接 DATABASE_URL 指定的数据库（ECONNREFUSED）',
    );
    const missing = new URL(own.url);
    missing.pathname = '/there_is_none';
    await expect(openDatabase({ databaseUrl: missing.href })).rejects.toThrow('无法连接');
  });

  it.each(['SQL_ASCII', 'LATIN1'])(
    'a database with encoding %s is refused, and the message says how to create a suitable one',
    async (encoding) => {
      const odd = await createPostgresDatabase({ empty: true, encoding });
      onTestFinished(() => odd.drop());
      await expect(openDatabase({ databaseUrl: odd.url })).rejects.toThrow(
        new RegExp(`^数据库的编码是 ${encoding}，.*encoding 'UTF8'`),
      );
    },
  );

  it('a PostgreSQL database is refused if it is read-only, grants no right to create tables, or has no free connection', async () => {
    const other = await createPostgresDatabase({ empty: true });
    onTestFinished(() => other.drop());
    const [name, role] = [new URL(other.url).pathname.slice(1), `occhealth_poor_${process.pid}`];
    await database.execute(`create role ${role} login password 'poor' connection limit 1`);
    onTestFinished(() => database.execute(`drop role ${role}`));
    const poor = new URL(other.url);
    [poor.username, poor.password] = [role, 'poor'];

    const first = await openDatabase({ databaseUrl: poor.href, poolSize: 1 });
    await expect(migrate(first)).rejects.toThrow(prepareTexts.noCreate);
    await first.query('select 1');
    await expect(openDatabase({ databaseUrl: poor.href, poolSize: 1 })).rejects.toThrow('数据库的连接已用完（53300）');
    await first.close();

    await database.execute(`alter database ${name} set default_transaction_read_only = on`);
    await expect(openDatabase({ databaseUrl: other.url })).rejects.toThrow('default_transaction_read_only');
  });

  it('a server node with other files, key, time zone or program than a running node is refused', async () => {
    const directories = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'node-')));
    onTestFinished(() => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));
    const [one, other] = directories.map((dataDir, index) => {
      const env = parseEnv({ DATA_DIR: dataDir, PORT: String(8081 + index), SECRET_KEY: 'k'.repeat(40) });
      return { env, database, log: createLog({ logLevel: 'silent' }) } as unknown as Services;
    }) as [Services, Services];
    const marks = { files: 'f', key: 'k', zone: 'Asia/Shanghai', build: 'b' };
    const first = await joinNodes(one, marks);
    for (const [mark, label] of Object.entries(nodeTexts.marks))
      await expect(joinNodes(other, { ...marks, [mark]: 'another' }), mark).rejects.toThrow(`:8081 的${label}不同`);
    // Two directories are two stores.
    await expect(joinNodes(other)).rejects.toThrow(nodeTexts.marks.files);
    const second = await joinNodes(other, marks);
    // A restarted node replaces itself, whatever it was.
    await second.leave();
    await (await joinNodes(one, { ...marks, zone: 'UTC' })).leave();
    await first.leave();
    await (await joinNodes(other, { ...marks, zone: 'UTC' })).leave();
    expect(await database.query('select id from node')).toEqual([]);
  });

  it('PostgreSQL without a free connection answers 503, not 500', () => {
    expect(refusalOf(Object.assign(new Error('too many'), { code: '53300' }))?.status).toBe(503);
    expect(refusalOf(Object.assign(new Error('standby'), { code: '25006' }))?.status).toBe(503);
  });
});

/** Ends a session from another connection, outside any transaction. */
async function endSession(pid: number): Promise<void> {
  const other = await openDatabase({ databaseUrl: own.url, poolSize: 1 });
  await other.query('select pg_terminate_backend($1)', [pid]);
  await other.close();
}

import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Page } from '@contract/wire';
import { replicaFinding } from '@server/commands/doctor/replicaCheck';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { positionOf } from '@server/db/readReplica';
import { asUser, findPostgres, startPostgres, type StartedPostgres } from '../support/postgres';
import { type TestServer, testServer } from '../support/server';

// DATABASE_READ_URL: lists and exports from a streaming replica, while everybody sees what they have written.

let primary: StartedPostgres;
let replica: StartedPostgres;
let replicaClient: pg.Client;
let server: TestServer;
let token: string;
let organizationId: number;

/** Copies a running server and starts the copy as its replica. */
function replicaOf(bin: string, { url }: StartedPostgres): Promise<StartedPostgres> {
  const { port } = new URL(url);
  return startPostgres(bin, {
    fill(data) {
      const { status, stderr } = spawnSync(
        join(bin, 'pg_basebackup'),
        ['-D', data, '-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-R', '-X', 'stream', '-c', 'fast'],
        { ...asUser(), cwd: tmpdir(), encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
    },
  });
}

beforeAll(async () => {
  const bin = findPostgres();
  if (!bin) throw new Error('no PostgreSQL found');
  primary = await startPostgres(bin, { conf: 'wal_level = replica\n' });
  const empty = await openDatabase({ databaseUrl: primary.url, poolSize: 1 });
  await migrate(empty);
  await empty.close();
  replica = await replicaOf(bin, primary);
  replicaClient = new pg.Client({ connectionString: replica.url });
  await replicaClient.connect();
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-replica-'));
  server = await testServer({}, { dataDir, databaseUrl: primary.url, readUrl: replica.url });
  organizationId = await server.rows.organization();
  const permissions = ['list', 'add', 'export'].map((action) => `inspectUnit:${action}`);
  const roles = [await server.rows.role({ permissions, level: 1 })];
  for (const userName of ['writer', 'reader']) await server.rows.user({ userName, organizationId, roles });
  token = await server.login('reader');
});
afterAll(async () => {
  await server.close();
  await replicaClient.end().catch(() => undefined);
  await replica.stop();
  await primary.stop();
});
afterEach(() => replicaClient.query('select pg_wal_replay_resume()').catch(() => undefined));

const names = async (by = token): Promise<unknown[]> =>
  (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=100&sort=id,asc', { token: by })).body.content.map(
    ({ unitName }) => unitName,
  );
/** Stores a unit as another process would, which the reader has not written. */
const storedBeside = (unitName: string) => server.rows.inspectUnit({ organizationId, unitName });
const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 200 });

/** Lets the replica stand still once it has repeated all there is. */
async function pause(): Promise<void> {
  const [count] = await server.database.query<{ rows: string }>('select count(*)::text as rows from inspect_unit');
  await eventually(async () => {
    const { rows } = await replicaClient.query('select count(*)::text as rows from inspect_unit');
    expect(rows).toEqual([count]);
  });
  await replicaClient.query('select pg_wal_replay_pause()');
  await eventually(async () => {
    const { rows } = await replicaClient.query('select pg_get_wal_replay_pause_state() as state');
    expect(rows).toEqual([{ state: 'paused' }]);
  });
}

describe('read replica', () => {
  it('a read replica answers lists and exports; whoever has just written reads from the first server', async () => {
    await storedBeside('甲单位');
    await eventually(async () => expect(await names()).toEqual(['甲单位']));
    await pause();
    await storedBeside('乙单位');
    // The replica stands still: the row that another person wrote is not in its list yet.
    await eventually(async () => expect(await names()).toEqual(['甲单位']));
    const exported = await server.ask('GET', 'api/inspectUnit/export?format=txt', { token });
    expect(exported.text).toContain('甲单位');
    expect(exported.text).not.toContain('乙单位');
    const writer = await server.login('writer');
    const body = { unitName: '丙单位', contacts: '王工', contactTel: '13800000000' };
    const added = await server.ask('POST', 'api/inspectUnit/add', { token: writer, body });
    expect(added.status, added.text).toBe(200);
    expect(await names(writer)).toEqual(['甲单位', '乙单位', '丙单位']);
    expect(await names()).toEqual(['甲单位']);
    await replicaClient.query('select pg_wal_replay_resume()');
    await eventually(async () => expect(await names()).toEqual(['甲单位', '乙单位', '丙单位']));
  });

  it('a read replica that is more than ten seconds behind is not read', async () => {
    await pause();
    await storedBeside('丁单位');
    await eventually(async () => expect(await names()).not.toContain('丁单位'));
    await eventually(async () => expect(await names()).toContain('丁单位'));
  });

  it('a read replica that has stopped is replaced by the first server, without an error', async () => {
    const before = await names();
    await replicaClient.end();
    await replica.kill();
    for (let ask = 0; ask < 5; ask += 1) expect(await names()).toEqual(expect.arrayContaining(before));
    await replica.start();
    replicaClient = new pg.Client({ connectionString: replica.url });
    await replicaClient.connect();
  });

  it('a read replica must be a standby of the same database', async () => {
    await expect(openDatabase({ databaseUrl: primary.url, readUrl: primary.url })).rejects.toThrow(
      'DATABASE_READ_URL 指向的不是备库',
    );
    // One that can't be reached may come later.
    const database = await openDatabase({ databaseUrl: primary.url, readUrl: 'postgres://127.0.0.1:1/none' });
    expect(await database.read(null, async (orm) => orm)).toBe(database.orm);
    await database.close();
  });

  it('the command doctor reports a read replica that answers, and refuses other servers with a remedy', async () => {
    expect((await replicaFinding(primary.url, replica.url)).line).toMatch(
      /^正常\t备库\t可以读取，比主库少 \d+ kB 日志$/,
    );
    expect((await replicaFinding(primary.url, primary.url)).line).toMatch(
      /^问题\t备库\tDATABASE_READ_URL 指向的不是备库/,
    );
    const absent = await replicaFinding(primary.url, 'postgres://127.0.0.1:1/none');
    expect(absent).toEqual({ fault: true, line: expect.stringMatching(/不能读取：.*请检查备库及其地址/) });
  });

  it('positions in the log of PostgreSQL are compared as numbers', () => {
    expect(positionOf('16/B374D848')).toBe(0x16b374d848n);
    expect(positionOf('A/0') > positionOf('9/FFFFFFFF')).toBe(true);
  });
});

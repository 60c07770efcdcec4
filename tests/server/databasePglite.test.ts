import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { lockDirectory } from '@server/db/directoryLock';
import { CheckpointFailure, DurableFileSystem, durableStartParams } from '@server/db/embedded/durableFileSystem';
import { filledAtOnce } from '@server/db/embedded/filledAtOnce';
import { PreparedPglite } from '@server/db/embedded/preparedPglite';
import { openDatabase } from '@server/db/openDatabase';
import { pgliteTemplate } from '../support/pgliteTemplate';

const megabyte = 1024 * 1024;

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-data-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

let template: Blob;
beforeAll(async () => {
  template = await pgliteTemplate('empty');
});

describe('filled at once', () => {
  it('an embedded database that is filled at once waits for the disk again afterwards, also after a failure', async () => {
    const database = await openDatabase({ dataDir: freshDirectory(), template });
    onTestFinished(() => database.close());
    const waits = async () =>
      (await database.query<{ synchronous_commit: string }>('show synchronous_commit'))[0]?.synchronous_commit;
    expect(await filledAtOnce(database, waits)).toBe('off');
    expect(await waits()).toBe('on');
    await expect(filledAtOnce(database, () => Promise.reject(new Error('half of it')))).rejects.toThrow('half of it');
    expect(await waits()).toBe('on');
  });
});

describe('repeated statement', () => {
  let client: PreparedPglite;
  beforeAll(async () => {
    client = new PreparedPglite({ loadDataDir: template });
    await client.waitReady;
    return () => client.close();
  });

  it('a repeated SQL statement is prepared from the second time on, and answers with its own values', async () => {
    await client.exec('create table note (id int, said text, at jsonb)');
    for (let id = 1; id <= 4; id += 1)
      expect((await client.query('insert into note values ($1, $2, $3)', [id, `第${id}句`, { id }])).affectedRows).toBe(
        1,
      );
    expect(client.kept).toBe(1);
    for (let id = 1; id <= 4; id += 1)
      expect((await client.query('select said, at from note where id = $1', [id])).rows).toEqual([
        { said: `第${id}句`, at: { id } },
      ]);
    expect((await client.query('select id from note where id > $1', [2], { rowMode: 'array' })).rows).toEqual([
      [3],
      [4],
    ]);
    expect((await client.query('select id from note where id > $1', [3], { rowMode: 'array' })).rows).toEqual([[4]]);
    expect(client.kept).toBe(3);
  });

  it('a failing repeated SQL statement fails alone: later statements are answered, in a transaction from its savepoint', async () => {
    for (let time = 0; time < 3; time += 1) {
      await expect(client.query('select 1 / $1::int as part', [0])).rejects.toMatchObject({ code: '22012' });
      expect((await client.query('select 1 / $1::int as part', [1])).rows).toEqual([{ part: 1 }]);
      await expect(client.query('selec $1', [0])).rejects.toMatchObject({ code: '42601' });
    }
    await client.transaction(async (tx) => {
      await tx.query('savepoint here');
      await expect(tx.query('select 1 / $1::int as part', [0])).rejects.toMatchObject({ code: '22012' });
      await tx.query('rollback to here');
      expect((await tx.query('select 1 / $1::int as part', [1])).rows).toEqual([{ part: 1 }]);
    });
  });

  it('a prepared SQL statement is dropped when its tables may have changed', async () => {
    const ask = () => client.query('select * from note where id = $1', [1]);
    await ask();
    await ask();
    await client.query('alter table note add column more int default 7');
    expect((await ask()).rows).toEqual([{ id: 1, said: '第1句', at: { id: 1 }, more: 7 }]);
    await ask();
    await client.exec('discard all');
    expect(client.kept).toBe(0);
    expect((await ask()).rows).toHaveLength(1);
  });

  it('the least used prepared SQL statement is dropped when there are too many', async () => {
    for (let index = 0; index < 400; index += 1)
      for (const value of [1, 2])
        expect((await client.query(`select $1::int + ${index} as sum`, [value])).rows).toEqual([
          { sum: value + index },
        ]);
    expect(client.kept).toBe(300);
    expect((await client.query('select count(*)::int as count from pg_prepared_statements')).rows).toEqual([
      { count: 301 },
    ]);
  });
});

describe('embedded database', () => {
  it('the embedded database calls fdatasync once per commit, and not for a query', async () => {
    const fs = new DurableFileSystem(join(freshDirectory(), 'pglite'));
    const client = new PreparedPglite({ fs, startParams: durableStartParams, loadDataDir: template });
    await client.waitReady;
    onTestFinished(() => client.close());
    await client.exec('create table t (id int)');
    await client.exec('checkpoint');
    const before = fs.syncs;
    for (let id = 0; id < 20; id += 1) await client.query('insert into t values ($1)', [id]);
    expect(fs.syncs - before).toBe(20);
    await client.transaction(async (tx) => {
      for (let id = 0; id < 20; id += 1) await tx.query('insert into t values ($1)', [id]);
    });
    expect(fs.syncs - before).toBe(21);
    await client.query('select count(*) from t');
    expect(fs.syncs - before).toBe(21);
  });

  it('the embedded database keeps its rows when it is opened again', async () => {
    const dataDir = freshDirectory();
    const first = await openDatabase({ dataDir, template });
    await first.execute('create table kept (id int); insert into kept values (1)');
    await first.close();
    const second = await openDatabase({ dataDir });
    onTestFinished(() => second.close());
    expect(await second.query('select id from kept')).toEqual([{ id: 1 }]);
  });

  it('the embedded database keeps every acknowledged row when its process is killed', async () => {
    const dataDir = freshDirectory();
    const script = `
      import { openDatabase } from '@server/db/openDatabase';
      const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      await database.execute('create table burst (id int)');
      for (let id = 1; ; id += 1) { await database.query('insert into burst values ($1)', [id]); process.stdout.write(id + '\\n'); }`;
    await (await openDatabase({ dataDir, template })).close();
    const path = join(dataDir, 'burst.mts');
    writeFileSync(path, script);
    const child = spawn(process.execPath, ['--import', 'tsx', path], {
      cwd: root,
      env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.split('\n').length > 200) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const acknowledged = said.slice(0, said.lastIndexOf('\n')).split('\n').length;

    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    const [row] = await database.query<{ count: number; last: number }>(
      'select count(*) as count, max(id) as last from burst',
    );
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(row?.count).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.count).toBe(row?.last);
  });

  it('the embedded database keeps its write-ahead log (WAL) short during many writes, and reports checkpoints (SEC-4)', async () => {
    const dataDir = freshDirectory();
    const database = await openDatabase({ dataDir, template });
    onTestFinished(() => database.close());
    await database.execute('create table much (id int, words text)');
    const logged = async (): Promise<number> =>
      Number(
        (
          await database.query<{ length: string }>(
            'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as length from pg_control_checkpoint()',
          )
        )[0]?.length,
      );
    for (let round = 0; round < 6; round += 1)
      await database.execute(
        `insert into much select at, repeat(md5(at::text), 20) from generate_series(1, 20000) as at`,
      );
    expect(await logged()).toBeGreaterThan(32 * megabyte);
    expect(await database.checkpoint?.()).toBeGreaterThan(32 * megabyte);
    expect(await logged()).toBeLessThan(megabyte);
    expect(await database.checkpoint?.()).toBeNull();
    // Transactions trigger it themselves, at most once a second.
    for (let round = 0; round < 6; round += 1) {
      await database.transaction((tx) =>
        tx.execute(`insert into much select at, repeat(md5(at::text), 20) from generate_series(1, 20000) as at`),
      );
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
    expect(await logged()).toBeLessThan(64 * megabyte);
    const kept = readdirSync(join(dataDir, 'pglite/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
    expect(kept.length * 16 * megabyte).toBeLessThanOrEqual(160 * megabyte);
  });

  it('the embedded database is vacuumed and analysed on request', async () => {
    const database = await openDatabase({ dataDir: 'memory', template });
    onTestFinished(() => database.close());
    await database.execute('create table rows_here as select generate_series(1, 1000) as id');
    const known = async (): Promise<number> =>
      (await database.query<{ reltuples: number }>(`select reltuples from pg_class where relname = 'rows_here'`))[0]
        ?.reltuples ?? -1;
    expect(await known()).toBe(-1);
    await database.vacuum?.();
    expect(await known()).toBe(1000);
  });

  it('the embedded database is vacuumed table by table, and only tables that have changed, with other requests between', async () => {
    const database = await openDatabase({ dataDir: 'memory', template });
    onTestFinished(() => database.close());
    for (const name of ['changed_one', 'changed_two', 'left_alone'])
      await database.execute(`create table ${name} as select generate_series(1, 2000) as id`);
    await database.vacuum?.();
    const vacuums = async (): Promise<unknown> =>
      (
        await database.query<{ relname: string; count: number }>(
          `select relname, vacuum_count::int as count from pg_stat_user_tables
           where relname in ('changed_one', 'changed_two', 'left_alone') order by relname`,
        )
      ).map(({ relname, count }) => [relname, count]);
    expect(await vacuums()).toEqual([
      ['changed_one', 1],
      ['changed_two', 1],
      ['left_alone', 1],
    ]);
    await database.execute('delete from changed_one where id % 2 = 0');
    await database.execute('update changed_two set id = id + 1');
    await database.execute('delete from left_alone where id = 1');
    const order: string[] = [];
    await Promise.all([
      database.vacuum?.().then(() => order.push('vacuumed')),
      database.query('select 1').then(() => order.push('answered')),
    ]);
    expect(order).toEqual(['answered', 'vacuumed']);
    expect(await vacuums()).toEqual([
      ['changed_one', 2],
      ['changed_two', 2],
      ['left_alone', 1],
    ]);
  });
});

describe('checkpoint whose files are synced outside the thread (SEC-3)', () => {
  const open = async (directory: string, load?: Blob) => {
    const fs = new DurableFileSystem(join(directory, 'pglite'));
    const client = new PreparedPglite({ fs, startParams: durableStartParams, ...(load ? { loadDataDir: load } : {}) });
    await client.waitReady;
    return { fs, client };
  };
  const redoOf = async (client: PreparedPglite): Promise<string> =>
    (await client.query<{ lsn: string }>('select redo_lsn::text as lsn from pg_control_checkpoint()')).rows[0]?.lsn ??
    '';
  const countOf = async (client: PreparedPglite): Promise<number> =>
    Number((await client.query<{ count: string }>('select count(*) from note')).rows[0]?.count);
  const fill = `insert into note select at, repeat('x', 300) || at from generate_series(1, 20000) at`;

  it('a checkpoint syncs only the log in the server’s thread, other files outside, and advances the start of recovery', async () => {
    const directory = freshDirectory();
    const { fs, client } = await open(directory, template);
    await client.exec('create table note (id int, said text)');
    await client.exec(fill);
    const [synced, redo] = [fs.syncs, await redoOf(client)];
    let moves = 0;
    fs.moved = () => {
      moves += 1;
    };
    await fs.checkpoint(() => client.exec('checkpoint'));
    // Waiting calls are told that something moves.
    expect(moves).toBeGreaterThan(0);
    expect(await redoOf(client)).not.toBe(redo);
    const held = fs.syncs - synced;
    await client.exec(fill);
    const before = fs.syncs;
    await client.exec('checkpoint');
    // An ordinary checkpoint also syncs the table, the state of transactions and pg_control in the thread.
    expect(fs.syncs - before).toBeGreaterThan(held);
    await client.close();
    const again = await open(directory);
    expect(await countOf(again.client)).toBe(40_000);
    await again.client.close();
  });

  it('a checkpoint that ends halfway, because its process ends, loses nothing', async () => {
    const directory = freshDirectory();
    const { fs, client } = await open(directory, template);
    await client.exec('create table note (id int primary key, said text)');
    await client.exec(fill);
    const redo = await redoOf(client);
    const halfway = freshDirectory();
    await fs.checkpoint(async () => {
      await client.exec('checkpoint');
      // As the disk is now, but for what it has not been told to keep yet: all of it is younger than pg_control.
      cpSync(directory, halfway, { recursive: true });
    });
    await client.close();
    rmSync(join(halfway, 'pglite/postmaster.pid'), { force: true });
    const left = await open(halfway);
    expect(await countOf(left.client)).toBe(20_000);
    expect(await redoOf(left.client)).not.toBe(redo);
    await left.client.exec('insert into note values (0, $$more$$)');
    await left.client.close();
  });

  it('a checkpoint whose files cannot be synced stops the use of the database', async () => {
    const directory = freshDirectory();
    const { fs, client } = await open(directory, template);
    await client.exec('create table note (id int, said text)');
    await client.exec(fill);
    const control = readFileSync(join(directory, 'pglite/global/pg_control'));
    await expect(
      fs.checkpoint(async () => {
        await client.exec('checkpoint');
        // Where a file of it was, something lies that nobody can write.
        for (const name of readdirSync(join(directory, 'pglite/base/5')).filter((one) => /^\d{5,}$/.test(one))) {
          rmSync(join(directory, 'pglite/base/5', name));
          symlinkSync(name, join(directory, 'pglite/base/5', name));
        }
      }),
    ).rejects.toThrow(CheckpointFailure);
    expect(readFileSync(join(directory, 'pglite/global/pg_control')).equals(control)).toBe(true);
    const told: unknown[] = [];
    client.onPanic = (error) => told.push(error);
    client.fail(new CheckpointFailure('x'));
    client.fail(new CheckpointFailure('y'));
    expect(told).toHaveLength(1);
    await expect(client.query('select 1')).rejects.toThrow(CheckpointFailure);
  });
});

describe('start after a crash (SEC-4)', () => {
  /** Returns a directory as a killed process leaves it, with 20,000 rows, half of them in the log alone. */
  async function crashed(): Promise<string> {
    const directory = freshDirectory();
    const database = await openDatabase({ dataDir: directory, template });
    await database.execute('create table note (id int primary key, said text)');
    await database.execute(
      `insert into note select at, repeat('x', 300) from generate_series(1, 10000) at; checkpoint`,
    );
    await database.execute(`insert into note select at, repeat('x', 300) from generate_series(10001, 20000) at`);
    const left = freshDirectory();
    cpSync(join(directory, 'pglite'), join(left, 'pglite'), { recursive: true });
    await database.close();
    rmSync(join(left, 'pglite/postmaster.pid'), { force: true });
    return left;
  }
  async function startOn(directory: string, syncAll?: DurableFileSystem['syncAll']) {
    const fs = new DurableFileSystem(join(directory, 'pglite'));
    const controlOf = () => readFileSync(join(directory, 'pglite/global/pg_control')).toString('hex');
    /** Content of pg_control at each sync of the whole file system. */
    const controls: string[] = [];
    fs.syncAll = (path) => {
      controls.push(controlOf());
      (syncAll ?? (() => expect(path).toBe(join(directory, 'pglite'))))(path);
    };
    const before = controlOf();
    fs.starting();
    const client = new PreparedPglite({ fs, startParams: durableStartParams });
    await client.waitReady;
    fs.started();
    onTestFinished(() => client.close());
    return { fs, client, controls, before };
  }

  it('a start after a crash syncs the file system before it writes pg_control, and not its two thousand files', async () => {
    const { fs, client, controls, before } = await startOn(await crashed());
    expect(controls[0]).toBe(before);
    // Before recovery, before the checkpoint at its end, and whatever followed.
    expect(controls.length).toBeGreaterThanOrEqual(2);
    expect(controls.length).toBeLessThan(8);
    // Only pg_control itself.
    expect(fs.syncs).toBeLessThan(10);
    expect((await client.query('select count(*)::int as count from note')).rows).toEqual([{ count: 20_000 }]);
    const synced = fs.syncs;
    await client.query('insert into note values (0, $1)', ['later']);
    expect(fs.syncs).toBe(synced + 1);
  });

  it('a start after a crash syncs each file where the system cannot sync the file system', async () => {
    const { client } = await startOn(await crashed(), () => {
      throw new Error('no such command');
    });
    expect((await client.query('select count(*)::int as count from note')).rows).toEqual([{ count: 20_000 }]);
  });
});

describe('lock on the data directory', () => {
  it('the lock on the data directory is recognised by its holder’s socket, whatever process number it contains (SEC-6)', async () => {
    const directory = freshDirectory();
    const unlock = await lockDirectory(directory);
    const path = join(directory, 'lock.json');
    // As from another process namespace: a process number unused here, under the same host name.
    const elsewhere = { ...(JSON.parse(readFileSync(path, 'utf8')) as object), pid: 999_999_999 };
    writeFileSync(path, JSON.stringify(elsewhere));
    await expect(lockDirectory(directory)).rejects.toThrow('正被另一个进程使用');
    unlock();
    // Its socket is closed: the holder has ended.
    writeFileSync(path, JSON.stringify(elsewhere));
    (await lockDirectory(directory))();
    expect(readdirSync(directory).filter((name) => name !== 'lock.json')).toEqual([]);
  });

  it('a data directory that another database has open is refused, and is free again when that one closes', async () => {
    const dataDir = freshDirectory();
    const first = await openDatabase({ dataDir, template });
    await expect(openDatabase({ dataDir })).rejects.toThrow(StartRefusal);
    await expect(openDatabase({ dataDir })).rejects.toThrow(`数据目录 ${dataDir} 正被另一个进程使用`);
    await first.close();
    const unlock = await lockDirectory(dataDir);
    unlock();
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
  });

  it('the lock on the data directory is taken over from a dead process, also if another process now has its number', async () => {
    const directory = freshDirectory();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const holders = [
      { pid: child.pid, started: null, host: hostname() },
      { pid: process.pid, started: 'an earlier boot 1', host: hostname() },
    ];
    for (const holder of holders) {
      writeFileSync(join(directory, 'lock.json'), JSON.stringify(holder));
      (await lockDirectory(directory))();
    }
    writeFileSync(join(directory, 'lock.json'), 'torn');
    (await lockDirectory(directory))();
  });

  it('the lock on the data directory of a running process, or of a machine seen recently, is respected', async () => {
    const directory = freshDirectory();
    const path = join(directory, 'lock.json');
    writeFileSync(path, JSON.stringify({ pid: process.ppid, started: null, host: hostname() }));
    await expect(lockDirectory(directory)).rejects.toThrow('正被另一个进程使用');
    writeFileSync(path, JSON.stringify({ pid: 1, started: null, host: 'another-machine' }));
    await expect(lockDirectory(directory)).rejects.toThrow('正被另一个进程使用');
    const long = new Date(Date.now() - 120_000);
    utimesSync(path, long, long);
    (await lockDirectory(directory))();
  });

  it('the lock of a dead process on the data directory goes to exactly one of many processes that want it at the same time', async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'lock.json'), 'torn');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a data directory that cannot be created is reported', async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), '');
    await expect(lockDirectory(join(directory, 'file', 'data'))).rejects.toThrow('无法创建');
    mkdirSync(join(directory, 'fine'));
    (await lockDirectory(join(directory, 'fine')))();
  });
});

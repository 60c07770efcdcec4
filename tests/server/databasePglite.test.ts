import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '@server/db/client';
import { DurableFileSystem, durableStartParams } from '@server/db/durableFileSystem';
import { lockDirectory } from '@server/db/lock';
import { root } from '@server/root';
import { StartRefusal } from '@server/startRefusal';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pgliteTemplate } from '../support/pgliteTemplate';

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-data-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

let template: Blob;
beforeAll(async () => {
  template = await pgliteTemplate('empty');
});

describe('the embedded database', () => {
  it('waits for one fdatasync a commit, and none for a query', async () => {
    const fs = new DurableFileSystem(join(freshDirectory(), 'pglite'));
    const client = await PGlite.create({ fs, startParams: durableStartParams, loadDataDir: template });
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

  it('keeps its rows when it is opened again', async () => {
    const dataDir = freshDirectory();
    const first = await openDatabase({ dataDir, template });
    await first.execute('create table kept (id int); insert into kept values (1)');
    await first.close();
    const second = await openDatabase({ dataDir });
    onTestFinished(() => second.close());
    expect(await second.query('select id from kept')).toEqual([{ id: 1 }]);
  });

  it('keeps each acknowledged row of a process that is killed', async () => {
    const dataDir = freshDirectory();
    const script = `
      import { openDatabase } from '@server/db/client';
      const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      await database.execute('create table burst (id int)');
      for (let id = 1; ; id += 1) { await database.query('insert into burst values ($1)', [id]); process.stdout.write(id + '\\n'); }`;
    await (await openDatabase({ dataDir, template })).close();
    const path = join(dataDir, 'burst.mts');
    writeFileSync(path, script);
    const child = spawn(process.execPath, ['--import', 'tsx', path], { cwd: root, env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') }, stdio: ['ignore', 'pipe', 'inherit'] });
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
    const [row] = await database.query<{ count: number; last: number }>('select count(*) as count, max(id) as last from burst');
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(row?.count).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.count).toBe(row?.last);
  });

  it('runs VACUUM ANALYZE on its schedule', async () => {
    const database = await openDatabase({ dataDir: 'memory', vacuumEvery: 50, template });
    onTestFinished(() => database.close());
    await database.execute('create table rows_here as select generate_series(1, 1000) as id');
    const known = async (): Promise<number> => (await database.query<{ reltuples: number }>(`select reltuples from pg_class where relname = 'rows_here'`))[0]?.reltuples ?? -1;
    await expect.poll(known).toBe(1000);
  });
});

describe('the lock on the data directory', () => {
  it('refuses a directory that another database has open, and gives it back when that one closes', async () => {
    const dataDir = freshDirectory();
    const first = await openDatabase({ dataDir, template });
    await expect(openDatabase({ dataDir })).rejects.toThrow(StartRefusal);
    await expect(openDatabase({ dataDir })).rejects.toThrow(`数据目录 ${dataDir} 正被另一个进程使用`);
    await first.close();
    const unlock = await lockDirectory(dataDir);
    unlock();
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false);
  });

  it('takes over from a dead process, and from one whose number another process has by now', async () => {
    const directory = freshDirectory();
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const holders = [{ pid: child.pid, started: null, host: hostname() }, { pid: process.pid, started: 'an earlier boot 1', host: hostname() }];
    for (const holder of holders) {
      writeFileSync(join(directory, 'lock.json'), JSON.stringify(holder));
      (await lockDirectory(directory))();
    }
    writeFileSync(join(directory, 'lock.json'), 'torn');
    (await lockDirectory(directory))();
  });

  it('leaves a living process and a machine that was heard of a moment ago alone', async () => {
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

  it('goes to exactly one of many that want a dead one’s lock at the same time', async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'lock.json'), 'torn');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('says so when the directory cannot be made', async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), '');
    await expect(lockDirectory(join(directory, 'file', 'data'))).rejects.toThrow('无法创建');
    mkdirSync(join(directory, 'fine'));
    (await lockDirectory(join(directory, 'fine')))();
  });
});

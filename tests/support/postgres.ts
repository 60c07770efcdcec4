// Vitest's global set-up of the project `server-postgres`: a separate PostgreSQL for one run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/** Returns the directory with initdb and postgres: on the path, or where distributions install them. */
export function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const onPath = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  const others = [
    '/usr/local/pgsql/bin',
    '/opt/homebrew/opt/postgresql@17/bin',
    '/opt/homebrew/opt/postgresql@16/bin',
    '/opt/homebrew/opt/postgresql@15/bin',
  ];
  return [...installed, ...onPath, ...others].find(
    (directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root: returns the user `postgres`, which its package creates, or `nobody`. */
export function asUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/** Returns a free port of the loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface StartedPostgres {
  url: string;
  /** Data directory of the cluster. */
  readonly data: string;
  stop(): Promise<void>;
  /** Kills the postmaster with kill -9; its children end by themselves. */
  kill(): Promise<void>;
  /** Starts again on the data that a kill left. */
  start(): Promise<void>;
}

// A test's database is disposable: its writes need not reach the disk.
const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface PostgresOptions {
  /** True for PostgreSQL's default durability; otherwise faster, and lost with its processes. */
  readonly durable?: boolean;
  /** Further lines of `postgresql.conf`. */
  readonly conf?: string;
  /** Fills the data directory instead of creating a new cluster. */
  readonly fill?: (data: string) => void;
}

/** Starts a cluster in its own directory on a free port of the loopback, without a password. */
export async function startPostgres(
  bin: string,
  { durable = false, conf = '', fill }: PostgresOptions = {},
): Promise<StartedPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-postgres-'));
  const user = asUser();
  if (user.uid) spawnSync('chown', [`${user.uid}:${user.gid}`, directory]);
  else chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  if (fill) {
    spawnSync('install', [
      '-d',
      '-m',
      '0700',
      ...(user.uid ? ['-o', String(user.uid), '-g', String(user.gid)] : []),
      data,
    ]);
    fill(data);
  } else {
    const made = spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...user, cwd: directory, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
    appendFileSync(join(data, 'postgresql.conf'), conf);
  }
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: directory,
    max_connections: 100,
    shared_buffers: '64MB',
    ...(durable ? {} : quick),
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let said = '';
  const spawned = (): ChildProcess => {
    const started = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    started.stderr?.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4_000)));
    return started;
  };
  let child = spawned();
  let ended = once(child, 'exit');
  const quit = (): void => void child.kill('SIGQUIT');
  process.once('exit', quit);
  for (let attempt = 0; !(await isReady(url)); attempt += 1) {
    if (attempt > 150 || child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`);
    await wait(100);
  }
  return {
    url,
    data,
    async stop() {
      process.off('exit', quit);
      child.kill('SIGINT');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      const launch = (): void => {
        child = spawned();
        ended = once(child, 'exit');
      };
      launch();
      for (let attempt = 0; !(await isReady(url)); attempt += 1) {
        if (attempt > 600) throw new Error(`PostgreSQL did not start again: ${said}`);
        // While a process of the previous one is running, the next one refuses to start.
        if (child.exitCode !== null) launch();
        await wait(50);
      }
    },
  };
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const bin = findPostgres();
  if (!bin) throw new Error('no PostgreSQL found: install it, or give TEST_DATABASE_URL');
  const postgres = await startPostgres(bin);
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}

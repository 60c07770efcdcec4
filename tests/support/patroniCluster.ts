// PostgreSQL with a standby under Patroni, its etcd and a HAProxy before both, from the files of the operator's guide.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { root } from '@server/base/root';
import { asUser, findPostgres, freePort } from './postgres';

const programs = { patroni: 'patroni', etcd: 'etcd', haproxy: 'haproxy' } as const;

const findProgram = (name: string): string | undefined =>
  spawnSync('sh', ['-c', `command -v ${name} || { test -x /usr/sbin/${name} && echo /usr/sbin/${name}; }`], {
    encoding: 'utf8',
  }).stdout.trim() || undefined;

/** Returns whether PostgreSQL, Patroni, etcd and HAProxy are installed. */
export const hasPatroni = (): boolean => Boolean(findPostgres() && Object.values(programs).every(findProgram));

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly data: string;
  readonly config: string;
  process?: ChildProcess;
}

/** State of a member in the answer of Patroni's `GET /cluster`. */
interface MemberState {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

export interface PatroniCluster {
  /** Address of the primary through HAProxy. */
  readonly url: string;
  /** Kills the primary's postmaster with kill -9; returns its name. */
  killPrimary(): Promise<string>;
  /** Resolves when a primary serves and the other member is its synchronous standby; returns the primary's name. */
  whole(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Returns a file of the operator's guide with other values.
 * @throws Error where one of the replaced texts is missing
 */
function guideFile(name: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(root, 'docs/operations', name), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`docs/operations/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Returns Patroni's configuration of a member, as the guide has it, for this machine and without passwords. */
const memberConfig = (member: Member, etcdPort: number, directory: string, bin: string): string =>
  guideFile('patroni.yml', {
    'name: db1': `name: ${member.name}`,
    '10.0.0.10:2379': `127.0.0.1:${etcdPort}`,
    '10.0.0.11:8008': `127.0.0.1:${member.restPort}`,
    '10.0.0.11:5432': `127.0.0.1:${member.port}`,
    '/var/lib/postgresql/15/occhealth': member.data,
    '/usr/lib/postgresql/15/bin': bin,
    '/var/lib/postgresql/patroni.pgpass': join(directory, `${member.name}.pgpass`),
    '/var/run/postgresql': `'${directory}'`,
    '10.0.0.0/24': '127.0.0.1/32',
    'scram-sha-256': 'trust',
    'all peer': 'all trust',
    ', password: FIRST_PASSWORD': '',
    ', password: SECOND_PASSWORD': '',
    'mode: automatic': "mode: 'off'",
  });

/** Returns the configuration of HAProxy, as the guide has it. */
function proxyConfig(members: readonly Member[], port: number): string {
  const [first, second] = members as readonly [Member, Member];
  return guideFile('haproxy-database.cfg', {
    '10.0.0.10:5432': `127.0.0.1:${port}`,
    '10.0.0.11:5432 check port 8008': `127.0.0.1:${first.port} check port ${first.restPort}`,
    '10.0.0.12:5432 check port 8008': `127.0.0.1:${second.port} check port ${second.restPort}`,
  });
}

/** Starts two members under Patroni, with etcd and HAProxy, in a directory of its own on free ports. */
export async function startPatroni(): Promise<PatroniCluster> {
  const bin = findPostgres();
  if (!bin) throw new Error('no PostgreSQL found');
  const user = asUser();
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-patroni-'));
  if (user.uid) spawnSync('chown', [`${user.uid}:${user.gid}`, directory]);
  const children: ChildProcess[] = [];
  const address = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;
  const log = (name: string): string => join(directory, `${name}.log`);
  const run = (program: keyof typeof programs, args: readonly string[], name: string): ChildProcess => {
    const path = findProgram(programs[program]);
    if (!path) throw new Error(`${program} is not installed`);
    // Through a shell: the log goes to a file, since Patroni passes its streams on to PostgreSQL.
    const child = spawn('sh', ['-c', `exec "$@" >> "${log(name)}" 2>&1`, 'sh', path, ...args], {
      ...user,
      cwd: directory,
      env: { PATH: `${bin}:/usr/bin:/bin`, HOME: directory, LANG: 'C.UTF-8' },
      stdio: 'ignore',
    });
    children.push(child);
    return child;
  };
  const members: Member[] = [];
  for (const name of ['db1', 'db2'])
    members.push({
      name,
      port: await freePort(),
      restPort: await freePort(),
      data: join(directory, name),
      config: join(directory, `${name}.yml`),
    });
  const etcdPort = await freePort();
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const proxyPort = await freePort();
  const proxy = join(directory, 'haproxy.cfg');
  for (const member of members) writeFileSync(member.config, memberConfig(member, etcdPort, directory, bin));
  writeFileSync(proxy, proxyConfig(members, proxyPort));

  run(
    'etcd',
    Object.entries({
      name: 'etcd1',
      'data-dir': join(directory, 'etcd'),
      'listen-client-urls': etcdUrl,
      'advertise-client-urls': etcdUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `etcd1=${peerUrl}`,
      'unsafe-no-fsync': 'true',
    }).map(([option, value]) => `--${option}=${value}`),
    'etcd',
  );
  for (const member of members) member.process = run('patroni', [member.config], member.name);
  run('haproxy', ['-db', '-f', proxy], 'haproxy');

  /** Returns the members as Patroni sees them; none while it does not answer. */
  async function states(): Promise<readonly MemberState[]> {
    for (const { restPort } of members) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(3_000) });
        return ((await answer.json()) as { members: readonly MemberState[] }).members;
      } catch {
        // The next member knows as well.
      }
    }
    return [];
  }
  const leaderOf = (found: readonly MemberState[]): MemberState | undefined =>
    found.find(({ role, state }) => role === 'leader' && state === 'running');
  /** Returns whether the primary behind HAProxy has a synchronous standby that receives its changes. */
  async function isSynchronous(): Promise<boolean> {
    const client = new pg.Client({ connectionString: address(proxyPort), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync' and not pg_is_in_recovery()`,
      );
      return rows.length > 0;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  async function whole(): Promise<string> {
    const until = performance.now() + 180_000;
    for (;;) {
      const found = await states();
      const leader = leaderOf(found);
      const standby = found.find(({ role }) => role === 'sync_standby');
      if (leader && standby && (await isSynchronous())) return leader.name;
      if (performance.now() > until)
        throw new Error(
          `no primary with a synchronous standby: ${JSON.stringify(found)}\n${['etcd', 'db1', 'db2', 'haproxy']
            .map((name) => `${name}: ${readFileSync(log(name), 'utf8').slice(-1_500)}`)
            .join('\n')}`,
        );
      await wait(100);
    }
  }
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, wait(20_000)]);
      child.kill('SIGKILL');
    }
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await whole();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: address(proxyPort),
    async killPrimary() {
      const leader = leaderOf(await states());
      const member = members.find(({ name }) => name === leader?.name);
      if (!member) throw new Error('there is no primary');
      process.kill(Number(readFileSync(join(member.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      return member.name;
    },
    whole,
    stop,
  };
}

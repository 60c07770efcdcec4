import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';
import { runCommand } from '@server/commands/runCommand';
import { openDatabase } from '@server/db/openDatabase';
import { startServer } from '@server/entry/start';
import { asUser, findPostgres, type StartedPostgres, startPostgres } from '../support/postgres';

// Databases as their administrators leave them, on a real PostgreSQL: each start is refused in one sentence that names
// the cure, without password, statement or stack, and creates nothing.

const secret = 'hunter2-hunter2';
const bin = findPostgres();
const scratch = mkdtempSync(join(tmpdir(), 'unfit-'));
let postgres: StartedPostgres | undefined;
let standby: StartedPostgres | undefined;

const preparations = [
  `create role lab login password '${secret}'`,
  `create role stranger login password '${secret}'`,
  `create role full login password '${secret}' connection limit 0`,
  `create role looker login password '${secret}'`,
  'alter role looker set default_transaction_read_only = on',
  "create database sound owner lab template template0 encoding 'UTF8'",
  "create database foreign_one owner postgres template template0 encoding 'UTF8'",
  "create database ascii owner lab template template0 encoding 'SQL_ASCII'",
  "create database latin owner lab template template0 encoding 'LATIN1' locale 'C'",
];

/** A copy of a stopped cluster that waits for its primary. */
function standbyOf(data: string): (target: string) => void {
  return (target) => {
    cpSync(data, target, { recursive: true });
    writeFileSync(join(target, 'standby.signal'), '');
    rmSync(join(target, 'postmaster.pid'), { force: true });
    const { uid, gid } = asUser();
    if (uid) spawnSync('chown', ['-R', `${uid}:${gid}`, target]);
  };
}

beforeAll(async () => {
  if (!bin) return;
  chmodSync(scratch, 0o755);
  const rights = join(scratch, 'pg_hba.conf');
  writeFileSync(
    rights,
    [
      'local all all trust',
      'host all postgres 127.0.0.1/32 trust',
      'host all stranger 127.0.0.1/32 reject',
      'host all all 127.0.0.1/32 scram-sha-256',
      '',
    ].join('\n'),
  );
  const conf = `hba_file = '${rights}'\n`;
  postgres = await startPostgres(bin, { conf });
  const cluster = await openDatabase({ databaseUrl: postgres.url, poolSize: 1 });
  for (const statement of preparations) await cluster.query(statement);
  await cluster.query('checkpoint');
  await cluster.close();
  const first = await startPostgres(bin, { conf });
  const copy = join(scratch, 'copy');
  await first.kill();
  cpSync(first.data, copy, { recursive: true });
  await first.start();
  await first.stop();
  standby = await startPostgres(bin, { fill: standbyOf(copy) });
}, 120_000);
afterAll(async () => {
  await standby?.stop();
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const urlOf = (role: string, database: string, password = secret): string => {
  const url = new URL(postgres?.url ?? '');
  [url.username, url.password, url.pathname] = [role, password, `/${database}`];
  return url.href;
};

const unfit: readonly (readonly [string, () => string, RegExp])[] = [
  ['a wrong password', () => urlOf('lab', 'sound', `${secret}x`), /（28P01）：用户名或密码不对/],
  ['an account that does not exist', () => urlOf('nobody', 'sound'), /（28P01）：用户名或密码不对/],
  ['an account that may not connect from here', () => urlOf('stranger', 'sound'), /（28000）：.*pg_hba\.conf/],
  ['a database that does not exist', () => urlOf('lab', 'none'), /（3D000）：没有这个数据库/],
  ['an account without a free connection', () => urlOf('full', 'sound'), /连接已用完（53300），.*connection limit/],
  ['a database of encoding SQL_ASCII', () => urlOf('lab', 'ascii'), /数据库的编码是 SQL_ASCII.*encoding 'UTF8'/],
  ['a database of encoding LATIN1', () => urlOf('lab', 'latin'), /数据库的编码是 LATIN1.*encoding 'UTF8'/],
  ['a read-only account', () => urlOf('looker', 'sound'), /default_transaction_read_only/],
  ['an account that may not create tables', () => urlOf('lab', 'foreign_one'), /数据库账号无权建表/],
  ['a standby', () => standby?.url ?? '', /只读的备库，请指向主库/],
];

it.runIf(bin).each(unfit)(
  'on a real PostgreSQL the start fails in one sentence on %s, and creates nothing',
  async (_, urlOfCase, expected) => {
    const dataDir = join(mkdtempSync(join(scratch, 'start-')), 'data');
    const env = parseEnv({ PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL: urlOfCase() });
    const refusal = await startServer(env).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartRefusal);
    const { message } = refusal as StartRefusal;
    expect(message).toMatch(expected);
    expect(message).toMatch(/^[^\p{Cc}]+。$/u);
    expect(message).not.toContain(secret);
    expect(message).not.toMatch(/\bat \/|Error:|select |insert /);
    expect(existsSync(dataDir)).toBe(false);
  },
);

it.runIf(bin).each(unfit)(
  'on a real PostgreSQL doctor tells %s at the database, and ends with code 1',
  async (_, urlOfCase, expected) => {
    const told: string[] = [];
    const output = { line: (text: string) => told.push(text), warning: (text: string) => told.push(text) };
    const dataDir = mkdtempSync(join(scratch, 'doctor-'));
    const code = await runCommand(parseEnv({ DATA_DIR: dataDir, DATABASE_URL: urlOfCase() }), 'doctor', [], output);
    expect([code, told.filter((line) => line.startsWith('问题\t数据库\t'))]).toEqual([
      1,
      [expect.stringMatching(expected)],
    ]);
    expect(told.join('\n')).not.toContain(secret);
  },
);

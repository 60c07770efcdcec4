import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTexts } from '@contract/features/system/backupTexts';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import { parseEnv } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';
import { runCommand } from '@server/commands/runCommand';
import { migrate } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { seedDatabase } from '@server/seed/seedDatabase';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

// SEC-13: the server's own role in PostgreSQL.

let own: PostgresDatabase;
let owner: Database;
let runtimeUrl: string;
let server: TestServer;
const role = `occhealth_run_${process.pid}`;
const said: string[] = [];
const say = { line: (text: string) => void said.push(text), warning: (text: string) => void said.push(text) };
const prepare = (databaseUrl: string, databaseOwnerUrl: string) =>
  runCommand(
    parseEnv({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }),
    'prepare-database',
    [],
    say,
  );

beforeAll(async () => {
  own = await createPostgresDatabase({ empty: true });
  const url = new URL(own.url);
  [url.username, url.password] = [role, encodeURIComponent(`it's "long" %C3 \\ enough`)];
  runtimeUrl = url.href;
  expect(await prepare(runtimeUrl, own.url)).toBe(0);
  owner = await openDatabase({ databaseUrl: own.url, poolSize: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-role-'));
  server = await testServer({}, { dataDir, databaseUrl: runtimeUrl, poolSize: 3 });
});
afterAll(async () => {
  await server.close();
  await owner.execute(`drop owned by "${role}"; drop role "${role}"`);
  await owner.close();
  await own.drop();
});

describe('runtime role of the server, denied 80 statements that would change tables (SEC-13)', () => {
  it('the runtime role of the database is created once, reported in a sentence, and may be created again', async () => {
    expect(said.at(-1)).toMatch(
      /^数据库已准备好：执行升级 \d+ 个，运行账号 occhealth_run_\d+ 只能读写数据，不能更改表和触发器。$/,
    );
    expect(await prepare(runtimeUrl, own.url)).toBe(0);
    expect(said.at(-1)).toContain('执行升级 0 个');
    expect(await migrate(server.database)).toEqual([]);
  });

  it('the runtime role of the database suffices for a first start, people, rows, their audit trail and its verification', async () => {
    await seedDatabase({
      ...server.services,
      env: { ...server.services.env, adminPassword: testPassword, demo: false },
    });
    const organizationId = await server.rows.organization();
    const roles = [
      await server.rows.role({
        permissions: ['customer', 'inspectUnit'].flatMap((name) =>
          ['list', 'add', 'edit', 'del', 'restore'].map((action) => `${name}:${action}`),
        ),
      }),
    ];
    await server.rows.user({ userName: 'worker', organizationId, roles });
    const token = await server.login('worker');
    const added = await server.ask<{ body: { id: number; version: number } }>('POST', 'api/customer/add', {
      token,
      body: { customerName: '客户甲', contact: '周敏', phone: '13800000000' },
    });
    expect(added.status, added.text).toBe(200);
    expect((await server.ask('DELETE', 'api/customer/delete', { token, body: [added.body.body.id] })).status).toBe(200);
    expect((await verifyAuditChain(server.database.orm)).broken).toEqual([]);
    expect((await verifyInstallation(server.services)).broken).toEqual([]);
    expect(await server.database.runExclusively('something', async () => 'done')).toBe('done');
  });

  const tables = [
    'audit_log',
    'audit_chain',
    'signature',
    'report',
    'lab_sheet',
    'report_paper',
    'stock_movement',
    'user',
  ];

  it.each(tables)(
    'the runtime role of the database can neither disable a trigger of %s, nor change, empty or drop the table',
    async (table) => {
      for (const statement of [
        `alter table "${table}" disable trigger all`,
        `alter table "${table}" disable trigger user`,
        `alter table "${table}" add column planted text`,
        `alter table "${table}" owner to "${role}"`,
        `truncate "${table}"`,
        `drop table "${table}"`,
        `create trigger planted before insert on "${table}" for each row execute function audit_log_append_only()`,
        `create rule planted as on update to "${table}" do instead nothing`,
      ])
        await expect(server.database.execute(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    },
  );

  it('the runtime role of the database cannot write past triggers, replace their functions, create objects, or become another role', async () => {
    for (const statement of [
      'set session_replication_role = replica',
      'create or replace function audit_log_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
      'drop function audit_log_append_only() cascade',
      'create table planted (id integer)',
      'create schema planted',
      'create function planted() returns integer language sql as $$ select 1 $$',
      `set role "${new URL(own.url).username}"`,
      `alter role "${role}" superuser`,
      'create role planted',
      'update migration set sha256 = sha256',
      "insert into migration (name, sha256) values ('x', 'y')",
      'update audit_log set title = title',
      'delete from audit_chain',
      'update signature set hash = hash',
      'delete from report_paper',
      'update stock_movement set id = id',
    ])
      await expect(server.database.execute(statement), statement).rejects.toThrow(
        /permission denied|must be owner|must be superuser/,
      );
    const [owned] = await owner.query<{ n: number }>(
      'select count(*)::int as n from pg_class where relowner = (select oid from pg_roles where rolname = $1)',
      [role],
    );
    expect(owned?.n).toBe(0);
  });

  it('the runtime role of the database is refused if it is the owner, a superuser, or unnamed', async () => {
    expect(await prepare(own.url, own.url)).toBe(1);
    const nameless = new URL(own.url);
    nameless.password = '';
    expect(await prepare(nameless.href, own.url)).toBe(1);
    expect(await runCommand(parseEnv({ DATABASE_URL: runtimeUrl }), 'prepare-database', [], say)).toBe(1);
    expect(said.slice(-1)).toEqual([prepareTexts.usage]);
  });

  it('the runtime role may be created by the database’s administrator, and then gets its rights', async () => {
    const home = await createPostgresDatabase({ empty: true });
    const plain = `occhealth_plain_${process.pid}`;
    const made = `occhealth_made_${process.pid}`;
    const as = (name: string) => Object.assign(new URL(home.url), { username: name, password: 'plain' }).href;
    const database = new URL(home.url).pathname.slice(1);
    await owner.execute(`create role ${plain} login password 'plain'`);
    try {
      expect([await prepare(as(made), as(plain)), said.at(-1)]).toEqual([1, prepareTexts.ownerLacks]);
      await owner.execute(`alter database ${database} owner to ${plain}`);
      expect([await prepare(as(made), as(plain)), said.at(-1)]).toEqual([1, prepareTexts.mayNotCreate(made)]);
      await owner.execute(`create role ${made} nologin password 'plain'`);
      expect([await prepare(as(made), as(plain)), said.at(-1)]).toEqual([1, prepareTexts.noLogin(made)]);
      await owner.execute(`alter role ${made} login createrole`);
      expect([await prepare(as(made), as(plain)), said.at(-1)]).toEqual([1, prepareTexts.tooPrivileged(made)]);
      await owner.execute(`alter role ${made} nocreaterole`);
      // A server before that: it is told what is missing, not what PostgreSQL said.
      const early = await openDatabase({ databaseUrl: as(made), poolSize: 1 });
      await expect(migrate(early)).rejects.toThrow(prepareTexts.notGranted);
      for (const applied of [/执行升级 0 个/, /执行升级 0 个/]) {
        expect(await prepare(as(made), as(plain))).toBe(0);
        expect(said.at(-1)).toMatch(applied);
      }
      expect(await migrate(early)).toEqual([]);
      await expect(early.execute('alter table audit_log disable trigger all')).rejects.toThrow(/must be owner/);
      await early.close();
      await owner.execute(`grant ${plain} to ${made}`);
      expect([await prepare(as(made), as(plain)), said.at(-1)]).toEqual([1, prepareTexts.tooPrivileged(made)]);
    } finally {
      await home.drop();
      for (const name of [made, plain]) await owner.execute(`drop role if exists ${name}`);
    }
  });

  it('the server with a runtime role says who must migrate the database to a new version', async () => {
    const empty = await createPostgresDatabase({ empty: true });
    const url = new URL(empty.url);
    [url.username, url.password] = [role, new URL(runtimeUrl).password];
    const bare = await openDatabase({ databaseUrl: url.href, poolSize: 1 });
    try {
      const refused = migrate(bare);
      await expect(refused).rejects.toThrow(StartRefusal);
      await expect(refused).rejects.toThrow(prepareTexts.noCreate);
    } finally {
      await bare.close();
      await empty.drop();
    }
    // A database of a former version: its last migration is still to come.
    const [last] = await owner.query<{ name: string; sha256: string }>(
      'delete from migration where name = (select max(name) from migration) returning name, sha256',
    );
    await expect(migrate(server.database)).rejects.toThrow(prepareTexts.due);
    await owner.query('insert into migration (name, sha256) values ($1, $2)', [last?.name, last?.sha256]);
  });
});

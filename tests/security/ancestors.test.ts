import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '@contract/wire';
import { allRoutes } from '@server/app/routes';
import {
  announcementSendTable,
  announcementTable,
  roleTable,
  sessionTable,
  storedFileTable,
  userTable,
} from '@server/db/schema';
import { sourcesOf } from '../architecture/sources';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';
import { onOneLine } from './asWritten';

// Public vulnerabilities of the systems that this one derives from, tested here. The injected sort (RuoYi #310) is in
// hostileQueries.test.ts, names with folders in them (eladmin #851, #791) in uploads.test.ts, the open websocket in
// noticeSockets.test.ts (IN13).

let server: TestServer;
let home: number;
let plain: string;
let manager: string;
let chief: string;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', isAdmin: true });
  home = await rows.organization();
  const people = ['list', 'add', 'edit', 'reset'].map((action) => `user:${action}`);
  const managing = await rows.role({
    name: '管理',
    level: 20,
    permissions: [...people, 'role:list', 'role:add', 'role:edit', 'role:del', 'online:list'],
  });
  const stronger = await rows.role({ name: '更强', level: 10, permissions: people });
  await rows.user({ userName: 'plain', organizationId: home });
  await rows.user({ userName: 'manager', organizationId: home, roles: [managing] });
  await rows.user({ userName: 'boss', organizationId: home, roles: [stronger] });
  [plain, manager, chief] = [await server.login('plain'), await server.login('manager'), await server.login('admin')];
});
afterAll(() => server.close());

const idOf = async (userName: string): Promise<number> => {
  const [row] = await server.database.orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(eq(userTable.userName, userName));
  return row?.id ?? 0;
};

describe('data of another person (AZ7)', () => {
  it('data of another person cannot be changed, 12 of 12: passwords (eladmin #910), pictures (eladmin #909), notices’ read flags, sessions', async () => {
    const { orm } = server.database;
    const [away, boss, own] = [await server.rows.organization(), await idOf('boss'), await idOf('plain')];
    const foreigner = await server.rows.user({ userName: 'foreigner', organizationId: away });
    const foreign = await server.login('foreigner');
    const file = (
      await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
        token: foreign,
        name: 'a.png',
        content: png(),
      })
    ).body.body.id;
    const colleagues = (
      await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
        token: manager,
        name: 'b.png',
        content: png(),
      })
    ).body.body.id;
    const [notice] = await orm
      .insert(announcementTable)
      .values({ titile: '通知', msgCategory: '1', priority: '0', organizationId: home } as never)
      .returning({ id: announcementTable.id });
    const [copy] = await orm
      .insert(announcementSendTable)
      .values({ anntId: notice?.id, userId: boss, readFlag: '0', sendStatus: '1', organizationId: home } as never)
      .returning({ id: announcementSendTable.id });
    const [session] = await orm
      .select({ id: sessionTable.id })
      .from(sessionTable)
      .where(eq(sessionTable.userId, await idOf('manager')));
    const reset = (id: number, token: string) =>
      server.ask('PUT', 'api/user/resetPassword', { token, body: { id, password: 'Harbor-67#Qz' } });
    const before = JSON.stringify([
      await orm.select().from(userTable).orderBy(userTable.id),
      await orm.select().from(announcementSendTable),
      await orm.select().from(storedFileTable),
    ]);

    const tries: readonly (readonly [string, { status: number }])[] = [
      ['a colleague’s password by who may not', await reset(boss, plain)],
      ['a stronger person’s password', await reset(boss, manager)],
      ['the administrator’s password', await reset(1, manager)],
      ['another organization’s person’s password', await reset(foreigner, manager)],
      [
        'a password by an edit',
        await server.ask('PUT', 'api/user/edit', {
          token: manager,
          body: { id: boss, version: 1, password: 'Harbor-67#Qz' },
        }),
      ],
      [
        'another organization’s file as one’s picture',
        await server.ask('PUT', 'api/user/center', { token: plain, body: { avatar: file } }),
      ],
      [
        'a colleague’s file as one’s picture',
        await server.ask('PUT', 'api/user/center', { token: plain, body: { avatar: colleagues } }),
      ],
      ['another organization’s file', await server.ask('GET', `api/file/${file}`, { token: plain })],
      ['a file to delete', await server.ask('DELETE', 'api/storedFile/delete', { token: plain, body: [colleagues] })],
      [
        'a notice’s read flag',
        await server.ask('PUT', 'api/ohitAnnouncementSend/edit', { token: plain, body: { id: copy?.id } }),
      ],
      [
        'a notice’s read flag in its owner’s name',
        await server.ask('PUT', 'api/ohitAnnouncementSend/edit', {
          token: plain,
          body: { id: copy?.id, userId: boss, readFlag: '1' },
        }),
      ],
      [
        'a colleague’s session',
        await server.ask('DELETE', 'api/user/sessions', { token: plain, body: { ids: [session?.id] } }),
      ],
    ];
    expect(tries).toHaveLength(12);
    const taken = tries.flatMap(([what, { status }]) =>
      status === 403 || status === 404 ? [] : [`${what}: ${status}`],
    );
    expect(taken).toEqual([]);
    measured(
      `${tries.length - taken.length}/${tries.length} 次拒绝（${[403, 404].map((code) => `${code} ${tries.filter(([, { status }]) => status === code).length} 次`).join('、')}）`,
    );
    expect(
      JSON.stringify([
        await orm.select().from(userTable).orderBy(userTable.id),
        await orm.select().from(announcementSendTable),
        await orm.select().from(storedFileTable),
      ]),
    ).toBe(before);
    expect((await server.ask('GET', 'auth/info', { token: manager })).status).toBe(200);
    expect(own).toBeGreaterThan(0);
  });
});

describe('known vulnerabilities of products that this one follows (eladmin)', () => {
  it('auth/info and the login return a person without password hash or the path of a picture (eladmin #885)', async () => {
    const { text } = await server.ask('POST', 'auth/login', { body: { username: 'plain', password: testPassword } });
    for (const answer of [text, (await server.ask('GET', 'auth/info', { token: plain })).text])
      expect(answer).not.toMatch(/"password|hash|salt|avatarPath|scrypt/i);
  });

  it('the list of sessions contains nothing that any key could turn into a token (eladmin #884)', async () => {
    const { status, text } = await server.ask('GET', 'auth/online', { token: chief });
    expect(status).toBe(200);
    for (const token of [plain, manager, chief])
      for (const part of [token, token.slice(0, 12), Buffer.from(token).toString('base64').slice(0, 16)])
        expect(text).not.toContain(part);
    // Nothing of a session is encrypted with a key in the source: the database holds the hash of a token. Encrypted
    // values (keys of platforms) use a key from outside.
    expect(
      sourcesOf('server')
        .filter(({ text: source }) => /createCipheriv|createDecipheriv|crypto-js/.test(source))
        .map(({ path }) => path),
    ).toEqual(['server/base/secretEncryption.ts']);
  });

  it('a request body cannot make a new or edited person a platform administrator (eladmin #897)', async () => {
    const added = await server.ask<ErrorBody & { body: { id: number } }>('POST', 'api/user/add', {
      token: manager,
      body: {
        userName: 'greedy',
        nickName: '贪',
        password: 'Fresh-88#Lab',
        enabled: '1',
        expiryDate: '2099-01-01',
        isAdmin: true,
        roles: [],
      },
    });
    const [row] = await server.database.orm
      .select({ isAdmin: userTable.isAdmin })
      .from(userTable)
      .where(eq(userTable.userName, 'greedy'));
    expect([added.status >= 400, row?.isAdmin ?? false]).toEqual([added.status !== 200, false]);
    await server.ask('PUT', 'api/user/center', { token: plain, body: { isAdmin: true, nickName: '平' } });
    const [self] = await server.database.orm
      .select({ isAdmin: userTable.isAdmin })
      .from(userTable)
      .where(eq(userTable.userName, 'plain'));
    expect(self?.isAdmin).toBe(false);
  });

  it('a weaker administrator edits no stronger role, whatever level the body names (eladmin #898)', async () => {
    const { orm } = server.database;
    const [strong] = await orm.select().from(roleTable).where(eq(roleTable.name, '更强'));
    await orm
      .update(roleTable)
      .set({ organizationId: home })
      .where(eq(roleTable.id, strong?.id ?? 0));
    for (const level of [10, 30, 999]) {
      expect(
        (
          await server.ask('PUT', 'api/role/edit', {
            token: manager,
            body: { id: strong?.id, version: strong?.version, name: '弱', level, dataScope: 'organization' },
          })
        ).status,
      ).toBe(403);
    }
    expect(
      (
        await server.ask('PUT', 'api/role/menu', {
          token: manager,
          body: { id: strong?.id, version: strong?.version, menus: [] },
        })
      ).status,
    ).toBe(403);
    const [after] = await orm.select().from(roleTable).where(eq(roleTable.name, '更强'));
    expect([after?.name, after?.level]).toEqual(['更强', 10]);
  });

  it('no call deploys, runs a command, restores a database, sends mail or writes code (eladmin #851, #791, #899, #903)', async () => {
    const paths = allRoutes(server.services).map(({ path }) => path);
    expect(
      paths.filter((path) =>
        /deploy|database|druid|actuator|swagger|generator|serverDeploy|sqlmonitor|api\/sql|exec|shell|backup|restoreDb/i.test(
          path,
        ),
      ),
    ).toEqual([]);
    for (const path of [
      'api/deploy/upload',
      'api/database/upload',
      'api/serverDeploy',
      'api/generator/preview',
      'druid/index.html',
      'actuator/env',
      'swagger-ui.html',
      'v3/api-docs',
      'doc.html',
    ]) {
      expect((await server.ask('GET', path, { token: chief })).status, path).toBe(404);
    }
    // The supervisor answers no calls: it only starts the server, with its own arguments, and systemd's own program.
    // The embedded database calls `sync -f` with its own directory while it starts. LibreOffice converts a filled
    // layout in a scratch directory, without a shell.
    const started = sourcesOf('server')
      .filter(({ text }) => /child_process/.test(text))
      .map(({ path }) => path);
    expect(started.sort()).toEqual([
      'server/child/processPool.ts',
      'server/db/embedded/durableFileSystem.ts',
      'server/entry/notifySystemd.ts',
      'server/entry/supervisor.ts',
      'server/print/layouts/officeConverter.ts',
    ]);
    // Untrusted files are read in children of one program, whose path and arguments no call supplies: no shell, and no
    // other function that starts one.
    const pool = sourcesOf('server').find(({ path }) => path === 'server/child/processPool.ts')?.text ?? '';
    expect(
      [...pool.matchAll(/import \{([^}]*)\} from 'node:child_process'/g)].map(([, names]) => names?.trim()),
    ).toEqual(['type ChildProcess, fork']);
    expect(onOneLine(pool).match(/\bfork\([^;]*/g)).toEqual([
      expect.stringMatching(/^fork\(path, \{ execArgv: \[\.\.\.execArgv, `--max-old-space-size=\$\{heap\}`\]/),
    ]);
    expect(pool).toContain('const { path, execArgv, env } = programOf();');
    expect(pool).toContain('function programOf(): ');
  });
});

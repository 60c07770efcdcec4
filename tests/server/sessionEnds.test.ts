import { and, desc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endCodeOf, type SessionEnd, sessionEnds } from '@contract/features/signIn/sessionEnds';
import type { ErrorBody } from '@contract/wire';
import { sessionTable } from '@server/db/schema';
import type { PushMessage, Recipients } from '@server/services';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let admin: string;
let role: number;
let other: number;
let home: number;
const told: { to: Recipients; message: PushMessage }[] = [];

beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization();
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: home });
  [role, other] = [
    await server.rows.role({ permissions: ['customer:list'] }),
    await server.rows.role({ permissions: ['project:list'] }),
  ];
  admin = await server.login('chief');
  server.services.push.subscribe((to, message) => void told.push({ to, message }));
});
afterAll(() => server.close());
beforeEach(() => void told.splice(0));

interface Person {
  readonly id: number;
  readonly token: string;
  readonly row: Record<string, unknown>;
}
let count = 0;
async function person(): Promise<Person> {
  const userName = `person${(count += 1)}`;
  const id = await server.rows.user({ userName, organizationId: home, roles: [role] });
  const token = await server.login(userName);
  return { id, token, row: (await server.ask('GET', `api/user/${id}`, { token: admin })).body };
}
const info = (token: string) => server.ask<ErrorBody>('GET', 'auth/info', { token });
const sessionOf = async (userId: number) =>
  (
    await server.database.orm
      .select({ id: sessionTable.id })
      .from(sessionTable)
      .where(and(eq(sessionTable.userId, userId), isNull(sessionTable.revokeTime)))
      .orderBy(desc(sessionTable.createTime))
  )[0]?.id;
const ask = (method: string, path: string, body: unknown) => server.ask(method, path, { token: admin, body });

describe('session ended by an administrator', () => {
  const ends: readonly (readonly [SessionEnd, string, (who: Person) => Promise<{ status: number }>])[] = [
    ['forced', '强制退出', async ({ id }) => ask('DELETE', 'auth/online', [await sessionOf(id)])],
    ['rights', 'other roles', ({ row }) => ask('PUT', 'api/user/edit', { ...row, roles: [role, other] })],
    ['password', 'a new password', ({ id }) => ask('PUT', 'api/user/resetPassword', { id, password: 'Harbor-67#Qz' })],
    ['account', 'a disabled account', ({ row }) => ask('PUT', 'api/user/edit', { ...row, enabled: '0' })],
    ['account', 'a deleted account', ({ id }) => ask('DELETE', 'api/user/delete', [id])],
  ];

  it.each(ends)(
    'the next call after an administrator ended a session gives the reason: %s, by %s',
    async (why, _how, end) => {
      const who = await person();
      expect((await info(who.token)).status).toBe(200);
      expect((await end(who)).status).toBe(200);
      const { status, body } = await info(who.token);
      expect([status, body.code, body.message]).toEqual([401, endCodeOf(why), sessionEnds[why]]);
    },
  );

  it('a call after the person’s own logout, or with an unknown token, is answered 401 without a reason for the end of the session', async () => {
    const who = await person();
    await server.ask('DELETE', 'auth/logout', { token: who.token });
    for (const token of [who.token, 'nobody-ever-had-this-token'])
      expect((await info(token)).body.code).toBe('unauthorized');
  });

  it('a browser whose session an administrator ended can sign in again', async () => {
    const who = await person();
    await ask('DELETE', 'auth/online', [await sessionOf(who.id)]);
    expect((await server.ask('GET', 'auth/code', { token: who.token })).status).toBe(200);
  });
});

describe('change by an administrator', () => {
  const hears = async (to: Recipients, what: PushMessage['what']) => {
    await vi.waitFor(() => expect(told).toContainEqual({ to, message: { cmd: 'change', what } }));
    told.splice(0);
  };

  it('a change by an administrator is pushed to browsers: roles and menus to all, a person’s to that person, the organization’s logo to all', async () => {
    const who = await person();
    const held = (await server.ask('GET', `api/role/${role}`, { token: admin })).body;
    expect((await ask('PUT', 'api/role/menu', { id: role, version: held['version'], menus: [] })).status).toBe(200);
    await hears('all', 'rights');
    expect((await ask('POST', 'api/menus/add', { type: 0, title: '新目录', path: 'fresh' })).status).toBe(200);
    await hears('all', 'rights');
    expect((await ask('PUT', 'api/user/edit', { ...who.row, phone: '13800138000' })).status).toBe(200);
    await hears([who.id], 'rights');
    const organization = (await server.ask('GET', `api/organization/${home}`, { token: admin })).body;
    expect((await ask('PUT', 'api/organization/edit', { ...organization, footerTxt: '页脚' })).status).toBe(200);
    await hears('all', 'brand');
  });

  it('a request of an administrator that is refused or only reads sends no push message to other people', async () => {
    expect((await ask('POST', 'api/menus/add', { type: 1, title: '没有地址' })).status).toBe(400);
    await server.ask('GET', 'api/menus/tree', { token: admin });
    await server.services.push.send([0], { cmd: 'user' });
    await vi.waitFor(() => expect(told).toContainEqual({ to: [0], message: { cmd: 'user' } }));
    expect(told.filter(({ message }) => message.cmd === 'change')).toEqual([]);
  });
});

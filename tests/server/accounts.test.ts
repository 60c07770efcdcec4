import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import type { AccountState, RoleCandidate } from '@contract/features/system/rightsWire';
import { roleTexts } from '@contract/features/system/roleTexts';
import type { ErrorBody } from '@contract/wire';
import { menuTable, roleMenusTable, userRolesTable } from '@server/db/schema';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let away: number;
let admin: string;
let keeper: string;
let keeperId: number;
const roles: Record<string, number> = {};

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  [home, away] = [await rows.organization({ name: '甲机构' }), await rows.organization({ name: '乙机构' })];
  await rows.user({ userName: 'chief', isAdmin: true, organizationId: home });
  const managing = await rows.role({
    name: '管理',
    level: 10,
    permissions: ['user:list', 'user:edit', 'user:reset', 'role:list', 'role:copy', 'role:edit'],
  });
  keeperId = await rows.user({ userName: 'keeper', nickName: '王管理', organizationId: home, roles: [managing] });
  for (const [name, level, permissions] of [
    ['采样', 60, ['sample:list', 'sample:add']],
    ['检测', 60, ['labSheet:list']],
    ['签字', 5, ['approval:sign']],
  ] as const)
    roles[name] = await rows.role({ name, level, permissions: [...permissions] });
  [admin, keeper] = [await server.login('chief'), await server.login('keeper')];
});
afterAll(() => server.close());

const put = <B = ErrorBody>(path: string, body: unknown, token = keeper) => server.ask<B>('PUT', path, { token, body });
const rolesOf = async (person: number) =>
  (
    await server.database.orm
      .select({ id: userRolesTable.targetId })
      .from(userRolesTable)
      .where(eq(userRolesTable.ownerId, person))
  )
    .map(({ id }) => id)
    .sort();
const roleNamed = (name: string): number => roles[name] ?? 0;
const person = (userName: string, more: object = {}) =>
  server.rows.user({ userName, nickName: userName, organizationId: home, password: testPassword, ...more });

describe('state of an account', () => {
  const stateOf = async (id: number) =>
    (await server.ask<AccountState>('GET', `api/user/${id}/state`, { token: keeper })).body;
  const tryIn = (username: string, password: string, ip = '10.0.0.7') =>
    server.ask<ErrorBody>('POST', 'auth/login', { body: { username, password }, ip });

  it('the state of an account shows the last sign-in, the sessions, and the failed attempts with those that remain', async () => {
    const id = await person('stated');
    expect(await stateOf(id)).toEqual({ refusalReason: null, lastLogin: null, sessions: 0, tries: [] });
    expect((await tryIn('stated', testPassword)).status).toBe(200);
    for (let index = 0; index < 2; index += 1) await tryIn('stated', 'Wrong-1234#');
    const { lastLogin, sessions, tries } = await stateOf(id);
    expect(lastLogin).toEqual({ time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/), ip: '10.0.0.7' });
    expect([sessions, tries]).toEqual([1, [{ ip: '10.0.0.7', failedCount: 2, remainingCount: 3, until: null }]]);
  });

  it('an account is locked after five failed sign-ins until the lock ends or somebody unlocks it; the audit trail records who and how many', async () => {
    const id = await person('locked');
    for (let index = 0; index < 5; index += 1) await tryIn('locked', 'Wrong-1234#', '10.0.0.8');
    expect((await tryIn('locked', testPassword, '10.0.0.8')).status).toBe(429);
    expect((await stateOf(id)).tries).toEqual([
      { ip: '10.0.0.8', failedCount: 5, remainingCount: 0, until: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect((await put('api/user/unlock', { id })).status).toBe(200);
    expect((await stateOf(id)).tries).toEqual([]);
    expect((await tryIn('locked', testPassword, '10.0.0.8')).status).toBe(200);
    const trail = await server.database.query<{ reason: string }>(
      `select reason from audit_log where entity_id = $1 and action = 'reset'`,
      [id],
    );
    expect(trail).toEqual([{ reason: stateTexts.unlockReason(5) }]);
  });

  it('refused sign-ins of a locked account are in the audit trail once a minute, however many there are', async () => {
    const id = await person('refused');
    for (let index = 0; index < 5; index += 1) await tryIn('refused', 'Wrong-1234#', '10.0.0.9');
    for (let index = 0; index < 4; index += 1)
      expect((await tryIn('refused', 'Wrong-1234#', '10.0.0.9')).status).toBe(429);
    server.advance(61_000);
    await tryIn('refused', 'Wrong-1234#', '10.0.0.9');
    const trail = await server.database.query<{ reason: string }>(
      `select reason from audit_log where entity_id = $1 and action = 'loginFailed' and reason like '%已拒绝%'
        order by id`,
      [id],
    );
    expect(trail.map(({ reason }) => reason)).toEqual([stateTexts.refused(1), stateTexts.refused(4)]);
  });

  it('a new password clears the failed sign-ins of an account', async () => {
    const id = await person('renewed');
    for (let index = 0; index < 3; index += 1) await tryIn('renewed', 'Wrong-1234#', '10.0.0.10');
    expect((await put('api/user/resetPassword', { id, password: 'Harbor-67#Qz' })).status).toBe(200);
    expect((await stateOf(id)).tries).toEqual([]);
  });

  it('an account is unlocked by people who rank above the person, and by nobody for themselves', async () => {
    const boss = await person('boss', { roles: [roleNamed('签字')] });
    expect((await put('api/user/unlock', { id: boss })).status).toBe(403);
    const own = await put('api/user/unlock', { id: keeperId });
    expect([own.status, own.body.message]).toEqual([403, stateTexts.ownUnlock]);
    const foreign = await server.rows.user({ userName: 'foreign', organizationId: away });
    expect((await put('api/user/unlock', { id: foreign })).status).toBe(404);
  });
});

describe('roles of many people', () => {
  it('roles are given to and taken from many people at once, one audit line each, and their other roles stay', async () => {
    const [one, other] = [
      await person('many1', { roles: [roleNamed('采样')] }),
      await person('many2', { roles: [roleNamed('采样'), roleNamed('检测')] }),
    ];
    const { status, body } = await put<{ body: { changed: number } }>('api/user/roles', {
      ids: [one, other],
      add: [roleNamed('检测')],
      remove: [roleNamed('采样')],
    });
    expect([status, body.body]).toEqual([200, { changed: 2 }]);
    expect([await rolesOf(one), await rolesOf(other)]).toEqual([[roleNamed('检测')], [roleNamed('检测')]]);
    const trail = await server.database.query(
      `select 1 from audit_log where entity = 'user' and action = 'edit' and entity_id in ($1, $2)`,
      [one, other],
    );
    expect(trail).toHaveLength(2);
  });

  it('a batch change of roles is made for all people or for none, and is refused for a stronger role, an unknown person and the person’s own account', async () => {
    const one = await person('whole');
    for (const body of [
      { ids: [one], add: [roleNamed('签字')], remove: [] },
      { ids: [one, keeperId], add: [roleNamed('采样')], remove: [] },
    ])
      expect((await put('api/user/roles', body)).status).toBe(403);
    const foreign = await server.rows.user({ userName: 'foreign2', organizationId: away });
    expect((await put('api/user/roles', { ids: [one, foreign], add: [roleNamed('采样')], remove: [] })).status).toBe(
      404,
    );
    const nothing = await put('api/user/roles', { ids: [one], add: [], remove: [] });
    expect(nothing.body.errors?.[0]?.message).toBe(roleTexts.nothingChosen);
    expect(await rolesOf(one)).toEqual([]);
  });

  it('a role can be given from the role’s page to people of the own organization', async () => {
    const [one, other] = [await person('member1', { roles: [roleNamed('采样')] }), await person('member2')];
    const candidates = async () =>
      (await server.ask<RoleCandidate[]>('GET', `api/role/${roleNamed('采样')}/users`, { token: keeper })).body;
    const before = await candidates();
    expect(before.find(({ id }) => id === one)).toEqual({
      id: one,
      userName: 'member1',
      nickName: 'member1',
      organization: '甲机构',
      holds: true,
    });
    expect(before.some(({ organization }) => organization === '乙机构')).toBe(false);
    expect((await put('api/role/users', { id: roleNamed('采样'), add: [other], remove: [one] })).status).toBe(200);
    expect(
      (await candidates()).filter(({ id }) => [one, other].includes(id)).map(({ id, holds }) => [id, holds]),
    ).toEqual([
      [one, false],
      [other, true],
    ]);
  });
});

describe('copy of a role', () => {
  const menusOf = async (role: number) =>
    (
      await server.database.orm
        .select({ permission: menuTable.permission })
        .from(roleMenusTable)
        .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
        .where(eq(roleMenusTable.ownerId, role))
        .orderBy(asc(menuTable.id))
    ).map(({ permission }) => permission);
  const copy = (body: object, token = keeper) =>
    server.ask<{ message: string; body: Record<string, unknown> & { id: number } }>('POST', 'api/role/duplicate', {
      token,
      body,
    });

  it('a copied role has the menus, level and scope, and belongs to the organization', async () => {
    const { status, body } = await copy({ id: roleNamed('采样'), name: '采样组长' });
    expect(status).toBe(200);
    expect(body.body).toMatchObject({ name: '采样组长', level: 60, organizationId: home });
    expect(await menusOf(body.body.id)).toEqual(['sample:list', 'sample:add']);
    const trail = await server.database.query<{ action: string }>(
      'select action from audit_log where entity = $1 and entity_id = $2 order by id',
      ['role', body.body.id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['copy', 'permission']);
  });

  it('the copy of a role that sees everything sees its organization only; a stronger role, a missing name and a used name are refused', async () => {
    const all = await server.rows.role({ level: 70, dataScope: 'all' });
    expect((await copy({ id: all, name: '看本机构' })).body.body).toMatchObject({
      dataScope: 'organization',
      organizationId: home,
    });
    expect((await copy({ id: all, name: '看全部' }, admin)).body.body).toMatchObject({
      dataScope: 'all',
      organizationId: null,
    });
    expect((await copy({ id: roleNamed('签字'), name: '签字二' })).status).toBe(403);
    expect((await copy({ id: roleNamed('采样'), name: '  ' })).status).toBe(400);
    expect((await copy({ id: roleNamed('采样'), name: '看本机构' })).status).toBe(409);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleMatrix, UserRights } from '@contract/features/system/rightsWire';
import { roleTable, userTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let away: number;
let admin: string;
let manager: string;
let bystander: string;
let wider: number;
let narrow: number;
let foreign: number;
let gone: number;
let person: number;
let stranger: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  [home, away] = [await rows.organization({ name: '甲检测' }), await rows.organization({ name: '乙检测' })];
  await rows.user({ userName: 'chief', isAdmin: true });
  await rows.user({
    userName: 'manager',
    organizationId: home,
    roles: [await rows.role({ name: '主管', level: 2, permissions: ['user:list'] })],
  });
  await rows.user({ userName: 'bystander', organizationId: home });
  wider = await rows.role({
    name: '检测员',
    level: 5,
    dataScope: 'organization',
    permissions: ['customer:list', 'customer:add'],
  });
  narrow = await rows.role({
    name: '实习',
    level: 9,
    dataScope: 'self',
    permissions: ['customer:list', 'project:list'],
  });
  foreign = await rows.role({ name: '乙方角色', organizationId: away, permissions: ['user:del'] });
  gone = await rows.role({ name: '旧角色', permissions: ['user:edit'], deleteTime: new Date() });
  person = await rows.user({
    userName: 'person',
    nickName: '林晓梅',
    organizationId: home,
    roles: [wider, narrow, foreign, gone],
  });
  stranger = await rows.user({ userName: 'stranger', organizationId: away });
  [admin, manager, bystander] = (await Promise.all(
    ['chief', 'manager', 'bystander'].map((name) => server.login(name)),
  )) as [string, string, string];
});
afterAll(() => server.close());

const rights = (id: number, token = manager) => server.ask<UserRights>('GET', `api/user/${id}/rights`, { token });
const by = ({ menus }: UserRights) => Object.fromEntries(menus.map(({ permission, roles }) => [permission, roles]));

describe('rights of a person', () => {
  it('the rights page of a person names the roles that each permission comes from', async () => {
    const { body } = await rights(person);
    expect(by(body)).toEqual({ 'customer:list': [wider, narrow], 'customer:add': [wider], 'project:list': [narrow] });
    expect(body).toMatchObject({
      bar: null,
      level: 5,
      dataScope: 'organization',
      dataScopeBy: [wider],
      organization: { name: '甲检测', enabled: true },
    });
  });

  it('the rights page of a person says why a role has no effect', async () => {
    const { roles } = (await rights(person)).body;
    expect(Object.fromEntries(roles.map(({ id, why }) => [id, why]))).toEqual({
      [wider]: null,
      [narrow]: null,
      [foreign]: '角色属于其他机构，不给予权限',
      [gone]: '角色已删除，不再给予权限',
    });
  });

  it('the rights page of a person shows the same permissions as auth/info', async () => {
    const info = await server.ask<{ roles: string[] }>('GET', 'auth/info', { token: await server.login('person') });
    expect(info.body.roles.sort()).toEqual(Object.keys(by((await rights(person)).body)).sort());
  });

  it('the rights page of a disabled or expired account shows no permissions, with the reason', async () => {
    const { orm } = server.database;
    await orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.id, person));
    expect((await rights(person)).body).toMatchObject({ bar: '账号已停用，请联系管理员', user: { enabled: false } });
    await orm.update(userTable).set({ enabled: '1', expiryDate: '2020-01-01' }).where(eq(userTable.id, person));
    expect((await rights(person)).body.bar).toBe('系统到期,请续费');
    await orm.update(userTable).set({ expiryDate: '2099-12-31' }).where(eq(userTable.id, person));
  });

  it('the rights page of a platform administrator shows every permission', async () => {
    const [chief] = await server.database.orm
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.userName, 'chief'));
    const { body } = await rights(chief?.id ?? 0, admin);
    expect(body).toMatchObject({ user: { isAdmin: true }, dataScope: 'all', bar: null });
    expect(body.menus.length).toBeGreaterThan(5);
  });

  it('the rights page of a person is visible within the organization to people who may see its people', async () => {
    expect((await rights(stranger)).status).toBe(404);
    expect((await rights(stranger, admin)).status).toBe(200);
    expect((await rights(person, bystander)).status).toBe(403);
    expect((await server.ask('GET', `api/user/${person}/rights`)).status).toBe(401);
  });
});

describe('rights by role', () => {
  const matrix = async (token: string) => (await server.ask<RoleMatrix>('GET', 'api/roleMatrix', { token })).body;

  it('the page of rights by role is readable for everybody signed in: common roles and those of the own organization', async () => {
    const { roles, menus } = await matrix(bystander);
    expect(roles.map(({ name }) => name)).toEqual(['主管', '检测员', '实习']);
    expect(menus.find(({ permission }) => permission === 'customer:list')?.roles).toEqual([wider, narrow]);
    expect(menus.find(({ permission }) => permission === 'user:del')?.roles).toEqual([]);
    expect(JSON.stringify(menus)).not.toContain(`[${foreign}]`);
    expect((await server.ask('GET', 'api/roleMatrix')).status).toBe(401);
  });

  it('the page of rights by role follows a change at once', async () => {
    await server.database.orm.update(roleTable).set({ name: '分析员' }).where(eq(roleTable.id, wider));
    expect((await matrix(bystander)).roles.map(({ name }) => name)).toContain('分析员');
    expect((await matrix(admin)).roles.map(({ name }) => name)).toContain('乙方角色');
  });
});

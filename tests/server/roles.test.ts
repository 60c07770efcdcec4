import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody, UserInfo } from '@contract/wire';
import { menuTable, roleMenusTable } from '@server/db/schema';
import { type Answered, type TestServer, testServer } from '../support/server';

type Row = Record<string, unknown> & { id: number; version: number; menus: number[] };
type Action = ErrorBody & { body: Row; current?: Row };

let server: TestServer;
let home: number;
let away: number;
let manager: string;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', isAdmin: true });
  [home, away] = [await rows.organization(), await rows.organization()];
  const managing = await rows.role({
    level: 3,
    permissions: [
      ...['list', 'add', 'edit', 'copy', 'del', 'restore', 'status'].map((action) => `role:${action}`),
      'inspectUnit:list',
      'inspectUnit:add',
    ],
  });
  await rows.user({ userName: 'manager', organizationId: home, roles: [managing] });
  [manager, admin] = [await server.login('manager'), await server.login('admin')];
});
afterAll(() => server.close());

const add = (body: object, token = manager) => server.ask<Action>('POST', 'api/role/add', { token, body });
const edit = (body: object, token = manager) => server.ask<Action>('PUT', 'api/role/edit', { token, body });
const get = async (id: number) => (await server.ask<Row>('GET', `api/role/${id}`, { token: admin })).body;
const give = (body: object, token = manager) => server.ask<Action>('PUT', 'api/role/menu', { token, body });
const remove = (ids: number[], token = manager) =>
  server.ask<Action>('DELETE', 'api/role/delete', { token, body: ids });
const said = ({ status, body }: Answered<ErrorBody>) => [status, body.message];
const tooStrong = '只能管理级别低于自己的角色';

describe('role', () => {
  it('a role of an organization is created and changed only by people who rank above it', async () => {
    const { status, body } = await add({ name: '采样员', level: 9, dataScope: 'self' });
    expect(status).toBe(200);
    expect(body.body).toMatchObject({ organizationId: home, level: 9, menus: [] });
    const edited = await edit({ ...body.body, remark: '现场' });
    expect(edited.body.body.remark).toBe('现场');
  });

  it('a role cannot be created or raised above its author, whatever level the body has (eladmin #898)', async () => {
    expect(said(await add({ name: '同级', level: 3, dataScope: 'self' }))).toEqual([403, tooStrong]);
    expect(said(await add({ name: '上级', level: 1, dataScope: 'self' }))).toEqual([403, tooStrong]);
    const strong = await get(await server.rows.role({ level: 2, organizationId: home }));
    expect(said(await edit({ ...strong, level: 50 }))).toEqual([403, tooStrong]);
    const weak = await get(await server.rows.role({ level: 6, organizationId: home }));
    expect(said(await edit({ ...weak, level: 2 }))).toEqual([403, tooStrong]);
    expect(said(await give({ id: strong.id, version: strong.version, menus: [] }))).toEqual([403, tooStrong]);
    expect(said(await remove([strong.id]))).toEqual([403, tooStrong]);
    expect([await get(strong.id), await get(weak.id)]).toEqual([strong, weak]);
  });

  it('a role common to all is written only by platform administrators', async () => {
    const common = await get(await server.rows.role({ level: 9 }));
    expect((await edit({ ...common, remark: '改' })).status).toBe(403);
    expect((await give({ id: common.id, version: common.version, menus: [] })).status).toBe(403);
    expect((await remove([common.id])).status).toBe(403);
    expect((await edit({ ...common, remark: '改' }, admin)).status).toBe(200);
    expect((await remove([common.id], admin)).status).toBe(200);
    expect((await server.ask('PUT', 'api/role/restore', { token: manager, body: [common.id] })).status).toBe(403);
  });

  it('a role of another organization is not found', async () => {
    const foreign = await get(await server.rows.role({ level: 9, organizationId: away }));
    expect((await edit({ ...foreign, remark: '改' })).status).toBe(404);
    expect((await give({ id: foreign.id, version: foreign.version, menus: [] })).status).toBe(404);
    expect((await remove([foreign.id])).status).toBe(404);
  });

  it('a role sees all organizations only if it is common and an administrator set it so', async () => {
    const message = '“全部”只能用于平台管理员维护的公共角色';
    expect(said(await add({ name: '全部一', level: 9, dataScope: 'all' }))).toEqual([400, message]);
    expect(said(await add({ name: '全部二', level: 9, dataScope: 'all', organizationId: home }, admin))).toEqual([
      400,
      message,
    ]);
    expect((await add({ name: '全部三', level: 9, dataScope: 'all' }, admin)).status).toBe(200);
  });

  it('a role’s data scope is no wider than its author’s; an existing wider one may stay', async () => {
    await server.rows.user({
      userName: 'narrow',
      organizationId: home,
      roles: [
        await server.rows.role({
          level: 3,
          dataScope: 'self',
          permissions: ['list', 'add', 'edit', 'copy'].map((action) => `role:${action}`),
        }),
      ],
    });
    const token = await server.login('narrow');
    const tooWide = [403, '数据范围不能大于自己的'];
    expect(said(await add({ name: '宽', level: 9, dataScope: 'organization' }, token))).toEqual(tooWide);
    const own = await get((await add({ name: '窄', level: 9, dataScope: 'self' }, token)).body.body.id);
    expect(said(await edit({ ...own, dataScope: 'organization' }, token))).toEqual(tooWide);
    expect((await get(own.id)).dataScope).toBe('self');
    const wide = await get(await server.rows.role({ level: 9, organizationId: home, dataScope: 'organization' }));
    expect((await edit({ ...wide, remark: '改' }, token)).status).toBe(200);
  });

  it('a role in use cannot be deleted; one that only a deleted person had can', async () => {
    const used = await server.rows.role({ level: 9, organizationId: home });
    const user = await server.rows.user({ organizationId: home, roles: [used] });
    expect(said(await remove([used]))).toEqual([409, '所选角色存在用户关联，请解除关联再试！']);
    await server.database.query('update "user" set delete_time = now() where id = $1', [user]);
    expect((await remove([used])).status).toBe(200);
    const strong = await server.rows.role({ level: 1, organizationId: home, deleteTime: new Date() });
    expect((await server.ask('PUT', 'api/role/restore', { token: manager, body: [strong] })).status).toBe(403);
  });
});

describe('menus of a role', () => {
  it('the menus of a role are saved with the menus above them, take effect at once for its holders, and are recorded', async () => {
    const { orm } = server.database;
    const flags = { iFrame: false, cache: true, hidden: false, alwaysShow: false, affix: false, breadcrumb: true };
    const insert = async (title: string, type: number, pid: number | null, permission: string | null) =>
      (
        await orm
          .insert(menuTable)
          .values({ ...flags, title, type, pid, permission })
          .returning({ id: menuTable.id })
      )[0]?.id as number;
    const directory = await insert('客户', 0, null, null);
    const page = await insert('受检单位', 1, directory, 'inspectUnit:list');
    const button = await insert('新增受检单位', 2, page, 'inspectUnit:add');
    const role = await get(
      await server.rows.role({ name: '业务员', level: 9, organizationId: home, permissions: ['inspectUnit:list'] }),
    );
    await server.rows.user({ userName: 'sales', organizationId: home, roles: [role.id] });
    const sales = await server.login('sales');
    const permissions = async () => (await server.ask<UserInfo>('GET', 'auth/info', { token: sales })).body.roles;
    expect(await permissions()).toEqual(['inspectUnit:list']);

    const { status, body } = await give({ id: role.id, version: role.version, menus: [button] });
    expect(status).toBe(200);
    expect([...body.body.menus].sort((a, b) => a - b)).toEqual([directory, page, button].sort((a, b) => a - b));
    expect(body.body.version).toBe(role.version + 1);
    expect(await permissions()).toEqual(['inspectUnit:add', 'inspectUnit:list']);

    const [event] = await server.database.query(
      `select title, before, after from audit_log where action = 'permission' and entity_id = $1`,
      [role.id],
    );
    expect(event).toEqual({
      title: '业务员',
      before: { menus: ['inspectUnit:list'] },
      after: { menus: ['客户', '受检单位', '新增受检单位'] },
    });

    expect((await give({ id: role.id, version: body.body.version, menus: [] })).body.body.menus).toEqual([]);
    expect(await permissions()).toEqual([]);
  });

  it('emptying the menus of one role does not change other roles', async () => {
    const [one, other] = [
      await get(await server.rows.role({ level: 9, organizationId: home, permissions: ['inspectUnit:list'] })),
      await server.rows.role({ level: 9, organizationId: home, permissions: ['inspectUnit:list'] }),
    ];
    expect((await give({ id: one.id, version: one.version, menus: [] })).status).toBe(200);
    expect((await get(other)).menus).toHaveLength(1);
  });

  it('a role can be given only menus that the giver holds; menus that it already has may stay', async () => {
    const menu = await server.rows.menu('menu:edit');
    const role = await get(await server.rows.role({ level: 9, organizationId: home, permissions: ['dict:edit'] }));
    expect(said(await give({ id: role.id, version: role.version, menus: [...role.menus, menu] }))).toEqual([
      403,
      '不能分配自己和下级角色都没有的权限：menu:edit',
    ]);
    const own = await server.rows.menu('inspectUnit:add');
    expect((await give({ id: role.id, version: role.version, menus: [...role.menus, own] })).status).toBe(200);
    const now = await get(role.id);
    expect((await give({ id: role.id, version: now.version, menus: [...now.menus, menu] }, admin)).status).toBe(200);
  });

  it('a role can be given menus that a weaker common role holds, even if the giver does not', async () => {
    const common = await server.rows.role({ level: 60, permissions: ['labSheet:add'] });
    const strong = await server.rows.role({ level: 1, permissions: ['organization:del'] });
    const [below, above] = [await server.rows.menu('labSheet:add'), await server.rows.menu('organization:del')];
    const role = await get(await server.rows.role({ level: 9, organizationId: home }));
    expect((await give({ id: role.id, version: role.version, menus: [above] })).status).toBe(403);
    expect((await give({ id: role.id, version: role.version, menus: [below] })).status).toBe(200);
    await server.database.orm.delete(roleMenusTable).where(inArray(roleMenusTable.ownerId, [common, strong, role.id]));
    const other = await get(await server.rows.role({ level: 9, organizationId: home }));
    expect((await give({ id: other.id, version: other.version, menus: [below] })).status).toBe(403);
  });

  it('a copied role can be given again every menu that the original holds, and no others', async () => {
    const permissions = ['labSheet:add', 'sample:edit', 'plan:del', 'inspectUnit:add', 'report:list'];
    const menus = await Promise.all(permissions.map((permission) => server.rows.menu(`copied:${permission}`)));
    const never = await server.rows.menu('copied:never');
    const runs = fc.record({
      held: fc.subarray(menus, { minLength: 1 }),
      untick: fc.array(fc.subarray(menus), { minLength: 1, maxLength: 3 }),
      organizationId: fc.constantFrom(null, home),
    });
    let copies = 0;
    await fc.assert(
      fc.asyncProperty(runs, async ({ held, untick, organizationId }) => {
        const source = await server.rows.role({ level: 9, organizationId, name: `源${(copies += 1)}` });
        await server.database.orm
          .insert(roleMenusTable)
          .values(held.map((targetId, position) => ({ ownerId: source, targetId, position })));
        const copied = await server.ask<Action>('POST', 'api/role/duplicate', {
          token: manager,
          body: { id: source, name: `副本${copies}` },
        });
        const { id } = copied.body.body;
        const whole = (await get(id)).menus;
        for (const off of untick) {
          const before = await get(id);
          const left = whole.filter((menu) => !off.includes(menu));
          expect((await give({ id, version: before.version, menus: left })).status).toBe(200);
          const now = await get(id);
          const again = await give({ id, version: now.version, menus: whole });
          expect(said(again)).toEqual([200, '提交成功']);
          expect(new Set((await get(id)).menus)).toEqual(new Set(whole));
        }
        const last = await get(id);
        expect((await give({ id, version: last.version, menus: [...whole, never] })).status).toBe(403);
        await server.database.orm.delete(roleMenusTable).where(inArray(roleMenusTable.ownerId, [source, id]));
      }),
      { numRuns: 8 },
    );
  });

  it('the menus of a role are refused if outdated, unknown or malformed', async () => {
    const role = await get(await server.rows.role({ level: 9, organizationId: home }));
    const stale = await give({ id: role.id, version: role.version + 1, menus: [] });
    expect([stale.status, stale.body.current?.id]).toEqual([409, role.id]);
    expect((await give({ id: role.id, version: role.version, menus: [999_999] })).status).toBe(404);
    for (const body of [
      {},
      { id: role.id, menus: [] },
      { id: role.id, version: 1, menus: 'all' },
      { id: role.id, version: 1, menus: ['1'] },
      [role.id],
    ])
      expect((await give(body)).status).toBe(400);
    expect(await get(role.id)).toEqual(role);
  });

  it('changing the menus of a role needs the permission role:edit', async () => {
    await server.rows.user({ userName: 'plain', organizationId: home });
    const role = await get(await server.rows.role({ level: 9, organizationId: home }));
    expect((await give({ id: role.id, version: role.version, menus: [] }, await server.login('plain'))).status).toBe(
      403,
    );
  });
});

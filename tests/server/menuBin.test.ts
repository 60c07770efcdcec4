import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedMenu, MenuImpact } from '@contract/features/system/menuRules';
import { menuTexts } from '@contract/features/system/menuRules';
import type { Answer, ErrorBody, MenuNode } from '@contract/wire';
import { allRoutes } from '@server/app/routes';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';
import { restoreMenuPage } from '@server/features/system/menus/restoreMenuPage';
import { seedDatabase } from '@server/seed/seedDatabase';
import { type TestServer, testServer } from '../support/server';

type MenuRow = typeof menuTable.$inferSelect;

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer({ adminPassword: 'Harbor-67#Qz' });
  await seedDatabase(server.services);
  admin = await server.login('admin');
});
afterAll(() => server.close());

const menuOf = async (permission: string, type = 1): Promise<MenuRow> => {
  const rows = await server.database.orm.select().from(menuTable).where(eq(menuTable.permission, permission));
  const found = rows.find((row) => row.type === type);
  if (!found) throw new Error(permission);
  return found;
};
const remove = (ids: number[]) =>
  server.ask<{ message: string }>('DELETE', 'api/menus/delete', { token: admin, body: ids });
const restore = (ids: number[]) =>
  server.ask<{ message: string }>('PUT', 'api/menus/restore', { token: admin, body: ids });
const get = async <B>(path: string): Promise<B> => (await server.ask<B>('GET', path, { token: admin })).body;
const addressesIn = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [node.component ?? '', ...addressesIn(node.children ?? [])]);

describe('menu needed for administration', () => {
  it.each(['menu:list', 'role:list', 'user:list'])(
    'a menu needed for administration cannot be deleted: %s, its buttons and the directory above it',
    async (permission) => {
      const page = await menuOf(permission);
      const refused = [409, menuTexts.needed(page.title)];
      const { status, body } = await remove([page.id]);
      expect([status, body.message]).toEqual(refused);
      expect((await remove([page.pid as number])).status).toBe(409);
      expect((await remove([(await menuOf(permission.replace('list', 'edit'), 2)).id])).status).toBe(409);
      expect((await menuOf(permission)).deleteTime).toBeNull();
    },
  );

  it.each([
    ['hidden', true],
    ['iFrame', true],
    ['component', 'system/role'],
    ['permission', 'customer:list'],
    ['type', 0],
  ] as const)('a menu needed for administration cannot be made unreachable by %s', async (field, value) => {
    const page = await get<Record<string, unknown>>(`api/menus/${(await menuOf('menu:list')).id}`);
    const { status, body } = await server.ask<{ errors: { message: string }[] }>('PUT', 'api/menus/edit', {
      token: admin,
      body: { ...page, [field]: value, ...(field === 'iFrame' && { path: 'https://example.org' }) },
    });
    expect([status, body.errors.map(({ message }) => message)]).toEqual([
      400,
      expect.arrayContaining([menuTexts.neededEdit('菜单管理')]),
    ]);
  });

  it('a menu needed for administration cannot be moved below a hidden directory', async () => {
    const title = '隐藏的目录';
    const { body: dark } = await server.ask<Answer<{ id: number }>>('POST', 'api/menus/add', {
      token: admin,
      body: { type: 0, title, path: 'dark', hidden: true },
    });
    const page = await get<Record<string, unknown>>(`api/menus/${(await menuOf('menu:list')).id}`);
    const { status, body } = await server.ask<ErrorBody>('PUT', 'api/menus/edit', {
      token: admin,
      body: { ...page, pid: dark.body?.id },
    });
    expect([status, body.errors]).toEqual([400, [{ field: 'pid', message: menuTexts.neededPlace('菜单管理', title) }]]);
  });

  it('a menu needed for administration and its parents may be renamed, reordered and given another icon', async () => {
    const page = await menuOf('menu:list');
    for (const id of [page.id, page.pid as number]) {
      const row = await get<Record<string, unknown>>(`api/menus/${id}`);
      expect(
        (
          await server.ask('PUT', 'api/menus/edit', {
            token: admin,
            body: { ...row, icon: 'StarOutlined', menuSort: 3 },
          })
        ).status,
      ).toBe(200);
    }
  });
});

describe('deleted menu', () => {
  it('the deletion of a menu first shows what depends on it, is one entry in the recycle bin, and is restored with children and roles', async () => {
    const page = await menuOf('risk:list');
    const { orm } = server.database;
    const below = await orm.select().from(menuTable).where(eq(menuTable.pid, page.id));
    const ids = [page.id, ...below.map(({ id }) => id)];
    const links = await orm.select().from(roleMenusTable).where(inArray(roleMenusTable.targetId, ids));
    const holders = new Set(
      (
        await orm
          .select()
          .from(roleTable)
          .where(
            inArray(
              roleTable.id,
              links.map(({ ownerId }) => ownerId),
            ),
          )
      ).map(({ name }) => name),
    );
    const impact = await get<MenuImpact>(`api/menus/impact?id=${page.id}`);
    expect([impact.below, new Set(impact.roles)]).toEqual([below.length, holders]);

    expect((await remove([page.id])).status).toBe(200);
    expect(addressesIn(await get<MenuNode[]>('api/menus/build'))).not.toContain('risk');
    const bin = await get<DeletedMenu[]>('api/menus/bin');
    expect(bin).toEqual([
      expect.objectContaining({ id: page.id, title: page.title, place: '', below: below.length, roles: impact.roles }),
    ]);

    expect((await restore([page.id])).status).toBe(200);
    expect(await get('api/menus/bin')).toEqual([]);
    expect((await orm.select().from(roleMenusTable).where(inArray(roleMenusTable.targetId, ids))).length).toBe(
      links.length,
    );
    expect((await get<MenuImpact>(`api/menus/impact?id=${page.id}`)).below).toBe(below.length);
    expect(addressesIn(await get<MenuNode[]>('api/menus/build'))).toContain('risk');
  });

  it('restoring a deleted menu does not restore menus deleted before it', async () => {
    const page = await menuOf('customer:list');
    const button = await menuOf('customer:add', 2);
    expect((await remove([button.id])).status).toBe(200);
    server.advance(1000);
    expect((await remove([page.id])).status).toBe(200);
    expect((await get<DeletedMenu[]>('api/menus/bin')).map(({ id }) => id)).toEqual([page.id, button.id]);
    expect((await restore([page.id])).status).toBe(200);
    expect((await get<DeletedMenu[]>('api/menus/bin')).map(({ title, place }) => [title, place])).toEqual([
      [button.title, page.title],
    ]);
    expect((await restore([button.id])).status).toBe(200);
  });
});

describe('start of the server', () => {
  const restoreNow = () => restoreMenuPage(server.services, allRoutes(server.services));
  const told = async () =>
    (await server.database.query<{ titile: string }>('select titile from announcement')).filter(
      ({ titile }) => titile === menuTexts.wayRestoredTitle,
    ).length;
  const hasWay = async () => addressesIn(await get<MenuNode[]>('api/menus/build')).includes('system/menu');

  it('the start of the server changes no menus if 菜单管理 can be opened', async () => {
    const before = await server.database.orm.select().from(menuTable);
    await restoreNow();
    expect(await server.database.orm.select().from(menuTable)).toEqual(before);
    expect(await told()).toBe(0);
  });

  it('the start of the server restores a lost 菜单管理 with the menus above it, and reports it in the log and to administrators', async () => {
    const page = await menuOf('menu:list');
    const lost = [page.id, page.pid as number];
    await server.database.orm.update(menuTable).set({ deleteTime: new Date() }).where(inArray(menuTable.id, lost));
    expect(await hasWay()).toBe(false);
    await restoreNow();
    expect(await hasWay()).toBe(true);
    expect(await told()).toBe(1);
    expect(server.logged.join('\n')).toContain(menuTexts.wayRestoredText);
    const trail = await server.database.query<{ entity_id: number }>(
      `select entity_id from audit_log where action = 'restore' and user_name = $1`,
      [menuTexts.worker],
    );
    expect(trail.map(({ entity_id }) => entity_id).sort()).toEqual([...lost].sort());
  });

  it('the start of the server makes 菜单管理 reachable again if its component was changed and its directory hidden', async () => {
    const page = await menuOf('menu:list');
    await server.database.orm.update(menuTable).set({ component: 'nowhere' }).where(eq(menuTable.id, page.id));
    await server.database.orm
      .update(menuTable)
      .set({ hidden: true })
      .where(eq(menuTable.id, page.pid as number));
    await restoreNow();
    expect(await hasWay()).toBe(true);
    expect(await told()).toBe(2);
  });
});

describe('order of menus', () => {
  it('the order of menus of one parent is saved as sent; the existing sort numbers are given anew', async () => {
    const page = await menuOf('role:list');
    const below = async () =>
      (await get<{ id: number; menuSort: number }[]>(`api/menus/lazy?pid=${page.pid}`)).map(
        ({ id, menuSort }) => [id, menuSort] as const,
      );
    const before = await below();
    const ids = before.map(([id]) => id).reverse();
    expect((await server.ask('PUT', 'api/menus/order', { token: admin, body: { ids } })).status).toBe(200);
    const after = await below();
    expect(after.map(([id]) => id)).toEqual(ids);
    expect(after.map(([, sort]) => sort)).toEqual(before.map(([, sort]) => sort).sort((one, other) => one - other));
    expect((await server.ask('PUT', 'api/menus/order', { token: admin, body: { ids: ids.slice(1) } })).status).toBe(
      409,
    );
  });
});

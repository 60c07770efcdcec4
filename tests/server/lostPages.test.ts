import { and, eq, inArray, or } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInTable, menuTable, roleMenusTable, roleTable } from '@server/db/schema';
import { lostPages } from '@server/features/system/roles/lostPages';
import { tellLostPages } from '@server/features/system/roles/tellLostPages';
import { seedDatabase } from '@server/seed/seedDatabase';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let auditor: number;
let pages: { id: number; title: string }[];

beforeAll(async () => {
  server = await testServer({ adminPassword: 'Harbor-67#Qz' });
  await seedDatabase(server.services);
  const { orm } = server.database;
  auditor = (await orm.select().from(roleTable).where(eq(roleTable.name, '审计员')))[0]?.id ?? 0;
  pages = await orm
    .select({ id: menuTable.id, title: menuTable.title })
    .from(menuTable)
    .where(inArray(menuTable.title, ['字典管理', '用户管理']));
});
afterAll(() => server.close());

const messages = async () =>
  server.database.query<{ titile: string; msg_content: string }>(
    `select titile, msg_content from announcement order by id`,
  );

describe('built-in roles that have lost pages', () => {
  it('in a new database no built-in role has lost a page, and none is reported', async () => {
    expect(await lostPages(server.database.orm)).toEqual([]);
    await tellLostPages(server.services);
    expect(await messages()).toEqual([]);
  });

  it('pages that a built-in role has lost are reported to administrators once, and are no longer lost when they are added again', async () => {
    const { orm } = server.database;
    await orm.delete(roleMenusTable).where(
      and(
        eq(roleMenusTable.ownerId, auditor),
        inArray(
          roleMenusTable.targetId,
          pages.map(({ id }) => id),
        ),
      ),
    );
    await orm.delete(builtInTable).where(eq(builtInTable.key, 'lostPages:told'));
    const token = await server.login('admin');
    const lost = (await server.ask('GET', 'api/role/lostPages', { token })).body;
    expect(lost).toEqual([
      {
        id: auditor,
        name: '审计员',
        pages: [...pages].sort((one, other) => one.id - other.id).map((page) => ({ ...page, buttons: [] })),
      },
    ]);

    await tellLostPages(server.services);
    await tellLostPages(server.services);
    const told = await messages();
    expect(told.map(({ titile }) => titile)).toEqual(['1个内置角色缺少页面']);
    expect(told[0]?.msg_content).toContain('审计员缺少2个页面（用户管理、字典管理）');

    const role = (
      await server.ask<{ id: number; version: number; menus: number[] }>('GET', `api/role/${auditor}`, { token })
    ).body;
    const body = { id: role.id, version: role.version, menus: [...role.menus, ...pages.map(({ id }) => id)] };
    expect((await server.ask('PUT', 'api/role/menu', { token, body })).status).toBe(200);
    expect(await lostPages(orm)).toEqual([]);
  });

  it('pages that a built-in role has lost are offered with the buttons that the role originally had there', async () => {
    const { orm } = server.database;
    const [quality] = await orm.select().from(roleTable).where(eq(roleTable.name, '质控员'));
    const [page] = await orm.select().from(menuTable).where(eq(menuTable.title, '不符合项'));
    const [id, pageId] = [quality?.id ?? 0, page?.id ?? 0];
    const held = async () =>
      (
        await orm
          .select({ menu: roleMenusTable.targetId })
          .from(roleMenusTable)
          .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
          .where(and(eq(roleMenusTable.ownerId, id), or(eq(menuTable.id, pageId), eq(menuTable.pid, pageId))))
      )
        .map(({ menu }) => menu)
        .sort((one, other) => one - other);
    const before = await held();
    expect(before.length).toBeGreaterThan(4);
    await orm
      .delete(roleMenusTable)
      .where(and(eq(roleMenusTable.ownerId, id), inArray(roleMenusTable.targetId, before)));
    const [lost] = await lostPages(orm);
    expect(lost?.pages).toEqual([{ id: pageId, title: '不符合项', buttons: before.filter((one) => one !== pageId) }]);
  });

  it('pages that a built-in role has lost are shown only to people who may change roles', async () => {
    await server.rows.user({ userName: 'plain', organizationId: await server.rows.organization() });
    expect((await server.ask('GET', 'api/role/lostPages', { token: await server.login('plain') })).status).toBe(403);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { asc, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import RolePage from '@/pages/system/role/page';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { menuTable, roleMenusTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { button, click, rowOf } from '../support/renderList';
import { renderPage } from '../support/renderPage';

/** Waits until an element is visible, since a dialog is in the document before its animation ends. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible());

// 角色 › 菜单权限: partly held menus are kept, and the line above 保存 tells what a save changes.

const api = apiServer();
let admin: string;
let role: number;
let menus: { directory: number; page: number; button: number; other: number };

beforeAll(async () => {
  const { rows, database, login } = api.server;
  await rows.user({ userName: 'chief', isAdmin: true, organizationId: await rows.organization() });
  const flags = { iFrame: false, cache: true, hidden: false, alwaysShow: false, affix: false, breadcrumb: true };
  const insert = async (title: string, type: number, pid: number | null) =>
    (
      await database.orm
        .insert(menuTable)
        .values({ ...flags, title, type, pid })
        .returning({ id: menuTable.id })
    )[0]?.id ?? 0;
  const directory = await insert('受检目录', 0, null);
  const page = await insert('受检页面', 1, directory);
  menus = { directory, page, button: await insert('受检按钮', 2, page), other: await insert('其他页面', 1, directory) };
  role = await rows.role({ name: '只看的人', level: 5 });
  await database.orm
    .insert(roleMenusTable)
    .values([directory, page].map((targetId, position) => ({ ownerId: role, targetId, position })));
  admin = await login('chief');
});

const held = async () =>
  (
    await api.server.database.orm
      .select({ id: roleMenusTable.targetId })
      .from(roleMenusTable)
      .where(eq(roleMenusTable.ownerId, role))
      .orderBy(asc(roleMenusTable.targetId))
  ).map(({ id }) => id);
const box = async (drawer: HTMLElement, title: string) =>
  within((await within(drawer).findByText(title)).closest<HTMLElement>('[role="treeitem"]') as HTMLElement).getByRole(
    'checkbox',
  );

async function open() {
  await renderPage(<RolePage />, { token: admin });
  const said = heardFeedback();
  click(within(await rowOf('只看的人')).getByRole('button', { name: /菜单权限/ }));
  return { drawer: await screen.findByRole('dialog'), said };
}

describe('menus of a role', () => {
  it('the role’s menu tree shows a page without buttons as ticked; ticking another page removes nothing and is named before saving', async () => {
    const { drawer, said } = await open();
    expect(await box(drawer, '受检页面')).toHaveAttribute('aria-checked', 'true');
    expect(await within(drawer).findByRole('status')).toHaveTextContent(roleMenuTexts.unchanged);
    click(await box(drawer, '其他页面'));
    await waitFor(() => expect(within(drawer).getByRole('status')).toHaveTextContent('新增1项（其他页面）、移除0项'));
    click(button('保存', drawer));
    await waitFor(() => expect(said.notices).toContainEqual(expect.arrayContaining(['success'])));
    expect(await held()).toEqual([menus.directory, menus.page, menus.other]);
  });

  it('the role’s menu tree ticks a page with its buttons if parents and children are linked', async () => {
    await api.server.database.orm.delete(roleMenusTable).where(inArray(roleMenusTable.targetId, [menus.other]));
    const { drawer } = await open();
    click(await within(drawer).findByRole('switch', { name: roleMenuTexts.linked }));
    expect(await box(drawer, '受检页面')).toHaveAttribute('aria-checked', 'mixed');
    click(await box(drawer, '受检页面'));
    await waitFor(() => expect(within(drawer).getByRole('status')).toHaveTextContent('新增1项（受检按钮）、移除0项'));
  });

  it('the role’s menu dialog says whether every built-in role is complete', async () => {
    await renderPage(<RolePage />, { token: admin });
    click(await screen.findByRole('button', { name: roleMenuTexts.check }));
    await visible(await screen.findByText(roleMenuTexts.nothingLost));
  });
});

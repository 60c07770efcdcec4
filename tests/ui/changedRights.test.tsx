import { act, screen, waitFor, within } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { refreshRights } from '@/app/refreshRights';
import { readCookie } from '@/lib/browser/cookies';
import { signOutUnauthorized } from '@/session/access/signOut';
import { useSession } from '@/session/sessionStore';
import { useTabs } from '@/session/tabs/tabStore';
import { endCodeOf, sessionEnds } from '@contract/features/signIn/sessionEnds';
import { rightsTexts } from '@contract/features/signIn/signInTexts';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { renderConsole } from '../support/renderPage';

// A change by an administrator takes effect in an open window: buttons disappear, a removed page explains itself,
// unsaved work stays.

const api = apiServer();
let role: number;
let pages: { customer: number; add: number };
let token: string;

beforeAll(async () => {
  const { rows, database } = api.server;
  const home = await rows.organization();
  role = await rows.role({ permissions: [] });
  await rows.user({ userName: 'sales', organizationId: home, roles: [role] });
  const flags = { iFrame: false, cache: true, hidden: false, alwaysShow: false, affix: false, breadcrumb: true };
  const insert = async (values: object) =>
    (
      await database.orm
        .insert(menuTable)
        .values({ ...flags, title: '', type: 1, ...values })
        .returning({ id: menuTable.id })
    )[0]?.id ?? 0;
  const customer = await insert({
    title: '客户管理',
    path: 'customer',
    component: 'customer',
    permission: 'customer:list',
  });
  pages = { customer, add: await insert({ title: '新增客户', type: 2, pid: customer, permission: 'customer:add' }) };
  token = await api.server.login('sales');
});
const give = async (...menus: number[]) => {
  const { orm } = api.server.database;
  await orm.delete(roleMenusTable).where(eq(roleMenusTable.ownerId, role));
  if (menus.length)
    await orm.insert(roleMenusTable).values(menus.map((targetId, position) => ({ ownerId: role, targetId, position })));
  // Increases the version as a save does, because permissions are cached by the version of the roles.
  await orm
    .update(roleTable)
    .set({ version: sql`${roleTable.version} + 1` })
    .where(eq(roleTable.id, role));
};
beforeEach(() => give(pages.customer, pages.add));

async function open() {
  const view = await renderConsole({ token, path: '/customer/index' });
  onTestFinished(() => view.unmount());
  await waitFor(() => expect(screen.getAllByRole('grid')[0]).toHaveAttribute('aria-busy', 'false'));
  return heardFeedback();
}
const addButton = () => screen.queryByRole('button', { name: /新\s?增$/ });

describe('rights changed by an administrator', () => {
  it('a permission removed by an administrator hides its button at once and nothing else', async () => {
    await open();
    expect(addButton()).not.toBeNull();
    await give(pages.customer);
    await act(() => refreshRights());
    await waitFor(() => expect(addButton()).toBeNull());
    expect(screen.getAllByRole('grid')[0]).toBeVisible();
    await give(pages.customer, pages.add);
    await act(() => refreshRights());
    await waitFor(() => expect(addButton()).not.toBeNull());
  });

  it('a page that an administrator takes from a person is replaced by the reason', async () => {
    const said = await open();
    await give();
    await act(() => refreshRights());
    const why = rightsTexts.lost(['客户管理']);
    expect(await within(await screen.findByRole('main')).findByText(why)).toBeVisible();
    expect(said.notices.map(([, text]) => text)).toContain(why);
  });

  it('a page that an administrator takes from a person stays open while it has unsaved work, with a message', async () => {
    const said = await open();
    const key = useTabs.getState().active ?? '';
    act(() => useTabs.getState().setDirty(key, 'form', true));
    await give();
    const [list] = screen.getAllByRole('grid');
    await act(() => refreshRights());
    expect(said.notices.map(([, text]) => text)).toContain(rightsTexts.lostUnsaved(['客户管理']));
    // The same page instance with all its input.
    expect(list).toBeVisible();
    act(() => useTabs.getState().setDirty(key, 'form', false));
  });

  it('reloading unchanged permissions changes nothing on the screen', async () => {
    await open();
    const before = useSession.getState().routeTable;
    await act(() => refreshRights());
    expect(useSession.getState().routeTable).toBe(before);
  });
});

it('a session ended by an administrator stores the reason for the login page, any other end stores none', () => {
  signOutUnauthorized({ code: endCodeOf('forced') });
  expect(readCookie('ended')).toBe(endCodeOf('forced'));
  expect(sessionEnds.forced).toContain('管理员');
});

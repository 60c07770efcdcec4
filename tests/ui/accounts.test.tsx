import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useRoleDialogs } from '@/features/system/roles/roleDialogs';
import { installFeedback } from '@/lib/feedback';
import { ListEditor } from '@/listEditor';
import RolePage from '@/pages/system/role/page';
import userPage from '@/pages/system/user/page';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { roleTexts } from '@contract/features/system/roleTexts';
import { loginFailureTable, roleTable, userRolesTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { button, click, rowOf, tick } from '../support/renderList';
import { renderPage } from '../support/renderPage';

/** Waits until an element is visible, since a dialog is in the document before its animation ends. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible());

// Accounts and roles for an administrator: account state and 解锁, comparing two roles, copying one, and a role's
// detail in the order of the sidebar.

const api = apiServer();
let admin: string;
let plain: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  await rows.user({ userName: 'chief', isAdmin: true, organizationId });
  const wide = await rows.role({ name: '宽的', level: 5, permissions: ['customer:list', 'project:list'] });
  await rows.role({ name: '窄的', level: 6, permissions: ['customer:list'] });
  plain = await rows.user({ userName: 'plain', nickName: '林晓梅', organizationId, roles: [wide] });
  admin = await login('chief');
});

const openRoles = async () => {
  useRoleDialogs.setState(useRoleDialogs.getInitialState());
  await renderPage(<RolePage />, { token: admin });
  return heardFeedback();
};
/** Presses a button of a row, in the menu 更多 if the row has no room for it. */
async function press(row: HTMLElement, name: RegExp) {
  const shown = within(row).queryByRole('button', { name });
  if (shown) return click(shown);
  click(within(row).getByRole('button', { name: /更多/ }));
  click(await screen.findByRole('menuitem', { name }));
}

describe('account state dialog', () => {
  it('the account state dialog shows failed sign-ins and unlocks the account', async () => {
    const { orm } = api.server.database;
    await orm
      .insert(loginFailureTable)
      .values(Array.from({ length: 3 }, () => ({ userName: 'plain', ip: '10.1.1.1', time: new Date() })));
    await renderPage(<ListEditor page={userPage} />, { token: admin });
    heardFeedback();
    await press(await rowOf('plain'), /账号状态/);
    const dialog = await screen.findByRole('dialog');
    await visible(await within(dialog).findByText(stateTexts.tries(3, 2), { exact: false }));
    click(button(stateTexts.unlock, dialog));
    await visible(await within(dialog).findByText(stateTexts.noTries));
    expect(await orm.select().from(loginFailureTable).where(eq(loginFailureTable.userName, 'plain'))).toEqual([]);
  });
});

describe('roles page', () => {
  it('the roles page compares two roles and lists the permissions that only one of them has', async () => {
    await openRoles();
    for (const name of ['宽的', '窄的']) tick(await rowOf(name));
    click(await screen.findByRole('button', { name: new RegExp(roleTexts.compare) }));
    const dialog = await screen.findByRole('dialog');
    await visible(await within(dialog).findByText(roleTexts.differ('宽的', 1, '窄的', 0)));
    expect(within(dialog).getByText('project:list')).toBeVisible();
    expect(within(dialog).queryByText('customer:list')).toBeNull();
  });

  it('the roles page copies a role together with its menus', async () => {
    await openRoles();
    installFeedback({
      notify: () => undefined,
      confirm: () => Promise.resolve(true),
      prompt: () => Promise.resolve('宽的二'),
    });
    await press(await rowOf('宽的'), /复制角色/);
    await waitFor(async () => {
      const [roleRow] = await api.server.database.orm.select().from(roleTable).where(eq(roleTable.name, '宽的二'));
      expect(roleRow?.level).toBe(5);
    });
  });

  it('the roles page removes people from a role in its dialog', async () => {
    await openRoles();
    await press(await rowOf('宽的'), /分配用户/);
    const dialog = await screen.findByRole('dialog');
    const item = await within(dialog).findByText(/林晓梅（plain）/);
    click(item);
    click(
      within(dialog)
        .getAllByRole('button')
        .find((one) => one.querySelector('[aria-label="left"]')) as HTMLElement,
    );
    click(button('保存', dialog));
    await waitFor(async () =>
      expect(
        await api.server.database.orm.select().from(userRolesTable).where(eq(userRolesTable.ownerId, plain)),
      ).toEqual([]),
    );
  });
});

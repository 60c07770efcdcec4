import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListPage } from '@/listEditor';
import { chooseOrganization, useSession } from '@/session/sessionStore';
import { lacksOwner, useOrganizationQuestion } from '@/session/shownOrganization';
import { customer } from '@contract/features/customers/entities/customer';
import { announcement } from '@contract/features/notices/entities/notice';
import { user } from '@contract/features/system/entities/user';
import { preferenceTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { button, renderEditor, renderList } from '../../support/renderList';

// Under 全部机构 a new row would belong to nobody, so a form or an import asks for the organization first.

const api = apiServer();
let token: string;
let home: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  home = await rows.organization();
  await rows.organization();
  await rows.user({ userName: 'platform', isAdmin: true });
  token = await login('platform');
});
beforeEach(async () => {
  await api.server.database.orm.delete(preferenceTable);
  useSession.setState({ chosenOrganizationId: null });
});

const page: ListPage = { entity: customer, columns: ['customerName'], form: ['customerName', 'contact'] };
const question = () => useOrganizationQuestion.getState().settle;
const settle = (chosen: number | null) => act(async () => question()?.(chosen));

async function open() {
  const view = await renderEditor(page, { token });
  await view.settled();
  return view;
}

describe('form of a new row under all organizations', () => {
  it('adding a row while all organizations are shown asks for the organization first, and keeps the choice', async () => {
    const { editor } = await open();
    act(() => void editor().openForm('add'));
    await waitFor(() => expect(question()).not.toBeNull());
    expect(editor().action).toBeNull();
    await settle(home);
    await waitFor(() => expect(editor().action).toBe('add'));
    expect(useSession.getState().chosenOrganizationId).toBe(home);
    await waitFor(() =>
      expect(
        api.calls.filter(({ method, path }) => method === 'PUT' && path === 'api/preference/organization'),
      ).toHaveLength(1),
    );
  });

  it('adding a person while all organizations are shown asks for the organization too, though platform administrators have none', async () => {
    await open();
    expect([lacksOwner(user), lacksOwner(customer), lacksOwner(announcement)]).toEqual([true, true, false]);
  });

  it('adding a row while all organizations are shown opens no form if the choice of the organization is cancelled', async () => {
    const { editor } = await open();
    act(() => void editor().openForm('add'));
    await waitFor(() => expect(question()).not.toBeNull());
    await settle(null);
    expect(editor().action).toBeNull();
  });

  it('adding a row asks for no organization if one is chosen', async () => {
    const { editor, run } = await open();
    act(() => chooseOrganization(home));
    await run((now) => now.openForm('add'));
    expect([question(), editor().action]).toEqual([null, 'add']);
  });
});

it('an import while all organizations are shown asks for the organization first', async () => {
  await renderList({ ...page, abilities: ['add', 'import'] }, { token });
  await act(async () => button('导入').click());
  await waitFor(() => expect(question()).not.toBeNull());
  expect(screen.queryByText('导入客户')).toBeNull();
  await settle(home);
  expect(await screen.findByText('导入客户')).toBeInTheDocument();
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InstrumentsAway } from '@/features/equipment/InstrumentsAway';
import { NumbersDialog } from '@/features/system/organizations/NumbersDialog';
import { useNumbersDialog } from '@/features/system/organizations/numbersDialogStore';
import { SetupPanel } from '@/features/system/setup/SetupPanel';
import { useOpenSetup } from '@/features/system/setup/setupQuery';
import { ExpiryAlert } from '@/features/system/users/ExpiryAlert';
import { ExtendExpiryDialog } from '@/features/system/users/ExtendExpiryDialog';
import { PasswordSlipsDialog } from '@/features/system/users/PasswordSlipsDialog';
import { fillSlips } from '@/features/system/users/printSlips';
import { useExpiryExtension, usePasswordSlips } from '@/features/system/users/rightsStore';
import type { ListPage } from '@/listEditor';
import { customer } from '@contract/features/customers/entities/customer';
import { hazard } from '@contract/features/library/entities/hazard';
import { expiryTexts } from '@contract/features/system/accounts/accountExpiryTexts';
import { setupTexts } from '@contract/features/system/setupChecklist';
import { organizationTable, preferenceTable, userTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { button, renderList } from '../support/renderList';
import { renderPage } from '../support/renderPage';

// Moving in: the set-up list, running numbers, expiry dates and one-time passwords, as an organization's administrator
// sees them.

const api = apiServer();
let token: string;
let home: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  home = await rows.organization({ code: 'ZH', curveNumberRule: 'QX{YY}{SEQ3}' });
  const role = await rows.role({
    level: 3,
    name: '管理员',
    permissions: [
      'organization:list',
      'organization:edit',
      'user:list',
      'user:edit',
      'user:reset',
      'customer:list',
      'hazard:list',
      'hazard:import',
      'equipmentUse:list',
    ],
  });
  await rows.role({ level: 60, name: '业务员', permissions: ['customer:list', 'customer:add', 'hazard:add'] });
  await rows.role({ level: 60, name: '现场人员', permissions: ['equipmentUse:add', 'equipmentUse:edit'] });
  await rows.user({ userName: 'keeper', organizationId: home, roles: [role] });
  token = await login('keeper');
});
// The stores outlive a page, and the files of a worker share them.
afterEach(() => {
  usePasswordSlips.setState({ people: [] });
  useExpiryExtension.setState({ people: [] });
  useNumbersDialog.setState({ organization: null });
});
beforeEach(async () => {
  await api.server.database.orm.delete(preferenceTable);
});

/** As the home page shows it. */
function OpenSetup() {
  const setup = useOpenSetup(true);
  return setup && <SetupPanel setup={setup} />;
}

describe('set-up list', () => {
  it('the set-up list shows each task with its state, and stays hidden once it was dismissed', async () => {
    const view = await renderPage(<OpenSetup />, { token });
    const list = await screen.findByRole('region', { name: setupTexts.title });
    expect(within(list).getAllByRole('listitem')).toHaveLength(7);
    expect(within(list).getByText(/未填写：统一社会信用代码/)).toBeInTheDocument();
    fireEvent.click(within(list).getByText(setupTexts.away));
    await waitFor(() => expect(screen.queryByRole('region', { name: setupTexts.title })).toBeNull());
    await waitFor(() =>
      expect(
        api.calls.filter(({ method, path }) => method === 'PUT' && path.startsWith('api/preference/')),
      ).toHaveLength(1),
    );
    view.unmount();
  });
});

describe('running numbers', () => {
  it('the running numbers in the set-up continue from the last number used before', async () => {
    const [row] = await api.server.database.orm.select().from(organizationTable).where(eq(organizationTable.id, home));
    await renderPage(<NumbersDialog />, { token });
    act(() => useNumbersDialog.setState({ organization: row as never }));
    const typed = await screen.findByLabelText('标准曲线编号 本年度已用到');
    fireEvent.change(typed, { target: { value: '41' } });
    const line = typed.closest('tr') as HTMLElement;
    fireEvent.click(button('保存', line));
    expect(await screen.findByText(/^QX\d\d042$/)).toBeInTheDocument();
  });
});

describe('expiring accounts', () => {
  it('expiring accounts are listed above the people list and can be extended together', async () => {
    const { rows, database } = api.server;
    const late = await rows.user({ nickName: '到期人', organizationId: home, expiryDate: '2020-01-01' });
    await renderPage(
      <>
        <ExpiryAlert />
        <ExtendExpiryDialog />
      </>,
      { token },
    );
    expect(await screen.findByText('账号到期：已到期1人')).toBeInTheDocument();
    fireEvent.click(button(expiryTexts.extend));
    expect(await screen.findByText(/到期人/)).toBeInTheDocument();
    fireEvent.click(button('保存'));
    await waitFor(async () => {
      const [row] = await database.orm
        .select({ day: userTable.expiryDate })
        .from(userTable)
        .where(eq(userTable.id, late));
      expect(row?.day?.slice(0, 4)).toBe(String(new Date().getFullYear() + 5));
    });
  });
});

describe('one-time passwords', () => {
  it('one-time passwords are shown once, for printing', async () => {
    const id = await api.server.rows.user({ nickName: '新来的', userName: 'fresh', organizationId: home });
    await renderPage(<PasswordSlipsDialog />, { token });
    act(() => usePasswordSlips.setState({ people: [{ id, version: 1, nickName: '新来的' } as never] }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(button('生成', dialog));
    expect(await screen.findByText('fresh')).toBeInTheDocument();
    // A notice has a button of this name too.
    fireEvent.click(
      within(dialog)
        .getAllByRole('button', { name: /^关\s?闭$/ })
        .at(-1) as HTMLElement,
    );
    await waitFor(() => expect(screen.queryByText('fresh')).toBeNull());
  });

  it('one-time passwords are printed as one slip per person, with names as plain text', () => {
    const page = document.implementation.createHTMLDocument('');
    const slip = {
      id: 1,
      nickName: '<b>冯嘉豪',
      userName: 'fengjiahao',
      workNo: '001',
      department: '管理层',
      password: 'Ab1!Ab1!',
    };
    fillSlips(page, [slip, { ...slip, id: 2, nickName: '胡浩然' }], 'https://lab.example.com');
    const slips = [...page.querySelectorAll('article')].map(({ textContent }) => textContent);
    expect(slips).toHaveLength(2);
    expect(slips[0]).toContain('<b>冯嘉豪　管理层 001');
    expect(slips[1]).toContain('一次性密码：Ab1!Ab1!');
    expect(slips[1]).toContain('https://lab.example.com');
  });
});

it('a list page without the button 新增 says which roles may add rows', async () => {
  const page: ListPage = { entity: customer, columns: ['customerName'], form: ['customerName', 'contact'] };
  await renderList(page, { token });
  fireEvent.click(await screen.findByText(/谁可以新增/));
  expect(await screen.findByText('新增：平台管理员、业务员')).toBeInTheDocument();
});

it('a list page that takes imports but has no button 新增 says which roles may add rows', async () => {
  const page: ListPage = {
    entity: hazard,
    columns: ['name'],
    form: ['name', 'category'],
    abilities: ['add', 'import'],
  };
  await renderList(page, { token });
  expect(await screen.findByRole('button', { name: /导\s?入/ })).toBeInTheDocument();
  const question = await screen.findByText(/谁可以新增/);
  expect(question.textContent).not.toContain('只能查看');
  fireEvent.click(question);
  expect(await screen.findByText('新增：平台管理员、业务员')).toBeInTheDocument();
  expect(screen.queryByText(/^导入：/)).toBeNull();
});

it('the list of instruments at the calibrator says who may send them out and take them back', async () => {
  await renderPage(<InstrumentsAway />, { token });
  fireEvent.click(await screen.findByText('您在此页只能查看，谁可以送检、送修？'));
  expect(await screen.findByText('送检、送修：平台管理员、现场人员')).toBeInTheDocument();
  expect(screen.getByText('入库：平台管理员、现场人员')).toBeInTheDocument();
});

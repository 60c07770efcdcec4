import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { phone } from '@/lib/useMedia';
import type { ListPage } from '@/listEditor';
import { customer } from '@contract/features/customers/entities/customer';
import { apiServer } from '../../support/apiServer';
import { renderList } from '../../support/renderList';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const home = await rows.organization();
  await rows.user({ userName: 'boss', isAdmin: true, organizationId: home });
  token = await login('boss');
  for (const name of ['甲公司', '乙公司'])
    await api.server.ask('POST', 'api/customer/add', { token, body: { customerName: name, contact: `${name}联系人` } });
});
afterEach(() => vi.restoreAllMocks());

const page: ListPage = {
  entity: customer,
  columns: ['customerName', 'contact'],
  filters: ['contact', 'phone', 'email', 'createTime'],
  form: ['customerName'],
  cards: true,
};
const usual = window.matchMedia;
const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...usual(query), matches: query === phone }));
const filters = () => within(screen.getByRole('search'));

describe('filters of a list on a phone', () => {
  it('the filters of a list on a phone are folded into one line with the keyword and a button', async () => {
    onPhone();
    await renderList(page, { token });
    await screen.findByText('甲公司联系人');
    expect(filters().getAllByRole('textbox')).toEqual([filters().getByLabelText('关键字')]);
    expect(filters().getByRole('button', { name: /筛选$/ })).toBeVisible();
    expect(filters().queryByRole('button', { name: /查\s?询/ })).toBeNull();
  });

  it('the button 筛选 shows all filters, and 查询 applies and folds them', async () => {
    onPhone();
    await renderList(page, { token });
    await screen.findByText('甲公司联系人');
    fireEvent.click(filters().getByRole('button', { name: /筛选$/ }));
    for (const name of ['联系人', '联系电话', '电子邮箱']) expect(filters().getByLabelText(name)).toBeVisible();
    fireEvent.change(filters().getByLabelText('联系人'), { target: { value: '甲公司' } });
    fireEvent.click(filters().getByRole('button', { name: /查\s?询/ }));
    await waitFor(() => expect(screen.queryByText('乙公司联系人')).toBeNull());
    expect(filters().queryByLabelText('联系电话')).toBeNull();
    expect(filters().getByRole('button', { name: /筛选（1）/ })).toBeVisible();
  });

  it('each filter in use is a chip on a phone that removes it', async () => {
    onPhone();
    await renderList(page, { token, path: '/?contact=甲公司&createTime=2020-01-01~' });
    await screen.findByText('甲公司联系人');
    expect(screen.queryByText('乙公司联系人')).toBeNull();
    expect(filters().getByRole('button', { name: '删除条件：创建时间：2020-01-01起' })).toBeVisible();
    fireEvent.click(filters().getByRole('button', { name: '删除条件：联系人：甲公司' }));
    expect(await screen.findByText('乙公司联系人')).toBeVisible();
    expect(filters().queryByRole('button', { name: /甲公司/ })).toBeNull();
  });

  it('the filters of a list on a larger screen are shown in their line', async () => {
    await renderList(page, { token });
    await screen.findByText('甲公司联系人');
    expect(filters().getByLabelText('联系电话')).toBeVisible();
    expect(filters().queryByRole('button', { name: /筛选/ })).toBeNull();
  });
});

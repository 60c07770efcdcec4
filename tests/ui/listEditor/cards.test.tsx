import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gridTexts } from '@/grid/gridTexts';
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

const page: ListPage = { entity: customer, columns: ['customerName', 'contact'], form: ['customerName'], cards: true };
const usual = window.matchMedia;
const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...usual(query), matches: query === phone }));

describe('list of a page with cards', () => {
  it('a list with cards shows each row as a card on a phone, with its facts, its buttons and a title that opens the row', async () => {
    onPhone();
    await renderList(page, { token });
    const cards = within(await screen.findByRole('list', { name: '客户' })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    const card = cards.find(({ textContent }) => textContent?.includes('甲公司联系人'));
    expect(within(card as HTMLElement).getByText('联系人')).toBeInTheDocument();
    fireEvent.click(within(card as HTMLElement).getByRole('button', { name: '甲公司' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('甲公司');
  });

  it('a list with cards selects rows by a checkbox on each card, or all of them at once', async () => {
    onPhone();
    await renderList({ ...page, abilities: ['del'] }, { token });
    const cards = within(await screen.findByRole('list', { name: '客户' })).getAllByRole('listitem');
    fireEvent.click(within(cards[0] as HTMLElement).getByRole('checkbox'));
    expect(await screen.findByText(/^已选1条/)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('checkbox', { name: gridTexts.selectPage }));
    expect(await screen.findByText(/^已选2条/)).toBeInTheDocument();
  });

  it('a list has no checkboxes if nothing can be done with selected rows', async () => {
    onPhone();
    await renderList({ ...page, abilities: [] }, { token });
    await screen.findByText('甲公司联系人');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('a list with cards stays a table on a larger screen', async () => {
    await renderList(page, { token });
    expect(await screen.findByText('甲公司联系人')).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: '客户' })).toBeNull();
  });
});

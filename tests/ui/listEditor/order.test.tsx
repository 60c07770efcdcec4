import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { OrderForm } from '@/listEditor/OrderForm';
import { orderTexts } from '@contract/workbook/sortNumbers';
import { freshBrowser, heardFeedback } from '../../support/browserState';
import { button, click } from '../../support/renderList';

const items = ['甲', '乙', '丙'].map((label, index) => ({ id: index + 1, label }));
let heard: ReturnType<typeof heardFeedback>;
beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
});
afterEach(() => vi.restoreAllMocks());

function show() {
  const told = { onClose: vi.fn(), onSaved: vi.fn() };
  render(<OrderForm open title="点位" items={items} url="api/point/order" {...told} />);
  return told;
}
const lines = () => screen.getAllByRole('listitem');
const order = () => lines().map((line) => line.textContent);

it('the dialog 调整顺序 (change order) moves a line by its buttons, which are disabled at both ends, and saves only a changed order', async () => {
  const put = vi.spyOn(client, 'put').mockResolvedValue({ data: {} });
  const { onClose, onSaved } = show();
  expect(button('保存')).toBeDisabled();
  expect(button(orderTexts.up('甲'))).toBeDisabled();
  expect(button(orderTexts.down('丙'))).toBeDisabled();
  expect(button(orderTexts.down('甲'))).toBeEnabled();
  click(button(orderTexts.up('丙')));
  expect(order()).toEqual(['甲', '丙', '乙']);
  click(button(orderTexts.down('甲')));
  expect(order()).toEqual(['丙', '甲', '乙']);
  click(button('保存'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(put.mock.calls).toEqual([['api/point/order', { ids: [3, 1, 2] }]]);
  expect(onSaved).toHaveBeenCalledTimes(1);
  expect(heard.notices.map(([, said]) => said)).toEqual([orderTexts.saved]);
});

it('the dialog 调整顺序 (change order) moves a dragged line to where it is dropped, and keeps the old order if the new one cannot be saved', async () => {
  vi.spyOn(client, 'put').mockRejectedValue(new Error('refused'));
  const { onClose, onSaved } = show();
  const carried = { dataTransfer: { effectAllowed: '' } };
  fireEvent.dragOver(lines()[2] as HTMLElement, carried);
  expect(order()).toEqual(['甲', '乙', '丙']);
  fireEvent.dragStart(lines()[0] as HTMLElement, carried);
  expect(lines().map((line) => line.dataset['dragged'])).toEqual(['true', 'false', 'false']);
  fireEvent.dragOver(lines()[2] as HTMLElement, carried);
  expect(order()).toEqual(['乙', '丙', '甲']);
  fireEvent.dragEnd(lines()[2] as HTMLElement);
  fireEvent.dragOver(lines()[0] as HTMLElement, carried);
  expect(order()).toEqual(['乙', '丙', '甲']);
  click(button('保存'));
  await waitFor(() => expect(button('保存').className).not.toMatch(/loading/));
  expect([onClose, onSaved].map((call) => call.mock.calls.length)).toEqual([0, 0]);
  expect(order()).toEqual(['乙', '丙', '甲']);
  expect(button('保存')).toBeEnabled();
});

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SavedFilters } from '@/listEditor/filters/SavedFilters';
import type { ListPreference } from '@/listEditor/listPreference';
import { freshBrowser, heardFeedback } from '../../support/browserState';
import { button, click, noButton, type } from '../../support/renderList';

let heard: ReturnType<typeof heardFeedback>;
const kept: { preference: ListPreference } = { preference: {} };
const search = vi.fn();
beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
  search.mockClear();
});

function Menu({ first, filters }: { readonly first: ListPreference; readonly filters: object }) {
  const [held, setHeld] = useState(first);
  kept.preference = held;
  const editor = {
    preference: held,
    list: { filters },
    savePreference: (next: ListPreference) => setHeld((before) => ({ ...before, ...next })),
    search,
  };
  return <SavedFilters editor={editor as never} />;
}

it('filters of a list are stored under a name; one of them can apply when the list opens', async () => {
  const old = [
    { name: '旧', filters: { contact: '吴强' }, initial: true },
    { name: '本周', filters: { contact: '孙亮' }, initial: false },
  ];
  render(<Menu first={{ saved: old }} filters={{ contact: '周敏', phone: '' }} />);
  click(button('保存方案'));
  const name = await screen.findByLabelText('方案名称');
  expect(button('保存')).toBeDisabled();
  type(name, '  ');
  expect(button('保存')).toBeDisabled();
  fireEvent.keyDown(name, { key: 'Enter' });
  expect(heard.notices).toEqual([]);
  type(name, ' 本周 ');
  click(screen.getByRole('checkbox', { name: '打开列表时默认使用' }));
  click(button('保存'));
  expect(kept.preference.saved).toEqual([
    { name: '旧', filters: { contact: '吴强' }, initial: false },
    { name: '本周', filters: { contact: '周敏' }, initial: true },
  ]);
  expect(heard.notices.map(([, said]) => said)).toEqual(['已保存查询方案“本周”']);
  await waitFor(() => expect(screen.queryByLabelText('方案名称')).toBeNull());
  // Another one leaves that choice as it is.
  click(button('保存方案'));
  const again = await screen.findByLabelText('方案名称');
  type(again, '下周');
  fireEvent.keyDown(again, { key: 'Enter' });
  expect(kept.preference.saved?.map((one) => [one.name, one.initial])).toEqual([
    ['旧', false],
    ['本周', true],
    ['下周', false],
  ]);
});

it('stored filters of a list can be applied, and deleted after a question; without filters there is nothing to store', async () => {
  const saved = [
    { name: '旧', filters: { contact: '吴强' }, initial: true },
    { name: '本周', filters: { contact: '周敏' }, initial: false },
  ];
  render(<Menu first={{ saved }} filters={{ phone: '' }} />);
  expect(noButton('保存方案')).toBe(true);
  click(button('查询方案'));
  fireEvent.mouseEnter(await screen.findByText('旧（默认）'));
  click(await screen.findByText('应用'));
  expect(search.mock.calls).toEqual([[{ contact: '吴强' }]]);
  heard.answer(false);
  const drop = async () => {
    click(button('查询方案'));
    fireEvent.mouseEnter(await screen.findByText('旧（默认）'));
    click((await screen.findAllByText('删除')).at(-1) as HTMLElement);
  };
  await drop();
  await waitFor(() => expect(heard.questions).toEqual(['确定删除查询方案“旧”吗？']));
  expect(kept.preference.saved).toHaveLength(2);
  heard.answer(true);
  await drop();
  await waitFor(() => expect(kept.preference.saved?.map(({ name }) => name)).toEqual(['本周']));
});

import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { IconPicker } from '@/fields/icons/IconPicker';
import { iconWords } from '@/fields/icons/iconWords';
import { loadIcons } from '@/fields/icons/MenuIcon';

let names: string[];
beforeAll(async () => {
  names = Object.keys(await loadIcons());
});

/** Renders the picker in a form that Escape closes. */
function renderPicker(initial: string | null = null) {
  const seen = { value: initial, closed: vi.fn() };
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={(event) => event.key === 'Escape' && seen.closed()}>
        <IconPicker
          value={value}
          onChange={(next) => {
            seen.value = next;
            setValue(next);
          }}
        />
      </div>
    );
  }
  render(
    <ConfigProvider theme={{ token: { motion: false }, zeroRuntime: true }}>
      <Form />
    </ConfigProvider>,
  );
  const trigger = () => screen.getByRole('button', { name: seen.value ?? '选择图标' });
  const user = userEvent.setup();
  return {
    seen,
    user,
    trigger,
    /** Opens the picker by keyboard; the focus is then in the search field. */
    async open() {
      act(() => trigger().focus());
      await user.keyboard('{Enter}');
      const list = await screen.findByRole('listbox', { name: '图标' });
      await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'));
      act(() => screen.getByLabelText('图标名称').focus());
      return within(list);
    },
  };
}
const focused = () => document.activeElement?.getAttribute('aria-label');

it('the icon picker moves along its rows by arrow keys and chooses by Enter', async () => {
  const { seen, user, trigger, open } = renderPicker();
  await open();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe(names[0]);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowLeft}');
  expect(focused()).toBe(names[9]);
  await user.keyboard('{End}');
  expect(focused()).toBe(names.at(-1));
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toBe(names.at(-1));
  await user.keyboard('{Home}{ArrowLeft}');
  expect(focused()).toBe(names[0]);
  await user.keyboard('{ArrowRight}{Enter}');
  expect(seen.value).toBe(names[1]);
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(trigger()).toHaveFocus();
});

it('Arrow up from the icon picker’s first row returns to the search, where Enter chooses the first match', async () => {
  const { seen, user, open } = renderPicker();
  const list = await open();
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(focused()).toBe('图标名称');
  await user.keyboard('user');
  const found = list.getAllByRole('option').map((option) => option.getAttribute('aria-label') ?? '');
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(names.length);
  expect(found.filter((name) => !name.toLowerCase().includes('user'))).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent(`共${found.length}个图标`);
  await user.keyboard('{Enter}');
  expect(seen.value).toBe(found[0]);
});

it('the icon picker is one tab stop at the chosen icon, which is announced as selected', async () => {
  const chosen = names[11] ?? '';
  const { user, open } = renderPicker(chosen);
  const list = await open();
  expect(
    list
      .getAllByRole('option')
      .filter((option) => option.tabIndex === 0)
      .map((option) => option.getAttribute('aria-label')),
  ).toEqual([chosen]);
  expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-label', chosen);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe(chosen);
});

it('Escape closes the icon picker without a change, keeps the form open, and returns the focus', async () => {
  const { seen, user, trigger, open } = renderPicker(names[3]);
  await open();
  await user.keyboard('{ArrowDown}{ArrowRight}{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(seen.value).toBe(names[3]);
  expect(seen.closed).not.toHaveBeenCalled();
  expect(trigger()).toHaveFocus();
});

it('the icon picker says if no icon matches, keeps the chosen icon then, and can clear it', async () => {
  const { seen, user, open } = renderPicker(names[3]);
  await open();
  await user.keyboard('没有这个{Enter}{ArrowDown}');
  expect(screen.getByRole('status')).toHaveTextContent('没有这样的图标');
  expect(seen.value).toBe(names[3]);
  await user.click(screen.getByRole('button', { name: '不用图标' }));
  expect(seen.value).toBeNull();
});

it('the icon picker finds an icon by a Chinese word, and every icon has such words', async () => {
  const { seen, user, open } = renderPicker();
  const list = await open();
  await user.keyboard('车辆');
  expect(list.getAllByRole('option').map((option) => option.getAttribute('aria-label'))).toEqual(['car']);
  await user.keyboard('{Enter}');
  expect(seen.value).toBe('car');
  expect(Object.keys(iconWords).sort()).toEqual([...names].sort());
  expect(names.filter((name) => !/[一-鿿]/.test(iconWords[name] ?? ''))).toEqual([]);
});

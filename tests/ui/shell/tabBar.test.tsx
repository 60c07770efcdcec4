import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { deobfuscate } from '@/lib/browser/obfuscateText';
import { useTabs } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { forgetEverything, renderShell, type RenderedShell } from './renderShell';

afterEach(forgetEverything);

const project = (number: number) => `/siteSample/siteSurvey/details/page?belongProject=${number}&code=ZJ-${number}`;
// Queries by title and text, because queries by role over the whole console take seconds in jsdom.
function tag(title: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.title.includes(title));
  if (!found) throw new Error(`no tag ${title}`);
  return found;
}
const button = async (name: RegExp) => {
  const found = (await screen.findByText(name, { selector: '.ant-modal-confirm-btns span' })).closest('button');
  if (!found) throw new Error('no button');
  return found;
};
const middleClick = (element: HTMLElement) =>
  fireEvent(element, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
const note = (shell: RenderedShell) => within(shell.shown()).getByLabelText('备注');
const instance = (shell: RenderedShell) => shell.shown().querySelector('[data-instance]')?.textContent;

async function chooseFromMenu(shell: RenderedShell, title: string, choice: string) {
  fireEvent.contextMenu(tag(title));
  await shell.user.click(await screen.findByText(choice, { selector: '[role="menuitem"] *' }));
}

it('the tab bar shows the pinned tab first, without a close button', async () => {
  const shell = renderShell('/customer/index');
  expect(shell.tags()).toEqual(['首页', '客户管理']);
  expect(tag('首页').querySelector('[data-close]')).toBeNull();
  expect(tag('客户管理').querySelector('[data-close]')).not.toBeNull();
});

it('the tab bar scrolls to the shown tab again when the tab’s name gets longer', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  const shell = renderShell('/dashboard');
  await shell.go('/customer/index');
  seen.mockClear();
  act(() => useTabs.getState().name(useTabs.getState().active ?? '', '2026XZ0002'));
  expect(seen.mock.contexts).toEqual([tag('2026XZ0002')]);
  act(() => useTabs.getState().name(useTabs.getState().active ?? '', '2026XZ0002'));
  expect(seen).toHaveBeenCalledTimes(1);
  seen.mockRestore();
});

it('a middle click or Delete closes any tab but the pinned one', async () => {
  const shell = renderShell('/dashboard');
  await shell.go('/customer/index');
  middleClick(tag('首页'));
  tag('首页').focus();
  await shell.user.keyboard('{Delete}');
  expect(shell.tags()).toEqual(['首页', '客户管理']);
  middleClick(tag('客户管理'));
  await waitFor(() => expect(shell.tags()).toEqual(['首页']));
  expect(shell.address()).toBe('/dashboard');
});

it('the pinned tab stays when the other tabs are closed', async () => {
  const shell = renderShell('/dashboard');
  await shell.go('/customer/index');
  await shell.go('/inspectUnit/index');
  await chooseFromMenu(shell, '客户管理', '关闭其他');
  await waitFor(() => expect(shell.tags()).toEqual(['首页', '客户管理']));
  expect(shell.address()).toBe('/customer/index');
});

it('the menu of the pinned tab offers no closing, and the tab stays when all are closed', async () => {
  const shell = renderShell('/dashboard');
  await shell.go('/customer/index');
  fireEvent.contextMenu(tag('首页'));
  await screen.findByText('关闭全部');
  expect([...document.querySelectorAll('.ant-dropdown [role="menuitem"]')].map((item) => item.textContent)).toEqual([
    '刷新',
    '关闭左侧',
    '关闭右侧',
    '关闭其他',
    '关闭全部',
  ]);
  await shell.user.click(screen.getByText('关闭全部'));
  await waitFor(() => expect(shell.tags()).toEqual(['首页']));
  expect(shell.address()).toBe('/dashboard');
});

it('the tab bar returns to the tab used last when the shown one is closed', async () => {
  const shell = renderShell('/dashboard');
  for (const to of ['/customer/index', '/inspectUnit/index', '/siteSample/siteSurvey', '/customer/index'])
    await shell.go(to);
  const cross = tag('客户管理').querySelector('[data-close]');
  if (cross) await shell.user.click(cross);
  await waitFor(() => expect(shell.address()).toBe('/siteSample/siteSurvey'));
});

it('two tabs of one page keep the data of two projects apart, and one can be recreated without the other', async () => {
  const shell = renderShell(project(1));
  await shell.user.type(note(shell), '甲');
  await shell.go(project(2));
  await shell.user.type(note(shell), '乙');
  const second = instance(shell);
  await shell.go(project(1));
  expect(note(shell)).toHaveValue('甲');
  const first = instance(shell);

  await chooseFromMenu(shell, 'ZJ-1', '刷新');
  await shell.user.click(await button(/离\s*开/));
  await waitFor(() => expect(note(shell)).toHaveValue(''));
  expect(instance(shell)).not.toBe(first);
  expect(shell.address()).toBe(project(1));

  await shell.go(project(2));
  expect(note(shell)).toHaveValue('乙');
  expect(instance(shell)).toBe(second);
  expect(shell.tags()).toEqual(['首页', '现场调查详情 ZJ-1', '现场调查详情 ZJ-2']);
});

it('the tab bar marks unsaved work and asks before closing a tab, but not before switching', async () => {
  const shell = renderShell('/customer/index');
  await shell.go(project(1));
  await shell.user.type(note(shell), '甲');
  expect(within(tag('ZJ-1')).getByLabelText('未保存')).toBeInTheDocument();

  await shell.go('/customer/index');
  expect(screen.queryByText(failures.leaveUnsaved)).toBeNull();
  await shell.go(project(1));
  expect(note(shell)).toHaveValue('甲');

  middleClick(tag('ZJ-1'));
  expect(await screen.findByText(failures.leaveUnsaved)).toBeInTheDocument();
  await shell.user.click(await button(/取\s*消/));
  expect(shell.tags()).toContain('现场调查详情 ZJ-1');
  expect(note(shell)).toHaveValue('甲');

  middleClick(tag('ZJ-1'));
  await shell.user.click(await button(/离\s*开/));
  await waitFor(() => expect(shell.tags()).toEqual(['首页', '客户管理']));
});

it('the browser asks before closing the window while anything is unsaved', async () => {
  const shell = renderShell(project(1));
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(unload()).toBe(false);
  await shell.user.type(note(shell), '甲');
  await shell.go('/customer/index');
  expect(unload()).toBe(true);
});

it('the tab bar is an ARIA tab list: one tab stop, arrows, Home, End, Enter, Delete', async () => {
  const shell = renderShell('/dashboard');
  await shell.go('/customer/index');
  await shell.go('/inspectUnit/index');
  const focused = () => document.activeElement?.getAttribute('title');
  expect([...document.querySelectorAll<HTMLElement>('[role="tab"]')].map((each) => each.tabIndex)).toEqual([-1, -1, 0]);
  tag('受检单位').focus();
  await shell.user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('客户管理');
  await shell.user.keyboard('{Home}');
  expect(focused()).toBe('首页');
  await shell.user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('受检单位');
  await shell.user.keyboard('{ArrowLeft}{Enter}');
  expect(shell.address()).toBe('/customer/index');
  expect(tag('客户管理')).toHaveAttribute('aria-selected', 'true');
  await shell.user.keyboard('{Delete}');
  await waitFor(() => expect(shell.tags()).toEqual(['首页', '受检单位']));
  expect(focused()).toBe('受检单位');
});

it('the tabs are restored after a reload for the same person only', async () => {
  const first = renderShell('/customer/index?name=x');
  await first.go(project(1));
  const saved = { ...sessionStorage } as Record<string, string>;
  first.unmount();

  const reload = (id: number) => {
    forgetEverything();
    for (const [key, value] of Object.entries(saved)) sessionStorage.setItem(key, value);
    return renderShell('/dashboard', { id });
  };
  const stranger = reload(6);
  expect(stranger.tags()).toEqual(['首页']);
  stranger.unmount();

  const same = reload(5);
  expect(same.tags()).toEqual(['首页', '客户管理', '现场调查详情 ZJ-1']);
  await same.user.click(tag('客户管理'));
  expect(same.address()).toBe('/customer/index?name=x');
});

it('the tabs of a person are gone after the sign-out', () => {
  renderShell('/customer/index');
  const stored = () => [sessionStorage.getItem('tabs:5'), localStorage.getItem('recent:5')];
  const kept = () => stored().map((text) => deobfuscate(text) ?? null);
  expect(kept()).toEqual([expect.stringContaining('/customer/index'), expect.stringContaining('/customer/index')]);
  useTabs.getState().clear();
  expect(stored()).toEqual([null, null]);
});

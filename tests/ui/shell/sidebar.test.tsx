import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import * as menuIcons from '@/fields/icons/menuIcons';
import * as pageIcons from '@/fields/icons/pageIcons';
import type { SidebarItem } from '@/session/routeTable';
import { useSettings } from '@/session/settingsStore';
import { installPrefetch } from '@/session/tabs/prefetch';
import { openAfter, pathTo } from '@/shell/menu/sidebarItems';
import { type MenuItem, menuTree } from '@server/builtIn/menuTree';
import { measured } from '../../support/measured';
import { forgetEverything, renderShell } from './renderShell';

afterEach(forgetEverything);

// Queries by label and text, because queries by role over the whole console take seconds in jsdom.
const menu = () => within(screen.getByLabelText('主菜单'));
function group(name: string): HTMLElement {
  const item = menu().getByText(name).closest<HTMLElement>('[role="menuitem"]');
  if (!item) throw new Error(`${name} is no menu item`);
  return item;
}
function link(name: string): HTMLAnchorElement {
  const found = menu().getByText(name).closest('a');
  if (!found) throw new Error(`${name} is no link`);
  return found;
}
const isOpen = (name: string) => group(name).getAttribute('aria-expanded') === 'true';

it('the sidebar shows groups nested three levels deep and skips hidden items', async () => {
  const { user } = renderShell('/dashboard');
  await user.click(group('数据治理'));
  await user.click(group('数据同步'));
  const leaf = link('省级职业健康监督检测平台数据同步');
  expect(leaf).toHaveAttribute('href', '/dataGovernance/dataSynchronization/differentPlatform');
  expect(menu().queryByText('隐藏的页面')).toBeNull();
});

it('the sidebar has the icons of the seeded menus built in, so that the first page does not wait for all icons', () => {
  expect(menuTree.map(({ icon }) => icon).filter((icon) => !Object.hasOwn(menuIcons, icon))).toEqual([]);
  const iconsOf = (menus: readonly MenuItem[]): string[] =>
    menus.flatMap(({ icon, children = [] }) => [...(icon ? [icon] : []), ...iconsOf(children)]);
  const seeded = { ...menuIcons, ...pageIcons };
  expect([...new Set(iconsOf(menuTree))].filter((icon) => !Object.hasOwn(seeded, icon))).toEqual([]);
});

it('the sidebar opens an external address in 1 new browser tab without access to this one (IN4)', () => {
  renderShell('/dashboard');
  const outside = link('国家标准全文公开系统');
  expect(outside).toHaveAttribute('href', 'https://www.example.org/standards');
  expect(outside).toHaveAttribute('target', '_blank');
  expect(outside.getAttribute('rel')).toContain('noopener');
  measured(`菜单的外部链接 target=${outside.getAttribute('target')}，rel=${outside.getAttribute('rel')}`);
});

it('the sidebar prefetches a page when the pointer rests on it or the focus reaches it, and not when the pointer passes', async () => {
  const asked: string[] = [];
  const former = installPrefetch((component) => Promise.resolve(asked.push(component)));
  onTestFinished(() => void installPrefetch(former));
  renderShell('/dashboard');
  fireEvent.mouseEnter(group('首页'));
  fireEvent.mouseEnter(group('客户管理'));
  await vi.waitFor(() => expect(asked).toEqual(['list']));
  group('受检单位').focus();
  await vi.waitFor(() => expect(asked).toEqual(['list', 'list']));
});

it('the sidebar opens a page once per click or key press', async () => {
  const { user, router } = renderShell('/dashboard');
  const seen: string[] = [];
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') seen.push(location.pathname);
  });
  await user.click(link('客户管理'));
  link('受检单位').focus();
  await user.keyboard('{Enter}');
  expect([...new Set(seen)]).toEqual(['/customer/index', '/inspectUnit/index']);
  expect(seen).toHaveLength(2);
});

it('the sidebar keeps one group open at a time, with its ancestors', async () => {
  const { user } = renderShell('/dashboard');
  await user.click(group('数据治理'));
  await user.click(group('数据同步'));
  await user.click(group('区域监管'));
  expect([isOpen('数据治理'), isOpen('数据同步'), isOpen('区域监管')]).toEqual([true, false, true]);
  await user.click(group('资源管理'));
  expect([isOpen('数据治理'), isOpen('资源管理')]).toEqual([false, true]);
});

it('the sidebar leaves groups open unless the setting allows only one open group', async () => {
  const { user } = renderShell('/dashboard');
  useSettings.getState().change({ uniqueOpened: false });
  await user.click(group('数据治理'));
  await user.click(group('资源管理'));
  expect([isOpen('数据治理'), isOpen('资源管理')]).toEqual([true, true]);
});

it('the sidebar highlights the item of the shown page and opens the groups above it', async () => {
  renderShell('/dataGovernance/zoningSupervision/samePlatform');
  expect([isOpen('数据治理'), isOpen('区域监管')]).toEqual([true, true]);
  expect(menu().getByText('区域平台同步').closest('li')?.className).toContain('selected');
});

it('the sidebar highlights the parent menu of a hidden page', () => {
  renderShell('/siteSample/siteSurvey/details/page?belongProject=1');
  expect(menu().getByText('现场调查').closest('li')?.className).toContain('selected');
});

it('the collapsed state of the sidebar is stored in a cookie', async () => {
  const { user } = renderShell('/dashboard');
  const button = screen.getByLabelText('收起菜单');
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(button);
  expect(screen.getByLabelText('展开菜单')).toHaveAttribute('aria-expanded', 'false');
  expect(document.cookie).toContain('sidebarStatus=0');
  useSettings.getState().loadFor(5);
  expect(useSettings.getState().sidebarOpened).toBe(false);
});

const item = (key: string, ...children: SidebarItem[]): SidebarItem => ({ key, title: key, external: false, children });
const tree = [item('a', item('a1', item('a11')), item('a2')), item('b', item('b1'))];

it.each([
  ['opening a sibling closes the other', ['a', 'a1'], ['a', 'a1', 'a2'], true, ['a', 'a2']],
  ['opening another root closes the branch', ['a', 'a1'], ['a', 'a1', 'b'], true, ['b']],
  ['closing one closes nothing else', ['a', 'a1'], ['a'], true, ['a']],
  ['without unique-opened all stay', ['a', 'a1'], ['a', 'a1', 'b'], false, ['a', 'a1', 'b']],
])('the sidebar keeps one group open at a time: %s', (_name, before, now, unique, after) => {
  expect(openAfter(tree, before, now, unique)).toEqual(after);
});

it('the function pathTo returns the menu items above an item', () => {
  expect([pathTo(tree, 'a11'), pathTo(tree, 'b'), pathTo(tree, 'zz')]).toEqual([['a', 'a1'], [], undefined]);
});

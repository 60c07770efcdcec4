import { describe, expect, it } from 'vitest';
import type { PageRoute, RouteTable } from '@/session/routeTable';
import * as tabs from '@/session/tabs/tabState';
import { maxLivePages, type TabState } from '@/session/tabs/tabState';

const page = (path: string, more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  title: `标题${path}`,
  component: path.slice(1),
  noCache: false,
  affix: false,
  breadcrumb: true,
  hidden: false,
  query: [],
  trail: [],
  ...more,
});

const home = page('/dashboard', { affix: true });
const detail = page('/detail', { query: ['belongProject'] });
const fresh = page('/fresh', { noCache: true });
const many = Array.from({ length: maxLivePages + 4 }, (_, index) => page(`/p${index}`));
const tableOf = (...pages: PageRoute[]): RouteTable => ({
  pages: new Map(pages.map((page) => [page.path, page])),
  sidebar: [],
  permissions: [],
  redirects: new Map(),
});
const table = tableOf(home, detail, fresh, ...many);

const place = (pathname: string, search = '') => ({ pathname, search, hash: '', state: null, key: 'k' });
const see = (state: TabState, ...visits: (PageRoute | [PageRoute, string])[]): TabState =>
  visits.reduce(
    (now, each) =>
      Array.isArray(each)
        ? tabs.visitPage(now, each[0], place(each[0].path, each[1]))
        : tabs.visitPage(now, each, place(each.path)),
    state,
  );
const start = tabs.restoreTabs(1, [], table);
const keys = (state: TabState) => state.tabs.map((tab) => tab.key);
const live = (state: TabState) => state.tabs.filter((tab) => tab.live).map((tab) => tab.key);
const [a, b, c] = many as [PageRoute, PageRoute, PageRoute];

describe('key of a tab', () => {
  it.each([
    ['is the path where no query identifies the page', a, '?name=x', '/p0'],
    ['holds the identifying query', detail, '?belongProject=7&name=x', '/detail?belongProject=7'],
    ['does not depend on the order of the query', detail, '?name=x&belongProject=7', '/detail?belongProject=7'],
    ['is the path where the identifying query is missing', detail, '', '/detail'],
    [
      'cannot be forged by a value that looks like a query',
      detail,
      '?belongProject=7%26x%3D1',
      '/detail?belongProject=7%26x%3D1',
    ],
  ])('the key of a tab is made from the page’s address: %s', (_name, route, search, key) => {
    expect(tabs.tabKeyOf(route, search)).toBe(key);
  });
});

describe('visiting a page', () => {
  it('opening a page creates one tab per key and updates its location', () => {
    const state = see(start, a, [a, '?name=x']);
    expect(keys(state)).toEqual(['/dashboard', '/p0']);
    expect(state.tabs.map(tabs.addressOf)).toEqual(['/dashboard', '/p0?name=x']);
  });

  it('opening one page for two projects creates two tabs with different names', () => {
    const state = see(start, [detail, '?belongProject=1&code=A-1'], [detail, '?belongProject=2&code=A-2']);
    expect(keys(state)).toEqual(['/dashboard', '/detail?belongProject=1', '/detail?belongProject=2']);
    expect(state.tabs.slice(1).map((tab) => tab.subtitle)).toEqual(['A-1', 'A-2']);
  });

  it('leaving a page without cache unmounts it', () => {
    expect(live(see(start, fresh, a))).toEqual(['/p0']);
  });

  it('leaving a page without cache keeps it mounted if it has unsaved work', () => {
    expect(live(see(tabs.setDirty(see(start, fresh), '/fresh', 'form', true), a))).toEqual(['/fresh', '/p0']);
  });

  it('opening more pages than the maximum unmounts the page left longest ago', () => {
    const state = see(start, ...many.slice(0, maxLivePages), a, ...many.slice(maxLivePages, maxLivePages + 1));
    expect(live(state)).toHaveLength(maxLivePages);
    expect(live(state)).toContain('/p0');
    expect(live(state)).not.toContain('/p1');
    expect(keys(state)).toContain('/p1');
  });

  it('a page with unsaved work is never unmounted', () => {
    const state = see(tabs.setDirty(see(start, a), '/p0', 'form', true), ...many.slice(1));
    expect(live(state)).toContain('/p0');
    expect(live(state)).toHaveLength(maxLivePages);
  });
});

describe('closing a tab', () => {
  it('closing the shown tab shows the tab used last before', () => {
    const state = tabs.closeTab(see(start, a, b, c, a, c), '/p2');
    expect([keys(state), state.active]).toEqual([['/dashboard', '/p0', '/p1'], '/p0']);
  });

  it('closing another tab keeps the shown tab', () => {
    expect(tabs.closeTab(see(start, a, b), '/p0').active).toBe('/p1');
  });

  it('closing the shown tab shows the nearest neighbour if no other tab was visited since the reload', () => {
    const restored = tabs.restoreTabs(1, [{ path: '/p0' }, { path: '/p1' }, { path: '/p2' }], table);
    expect(tabs.closeTab(see(restored, c), '/p2').active).toBe('/p1');
  });

  it('closing the shown tab mounts the tab shown next', () => {
    const restored = tabs.restoreTabs(1, [{ path: '/p0' }], table);
    const state = tabs.closeTab(see(restored, b), '/p1');
    expect(live(state)).toEqual([state.active]);
  });

  it('the pinned tab cannot be closed', () => {
    expect(keys(tabs.closeTab(see(start, home, a), '/dashboard'))).toEqual(['/dashboard', '/p0']);
  });

  it('closing the other tabs keeps the pinned tabs and shows the requested tab', () => {
    const state = tabs.closeOthers(see(start, home, a, b, c), '/p0');
    expect([keys(state), state.active]).toEqual([['/dashboard', '/p0'], '/p0']);
    expect(live(state)).toEqual(['/p0']);
  });

  it('closing the tabs to the left or right of a tab shows that tab if the tab on show was among those closed', () => {
    const state = see(start, home, a, b, c);
    const left = tabs.closeTabsOnSide(state, '/p1', 'left');
    expect([keys(left), left.active]).toEqual([['/dashboard', '/p1', '/p2'], '/p2']);
    const right = tabs.closeTabsOnSide(state, '/p0', 'right');
    expect([keys(right), right.active]).toEqual([['/dashboard', '/p0'], '/p0']);
    expect(tabs.tabsOnSide(state, '/dashboard', 'left')).toEqual([]);
    expect(tabs.tabsOnSide(state, '/gone', 'right')).toEqual([]);
  });

  it('closing all tabs keeps the pinned tabs', () => {
    const state = tabs.closeAll(see(start, home, a, b));
    expect([keys(state), state.active]).toEqual([['/dashboard'], '/dashboard']);
  });

  it('closing all tabs while a pinned tab is shown keeps it shown', () => {
    expect(tabs.closeAll(see(start, a, home)).active).toBe('/dashboard');
  });

  it('closing the last tab shows nothing', () => {
    const state = tabs.closeAll(see(tabs.restoreTabs(1, [], tableOf(a)), a));
    expect([state.tabs, state.active]).toEqual([[], null]);
  });

  it('closing a tab forgets its unsaved work', () => {
    expect(tabs.closeTab(tabs.setDirty(see(start, a), '/p0', 'form', true), '/p0').dirty).toEqual({});
  });
});

describe('order of the tabs', () => {
  const state = see(start, home, a, b, c);
  it.each([
    ['to the right', '/p0', 2, ['/dashboard', '/p1', '/p0', '/p2']],
    ['to the left', '/p2', 1, ['/dashboard', '/p2', '/p0', '/p1']],
    ['not before the affix one', '/p2', 0, ['/dashboard', '/p2', '/p0', '/p1']],
    ['not beyond the end', '/p0', 9, ['/dashboard', '/p1', '/p2', '/p0']],
    ['never the affix one', '/dashboard', 2, ['/dashboard', '/p0', '/p1', '/p2']],
    ['nothing that is gone', '/gone', 1, ['/dashboard', '/p0', '/p1', '/p2']],
  ])('a tab can be moved in the tab bar: %s', (_name, key, to, order) => {
    expect(keys(tabs.moveTab(state, key, to))).toEqual(order);
  });
  it('moving a tab keeps the shown page and all mounted pages', () => {
    const moved = tabs.moveTab(state, '/p0', 3);
    expect([moved.active, live(moved).toSorted()]).toEqual([state.active, live(state).toSorted()]);
  });
});

describe('recreating a page', () => {
  it('recreating a page changes no other mounted page', () => {
    const before = see(start, [detail, '?belongProject=1'], [detail, '?belongProject=2']);
    const after = tabs.refreshTab(before, '/detail?belongProject=1');
    expect(after.tabs.map((tab) => tab.version)).toEqual([0, 1, 0]);
    expect(keys(after)).toEqual(keys(before));
  });

  it('recreating all pages drops cached pages except those with unsaved work', () => {
    const state = tabs.dropCaches(tabs.setDirty(see(start, a, b, c), '/p0', 'form', true));
    expect(live(state)).toEqual(['/p0', '/p2']);
    expect(state.tabs.map((tab) => tab.version)).toEqual([1, 0, 1, 1]);
  });

  it('switching the organization discards every page, with unsaved work too', () => {
    const state = tabs.forgetPages(tabs.setDirty(see(start, a, b), '/p0', 'form', true));
    expect([live(state), state.dirty]).toEqual([['/p1'], {}]);
  });
});

describe('unsaved work of a tab', () => {
  it('a tab counts as unsaved until every part of its page has saved', () => {
    let state = tabs.setDirty(tabs.setDirty(see(start, a), '/p0', 'form', true), '/p0', 'grid', true);
    state = tabs.setDirty(state, '/p0', 'form', false);
    expect(tabs.isDirty(state, '/p0')).toBe(true);
    expect(tabs.isDirty(tabs.setDirty(state, '/p0', 'grid', false), '/p0')).toBe(false);
  });

  it('unsaved work is not recorded for a closed tab', () => {
    expect(tabs.setDirty(start, '/gone', 'form', true)).toBe(start);
  });
});

describe('name of a tab', () => {
  it('a tab’s name set by its page stays through visits without it in the address and through a reload', () => {
    const named = tabs.nameTab(see(start, [detail, '?belongProject=1']), '/detail?belongProject=1', 'ZK2026-0004');
    const again = see(named, a, [detail, '?belongProject=1']);
    expect(tabs.findTab(again, '/detail?belongProject=1')?.subtitle).toBe('ZK2026-0004');
    expect(tabs.nameTab(again, '/detail?belongProject=1', 'ZK2026-0004')).toBe(again);
    const restored = tabs.restoreTabs(
      1,
      [
        { path: '/detail', search: '?belongProject=1', subtitle: 'ZK2026-0004' },
        { path: '/detail', search: '?belongProject=2&code=2026DQ0001', subtitle: '旧' },
        { path: '/p1', subtitle: 7 },
      ],
      table,
    );
    expect(restored.tabs.map(({ subtitle }) => subtitle)).toEqual(['', 'ZK2026-0004', '2026DQ0001', '']);
  });
});

describe('tabs after a reload', () => {
  it('after a reload the pinned tabs come first, and the others keep their order and queries', () => {
    const state = tabs.restoreTabs(
      1,
      [{ path: '/p1', search: '?name=x' }, { path: '/dashboard' }, { path: '/detail', search: '?belongProject=1' }],
      table,
    );
    expect(keys(state)).toEqual(['/dashboard', '/p1', '/detail?belongProject=1']);
    expect(state.tabs.map(tabs.addressOf)).toEqual(['/dashboard', '/p1?name=x', '/detail?belongProject=1']);
    expect(live(state)).toEqual([]);
  });

  it.each([
    ['a page that is gone', { path: '/gone' }],
    ['no object', 7],
    ['null', null],
    ['a path that is no text', { path: 7 }],
  ])('a stored tab is left out after a reload if it is %s', (_name, saved) => {
    expect(keys(tabs.restoreTabs(1, [saved], table))).toEqual(['/dashboard']);
  });

  it('after a reload the tabs adapt to a changed route table', () => {
    const changed = tableOf({ ...home, affix: false }, { ...a, title: '新的', affix: true });
    const state = tabs.reconcileTabs(see(start, a, b), changed);
    expect(state.tabs.map((tab) => [tab.key, tab.title, tab.affix])).toEqual([
      ['/p0', '新的', true],
      ['/dashboard', '标题/dashboard', false],
    ]);
    expect(state.active).toBeNull();
  });
});

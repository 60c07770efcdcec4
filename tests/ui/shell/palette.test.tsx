import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { pinyin } from 'pinyin-pro';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { routeTableOf } from '@/app/router/menuRoutes';
import { shellTexts } from '@/lib/texts/shellTexts';
import { noteVisit } from '@/session/tabs/recentPages';
import * as tabs from '@/session/tabs/tabState';
import { matchingEntries, type PaletteEntry, recentEntries } from '@/shell/palette/paletteEntries';
import { closePalette } from '@/shell/palette/paletteStore';
import { scoreOf } from '@/shell/palette/pinyinMatch';
import type { SearchResult } from '@contract/features/home/searchKinds';
import { staticRoutes } from '@contract/routes';
import { menus } from '../../browser/shellHarness/menus';
import { forgetEverything, renderShell } from './renderShell';

beforeEach(forgetEverything);
afterEach(() => closePalette());

const spelt = (text: string) => pinyin(text, { toneType: 'none', type: 'array', v: true });
const matches = (typed: string, text: string) => scoreOf(typed, text, spelt(text)) > 0;

describe('palette search', () => {
  it.each(['用户', '户管', 'yonghuguanli', 'yhgl', 'YHGL', 'yonghgl', 'guanli', 'gl', 'yongh', ' yh gl '])(
    'the search of the command palette for %s finds 用户管理',
    (typed) => {
      expect(matches(typed, '用户管理')).toBe(true);
    },
  );
  it.each(['yhl', 'hygl', '角色', 'yonghuguanlix', 'onghu'])(
    'the search of the command palette for %s does not find 用户管理',
    (typed) => {
      expect(matches(typed, '用户管理')).toBe(false);
    },
  );
  it('the command palette ranks matches at the beginning higher, and Chinese matches above pinyin', () => {
    const score = (typed: string, text: string) => scoreOf(typed, text, spelt(text));
    expect(score('采样', '采样方案')).toBeGreaterThan(score('采样', '现场采样'));
    expect(score('cy', '采样方案')).toBeGreaterThan(score('cy', '现场采样'));
    expect(score('采样', '现场采样')).toBeGreaterThan(score('cy', '采样方案'));
  });
  it('the command palette finds Chinese before the pinyin dictionary has loaded', () => {
    expect(scoreOf('用户', '用户管理', undefined)).toBeGreaterThan(0);
    expect(scoreOf('yh', '用户管理', undefined)).toBe(0);
  });
});

describe('recent pages', () => {
  const pages = routeTableOf(menus, staticRoutes);
  const visit = (owner: number, path: string) => {
    const page = pages.pages.get(path);
    if (!page) throw new Error(`no page ${path}`);
    const state = tabs.visitPage(tabs.emptyTabs, page, { pathname: path, search: '', hash: '', state: null, key: '' });
    const [tab] = state.tabs;
    if (tab) noteVisit(owner, tab);
  };
  const titles = (owner: number, shown?: string) =>
    recentEntries(owner, pages, shown, () => undefined).map(({ title }) => title);

  it('the command palette lists recent pages newest first, once each, without the shown page, and only for their person', () => {
    for (const path of ['/customer/index', '/inspectUnit/index', '/customer/index', '/dashboard']) visit(5, path);
    expect(titles(5, '/dashboard')).toEqual(['客户管理', '受检单位']);
    expect(titles(6)).toEqual([]);
  });

  it('the command palette leaves out recent pages that the person may no longer open', () => {
    visit(5, '/customer/index');
    expect(recentEntries(5, { ...pages, pages: new Map() }, undefined, () => undefined)).toEqual([]);
  });

  it('the command palette ignores invalid stored recent pages', () => {
    localStorage.setItem('recent:5', '{"no":"list"}');
    expect(titles(5)).toEqual([]);
  });
});

describe('palette results', () => {
  const entry = (group: PaletteEntry['group'], title: string, hint?: string): PaletteEntry => ({
    key: title,
    group,
    title,
    run: () => undefined,
    ...(hint ? { hint } : {}),
  });
  const all = [
    entry('menu', '用户管理', '系统管理'),
    entry('menu', '客户管理'),
    entry('action', '切换到深色主题'),
    entry('recent', '用户管理'),
  ];
  const found = (typed: string) => matchingEntries(all, typed, spelt).map(({ group, title }) => `${group} ${title}`);

  it('the command palette shows no menus until something is typed', () => {
    expect(found('')).toEqual(['recent 用户管理', 'action 切换到深色主题']);
  });
  it('the command palette lists recent pages before menus, and menus before actions', () => {
    expect(found('yh')).toEqual(['recent 用户管理', 'menu 用户管理']);
    expect(found('shense')).toEqual(['action 切换到深色主题']);
  });
  it('the command palette finds a menu by its group’s name, after menus with a matching name', () => {
    expect(found('xtgl')).toEqual(['menu 用户管理']);
    expect(found('不存在的东西')).toEqual([]);
  });
});

describe('palette', () => {
  const box = () => screen.findByLabelText('搜索菜单、页面、数据和操作');
  const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.firstChild?.textContent);

  it('the command palette opens with Ctrl+K, finds by initials, and opens with Enter', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await shell.user.type(await box(), 'cyfa');
    await screen.findByText('采样方案', { selector: '[role=option] *' });
    await shell.user.keyboard('{Enter}');
    expect(shell.address()).toBe('/siteSample/samplePlan');
    expect(screen.queryByLabelText('搜索菜单、页面、数据和操作')).toBeNull();
  });

  it.each([
    [true, false],
    [false, true],
  ])(
    'the command palette offers the roles’ permissions to staff alone (enterprise user: %s)',
    async (isQy, isOffered) => {
      const shell = renderShell('/dashboard', { isQy });
      await shell.user.keyboard('{Control>}k{/Control}');
      await box();
      expect(options().includes(shellTexts.roles)).toBe(isOffered);
    },
  );

  it('the command palette moves by arrow keys, wraps at the end, and announces the position', async () => {
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    const input = await box();
    await shell.user.click(input);
    const marked = () =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.firstChild?.textContent;
    const all = options();
    expect(marked()).toBe(all[0]);
    await shell.user.keyboard('{ArrowDown}');
    expect(marked()).toBe(all[1]);
    await shell.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(marked()).toBe(all.at(-1));
  });

  it('the command palette finds rows on the server below its own entries and opens their list with Enter', async () => {
    const asked: string[] = [];
    const api = setupServer(
      http.get('*/api/search', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('keyword') ?? '');
        return HttpResponse.json([
          { entity: 'inspectUnit', id: 3, title: '华泰机械有限公司', detail: '91330421MA28AL7P6X', project: null },
        ] satisfies SearchResult[]);
      }),
      http.get('*', () => HttpResponse.json({})),
    );
    api.listen();
    onTestFinished(() => api.close());
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await shell.user.type(await box(), '华泰');
    expect(await screen.findByText('91330421MA28AL7P6X · 受检单位')).toBeInTheDocument();
    // Once, after the last key.
    expect(asked).toEqual(['华泰']);
    expect(options()).toEqual(['华泰机械有限公司']);
    await shell.user.keyboard('{Enter}');
    await waitFor(() =>
      expect(shell.address()).toBe(
        '/inspectUnit/index?keyword=%E5%8D%8E%E6%B3%B0%E6%9C%BA%E6%A2%B0%E6%9C%89%E9%99%90%E5%85%AC%E5%8F%B8',
      ),
    );
  });

  it('the command palette says that rows cannot be searched without a network', async () => {
    const api = setupServer(http.all('*', () => HttpResponse.error()));
    api.listen();
    onTestFinished(() => api.close());
    const shell = renderShell('/dashboard');
    await shell.user.keyboard('{Control>}k{/Control}');
    await shell.user.type(await box(), '用户');
    expect(await screen.findByText('数据暂时查不到，请检查网络后再输入一次。')).toBeInTheDocument();
    expect(options()).toContain('用户管理');
  });

  it('the command palette opens the list of shortcuts with ?, but not while typing', async () => {
    const shell = renderShell('/customer/index');
    await shell.user.type(within(shell.shown()).getByLabelText('名称'), '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await shell.user.click(shell.shown());
    await shell.user.keyboard('?');
    expect(within(await screen.findByRole('dialog')).getByText('移动标签位置')).toBeInTheDocument();
  });
});

import { describe, expect, it } from 'vitest';
import { routeTableOf } from '@/app/router/menuRoutes';
import { resolvePath } from '@/session/tabs/resolvePath';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { homePath, type Route, staticRoutes } from '@contract/routes';
import type { MenuNode } from '@contract/wire';
import { seedDatabase } from '@server/seed/seedDatabase';
import { type ApiServer, apiServer } from '../support/apiServer';

const page = (path: string, component: string, title: string, more: Partial<MenuNode> = {}): MenuNode => ({
  path,
  component,
  name: title,
  type: 1,
  meta: { title, icon: 'BankOutlined' },
  ...more,
});
const button = (permission: string): MenuNode => ({
  path: '',
  hidden: true,
  type: 2,
  permission,
  meta: { title: permission },
});
const group = (path: string, title: string, children: MenuNode[], more: Partial<MenuNode> = {}): MenuNode => ({
  path,
  component: 'ParentView',
  type: 0,
  alwaysShow: true,
  redirect: 'noredirect',
  meta: { title },
  children,
  ...more,
});
const tableOf = (menus: MenuNode[], routes: readonly Route[] = []) => routeTableOf(menus, routes);

describe('a leaf menu at the root', () => {
  const wrapped: MenuNode = {
    path: '/customer',
    component: 'Layout',
    type: 1,
    children: [page('index', 'customer', '客户管理', { children: [button('customer:add')] })],
  };

  it('a leaf menu at the root opens as its only child index, and its own path redirects there', () => {
    const { pages, redirects } = tableOf([wrapped]);
    expect([...pages.keys()]).toEqual(['/customer/index']);
    expect(redirects.get('/customer')).toBe('/customer/index');
  });

  it('a leaf menu at the root is one item of the sidebar, without a group', () => {
    expect(tableOf([wrapped]).sidebar).toEqual([
      { key: '/customer/index', title: '客户管理', icon: 'BankOutlined', external: false, children: [] },
    ]);
  });

  it('a leaf menu at the root is wrapped in the console’s frame by the browser if the server sends it without one', () => {
    const { pages, redirects } = tableOf([page('/risk', 'risk', '风险')]);
    expect([...pages.keys()]).toEqual(['/risk/index']);
    expect(resolvePath({ pages, redirects, sidebar: [], permissions: [] }, '/risk/')).toEqual({
      kind: 'redirect',
      to: '/risk/index',
    });
  });

  it('a leaf menu at the root registers its 2 buttons as permissions and not as pages (AZ9)', () => {
    const table = tableOf([wrapped]);
    expect(table.permissions).toEqual(['customer:add']);
    expect(table.pages.size).toBe(1);
  });
});

describe('a page nested below three menu groups', () => {
  const deep = group(
    '/a',
    '甲',
    [group('b', '乙', [group('c', '丙', [page('d', 'x/y', '丁'), page('e', 'x/z', '戊')])])],
    { component: 'Layout' },
  );
  const table = tableOf([deep]);

  it('a page nested below three menu groups is registered with its absolute path', () => {
    expect([...table.pages.keys()]).toEqual(['/a/b/c/d', '/a/b/c/e']);
    expect(table.pages.get('/a/b/c/d')).toMatchObject({ component: 'x/y', title: '丁', noCache: false });
  });

  it('a page nested below three menu groups is nested as deeply in the sidebar and lists all three groups in its breadcrumb', () => {
    expect(table.pages.get('/a/b/c/d')?.trail).toEqual([{ title: '甲' }, { title: '乙' }, { title: '丙' }]);
    expect(table.sidebar[0]?.children[0]?.children[0]?.children.map(({ key }) => key)).toEqual([
      '/a/b/c/d',
      '/a/b/c/e',
    ]);
  });
});

describe('sidebar from the menus', () => {
  it('the sidebar leaves out hidden pages, which can still be opened', () => {
    const { sidebar, pages } = tableOf([
      group('/s', '系统', [page('u', 'u', '用户'), page('h', 'h', '暗', { hidden: true })]),
    ]);
    expect(sidebar[0]?.children.map(({ title }) => title)).toEqual(['用户']);
    expect(pages.get('/s/h')?.hidden).toBe(true);
  });

  it('the sidebar shows a single child instead of its parent, unless the parent is always shown', () => {
    const only = [page('u', 'u', '用户', { meta: { title: '用户' } })];
    expect(
      tableOf([group('/s', '系统', only, { alwaysShow: false, meta: { title: '系统', icon: 'SettingOutlined' } })])
        .sidebar,
    ).toEqual([{ key: '/s/u', title: '用户', icon: 'SettingOutlined', external: false, children: [] }]);
    expect(tableOf([group('/s', '系统', only)]).sidebar[0]).toMatchObject({
      key: '/s',
      title: '系统',
      children: [{ key: '/s/u' }],
    });
  });

  it('an external link in the menus registers 0 pages and leaves the site (IN4)', () => {
    const table = tableOf([
      {
        path: '/link-9',
        component: 'Layout',
        type: 1,
        children: [{ path: 'https://www.example.org/x', type: 1, meta: { title: '标准查询' } }],
      },
    ]);
    expect(table.sidebar).toMatchObject([{ key: 'https://www.example.org/x', title: '标准查询', external: true }]);
    expect(table.pages.size).toBe(0);
  });

  it('the sidebar starts with the home page, which needs no menu', () => {
    expect(tableOf([page('/risk', 'risk', '风险')], staticRoutes).sidebar.map(({ key }) => key)).toEqual([
      homePath,
      '/risk/index',
    ]);
  });
});

describe('route table from the menus', () => {
  it('the route table keeps a menu with an unknown component, so that its page can name it', () => {
    expect(tableOf([page('/odd', 'nowhere/at/all', '怪')]).pages.get('/odd/index')?.component).toBe('nowhere/at/all');
  });

  it('the route table resolves redirects to their end and drops redirect loops', () => {
    const menus = [
      {
        ...page('/system', 'ParentView', '系统', { redirect: 'role', children: [page('role', 'system/role', '角色')] }),
      },
      { ...page('/p', 'ParentView', '圈', { redirect: '/q', children: [page('x', 'x', 'x')] }) },
      { ...page('/q', 'ParentView', '圈', { redirect: '/p', children: [page('y', 'y', 'y')] }) },
    ];
    const { redirects } = tableOf(menus, [{ path: '/roles', title: '角色', redirect: '/system', hidden: true }]);
    expect(redirects.get('/roles')).toBe('/system/role');
    expect(redirects.has('/p')).toBe(false);
  });

  it('the route table adds the hidden pages defined in the folder contract under the menu they belong to', () => {
    const { pages } = tableOf(
      [{ path: '/qualityControl', component: 'Layout', children: [page('index', 'qualityControl', '质控归档')] }],
      staticRoutes,
    );
    expect(pages.get('/qualityControl/index/page/detail')).toMatchObject({
      component: 'qualityControl/detail',
      activeMenu: '/qualityControl/index',
      query: ['belongProject'],
      hidden: true,
      trail: [{ title: '质控归档', path: '/qualityControl/index' }],
    });
  });

  it('the route table opens a hidden page only to people with a page that leads to it (AZ9)', () => {
    const routes = [...staticRoutes, ...methodRoutes];
    const everybodys = new Set(routeTableOf([], routes).pages.keys());
    expect([...everybodys].toSorted()).toEqual(['/dashboard', '/notify/myNews', '/roles', '/user/center']);
    const hiddenWith = (granted: string) =>
      [...routeTableOf([page(granted, granted.slice(1), granted)], routes).pages.values()]
        .filter(({ hidden, path }) => hidden && !everybodys.has(path))
        .map(({ path }) => path);
    expect(hiddenWith('/enterprisesService/enterpriseProjects')).toEqual([
      '/enterprisesService/enterpriseProjects/index/page/detail',
    ]);
    expect(hiddenWith('/lab/laboratory').length).toBeGreaterThan(methodRoutes.length / 2);
    expect(hiddenWith('/lab/laboratory')).not.toContain('/siteSample/siteSurvey/details/page');
    expect(hiddenWith('/project')).toContain('/siteSample/siteSurvey/details/page');
    expect(
      hiddenWith('/project').filter((path) =>
        /^\/(system|dataGovernance\/(dataSynchronization|zoning|enterprise))/.test(path),
      ),
    ).toEqual([]);
  });

  it('the route table adds 0 pages that only a menu can grant, and 0 pages without the console’s frame (AZ9)', () => {
    const { pages } = tableOf([], staticRoutes);
    expect(pages.has('/system/user')).toBe(false);
    expect(pages.has('/login')).toBe(false);
    for (const path of ['/dashboard', '/user/center', '/notify/myNews']) expect(pages.has(path)).toBe(true);
    expect(pages.get('/dashboard')?.affix).toBe(true);
  });

  it('the route table redirects the address with /index to the page: home, a child or a hidden page', () => {
    const table = tableOf([group('/system', '系统管理', [page('user', 'system/user', '用户管理')])], staticRoutes);
    for (const path of [...table.pages.keys()].filter((one) => !one.endsWith('/index')))
      expect(resolvePath(table, `${path}/index`)).toEqual({ kind: 'redirect', to: path });
    expect(resolvePath(table, '/dashboard/index')).toEqual({ kind: 'redirect', to: '/dashboard' });
    expect(resolvePath(table, '/index')).toEqual({ kind: 'missing' });
  });

  it('the route table opens a page again through /redirect without leaving the site', () => {
    const table = tableOf([]);
    expect(resolvePath(table, '/redirect/customer/index')).toEqual({ kind: 'refresh', to: '/customer/index' });
    expect(resolvePath(table, '/redirect//evil.example')).toEqual({ kind: 'refresh', to: '/evil.example' });
  });
});

describe('menus of the real server', () => {
  const api: ApiServer = apiServer();

  it('the menus of the real server make every dynamic page reachable by its address, before any catch-all route', async () => {
    const { admin } = await seedDatabase(api.server.services);
    const token = await api.server.login(admin?.userName ?? '');
    const { body } = await api.server.ask<MenuNode[]>('GET', 'api/menus/build', { token });
    const routes = [...staticRoutes, ...methodRoutes];
    const table = routeTableOf(body, routes);
    for (const path of table.pages.keys())
      expect(resolvePath(table, path), path).toMatchObject({ kind: 'page', page: { path } });
    const lost = routes
      .filter((route: Route) => route.shell === undefined)
      .filter(({ path }) => resolvePath(table, path).kind === 'missing');
    expect(lost.map(({ path }) => path)).toEqual([]);
    const shown = (items: typeof table.sidebar): string[] =>
      items.flatMap((item) => (item.children.length ? shown(item.children) : [item.key]));
    for (const key of shown(table.sidebar)) expect(table.pages.has(key), key).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuNode } from '@contract/wire';
import type { MenuDto } from '@server/features/system/menus/menuTree';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

interface Saved {
  code: string;
  body: MenuDto;
}
interface Failed {
  message: string;
  errors?: { field: string; message: string }[];
}

let server: TestServer;
let admin: string;
let organizationId: number;
const wrongSigns = '路由地址不能含有“?”“#”“*”“\\”或“..”';

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId });
  admin = await server.login('chief');
});
afterAll(() => server.close());

const get = async <B>(path: string, token = admin): Promise<B> => {
  const { status, body, text } = await server.ask<B>('GET', path, { token });
  expect(status, text).toBe(200);
  return body;
};
const attempt = (values: Record<string, unknown>) =>
  server.ask<Failed>('POST', 'api/menus/add', { token: admin, body: { type: 1, ...values } });
async function add(values: Record<string, unknown>): Promise<MenuDto> {
  const { status, body, text } = await server.ask<Saved>('POST', 'api/menus/add', {
    token: admin,
    body: { type: 1, ...values },
  });
  expect(status, text).toBe(200);
  return body.body;
}
const edit = (row: MenuDto, changes: Record<string, unknown>) =>
  server.ask<Failed>('PUT', 'api/menus/edit', { token: admin, body: { ...row, ...changes } });
const remove = (ids: number[]) => server.ask<Failed>('DELETE', 'api/menus/delete', { token: admin, body: ids });
const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);

describe('menu calls', () => {
  let system: MenuDto;
  let user: MenuDto;
  let role: MenuDto;

  beforeAll(async () => {
    system = await add({ type: 0, title: '系统管理', path: 'system', icon: 'system', menuSort: 2, pid: 0 });
    user = await add({
      title: '用户管理',
      path: 'user',
      component: 'system/user',
      componentName: 'User',
      pid: system.id,
      menuSort: 1,
      permission: 'user:list',
    });
    role = await add({ title: '角色管理', path: 'role', component: 'system/role', pid: system.id, menuSort: 2 });
    await add({ type: 2, title: '用户新增', permission: 'user:add', pid: user.id });
  });

  it('POST api/menus/add adds a menu as sent: it appears in the list, below its parent and in the built menus', async () => {
    const sent = {
      title: '气瓶管理',
      path: 'cylinder',
      component: 'system/monitor',
      componentName: 'Monitor',
      icon: 'system',
      menuSort: 7,
      permission: 'cylinder:list',
      pid: system.id,
    };
    const { status, body } = await server.ask<Saved>('POST', 'api/menus/add', {
      token: admin,
      body: { type: 1, ...sent },
    });
    expect([status, body.code]).toEqual([200, '200']);
    expect(body.body).toMatchObject({ ...sent, type: 1, id: expect.any(Number) as number });
    const below = await get<MenuDto[]>(`api/menus/lazy?pid=${system.id}`);
    expect(below.find(({ id }) => id === body.body.id)).toMatchObject(sent);
    const built = await get<MenuNode[]>('api/menus/build');
    const layout = built.find(({ path }) => path === '/system');
    expect(layout?.children?.find(({ path }) => path === 'cylinder')).toMatchObject({
      name: 'Monitor',
      component: 'system/monitor',
      meta: { title: '气瓶管理', icon: 'system' },
    });
    expect((await remove([body.body.id])).status).toBe(200);
  });

  it('PUT api/menus/edit stores the sent fields, and changes nothing else of the menu', async () => {
    const made = await add({ title: '气路', path: 'gas', component: 'system/job', menuSort: 8, pid: system.id });
    const { status, body } = await server.ask<Saved>('PUT', 'api/menus/edit', {
      token: admin,
      body: { ...made, title: '气路管理', menuSort: 3, hidden: true, pid: 0 },
    });
    expect([status, body.code]).toEqual([200, '200']);
    expect(body.body).toMatchObject({ id: made.id, title: '气路管理', path: 'gas', component: 'system/job' });
    const roots = await get<MenuDto[]>('api/menus/lazy?pid=0');
    expect(roots.find(({ id }) => id === made.id)).toMatchObject({ title: '气路管理', menuSort: 3, hidden: true });
    expect(titles(await get<MenuDto[]>(`api/menus/lazy?pid=${system.id}`))).not.toContain('气路管理');
    expect((await remove([made.id])).status).toBe(200);
  });

  it('the menu calls accept pid 0 for the root', () => {
    expect(system.pid).toBeNull();
  });

  it('GET api/menus without a filter lists the root menus, with what a tree table needs', async () => {
    const { content, totalElements } = await get<{ content: MenuDto[]; totalElements: number }>(
      'api/menus?page=0&size=30&sort=id,desc',
    );
    const row = content.find(({ id }) => id === system.id);
    expect(totalElements).toBe(content.length);
    expect(content.every(({ pid }) => pid === null)).toBe(true);
    expect(row).toMatchObject({
      title: '系统管理',
      label: '系统管理',
      subCount: 2,
      hasChildren: true,
      leaf: false,
      iFrame: false,
      cache: true,
      version: 1,
    });
  });

  it('GET api/menus with a filter lists the matching menus without nesting', async () => {
    expect(titles((await get<{ content: MenuDto[] }>(`api/menus?pid=${system.id}`)).content)).toEqual([
      '用户管理',
      '角色管理',
    ]);
    expect(titles((await get<{ content: MenuDto[] }>('api/menus?blurry=user:')).content).sort()).toEqual(
      ['用户新增', '用户管理'].sort(),
    );
    expect(
      (await get<{ content: MenuDto[] }>('api/menus?createTime=2001-01-01&createTime=2001-01-02')).content,
    ).toEqual([]);
    expect((await server.ask('GET', 'api/menus?nonsense=1', { token: admin })).status).toBe(400);
    expect((await server.ask('GET', 'api/menus?pid=1%20or%201=1', { token: admin })).status).toBe(400);
  });

  it('GET api/menus/lazy returns children as a bare array, and the root menus for pid 0', async () => {
    expect(titles(await get<MenuDto[]>(`api/menus/lazy?pid=${system.id}`))).toEqual(['用户管理', '角色管理']);
    expect(titles(await get<MenuDto[]>('api/menus/lazy?pid=0'))).toContain('系统管理');
  });

  it('POST api/menus/superior offers every possible parent down to the siblings, and never the menu itself', async () => {
    const { body } = await server.ask<MenuDto[]>('POST', 'api/menus/superior', { token: admin, body: [user.id] });
    const parent = body.find(({ id }) => id === system.id);
    expect(parent?.subCount).toBe(1);
    expect(titles(parent?.children ?? [])).toEqual(['角色管理']);
    const { body: roots } = await server.ask<MenuDto[]>('POST', 'api/menus/superior', { token: admin, body: [] });
    expect(roots.every(({ children }) => children === null)).toBe(true);
    expect((await server.ask('POST', 'api/menus/superior', { token: admin, body: { ids: 1 } })).status).toBe(400);
  });

  it('the menu calls return the ids of a menu and of all menus below it', async () => {
    const ids = await get<number[]>(`api/menus/child?id=${system.id}`);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining([system.id, user.id, role.id]));
  });

  it('the menu calls return the whole tree to people who assign menus to roles', async () => {
    await server.rows.user({
      userName: 'rolekeeper',
      organizationId,
      roles: [await server.rows.role({ permissions: ['role:list'] })],
    });
    const token = await server.login('rolekeeper');
    const tree = await get<MenuDto[]>('api/menus/tree', token);
    expect(titles(tree.find(({ id }) => id === system.id)?.children?.[0]?.children ?? [])).toEqual(['用户新增']);
    expect((await server.ask('GET', 'api/menus', { token })).status).toBe(403);
  });
});

describe('refused menu', () => {
  let parent: MenuDto;
  let child: MenuDto;

  beforeAll(async () => {
    parent = await add({ type: 0, title: '实验室', path: 'lab' });
    child = await add({
      title: '样品分发',
      path: 'sampleDistribute',
      component: 'lab/sampleDistribute',
      componentName: 'SampleDistribute',
      pid: parent.id,
    });
  });

  it.each([
    [
      'a second menu of one title under one parent',
      () => ({ title: '样品分发', path: 'x', pid: parent.id }),
      'title',
      () => '同一上级下已有名为“样品分发”的菜单',
    ],
    [
      'a component name that is taken',
      () => ({ title: '另一个', path: 'x', componentName: 'SampleDistribute' }),
      'componentName',
      () => '组件名称“SampleDistribute”已被其他菜单使用',
    ],
    [
      'an external link without http',
      () => ({ title: '外链', iFrame: true, path: 'ftp://example.org' }),
      'path',
      () => '外链必须以http://或者https://开头',
    ],
    [
      'an external link that is a script',
      () => ({ title: '外链', iFrame: true, path: 'javascript:alert(1)' }),
      'path',
      () => '外链必须以http://或者https://开头',
    ],
    [
      'a page whose path is a script',
      () => ({ title: '内页', path: 'javascript:alert(1)' }),
      'path',
      () => '路由地址不能是网址；打开网址请选择外链菜单',
    ],
    [
      'a page whose path leaves for another host',
      () => ({ title: '内页', path: '//example.org' }),
      'path',
      () => '路由地址不能是网址；打开网址请选择外链菜单',
    ],
    ['a page without a path', () => ({ title: '内页' }), 'path', () => '请输入路由地址'],
    ['a path that leaves its directory', () => ({ title: '上级', path: '../x' }), 'path', () => wrongSigns],
    ['a path with a query', () => ({ title: '条件', path: 'x?id=1' }), 'path', () => wrongSigns],
    ['a path with a blank in it', () => ({ title: '空格', path: 'a b' }), 'path', () => '路由地址不能含有空格'],
    [
      'a path that a sister has',
      () => ({ title: '同址', path: 'sampleDistribute/', component: 'customer', pid: parent.id }),
      'path',
      () => '同一上级下“样品分发”已使用路由地址“sampleDistribute/”',
    ],
    [
      'an address that a menu elsewhere has',
      () => ({ title: '同址', path: 'lab/sampleDistribute', component: 'customer' }),
      'path',
      () => '地址/lab/sampleDistribute已被菜单“样品分发”使用',
    ],
    [
      'the address of the login',
      () => ({ title: '登录', path: 'login', component: 'customer' }),
      'path',
      () => '地址/login是系统自带的页面，请换一个路由地址',
    ],
    [
      'a component that does not exist',
      () => ({ title: '没有的', path: 'none', component: 'lab/nowhere' }),
      'component',
      () => '没有组件“lab/nowhere”，请从列表中选择',
    ],
    [
      'a button without a permission',
      () => ({ type: 2, title: '按钮', pid: parent.id }),
      'permission',
      () => '按钮必须填写权限标识',
    ],
    ['a button at the root', () => ({ type: 2, title: '按钮', permission: 'x:y' }), 'pid', () => '按钮必须有上级类目'],
  ])('a menu is refused: %s', async (_name, values, field, message) => {
    const { status, body } = await attempt(values());
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field, message: message() });
  });

  it('a menu with an external link that is neither http nor https is refused: 0 of 8 are accepted (IN4)', async () => {
    const links = [
      'ftp://example.org',
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//example.org',
    ];
    const taken = [];
    for (const path of links) {
      const { status } = await attempt({ title: '外链', iFrame: true, path });
      if (status !== 400) taken.push(`${path}: ${status}`);
    }
    expect(taken).toEqual([]);
    measured(`菜单的外部链接：${links.length} 个其他协议收下 ${taken.length} 个`);
  });

  it('a menu may have the same title as another under another parent', async () => {
    expect((await attempt({ title: '样品分发', path: 'elsewhere' })).status).toBe(200);
  });

  it('a menu that is its own parent is refused', async () => {
    const { status, body } = await edit(parent, { pid: parent.id });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field: 'pid', message: '上级不能为自己，请另选上级' });
  });

  it('a menu whose parent is one of its descendants is refused', async () => {
    const grandchild = await add({ title: '分发记录', path: 'log', component: 'lab/laboratory', pid: child.id });
    const { status, body } = await edit(parent, { pid: grandchild.id });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field: 'pid', message: '上级不能为自己的下级，请另选上级' });
  });

  it('a menu with an unknown parent, or a button as parent, is refused', async () => {
    expect((await attempt({ title: '孤儿', path: 'x', pid: 999_999 })).status).toBe(404);
    const button = await add({ type: 2, title: '分发', permission: 'sample:distribute', pid: child.id });
    expect((await attempt({ title: '按钮下级', path: 'x', pid: button.id })).body.errors).toContainEqual({
      field: 'pid',
      message: '按钮下不能再建下级，请另选上级',
    });
  });

  it('an edit of a menu that somebody else has changed since is refused', async () => {
    expect((await edit(child, { icon: 'a' })).status).toBe(200);
    expect((await edit(child, { icon: 'b' })).status).toBe(409);
  });

  it('of two simultaneous moves of menus that would form a cycle one is refused', async () => {
    const [a, b] = [await add({ type: 0, title: '甲', path: 'a' }), await add({ type: 0, title: '乙', path: 'b' })];
    const answers = await Promise.all([edit(a, { pid: b.id }), edit(b, { pid: a.id })]);
    const [done, refused] = answers.map(({ status }) => status).sort();
    expect(done).toBe(200);
    // Where each locks its own menu before it asks for the tree, the database ends the second.
    expect([400, 409]).toContain(refused);
  });

  it('a menu written by people of an organization is refused, even with the permission', async () => {
    await server.rows.user({
      userName: 'menukeeper',
      organizationId,
      roles: [await server.rows.role({ permissions: ['menu:add', 'menu:list'] })],
    });
    const { status } = await server.ask('POST', 'api/menus/add', {
      token: await server.login('menukeeper'),
      body: { type: 1, title: '自加', path: 'own' },
    });
    expect(status).toBe(403);
  });
});

describe('deletion of menus', () => {
  it('deleting a menu includes all below and removes them from every role; restoring goes parent first, with the roles’ menus', async () => {
    const top = await add({ type: 0, title: '待删目录', path: 'gone' });
    const page = await add({
      title: '待删页',
      path: 'page',
      component: 'inspectUnit',
      pid: top.id,
      permission: 'gone:list',
    });
    const roleId = await server.rows.role({ permissions: ['gone:list'] });
    await server.rows.user({ userName: 'goner', organizationId, roles: [roleId] });
    const token = await server.login('goner');
    expect((await get<MenuNode[]>('api/menus/build', token)).map(({ path }) => path)).toEqual(['/gone']);

    expect((await remove([top.id])).status).toBe(200);
    expect(await get<MenuNode[]>('api/menus/build', token)).toEqual([]);
    expect(await get<number[]>(`api/menus/child?id=${page.id}`)).toEqual([]);

    expect((await server.ask('PUT', 'api/menus/restore', { token: admin, body: [page.id] })).status).toBe(409);
    expect((await server.ask('PUT', 'api/menus/restore', { token: admin, body: [top.id, page.id] })).status).toBe(200);
    expect(await get<number[]>(`api/menus/child?id=${top.id}`)).toEqual([top.id, page.id]);
    expect((await get<MenuNode[]>('api/menus/build', token)).map(({ path }) => path)).toEqual(['/gone']);
  });

  it('the deletion of menus changes nothing if one of the ids is unknown', async () => {
    const row = await add({ title: '留下', path: 'stay' });
    expect((await remove([row.id, 999_999])).status).toBe(404);
    expect(await get<number[]>(`api/menus/child?id=${row.id}`)).toEqual([row.id]);
  });
});

describe('menu build for a person', () => {
  let token: string;

  beforeAll(async () => {
    const nested = await add({ type: 0, title: '资源', path: 'resource', menuSort: 10 });
    const second = await add({ type: 0, title: '库存', path: 'stock', pid: nested.id });
    await add({
      title: '试剂',
      path: 'reagents',
      component: 'resource/reagents',
      componentName: 'Reagents',
      pid: second.id,
      permission: 'built:reagents',
      cache: false,
      affix: true,
      activeMenu: '/resource',
    });
    const leaf = await add({
      title: '客户管理',
      path: 'customer',
      component: 'customer',
      componentName: 'Customer',
      menuSort: 1,
      permission: 'built:list',
    });
    await add({ type: 2, title: '客户新增', permission: 'built:add', pid: leaf.id });
    await add({ type: 2, title: '客户删除', permission: 'built:del', pid: leaf.id });
    await add({
      title: '帮助网站',
      path: 'https://example.org/help',
      iFrame: true,
      menuSort: 20,
      permission: 'built:help',
    });
    await add({ type: 0, title: '空目录', path: 'empty', menuSort: 30 });
    const roleId = await server.rows.role({ permissions: ['built:list', 'built:add', 'built:reagents', 'built:help'] });
    await server.rows.user({ userName: 'builder', organizationId, roles: [roleId] });
    token = await server.login('builder');
  });

  it('the menus built for a person contain the granted menus and their parents, in the order of the menus', async () => {
    expect((await get<MenuNode[]>('api/menus/build', token)).map(({ children }) => children?.[0]?.meta?.title)).toEqual(
      ['客户管理', '库存', '帮助网站'],
    );
  });

  it('the menus built for a person wrap a leaf at the root in a layout as its single child index, with its buttons inside', async () => {
    const [leaf] = await get<MenuNode[]>('api/menus/build', token);
    expect(leaf).toEqual({
      path: '/customer',
      component: 'Layout',
      hidden: false,
      type: 1,
      children: [
        {
          path: 'index',
          name: 'Customer',
          component: 'customer',
          type: 1,
          permission: 'built:list',
          meta: { title: '客户管理', icon: null, noCache: false, affix: false, breadcrumb: true },
          children: [{ path: '', hidden: true, type: 2, permission: 'built:add', meta: { title: '客户新增' } }],
        },
      ],
    });
  });

  it('the menus built for a person give a directory a layout at the root and a parent view below', async () => {
    const [, resource] = await get<MenuNode[]>('api/menus/build', token);
    expect(resource).toMatchObject({
      path: '/resource',
      component: 'Layout',
      alwaysShow: true,
      redirect: 'noredirect',
    });
    const stock = resource?.children?.[0];
    expect(stock).toMatchObject({ path: 'stock', component: 'ParentView', alwaysShow: true, redirect: 'noredirect' });
    expect(stock?.children).toEqual([
      {
        path: 'reagents',
        name: 'Reagents',
        component: 'resource/reagents',
        hidden: false,
        type: 1,
        permission: 'built:reagents',
        meta: { title: '试剂', icon: null, noCache: true, affix: true, breadcrumb: true, activeMenu: '/resource' },
      },
    ]);
  });

  it('the menus built for a person contain an external link with its address, without a component', async () => {
    const [, , link] = await get<MenuNode[]>('api/menus/build', token);
    expect(link?.children?.[0]).toMatchObject({ path: 'https://example.org/help', meta: { title: '帮助网站' } });
    expect(link?.children?.[0]).not.toHaveProperty('component');
  });

  it('the menus built for an administrator contain everything except empty directories', async () => {
    const all = await get<MenuNode[]>('api/menus/build');
    expect(all.length).toBeGreaterThan(3);
    expect(JSON.stringify(all)).toContain('built:del');
    expect(JSON.stringify(all)).not.toContain('空目录');
  });

  it('the menus built for a person without roles are empty, and without a session the answer is 401', async () => {
    await server.rows.user({ userName: 'bare', organizationId });
    expect(await get<MenuNode[]>('api/menus/build', await server.login('bare'))).toEqual([]);
    expect((await server.ask('GET', 'api/menus/build')).status).toBe(401);
  });
});

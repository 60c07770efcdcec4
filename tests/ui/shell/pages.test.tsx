import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { chooseOrganization } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { organizationsKey } from '@/shell/top/organizationsKey';
import { failures, messages } from '@contract/messages';
import { forgetEverything, renderShell, type RenderedShell } from './renderShell';

const asked: (string | null)[] = [];
const api = setupServer(
  http.get('*/api/familyBucket/getFamilyBucket', () => HttpResponse.json({ code: '200', message: 'ok' })),
  http.get('*/api/familyBucket/getOrg', () =>
    HttpResponse.json({
      code: '200',
      message: 'ok',
      body: [
        { organizationId: 1, name: '甲检测' },
        { organizationId: 2, name: '乙检测' },
      ],
    }),
  ),
  http.get('*/api/echo', ({ request }) => {
    asked.push(request.headers.get('organizationId'));
    return HttpResponse.json({});
  }),
);
beforeAll(() => {
  client.defaults.baseURL = 'http://localhost/';
  client.defaults.adapter = 'fetch';
  api.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  forgetEverything();
  api.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => api.close());

async function answerWith(name: RegExp, user: RenderedShell['user']) {
  const found = (await screen.findByText(name, { selector: '.ant-modal-confirm-btns span' })).closest('button');
  if (!found) throw new Error('no button');
  await user.click(found);
}

const project = '/siteSample/siteSurvey/details/page?belongProject=1';
const crumbs = () =>
  [...screen.getByLabelText('当前位置').querySelectorAll('li:not([aria-hidden])')].map((item) => item.textContent);
const instanceOf = (pane: HTMLElement) => pane.querySelector('[data-instance]')?.textContent;

it('the breadcrumb starts with home, links pages that can be opened, and ends with the page as text', () => {
  renderShell(project);
  const trail = within(screen.getByLabelText('当前位置'));
  expect(trail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['首页', '/dashboard'],
    ['现场调查', '/siteSample/siteSurvey'],
  ]);
  expect(trail.getByText('现场管理').closest('a')).toBeNull();
  expect(trail.getByText('现场调查详情')).toHaveAttribute('aria-current', 'page');
});

it('the breadcrumb of the home page contains only home', () => {
  renderShell('/dashboard');
  expect(crumbs()).toEqual(['首页']);
});

it('the breadcrumb does not change while a page is reopened', async () => {
  const shell = renderShell('/customer/index');
  const before = crumbs();
  const seen = new Set<string>();
  const watch = new MutationObserver(() => seen.add(crumbs().join()));
  watch.observe(screen.getByLabelText('当前位置'), { childList: true, subtree: true, characterData: true });
  const instance = instanceOf(shell.shown());
  await shell.go('/redirect/customer/index?name=x');
  await waitFor(() => expect(shell.address()).toBe('/customer/index?name=x'));
  watch.disconnect();
  expect([...seen].filter((each) => each !== before.join())).toEqual([]);
  expect(instanceOf(shell.shown())).not.toBe(instance);
});

it('/customer redirects to its index child', async () => {
  const shell = renderShell('/customer?name=x');
  await waitFor(() => expect(shell.address()).toBe('/customer/index?name=x'));
});

it('the window title contains the page’s title', () => {
  renderShell('/customer/index');
  expect(document.title).toMatch(/^客户管理 - /);
});

it('an unknown address shows the page for missing addresses and keeps the tabs', async () => {
  const shell = renderShell('/customer/index');
  await shell.go('/no/such/page');
  expect(screen.getByText('没有这个页面')).toBeInTheDocument();
  expect(shell.tags()).toEqual(['首页', '客户管理']);
  await shell.user.click(screen.getByText('客户管理', { selector: '[role="tab"] *' }));
  expect(shell.address()).toBe('/customer/index');
  expect(screen.queryByText('没有这个页面')).toBeNull();
});

it('a page without cache is created again at each visit, a cached page is not', async () => {
  const shell = renderShell('/fresh/index');
  const fresh = instanceOf(shell.shown());
  await shell.go('/customer/index');
  const cached = instanceOf(shell.shown());
  await shell.go('/fresh/index');
  expect(instanceOf(shell.shown())).not.toBe(fresh);
  await shell.go('/customer/index');
  expect(instanceOf(shell.shown())).toBe(cached);
});

it('a hidden page changes its own query without changing the address of the shown page', async () => {
  const shell = renderShell('/customer/index');
  await shell.user.click(within(shell.shown()).getByRole('button', { name: '稍后筛选' }));
  await shell.go('/inspectUnit/index');
  const hidden = shell.container.querySelector('[data-page-pane="/customer/index"]');
  await waitFor(() => expect(hidden?.querySelector('[data-search]')?.textContent).toContain('name='));
  expect(shell.address()).toBe('/inspectUnit/index');
  await shell.user.click(screen.getByRole('tab', { name: '客户管理' }));
  expect(decodeURIComponent(shell.address())).toBe('/customer/index?name=迟到');
});

it('a page that throws leaves other pages intact, shows the details to report, and can be loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shell = renderShell('/customer/index');
  await shell.go('/broken/index');
  const page = within(shell.shown());
  expect(page.getByRole('alert')).toHaveTextContent('读取失败');
  expect(page.getByText(/req-7f3a/)).toBeInTheDocument();
  expect(page.getByRole('button', { name: /复制|copy/i })).toBeInTheDocument();
  await shell.go('/customer/index');
  expect(within(shell.shown()).getByLabelText('名称')).toBeInTheDocument();
  await shell.go('/broken/index');
  sessionStorage.setItem('healed', '1');
  await shell.user.click(within(shell.shown()).getByRole('button', { name: /重\s*试/ }));
  expect(within(shell.shown()).getByText('好了')).toBeInTheDocument();
});

it('a page whose code is gone after an update offers to reload everything', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shell = renderShell('/user/center');
  expect(await within(shell.shown()).findByRole('button', { name: '重新加载' })).toBeInTheDocument();
});

it('a change of the display size shows a message and recreates cached pages except those with unsaved work', async () => {
  const shell = renderShell('/customer/index');
  const before = instanceOf(shell.shown());
  await shell.go(project);
  await shell.user.type(within(shell.shown()).getByLabelText('备注'), '甲');
  await shell.user.click(screen.getByLabelText('布局大小'));
  await shell.user.click(await screen.findByText('中等'));
  expect(await screen.findByText(messages.sizeChanged)).toBeInTheDocument();
  expect(useSettings.getState().size).toBe('medium');
  expect(within(shell.shown()).getByLabelText('备注')).toHaveValue('甲');
  await shell.go('/customer/index');
  expect(instanceOf(shell.shown())).not.toBe(before);
});

it('the full-screen button says if the browser does not support full screen', async () => {
  const shell = renderShell('/dashboard');
  await shell.user.click(screen.getByLabelText('全屏'));
  expect(await screen.findByText(messages.fullScreenUnsupported)).toBeInTheDocument();
});

it('the sign-out asks first, and warns about unsaved work in the same question', async () => {
  const shell = renderShell(project);
  await shell.user.type(within(shell.shown()).getByLabelText('备注'), '甲');
  await shell.user.click(screen.getByLabelText(/用户菜单/));
  await shell.user.click(await screen.findByText('退出登录'));
  expect(await screen.findByText(messages.confirmLogout)).toBeInTheDocument();
  expect(screen.getAllByText(failures.leaveUnsaved)).not.toHaveLength(0);
  await answerWith(/取\s*消/, shell.user);
  expect(within(shell.shown()).getByLabelText('备注')).toHaveValue('甲');
});

it('the organization switch is shown only to administrators', () => {
  renderShell('/dashboard');
  expect(screen.queryByLabelText('当前机构')).toBeNull();
});

it('the organization switch shows no number while names load or if they fail to load', async () => {
  api.use(
    http.get('*/api/familyBucket/getOrg', () =>
      HttpResponse.json(
        { status: 503, code: 'unavailable', message: '数据库暂时无法访问，请稍后重试', requestId: 'r1' },
        { status: 503 },
      ),
    ),
  );
  renderShell('/dashboard', { isAdmin: true });
  act(() => chooseOrganization(2));
  const field = async () => (await screen.findByLabelText('当前机构')).closest('.ant-select');
  expect(await field()).toHaveTextContent(/^机构$/);
  act(() => chooseOrganization(0));
  expect(await field()).toHaveTextContent('全部机构');
});

it('the organization switch sends the chosen organization from then on and discards pages of the former one', async () => {
  const shell = renderShell('/customer/index', { isAdmin: true });
  const before = instanceOf(shell.shown());
  await shell.user.click(await screen.findByLabelText('当前机构'));
  await shell.user.click(await screen.findByText('乙检测'));
  await waitFor(() => expect(instanceOf(shell.shown())).not.toBe(before));
  await act(async () => client.get('api/echo'));
  expect(asked).toEqual(['2']);
});

it('the organization switch shows the first organization of an empty installation as soon as it is added', async () => {
  let organizations: { organizationId: number; name: string }[] = [];
  api.use(
    http.get('*/api/familyBucket/getOrg', () => HttpResponse.json({ code: '200', message: '', body: organizations })),
  );
  const { queryClient } = renderShell('/dashboard', { isAdmin: true });
  const field = async () => (await screen.findByLabelText('当前机构')).closest('.ant-select');
  expect(await field()).toHaveTextContent('全部机构');
  await waitFor(() => expect(queryClient.getQueryData(organizationsKey)).toEqual([]));
  organizations = [{ organizationId: 7, name: '新检测' }];
  await act(() => queryClient.invalidateQueries({ queryKey: ['options', 'organization'] }));
  expect(await field()).toHaveTextContent('新检测');
});

it('an open question is answered with no when the person leaves the page', async () => {
  const shell = renderShell('/customer/index');
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = feedback.confirm('确定吗');
  });
  expect(await screen.findByText('确定吗')).toBeInTheDocument();
  await shell.go('/inspectUnit/index');
  await expect(answer).resolves.toBe(false);
});

it('a prompt stays open until the typed answer is accepted', async () => {
  const shell = renderShell('/dashboard');
  let answer: Promise<string | null> | undefined;
  act(() => {
    answer = feedback.prompt('退回原因', { check: (text) => (text ? null : '请填写原因') });
  });
  const field = await screen.findByRole('textbox', { name: '退回原因' });
  await answerWith(/确\s*定/, shell.user);
  expect(await screen.findByText('请填写原因')).toBeInTheDocument();
  await shell.user.type(field, '签名缺失');
  expect(screen.queryByText('请填写原因')).toBeNull();
  await answerWith(/确\s*定/, shell.user);
  await expect(answer).resolves.toBe('签名缺失');
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { NewestPackage } from '@/features/system/appPackages/NewestPackage';
import { readCookie } from '@/lib/browser/cookies';
import { appTexts, settingsTexts, shellTexts, sizeLabels } from '@/lib/texts/shellTexts';
import { useSettings } from '@/session/settingsStore';
import { useOverlay } from '@/shell/overlays/overlayStore';
import { openApp, openHelp } from '@/shell/shellCommands';
import { agreementDialogWidth, alternativeThemeColour, layoutSizes, themeColour } from '@contract/constants';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';
import { messages } from '@contract/messages';
import { forgetEverything, renderShell } from './renderShell';

const brand = {
  title: '职业卫生检测管理系统',
  titlePre: '甲检',
  logoUrl: null,
  loginLogo: null,
  favicon: null,
  footerTxt: '版权所有 © 甲检测',
  caseNumber: '浙ICP备12345678号',
  organization: { organizationId: 1, name: '甲检测', logo: null, favicon: null },
  help: true,
};
const newest = {
  path: '/api/file/open/1f',
  versionName: '2.1.0',
  fileName: 'lab-2.1.0.apk',
  size: 31_457_280,
  remark: '修正了离线同步',
};
const ok = (body?: unknown, code = '200') =>
  HttpResponse.json({ code, message: '', ...(body === undefined ? {} : { body }) });

const api = setupServer(
  http.get('*/api/familyBucket/getFamilyBucket', () => ok(brand)),
  http.get('*/api/apkAffix/queryNew', () => ok(newest)),
);
beforeAll(() => {
  client.defaults.baseURL = 'http://localhost/';
  client.defaults.adapter = 'fetch';
  api.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  act(() => useOverlay.getState().hide());
  forgetEverything();
  api.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => api.close());

// Queries by label and text, because queries by role over the whole console take seconds in jsdom.
const userMenu = () => screen.getByLabelText(shellTexts.userMenu('周采样'));
const settings = () => useSettings.getState();
async function openSettings(user: ReturnType<typeof renderShell>['user']) {
  await user.click(screen.getByLabelText(shellTexts.settings));
  return within(await screen.findByRole('dialog'));
}

it('the user menu contains the entries of the specification', async () => {
  const { user } = renderShell('/dashboard');
  await user.click(userMenu());
  const entries = (await screen.findAllByRole('menuitem'))
    .map((entry) => entry.textContent)
    .filter((text) => ['个人中心', 'APP下载', '帮助', '界面设置', '退出登录'].includes(text ?? ''));
  expect(entries).toEqual(['个人中心', 'APP下载', '帮助', '界面设置', '退出登录']);
});

it('the top bar contains the phone app and the manual too', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = renderShell('/dashboard');
  await user.click(screen.getByLabelText(shellTexts.app));
  expect(await screen.findByRole('dialog')).toHaveTextContent(shellTexts.app);
  await user.click(screen.getByLabelText(shellTexts.help));
  await vi.waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('/helper', '_blank', 'noopener'));
});

it('the user menu opens the personal centre', async () => {
  const { user, address } = renderShell('/customer/index');
  await user.click(userMenu());
  await user.click(await screen.findByText(shellTexts.center));
  expect(address()).toBe('/user/center');
});

it('the app dialog shows the newest app package as QR code and link, both with an absolute address', async () => {
  const { user } = renderShell('/dashboard');
  await user.click(userMenu());
  await user.click(await screen.findByText(shellTexts.app));
  const dialog = within(await screen.findByRole('dialog'));
  const address = 'http://localhost/api/file/open/1f';
  expect(dialog.getByTitle(appTexts.qrCode)).toBeInTheDocument();
  expect(dialog.getByText(appTexts.link).closest('a')).toHaveAttribute('href', address);
  expect(dialog.getByText(address)).toBeInTheDocument();
  expect(dialog.getByText('版本 2.1.0 · 30.0 MB')).toBeInTheDocument();
});

it.each([
  ['says that it could not load the newest package if the request fails', 500, '最新版本加载失败，请刷新页面重试'],
  ['says 还没有安装包 if there is none', 200, '还没有安装包'],
] as const)('the page of app packages without a package %s', async (_name, status, text) => {
  api.use(
    http.get('*/api/apkAffix/queryNew', () => HttpResponse.json({ code: String(status), message: '' }, { status })),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewestPackage />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.queryByText('还没有安装包') !== null).toBe(status === 200);
});

it.each([
  ['there is no body', () => ok()],
  ['the code is not 200', () => ok(newest, '400')],
  ['the body has no path', () => ok({ path: '' })],
])('the button for the phone app shows 暂无APP软件 and opens nothing if %s', async (_name, answer) => {
  api.use(http.get('*/api/apkAffix/queryNew', answer));
  renderShell('/dashboard');
  await act(openApp);
  expect(await screen.findByText(messages.noApp)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the app dialog stays closed if the request for the package fails', async () => {
  api.use(
    http.get('*/api/apkAffix/queryNew', () =>
      HttpResponse.json({ status: 500, code: 'internal', message: '系统出现故障', requestId: 'r1' }, { status: 500 }),
    ),
  );
  renderShell('/dashboard');
  await act(openApp);
  expect(useOverlay.getState().shown).toBeNull();
  expect(screen.queryByText(messages.noApp)).toBeNull();
});

it('the manual opens in a new browser tab, or a message says that no manual exists', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  renderShell('/dashboard');
  await act(openHelp);
  expect(opened).toHaveBeenCalledExactlyOnceWith('/helper', '_blank', 'noopener');
  forgetEverything();
  api.use(http.get('*/api/familyBucket/getFamilyBucket', () => ok({ ...brand, help: false })));
  opened.mockClear();
  await act(openHelp);
  expect(await screen.findByText(messages.noHelp)).toBeInTheDocument();
  expect(opened).not.toHaveBeenCalled();
});

it('the manual opens even if the setting with its address cannot be loaded', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  api.use(http.get('*/api/familyBucket/getFamilyBucket', () => HttpResponse.error()));
  renderShell('/dashboard');
  await act(openHelp);
  expect(opened).toHaveBeenCalledOnce();
});

it('the footer shows copyright and filing number, and can be hidden', async () => {
  renderShell('/dashboard');
  expect(await screen.findByText(/版权所有 © 甲检测.*浙ICP备12345678号/)).toBeInTheDocument();
  act(() => settings().change({ showFooter: false }));
  expect(screen.queryByText(/浙ICP备/)).toBeNull();
});

it.each([
  [shellTexts.privacy, privacyPolicy],
  [shellTexts.certificate, certificateAgreement],
])('the footer opens the %s in a dialog 850 px wide, in full', async (name, text) => {
  const { user, container } = renderShell('/dashboard');
  const foot = within(container.querySelector('footer') as HTMLElement);
  await user.click(foot.getByText(name));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.style.width || dialog.style.getPropertyValue('--ant-modal-xs-width')).toContain(
    String(agreementDialogWidth),
  );
  for (const section of text.sections)
    expect(within(dialog).getByText(new RegExp(`、${section.title}$`))).toBeInTheDocument();
});

it('a dialog or drawer closes when another page is opened', async () => {
  const { user, container, go } = renderShell('/dashboard');
  await user.click(within(container.querySelector('footer') as HTMLElement).getByText(shellTexts.privacy));
  await screen.findByRole('dialog');
  await go('/customer/index');
  expect(useOverlay.getState().shown).toBeNull();
});

it('the theme colour changes at once and is kept for a year', async () => {
  const { user } = renderShell('/dashboard');
  const panel = await openSettings(user);
  expect(panel.getAllByRole('radio', { name: new RegExp(settingsTexts.colours.join('|')) })).toHaveLength(8);
  expect(panel.getByLabelText('青碧')).toBeChecked();
  await user.click(panel.getByLabelText('天蓝'));
  expect(settings().theme).toBe(alternativeThemeColour);
  expect(readCookie('theme')).toBe(alternativeThemeColour);
});

it.each([
  'tagsView',
  'fixedHeader',
  'sidebarLogo',
  'uniqueOpened',
  'showFooter',
  'tallLists',
  'compact',
  'watermark',
] as const)('the setting %s can be switched and is remembered', async (name) => {
  const { user } = renderShell('/dashboard');
  const panel = await openSettings(user);
  const before = settings()[name];
  const control = panel.getByLabelText(settingsTexts[name]);
  expect(control).toHaveAttribute('aria-checked', String(before));
  await user.click(control);
  expect(settings()[name]).toBe(!before);
  act(() => settings().loadFor(5));
  expect(settings()[name]).toBe(!before);
});

it('the size settings equal those of the top bar, with the same message', async () => {
  const { user } = renderShell('/dashboard');
  const panel = await openSettings(user);
  for (const size of layoutSizes) expect(panel.getByLabelText(sizeLabels[size])).toBeInTheDocument();
  await user.click(panel.getByText(sizeLabels.mini));
  expect(settings().size).toBe('mini');
  expect(await screen.findByText(messages.sizeChanged)).toBeInTheDocument();
});

it('the dark mode is stored in a cookie for the login page, and resetting the settings ends the dark mode', async () => {
  const { user } = renderShell('/dashboard');
  const panel = await openSettings(user);
  await user.click(panel.getByText(settingsTexts.appearances.dark));
  expect([settings().appearance, readCookie('appearance')]).toEqual(['dark', 'dark']);
  act(() =>
    settings().change({ watermark: true, tagsView: false, theme: alternativeThemeColour, sidebarOpened: false }),
  );
  await user.click(panel.getByText(settingsTexts.reset));
  expect(settings()).toMatchObject({
    appearance: 'light',
    watermark: false,
    tagsView: true,
    theme: themeColour,
    size: 'small',
    sidebarOpened: false,
  });
  expect([readCookie('theme'), readCookie('appearance')]).toEqual([themeColour, 'light']);
});

it('the watermark shows person, organization and time if it is switched on', async () => {
  const { container } = renderShell('/dashboard');
  expect(container.querySelector('[data-watermark]')).toBeNull();
  act(() => settings().change({ watermark: true }));
  await waitFor(() =>
    expect(container.querySelector('[data-watermark]')?.getAttribute('data-watermark')).toMatch(
      /^周采样（field） \S+$/,
    ),
  );
});

it('the window title starts with the short name of the organization', async () => {
  const { container } = renderShell('/dashboard');
  await waitFor(() => expect(container.querySelector('aside')).toHaveTextContent('甲检职业卫生检测管理系统'));
});

it('the sidebar shows the organization’s logo and title unless switched off', () => {
  const { container } = renderShell('/dashboard');
  const title = () => container.querySelector('aside')?.textContent?.includes('职业卫生检测管理系统');
  expect(title()).toBe(true);
  act(() => settings().change({ sidebarLogo: false }));
  expect(title()).toBe(false);
});

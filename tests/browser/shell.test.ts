import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { serveShell } from './shellHarness/serveShell';
import { launchChromium } from './support/chromium';

// DESIGN §4.3's traps, which only a real browser falls into.

let address: string;
let stop: () => Promise<void>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let failures: string[];

beforeAll(async () => {
  ({ address, stop } = await serveShell());
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 800 }, locale: 'zh-CN' });
  // The harness has no server; the shell asks for nothing but the organisations and its own dress.
  await context.route('**/api/familyBucket/get*', (route) => route.fulfill({ json: { code: '200', message: '', body: [] } }));
  page = await context.newPage();
  failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(failures).toEqual([]);
});

const open = (path: string) => page.goto(address + path);
const menu = (name: string) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true });
const tag = (name: string) => page.getByRole('tab', { name });
const shown = () => page.locator('[data-page-pane]:not([inert])');
const shows = (pathname: string) => page.locator(`[data-page-pane="${pathname}"]:not([inert])`).waitFor();
const bodyLocked = () => page.evaluate(() => getComputedStyle(document.body).overflowY === 'hidden');
const path = () => new URL(page.url()).pathname;
const project = (number: number) => `/siteSample/siteSurvey/details/page?belongProject=${number}&code=ZJ-${number}`;

it('survives Back and Forward with an open modal, text intact, nothing of it on the other page', async () => {
  await open('/customer/index');
  await menu('弹窗').click();
  await page.getByRole('button', { name: '打开弹窗' }).click();
  await page.getByLabel('弹窗文字').fill('写到一半');
  expect(await bodyLocked()).toBe(true);

  await page.goBack();
  await page.waitForURL('**/customer/index');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.locator('.ant-modal-mask:visible').count()).toBe(0);
  await expect.poll(bodyLocked).toBe(false);
  // The other page can be worked with: no focus trap is left behind.
  await shown().getByLabel('名称').fill('可以输入');
  expect(await shown().getByLabel('名称').evaluate((input) => input === document.activeElement)).toBe(true);

  await page.goForward();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByLabel('弹窗文字').inputValue()).toBe('写到一半');
  expect(await page.locator('[data-page="overlays"]').getAttribute('data-active')).toBe('true');
});

it('keeps what was typed into a drawer while another tab is shown', async () => {
  await open('/customer/index');
  await menu('弹窗').click();
  await page.getByRole('button', { name: '打开抽屉' }).click();
  await page.getByLabel('抽屉文字').fill('抽屉里的字');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(bodyLocked).toBe(false);
  await page.goForward();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByLabel('抽屉文字').inputValue()).toBe('抽屉里的字');
});

it('runs no effect and renders no hidden page again when tabs are switched', async () => {
  await open('/overlays/index');
  // StrictMode runs effects twice at mounting.
  const mounted = await page.locator('[data-page="overlays"]').getAttribute('data-mounted');
  await menu('客户管理').click();
  await shows('/customer/index');
  const renders = await page.locator('[data-page="/customer/index"] [data-renders]').textContent();
  await menu('弹窗').click();
  await shows('/overlays/index');
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  await tag('弹窗').click();
  await shows('/overlays/index');
  expect(await page.locator('[data-page="overlays"]').getAttribute('data-mounted')).toBe(mounted);
  expect(await page.locator('[data-page="/customer/index"] [data-renders]').textContent()).toBe(renders);
});

it('leaves a hidden page its own address', async () => {
  await open('/customer/index?name=甲');
  const hidden = page.locator('[data-page="/customer/index"] [data-search]');
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  await shown().getByRole('button', { name: /^筛\s*选$/ }).click();
  await page.waitForURL('**/inspectUnit/index?name=*');
  expect(decodeURIComponent((await hidden.textContent()) ?? '')).toBe('name=甲');
  expect(await page.locator('[data-page="/customer/index"]').count()).toBe(1);
  await tag('客户管理').click();
  expect(decodeURIComponent(page.url())).toContain('/customer/index?name=甲');
});

it('keeps two projects of one page apart by their identifying query', async () => {
  await open(project(1));
  await shown().getByLabel('备注').fill('甲项目');
  await shown().getByRole('link', { name: '另一个项目' }).click();
  await page.locator('[data-project="2"]').waitFor();
  expect(await shown().getByLabel('备注').inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => shown().getByLabel('备注').inputValue()).toBe('甲项目');
  expect(await page.locator('[data-project="1"]').count()).toBe(1);
  expect(await tag('现场调查详情').count()).toBe(2);
});

it('puts the scroll position and the focus back', async () => {
  await open('/customer/index');
  await shown().getByLabel('名称').focus();
  await shown().evaluate((pane) => pane.scrollTo(0, 700));
  await page.waitForFunction(() => document.querySelector('[data-page-pane]:not([inert])')?.scrollTop === 700);
  await page.waitForTimeout(100);
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  expect(await shown().evaluate((pane) => pane.scrollTop)).toBe(0);
  // As the keyboard leaves it: nothing on the page that goes has the focus, nothing else has it either.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.goBack();
  await shows('/customer/index');
  expect(await shown().evaluate((pane) => pane.scrollTop)).toBe(700);
  expect(await shown().getByLabel('名称').evaluate((input) => input === document.activeElement)).toBe(true);
});

it('opens the tag menu inside the window, by mouse and by keyboard, and gives the focus back', async () => {
  await page.setViewportSize({ width: 700, height: 500 });
  await open('/customer/index');
  const box = await tag('客户管理').boundingBox();
  if (!box) throw new Error('no tag');
  await page.setViewportSize({ width: Math.ceil(box.x + box.width), height: 500 });
  await tag('客户管理').click({ button: 'right', position: { x: box.width - 3, y: 10 } });
  const list = page.getByRole('menu').filter({ hasText: '关闭全部' });
  await list.waitFor();
  await page.waitForTimeout(300);
  const around = await list.boundingBox();
  expect(around && around.x >= 0 && around.x + around.width <= Math.ceil(box.x + box.width)).toBe(true);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });

  await tag('客户管理').focus();
  await page.keyboard.press('Shift+F10');
  await list.waitFor();
  // 刷新, then 关闭.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => tag('客户管理').count()).toBe(0);
  expect(path()).toBe('/dashboard');
});

it('turns the wheel sideways over the tags, and keeps the shown tag in view', async () => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await open('/dashboard');
  for (const name of ['客户管理', '受检单位', '弹窗', '不缓存的页面']) {
    await menu(name).click();
    await tag(name).waitFor();
  }
  for (const number of [1, 2, 3, 4]) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, project(number));
    await tag(`ZJ-${number}`).waitFor();
  }
  const bar = page.getByRole('tablist');
  await expect.poll(() => bar.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  const before = await bar.evaluate((element) => element.scrollLeft);
  await bar.hover();
  await page.mouse.wheel(0, -120);
  await expect.poll(() => bar.evaluate((element) => element.scrollLeft)).toBeLessThan(before);
});

it('walks the sidebar by keyboard, and opens an external address once', async () => {
  await open('/dashboard');
  await menu('首页').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => menu('客户管理').evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customer/index');

  await context.route('https://www.example.org/**', (route) => route.fulfill({ body: 'outside' }));
  const outside = menu('国家标准全文公开系统');
  await outside.focus();
  const [popup] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await popup.waitForLoadState();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await page.waitForTimeout(200);
  expect(context.pages()).toHaveLength(2);
});

it('closes the phone sidebar by a tap beside it and by a choice', async () => {
  await page.setViewportSize({ width: 375, height: 720 });
  await open('/dashboard');
  expect(await page.getByRole('navigation', { name: '主菜单' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: '展开菜单' }).click();
  await menu('客户管理').waitFor();
  await page.waitForTimeout(300);
  await page.mouse.click(330, 400);
  await menu('客户管理').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: '展开菜单' }).click();
  await menu('客户管理').click();
  await page.waitForURL('**/customer/index');
  await menu('客户管理').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

it('asks before a reload while something is unsaved, and brings the tags back after it', async () => {
  await open('/customer/index');
  await menu('受检单位').click();
  await page.reload();
  await tag('受检单位').waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['首页', '客户管理', '受检单位']);

  await open(project(1));
  await shown().getByLabel('备注').fill('未保存');
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe('beforeunload');
});

it('lets the header scroll away when it is not fixed, and come back at the top', async () => {
  await page.addInitScript(() => localStorage.setItem('settings:7', JSON.stringify({ fixedHeader: false })));
  await open('/customer/index');
  const top = async () => (await page.getByRole('banner').boundingBox())?.y ?? Number.NaN;
  expect(await top()).toBe(0);
  await shown().evaluate((pane) => pane.scrollTo(0, 400));
  await expect.poll(top).toBe(-48);
  await shown().evaluate((pane) => pane.scrollTo(0, 0));
  await expect.poll(top).toBe(0);
});

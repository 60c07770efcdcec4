import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { serveShell } from './shellHarness/serveShell';
import { launchChromium } from './support/chromium';
import { drawn, pressUntil } from './support/keys';

// The frame around the pages in a real browser; cached pages have their own file. One window per test, in one browser
// that keeps loaded files.

let address: string;
let stop: () => Promise<void>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let failures: string[];

beforeAll(async () => {
  ({ address, stop } = await serveShell());
  browser = await launchChromium();
  context = await browser.newContext({
    viewport: { width: 1440, height: 800 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  // The harness has no server; the shell requests only organizations and brand.
  await context.route('**/api/familyBucket/get*', (route) =>
    route.fulfill({ json: { code: '200', message: '', body: [] } }),
  );
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});
beforeEach(async () => {
  page = await context.newPage();
  failures = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await forget();
});
afterEach(async () => {
  for (const one of context.pages()) await one.close();
  expect(failures).toEqual([]);
});

const open = (path: string) => page.goto(address + path);
/** Deletes what this address has stored, on a page where nothing runs. */
const forget = async () => {
  await page.goto(`${address}/assets/none`);
  await page.evaluate(() => localStorage.clear());
};
const menu = (name: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true });
const tag = (name: string) => page.getByRole('tab', { name });
const shown = () => page.locator('[data-page-pane]:not([inert])');
const shows = (pathname: string) => page.locator(`[data-page-pane="${pathname}"]:not([inert])`).waitFor();
const path = () => new URL(page.url()).pathname;
const project = (number: number) => `/siteSample/siteSurvey/details/page?belongProject=${number}&code=ZJ-${number}`;

it('the menu of a tab opens inside the window by mouse and keyboard and returns the focus', async () => {
  await page.setViewportSize({ width: 700, height: 500 });
  await open('/customer/index');
  const box = await tag('客户管理').boundingBox();
  if (!box) throw new Error('no tag');
  await page.setViewportSize({ width: Math.ceil(box.x + box.width), height: 500 });
  await tag('客户管理').click({ button: 'right', position: { x: box.width - 3, y: 10 } });
  const list = page.getByRole('menu').filter({ hasText: '关闭全部' });
  await list.waitFor();
  await expect
    .poll(() =>
      list
        .boundingBox()
        .then((around) => around && around.x >= 0 && around.x + around.width <= Math.ceil(box.x + box.width)),
    )
    .toBe(true);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });

  await tag('客户管理').focus();
  await page.keyboard.press('Shift+F10');
  await list.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)).toBe(true);
  await pressUntil(
    page,
    'ArrowDown',
    () => page.evaluate(() => document.activeElement?.textContent?.trim() === '关闭'),
    5,
  );
  await page.keyboard.press('Enter');
  await expect.poll(() => tag('客户管理').count()).toBe(0);
  await expect.poll(path).toBe('/dashboard');
});

it('the tab bar scrolls sideways by the mouse wheel and keeps the shown tab in view', async () => {
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
  await expect
    .poll(() =>
      tag('ZJ-4').evaluate(
        (element) =>
          element.getBoundingClientRect().right - (element.parentElement?.getBoundingClientRect().right ?? 0),
      ),
    )
    .toBeLessThanOrEqual(1);
  const before = await bar.evaluate((element) => element.scrollLeft);
  await bar.hover();
  await page.mouse.wheel(0, -120);
  await expect.poll(() => bar.evaluate((element) => element.scrollLeft)).toBeLessThan(before);
});

it('the sidebar is used by keyboard and opens an external address once', async () => {
  await open('/dashboard');
  await menu('首页').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => menu('客户管理').evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customer/index');
  // Otherwise the page takes the focus from the menu a moment later.
  await expect.poll(() => shown().evaluate((pane) => pane === document.activeElement)).toBe(true);

  await context.route('https://www.example.org/**', (route) => route.fulfill({ body: 'outside' }));
  const outside = menu('国家标准全文公开系统');
  await outside.focus();
  const [popup] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await popup.waitForLoadState();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  // A second window would open within a moment.
  await page.waitForTimeout(200);
  expect(context.pages()).toHaveLength(2);
});

it('the phone sidebar closes by a tap beside it and by a choice', async () => {
  await page.setViewportSize({ width: 375, height: 720 });
  await open('/dashboard');
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  expect(await page.getByRole('navigation', { name: '主菜单' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: '展开菜单' }).click();
  await menu('客户管理').waitFor();
  // It slides in.
  const edge = () => page.locator('.ant-drawer-content-wrapper:visible').boundingBox();
  await expect.poll(async () => (await edge())?.x).toBe(0);
  await page.mouse.click(330, 400);
  await menu('客户管理').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: '展开菜单' }).click();
  await menu('客户管理').click();
  await page.waitForURL('**/customer/index');
  await menu('客户管理').waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

it('the browser asks before a reload with unsaved work, and the tabs are restored', async () => {
  await open('/customer/index');
  await menu('受检单位').click();
  await page.reload();
  await tag('受检单位').waitFor();
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['首页', '客户管理', '受检单位']);

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

it('an unfixed header scrolls out of view and returns at the top', async () => {
  await page.addInitScript(() => localStorage.setItem('settings:7', JSON.stringify({ fixedHeader: false })));
  await open('/customer/index');
  const top = async () => (await page.getByRole('banner').boundingBox())?.y ?? Number.NaN;
  await expect.poll(top).toBe(0);
  await shown().evaluate((pane) => pane.scrollTo(0, 400));
  await expect.poll(top).toBe(-48);
  await shown().evaluate((pane) => pane.scrollTo(0, 0));
  await expect.poll(top).toBe(0);
});

it('a tab is moved by mouse and keyboard, never before a pinned tab, and the order survives a reload', async () => {
  await open('/customer/index');
  for (const name of ['受检单位', '弹窗']) {
    await menu(name).click();
    await tag(name).waitFor();
  }
  const order = () => page.getByRole('tab').allTextContents();
  const centre = async (name: string) => {
    const box = await tag(name).boundingBox();
    if (!box) throw new Error(`no tag ${name}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await centre('弹窗'), await centre('首页')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['首页', '弹窗', '客户管理', '受检单位']);
  // A drag is no click.
  await menu('客户管理').click();
  await shows('/customer/index');
  await tag('客户管理').focus();
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect.poll(order).toEqual(['首页', '客户管理', '弹窗', '受检单位']);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await drawn(page);
  expect(await order()).toEqual(['首页', '客户管理', '弹窗', '受检单位']);
  await expect.poll(() => tag('客户管理').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await tag('受检单位').waitFor();
  await expect.poll(order).toEqual(['首页', '客户管理', '弹窗', '受检单位']);
});

it('the focus moves to an opened page, but stays in the tab bar while that is used by keyboard', async () => {
  await open('/dashboard');
  await menu('客户管理').focus();
  await page.keyboard.press('Enter');
  await shows('/customer/index');
  await expect.poll(() => shown().evaluate((pane) => pane === document.activeElement)).toBe(true);
  await tag('首页').focus();
  await page.keyboard.press('Enter');
  await shows('/dashboard');
  expect(await tag('首页').evaluate((element) => element === document.activeElement)).toBe(true);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { serveShell } from './shellHarness/serveShell';
import { launchChromium } from './support/chromium';
import { drawn } from './support/keys';

// Pitfalls of DESIGN §4.3 that only a real browser shows, and BEHAVIOUR §9, numbers 8 and 9.

let address: string;
let stop: () => Promise<void>;
let browser: Browser;
let page: Page;
const failures: string[] = [];

beforeAll(async () => {
  ({ address, stop } = await serveShell());
  browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 800 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  // The harness has no server; answers to the frame's requests may be empty.
  await context.route('**/api/**', (route) => route.fulfill({ json: { code: '200', message: '', body: [] } }));
  page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(address);
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});
// One window for all tests: stored data is deleted, loaded files stay. The question about unsaved work is answered with
// yes.
beforeEach(async () => {
  await page.evaluate(() => sessionStorage.clear());
});
afterEach(() => expect(failures.splice(0)).toEqual([]));

const open = (path: string) => page.goto(address + path);
const menu = (name: string) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true });
const tag = (name: string) => page.getByRole('tab', { name });
const shown = () => page.locator('[data-page-pane]:not([inert])');
const shows = (pathname: string) => page.locator(`[data-page-pane="${pathname}"]:not([inert])`).waitFor();
const bodyLocked = () => page.evaluate(() => getComputedStyle(document.body).overflowY === 'hidden');
/** Navigates as a link of the console does. */
const goTo = (address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
const project = (number: number) => `/siteSample/siteSurvey/details/page?belongProject=${number}&code=ZJ-${number}`;

it('a cached page keeps an open dialog with its text through Back and Forward, and shows nothing of it on the other page', async () => {
  await open('/customer/index');
  await menu('弹窗').click();
  await page.getByRole('button', { name: '打开弹窗' }).click();
  await page.getByLabel('弹窗文字').fill('写到一半');
  await expect.poll(bodyLocked).toBe(true);

  await page.goBack();
  await page.waitForURL('**/customer/index');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator('.ant-modal-mask:visible').count()).toBe(0);
  await expect.poll(bodyLocked).toBe(false);
  // The other page works: no focus trap is left behind.
  await shown().getByLabel('名称').fill('可以输入');
  await expect
    .poll(() =>
      shown()
        .getByLabel('名称')
        .evaluate((input) => input === document.activeElement),
    )
    .toBe(true);

  await page.goForward();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByLabel('弹窗文字').inputValue()).toBe('写到一半');
  await expect.poll(() => page.locator('[data-page="overlays"]').getAttribute('data-active')).toBe('true');
});

it('a cached page keeps input in a drawer while another tab is shown', async () => {
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

it('a cached page runs no effect and does not render while it is hidden', async () => {
  await open('/overlays/index');
  // StrictMode runs effects twice on mounting.
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

it('a cached page keeps its own address while it is hidden', async () => {
  await open('/customer/index?name=甲');
  const hidden = page.locator('[data-page="/customer/index"] [data-search]');
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  await shown()
    .getByRole('button', { name: /^筛\s*选$/ })
    .click();
  await page.waitForURL('**/inspectUnit/index?name=*');
  expect(decodeURIComponent((await hidden.textContent()) ?? '')).toBe('name=甲');
  expect(await page.locator('[data-page="/customer/index"]').count()).toBe(1);
  await tag('客户管理').click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain('/customer/index?name=甲');
});

it('the cached pages of two projects are kept apart by their identifying query', async () => {
  await open(project(1));
  await shown().getByLabel('备注').fill('甲项目');
  await shown().getByRole('link', { name: '另一个项目' }).click();
  await page.locator('[data-project="2"]').waitFor();
  await expect.poll(() => shown().getByLabel('备注').inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => shown().getByLabel('备注').inputValue()).toBe('甲项目');
  expect(await page.locator('[data-project="1"]').count()).toBe(1);
  await expect.poll(() => tag('现场调查详情').count()).toBe(2);
});

it('a cached page restores scroll position and focus', async () => {
  await open('/customer/index');
  await shown().getByLabel('名称').focus();
  await shown().evaluate((pane) => pane.scrollTo(0, 700));
  await page.waitForFunction(() => document.querySelector('[data-page-pane]:not([inert])')?.scrollTop === 700);
  await drawn(page);
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  await expect.poll(() => shown().evaluate((pane) => pane.scrollTop)).toBe(0);
  // As after keyboard use: nothing on the left page has the focus, and nothing else either.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.goBack();
  await shows('/customer/index');
  await expect.poll(() => shown().evaluate((pane) => pane.scrollTop)).toBe(700);
  await expect
    .poll(() =>
      shown()
        .getByLabel('名称')
        .evaluate((input) => input === document.activeElement),
    )
    .toBe(true);
});

it('a cached page begins at its top when it is opened anew, by the menu or its tab', async () => {
  const top = () => shown().evaluate((pane) => pane.scrollTop);
  for (const way of [() => menu('客户管理').click(), () => tag('客户管理').click()]) {
    await open('/customer/index');
    await shown().evaluate((pane) => pane.scrollTo(0, 700));
    await expect.poll(top).toBe(700);
    await drawn(page);
    await menu('受检单位').click();
    await shows('/inspectUnit/index');
    await way();
    await shows('/customer/index');
    await expect.poll(top).toBe(0);
  }
});

it('a cached page closes its open select list when it is hidden', async () => {
  await open('/overlays/index');
  await shown().getByLabel('级别').click();
  const list = page.locator('.ant-select-dropdown');
  await list.waitFor();
  await goTo('/inspectUnit/index');
  await shows('/inspectUnit/index');
  await list.waitFor({ state: 'hidden' });
  await page.goBack();
  await shows('/overlays/index');
  // The list may close when its input returns without the focus; it opens again as before.
  const wanted = page.locator('.ant-select-item-option').filter({ hasText: '一般' });
  await expect
    .poll(async () => {
      if (!(await list.isVisible())) await shown().getByLabel('级别').click();
      await wanted.click({ timeout: 1_000 }).catch(() => undefined);
      return shown().locator('.ant-select').innerText();
    })
    .toBe('一般');
});

it('a cached page keeps the scroll position of inner containers', async () => {
  await open('/overlays/index');
  const inner = shown().locator('[data-inner]');
  await inner.evaluate((box) => box.scrollTo(250, 400));
  await drawn(page);
  await menu('受检单位').click();
  await shows('/inspectUnit/index');
  await tag('弹窗').click();
  await shows('/overlays/index');
  await expect.poll(() => inner.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])).toEqual([400, 250]);
});

it('refreshing the page of one project leaves another project’s page unchanged', async () => {
  await open(project(1));
  await goTo(project(2));
  const instance = (number: number) => page.locator(`[data-project="${number}"] [data-instance]`).textContent();
  await tag('ZJ-2').waitFor();
  const [first, second] = [await instance(1), await instance(2)];
  await tag('ZJ-2').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '刷新' }).click();
  await expect.poll(() => instance(2)).not.toBe(second);
  expect(await instance(1)).toBe(first);

  await tag('首页').click({ button: 'middle' });
  await tag('ZJ-2').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect.poll(() => page.getByRole('tab').count()).toBe(2);
  expect(await tag('首页').count()).toBe(1);
});

it('at most twelve pages are cached, the last used ones, and no page with unsaved work is dropped', async () => {
  await open(project(1));
  await shown().getByLabel('备注').fill('未保存');
  for (let number = 2; number <= 15; number += 1) {
    await goTo(project(number));
    await page.locator(`[data-page-pane]:not([inert]) [data-project="${number}"]`).waitFor();
  }
  const live = () =>
    page
      .locator('[data-project]')
      .evaluateAll((pages) =>
        pages.map((page) => Number((page as HTMLElement).dataset.project)).toSorted((a, b) => a - b),
      );
  await expect.poll(live).toEqual([1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  await expect.poll(() => page.getByRole('tab').count()).toBe(16);
});

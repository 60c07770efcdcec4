import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methodRoutes } from '@contract/methods/catalogue';
import { loginPath, pageFolderOf, type Route, staticRoutes } from '@contract/routes';
import { root } from '@server/root';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// QUALITY A11Y: axe on every address that has a page. The list is made of the routes and of the folders that exist, so that a
// new page joins by itself. One sign-in, one window; the console's pages are gone to as its own links do.

const folders = join(root, 'src/pages');
const hasPage = (folder: string): boolean => ['/page.tsx', '/page.ts', '.tsx'].some((end) => existsSync(join(folders, folder + end)));
const withPage = (staticRoutes as readonly Route[]).filter((route) => {
  const folder = route.redirect === undefined ? pageFolderOf(route) : undefined;
  return folder !== undefined && hasPage(folder);
});
const light = withPage.filter((route) => route.shell === 'light' && route.path !== loginPath);
// One page of every kind of the methods stands for its like: they differ in their columns alone.
const methodKinds = [...new Map((methodRoutes as readonly (Route & { kind?: string })[]).map((route) => [route.kind ?? route.path, route])).values()];
const console = [...withPage.filter((route) => (route.shell ?? 'console') === 'console'), ...(hasPage('methods') ? methodKinds : [])];

/** Something for what tells two instances apart; the demonstration has a first of everything. */
const addressOf = ({ path, query = [] }: Route): string => (query.length ? `${path}?${query.map((name) => `${name}=1`).join('&')}` : path);

const shownPane = '[data-page-pane]:not([inert])';

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  // Without motion nothing is half faded in while its colours are measured.
  desk = await openDesk(browser, product.url, { reducedMotion: 'reduce' });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Until nothing of the page is still on its way; the network's own word for it would cost half a second a page. */
async function settled(scope: string): Promise<void> {
  await page.locator(scope).first().waitFor();
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    const there = element !== null && element.querySelector('[aria-busy="true"], [aria-label="页面加载中"]') === null;
    const requests = performance.getEntriesByType('resource').length;
    const held = window as unknown as { quiet?: { requests: number; since: number } };
    const now = performance.now();
    if (!there || held.quiet?.requests !== requests) held.quiet = { requests, since: now };
    return held.quiet !== undefined && now - held.quiet.since > 120;
  }, scope);
}

/** In the console, as a link of it goes. */
async function visit(address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  const [path = ''] = address.split('?');
  await page.locator(`[data-page-pane="${path}"]:not([inert]), [data-page-pane="${path}/index"]:not([inert])`).waitFor();
  await settled(shownPane);
}

it('finds nothing serious on the login page', async () => {
  await page.goto(loginPath);
  await page.getByLabel('用户名').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

it('finds nothing serious in the console around its pages', async () => {
  await signIn(page, 'admin');
  await settled(shownPane);
  expect(await seriousViolations(page)).toEqual([]);
});

it('finds nothing serious on any page of the console', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of console) {
    await visit(addressOf(route));
    const violations = await seriousViolations(page, shownPane);
    if (violations.length) found[route.path] = violations;
  }
  expect(found).toEqual({});
});

it('finds nothing serious on any page of the light shell', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of light) {
    await page.goto(addressOf(route));
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const violations = await seriousViolations(page);
    if (violations.length) found[route.path] = violations;
  }
  expect(found).toEqual({});
  expect(desk.failures).toEqual([]);
});

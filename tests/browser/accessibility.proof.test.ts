import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodRoutes } from '@contract/methods/catalogue';
import { loginPath, pageFolderOf, type Route, staticRoutes } from '@contract/routes';
import { root } from '@server/root';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AxeRules, seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// QUALITY A11Y: axe on every address that has a page. The list is made of the routes and of the folders that exist, so that a
// new page joins by itself. One sign-in, one window; the console's pages are gone to as its own links do.

const folders = join(root, 'src/pages');
const pageFileOf = (folder: string): string | undefined => ['/page.ts', '/page.tsx', '.tsx'].map((end) => join(folders, folder + end)).find((path) => existsSync(path));
const hasPage = (folder: string): boolean => pageFileOf(folder) !== undefined;
const withPage = (staticRoutes as readonly Route[]).filter((route) => {
  const folder = route.redirect === undefined ? pageFolderOf(route) : undefined;
  return folder !== undefined && hasPage(folder);
});
const light = withPage.filter((route) => route.shell === 'light' && route.path !== loginPath);
// One page of every kind of the methods stands for its like: they differ in their columns alone.
const methodKinds = [...new Map((methodRoutes as readonly (Route & { kind?: string })[]).map((route) => [route.kind ?? route.path, route])).values()];
const console = [...withPage.filter((route) => (route.shell ?? 'console') === 'console'), ...(hasPage('methods') ? methodKinds : [])];

// What draws whole pages: two that come from one of these are of one kind.
const frames = ['@/templates/TemplateList', '@/templates/TemplateDetails', '@/projects/StageProjects', '@/lib/legal/LegalText'];

/** Pages of one kind are drawn by the same code, in the same colours: a list, a frame's, or the page's own. */
function kindOf(route: Route): string {
  const path = pageFileOf(pageFolderOf(route) ?? '');
  if (path === undefined) return 'methods';
  return path.endsWith('.ts') ? 'list' : (frames.find((frame) => readFileSync(path, 'utf8').includes(`'${frame}'`)) ?? route.path);
}

/** A page with a layout of its own stands for those beside it; a list, a frame or a method for all of its kind. */

const measured = new Set<string>();
/** Contrast is looked at once for each kind, everything else on every page. */
function rulesFor(route: Route): AxeRules {
  const kind = kindOf(route);
  if (measured.has(kind)) return 'all but contrast';
  measured.add(kind);
  return 'all';
}

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
  desk = await openDesk(browser, product.url);
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

async function violationsOf(routes: readonly Route[], rules: (route: Route) => AxeRules): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const route of routes) {
    await visit(addressOf(route));
    const violations = await seriousViolations(page, shownPane, rules(route));
    if (violations.length) found[route.path] = violations;
  }
  return found;
}

it('finds nothing serious on the pages of the console', async () => {
  expect(await violationsOf(console, rulesFor)).toEqual({});
});

// The other looks have the same elements in other colours and sizes: one page of each kind, for its contrast.
for (const [name, look] of Object.entries({ dark: { appearance: 'dark' }, compact: { compact: true, size: 'large' }, 'dark and compact': { appearance: 'dark', compact: true } })) {
  it(`finds nothing serious in the console where it is ${name}`, async () => {
    await page.evaluate((own) => localStorage.setItem('settings:1', own), JSON.stringify(look));
    await page.goto('/');
    await settled(shownPane);
    expect(await seriousViolations(page)).toEqual([]);
    const kinds = [...new Map(console.map((route) => [kindOf(route), route])).values()];
    expect(await violationsOf(kinds, () => 'contrast')).toEqual({});
    await page.evaluate(() => localStorage.removeItem('settings:1'));
  });
}

it('finds nothing serious on the pages of the light shell', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of light) {
    await page.goto(addressOf(route));
    await page.locator('h1').first().waitFor();
    await settled('html');
    const violations = await seriousViolations(page, 'html', rulesFor(route));
    if (violations.length) found[route.path] = violations;
  }
  expect(found).toEqual({});
  expect(desk.failures).toEqual([]);
});

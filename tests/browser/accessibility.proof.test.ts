import { loginPath, type Route } from '@contract/routes';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AxeRules, seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signIn } from './support/console';
import { addressOf, consoleRoutes, kindOf, laboratoryRoutes, lightRoutes as light, pageSettled, shownPane, visitPage } from './support/everyPage';
import { type ProductServer, startProduct } from './support/productServer';

// QUALITY A11Y: axe on every address that has a page. One sign-in, one window.

// One page of every kind of the methods stands for its like: they differ in their columns alone.
const methodKinds: readonly Route[] = [...new Map(laboratoryRoutes.map((route) => [route.kind, route])).values()];
const console = [...consoleRoutes, ...methodKinds];

/** A page with a layout of its own stands for those beside it; a list, a frame or a method for all of its kind. */

const measured = new Set<string>();
/** Contrast is looked at once for each kind, everything else on every page. */
function rulesFor(route: Route): AxeRules {
  const kind = kindOf(route);
  if (measured.has(kind)) return 'all but contrast';
  measured.add(kind);
  return 'all';
}

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

it('A11Y: finds 0 serious faults on the login page', async () => {
  await page.goto(loginPath);
  await page.getByLabel('用户名').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

it('A11Y: finds 0 serious faults in the console around its pages', async () => {
  await signIn(page, 'admin');
  await pageSettled(page, shownPane);
  expect(await seriousViolations(page)).toEqual([]);
});

async function violationsOf(routes: readonly Route[], rules: (route: Route) => AxeRules): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const route of routes) {
    await visitPage(page, addressOf(route));
    const violations = await seriousViolations(page, shownPane, rules(route));
    if (violations.length) found[route.path] = violations;
  }
  return found;
}

it('A11Y: finds 0 serious faults on the pages of the console', async () => {
  expect(await violationsOf(console, rulesFor)).toEqual({});
});

// The other looks have the same elements in other colours and sizes: one page of each kind, for its contrast.
for (const [name, look] of Object.entries({ dark: { appearance: 'dark' }, compact: { compact: true, size: 'large' }, 'dark and compact': { appearance: 'dark', compact: true } })) {
  it(`A11Y: finds 0 serious faults in the console where it is ${name}`, async () => {
    await page.evaluate((own) => localStorage.setItem('settings:1', own), JSON.stringify(look));
    await page.goto('/');
    await pageSettled(page, shownPane);
    expect(await seriousViolations(page)).toEqual([]);
    const kinds = [...new Map(console.map((route) => [kindOf(route), route])).values()];
    expect(await violationsOf(kinds, () => 'contrast')).toEqual({});
    await page.evaluate(() => localStorage.removeItem('settings:1'));
  });
}

it('A11Y: finds 0 serious faults on the pages of the light shell', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of light) {
    await page.goto(addressOf(route));
    await page.locator('h1').first().waitFor();
    await pageSettled(page, 'html');
    const violations = await seriousViolations(page, 'html', rulesFor(route));
    if (violations.length) found[route.path] = violations;
  }
  expect(found).toEqual({});
  expect(desk.failures).toEqual([]);
});

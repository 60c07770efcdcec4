import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { forbiddenPath, homePath, type Route } from '@contract/routes';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signIn } from './support/console';
import {
  addressOf,
  consoleRoutes,
  goTo,
  type Ground,
  groundOf,
  laboratoryRoutes,
  lacksOf,
  lightRoutes,
  pageSettled,
  shownPane,
  visitPage,
} from './support/everyPage';
import { type ProductServer, startProduct } from './support/productServer';

// Every address of SPEC §2 opens a page with demonstration data for people who may, and 401 for others. One window and
// one sign-in per person.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

/** Messages of console and network about the open page. */
const troubles: string[] = [];

function listen(to: Page): void {
  to.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  to.on('pageerror', (error) => troubles.push(error.message));
  to.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
}

let ground: Ground;

/** Returns the errors of console, network and the page itself. */
async function faultsOf(scope: string, address: string): Promise<string[]> {
  const lacks = await lacksOf(page, scope, address);
  return [...troubles.splice(0), ...lacks];
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin');
  await pageSettled(page, shownPane);
  ground = await groundOf(page);
  listen(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function faultsAt(routes: readonly Route[]): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const route of routes) {
    troubles.length = 0;
    const address = addressOf(route, ground);
    const faults = await visitPage(page, address)
      .then(() => faultsOf(shownPane, address))
      .catch((error: unknown) => [String(error).slice(0, 200)]);
    if (faults.length) found[address] = faults;
  }
  return found;
}

it('every page of the console opens with the demonstration data', async () => {
  expect(await faultsAt(consoleRoutes)).toEqual({});
});

it('every laboratory method page, for own and for incoming samples, opens with a record of the demonstration data', async () => {
  const kinds = new Set(ground.sheets.map((sheet) => `${String(sheet['methodKind'])} ${String(sheet['variant'])}`));
  expect([
    laboratoryRoutes.length > 140,
    laboratoryRoutes.filter(({ method, variant }) => !kinds.has(`${method} ${variant}`)),
  ]).toEqual([true, []]);
  expect(await faultsAt(laboratoryRoutes)).toEqual({});
});

/** Returns what an address leads to: its page, 401, or a page without data. */
async function comesOf(window: Page, route: Route): Promise<string> {
  await goTo(window, addressOf(route, ground));
  const came = await window
    .waitForFunction(
      ([path, forbidden, refused]) => {
        const shown = document.querySelector('[data-page-pane]:not([inert])');
        const headings = [...document.querySelectorAll('h1')].map((heading) => heading.textContent ?? '');
        if (location.pathname === forbidden) return headings.some((text) => text.includes(refused)) ? 'refused' : false;
        const pane = shown?.getAttribute('data-page-pane');
        if (pane !== path && pane !== `${path}/index`) return false;
        if (
          [
            ...(shown?.querySelectorAll(
              '.ant-skeleton, .ant-spin-spinning, [aria-busy="true"], [aria-label="页面加载中"]',
            ) ?? []),
          ].some((one) => one.getBoundingClientRect().top < innerHeight)
        )
          return false;
        return headings.some((text) => /没有|不存在|失败/.test(text))
          ? 'refused'
          : (shown?.textContent ?? '').trim() === ''
            ? false
            : 'opened';
      },
      [route.path, forbiddenPath, pageTexts.forbidden] as const,
      { timeout: 20_000 },
    )
    .then(
      (handle) => handle.jsonValue(),
      () => 'neither',
    );
  return String(came);
}

it('a person without permission is sent to /401, and a detail page of a list that the person may not see shows nothing', async () => {
  for (const userName of ['enterprise', 'keeper']) {
    const own = await openDesk(browser, product.url);
    await signIn(own.page, userName);
    const [may, wrong] = [new Set<string>(), [] as string[]];
    const listed = consoleRoutes.filter(({ hidden }) => hidden !== true);
    for (const route of listed) {
      const came = await comesOf(own.page, route);
      if (came === 'opened') may.add(route.path);
      else if (came !== 'refused') wrong.push(`${route.path}: ${came}`);
    }
    expect([...may], userName).toContain(homePath);
    expect(listed.length - may.size, userName).toBeGreaterThan(20);
    expect(
      [...may].filter((path) => path.startsWith('/system/') || path.startsWith('/dataGovernance/dataSynchronization')),
      userName,
    ).toEqual([]);
    // A detail page has no menu of its own; its requests are refused.
    for (const route of consoleRoutes.filter(
      ({ hidden, parent }) => hidden === true && parent !== undefined && !may.has(parent),
    )) {
      const came = await comesOf(own.page, route);
      if (came !== 'refused') wrong.push(`${route.path}: ${came}`);
    }
    await own.context.close();
    expect([userName, wrong]).toEqual([userName, []]);
  }
});

it('every page without the console’s frame opens', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of lightRoutes) {
    troubles.length = 0;
    await page.goto(addressOf(route, ground));
    await page.locator('h1').first().waitFor();
    await pageSettled(page, 'html');
    const faults = await faultsOf('body', addressOf(route, ground));
    if (faults.length) found[route.path] = faults;
  }
  expect(found).toEqual({});
});

import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfPages } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import { addressOf, groundOf, laboratoryRoutes, shownPane, visitPage } from './support/everyPage';
import { type ProductServer, startProduct } from './support/productServer';

// Printing from the browser gives the sheet alone, on A4, with as many pages as the downloaded PDF.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  // The test prints itself: no dialog, and the sheet stays until `afterprint`.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(page, 'admin');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

/** Returns width and height of each page in points, the shorter one first, and the words of all pages. */
async function sheetsOf(bytes: Uint8Array): Promise<{ readonly sizes: number[][]; readonly text: string }> {
  const pages = await pdfPages(bytes);
  return {
    sizes: pages.map(({ width, height }) => [Math.round(Math.min(width, height)), Math.round(Math.max(width, height))]),
    text: pages.map(({ text }) => text).join(''),
  };
}

/** Prints the shown paper and downloads it. Returns the pages of both. */
async function printedAndDownloaded() {
  const scope = page
    .getByRole('dialog')
    .or(page.locator(shownPane))
    .filter({ has: button(page, '下载PDF') })
    .last();
  await button(scope, '打印').click();
  await page.locator('[data-printed]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  const printed = await page.pdf({ preferCSSPageSize: true });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('[data-printed]').waitFor({ state: 'detached' });
  const [download] = await Promise.all([page.waitForEvent('download'), button(scope, '下载PDF').click()]);
  return { printed: await sheetsOf(printed), downloaded: await sheetsOf(await readFile(await download.path())) };
}

const previewOf = (method: string) => {
  const route = laboratoryRoutes.find((one) => one.kind === 'preview' && one.method === method);
  if (!route) throw new Error(`${method} has no preview`);
  return route;
};

async function expectEqualPages(): Promise<void> {
  const { printed, downloaded } = await printedAndDownloaded();
  for (const [shorter = 0, longer = 0] of printed.sizes) {
    expect(Math.abs(shorter - 595)).toBeLessThanOrEqual(1);
    expect(Math.abs(longer - 842)).toBeLessThanOrEqual(1);
  }
  expect(printed.sizes).toHaveLength(downloaded.sizes.length);
  // The list and the menu beside the sheet are not printed.
  expect(printed.text).not.toContain('退出登录');
  expect(printed.text.length).toBeGreaterThan(100);
}

it('printing a report from the browser gives the A4 pages alone, as many as its PDF has', async () => {
  await visitPage(page, '/reportPreviewNew?belongProject=1');
  await expectEqualPages();
});

it.each(['gasChromatography', 'dust', 'atomicAbsorption'])(
  'printing a laboratory record (%s) from the browser gives the A4 pages alone, as many as its PDF has',
  async (method) => {
    await visitPage(page, addressOf(previewOf(method), await groundOf(page)));
    await expectEqualPages();
  },
);

it('printing a sheet of the appendices from the browser gives the A4 pages alone, as many as its PDF has', async () => {
  const { first } = await groundOf(page);
  await visitPage(page, `/projectForms/detail?id=${first['/projectForms/detail']?.id}`);
  await button(page.locator(shownPane), '打印预览').click();
  await expectEqualPages();
});

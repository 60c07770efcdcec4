import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obscure } from '@/lib/browser/obscureCookie';
import { complaintTexts } from '@contract/features/publicity/publicContact';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { browserTexts } from '@contract/features/system/browserTexts';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk } from './support/console';
import { newerCalls } from './support/newerCalls';
import { knownCaptcha, type ProductServer, startProduct } from './support/productServer';

// A visitor without an account: on a phone, without scripts, with an old browser, and with a complaint.

let product: ProductServer;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'on', ...knownCaptcha.variables });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function withDesk(options: Parameters<typeof openDesk>[2], work: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await openDesk(browser, product.url, options);
  try {
    await work(desk);
    expect(desk.failures).toEqual([]);
  } finally {
    await desk.context.close();
  }
}
/**
 * A page that a click has led to, known by its words, with its scripts: what they do for a click is there from then on.
 */
async function arrived(page: Page, words: string | RegExp): Promise<void> {
  await page.getByText(words).first().waitFor();
  await page.waitForLoadState('load');
}
const firstReport = (page: Page) => page.locator('.pub-list h2 a').first();
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe('a visitor', () => {
  it('a visitor finds and reads a public notice without scripts', () =>
    withDesk({ javaScriptEnabled: false, viewport: { width: 375, height: 720 } }, async ({ page }) => {
      await page.goto('/orgReportFormula');
      await page.getByText(/^共\d+条公示$/).waitFor();
      await page.getByRole('searchbox').fill('铜业');
      await page.getByRole('button', { name: '查询' }).click();
      await page.getByText('共1条公示').waitFor();
      await firstReport(page).click();
      await page.getByRole('heading', { level: 1, name: /诸暨市店浦铜业有限公司/ }).waitFor();
      await page.getByText('机构电话').waitFor();
      await page.getByText('12345政务服务便民热线').waitFor();
    }));

  it('the layout of a public page does not move when its scripts have loaded', () =>
    withDesk({}, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) =>
          list.getEntries().forEach((entry) => shifts.push((entry as PerformanceEntry & { value: number }).value)),
        ).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/orgReportFormula');
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
      const asked = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /\/api\/|\/auth\//.test(name)),
      );
      expect(asked).toEqual([]);
    }));

  it('a visitor returns to the position in the public list, and the address contains no empty filters', () =>
    withDesk({ viewport: { width: 375, height: 600 } }, async ({ page }) => {
      await page.goto('/orgReportFormula');
      await page.getByRole('link', { name: '下一页' }).click();
      await arrived(page, '第2页，共2页');
      const last = page.locator('.pub-list h2 a').last();
      await last.scrollIntoViewIfNeeded();
      const place = await page.evaluate(() => window.scrollY);
      expect(place).toBeGreaterThan(0);
      await last.click();
      await arrived(page, complaintTexts.open);
      await page.getByRole('link', { name: '‹ 全部公示' }).click();
      await arrived(page, '第2页，共2页');
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
      await page.getByText('更多条件').click();
      await page.getByLabel('报告年份').selectOption({ index: 1 });
      await page.getByRole('button', { name: '查询' }).click();
      await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual(['year']);
      await arrived(page, /^共\d+条公示$/);
    }));

  it('a visitor files a complaint and gets a number', () =>
    withDesk({ viewport: { width: 375, height: 720 } }, async ({ page }) => {
      await page.goto('/orgReportFormula');
      await firstReport(page).click();
      await arrived(page, complaintTexts.open);
      await page.getByText(complaintTexts.open).click();
      const picture = page.getByRole('img', { name: '验证码图片' });
      await expect.poll(() => picture.getAttribute('src')).toMatch(/^data:image/);
      await page.getByLabel('异议或投诉内容').fill('采样当天车间没有生产。');
      await page.getByRole('button', { name: complaintTexts.send }).click();
      await page.getByText(complaintTexts.noCaptcha).waitFor();
      await page.getByLabel('验证码', { exact: true }).fill(knownCaptcha.answer);
      await page.getByRole('button', { name: complaintTexts.send }).click();
      await page.getByText(/^已收到，编号\S+。/).waitFor();
      expect(await page.getByLabel('异议或投诉内容').inputValue()).toBe('');
    }));

  it('a visitor is told that a page does not exist, without being asked to sign in', () =>
    withDesk({}, async ({ page }) => {
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      await page.getByRole('heading', { name: pageTexts.notFound }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/no/such/page');
    }));

  it('the public pages follow the visitor’s system settings for dark mode and larger letters', () =>
    withDesk({ colorScheme: 'dark', viewport: { width: 375, height: 720 } }, async ({ page }) => {
      await page.goto('/orgReportFormula');
      const [ground, size] = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('.pub-list h2') as Element).fontSize,
      ]);
      expect([ground, size]).toEqual(['rgb(18, 24, 27)', '16px']);
      await page.evaluate(() => (document.documentElement.style.fontSize = '24px'));
      expect(
        await page.evaluate(() => getComputedStyle(document.querySelector('.pub-list h2') as Element).fontSize),
      ).toBe('24px');
      expect(await fits(page)).toBe(true);
    }));
});

describe('an old browser', () => {
  /** Removes what the minimum browsers of the public pages lack. */
  function forget(names: string[]): void {
    for (const name of names) {
      for (const holder of [
        Array,
        Object,
        Promise,
        String,
        Array.prototype,
        String.prototype,
        Element.prototype,
        Document.prototype,
        Crypto.prototype,
        window,
      ]) {
        if (name in holder) Reflect.deleteProperty(holder, name);
      }
    }
  }
  const later = Object.entries(newerCalls)
    .filter(([, [chrome, safari]]) => chrome > 80 || safari > 14)
    .map(([name]) => name);

  it('an old browser shows public pages and login without newer APIs, and says what the console needs', () =>
    withDesk({}, async ({ page }) => {
      await page.addInitScript(forget, later);
      await page.goto('/orgReportFormula');
      await page.getByText(/^共\d+条公示$/).waitFor();
      await page.goto('/login');
      await page.getByLabel('用户名').waitFor();
      expect(await page.getByText(browserTexts.page).isVisible()).toBe(false);
      await page
        .context()
        .addCookies([{ name: 'token', value: encodeURIComponent(obscure('of-another-day')), url: product.url }]);
      await page.goto('/');
      await page.getByText(browserTexts.console).waitFor();
    }));

  it('an old browser shows a message if it cannot parse the script', async () => {
    const { page, context } = await openDesk(browser, product.url);
    await page.route(/\/assets\/index-.*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const a = ;' }),
    );
    await page.goto('/login');
    await page.getByText(browserTexts.page).waitFor();
    await context.close();
  });
});

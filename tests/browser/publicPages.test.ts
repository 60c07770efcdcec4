import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { publicityTexts } from '@contract/features/publicity/publicityWire';
import type { Answer } from '@contract/wire';
import { proofs } from '../support/proofs';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

let product: ProductServer;
let browser: Browser;
let wide: Desk;
let phone: Desk;
let articleId: number;

/** Publishes hostile HTML through the API, as an attacker would. */
async function publishEvil(): Promise<number> {
  const api = `${product.url}/`;
  const call = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const response = await fetch(api + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      body: JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const { token } = await call<{ token: string }>('POST', 'auth/login', { username: 'reporter', password });
  const content =
    '<p>正文开始</p><script>window.stolen=1</script><img src=x onerror="window.stolen=2"><p><a href="javascript:window.stolen=3">链接文字</a></p><p>联系13857106241</p><svg onload="window.stolen=4"></svg>';
  const added = await call<Answer<{ id: number }>>(
    'POST',
    `${industryNews.path}/add`,
    { title: '脚本<img src=x onerror=window.stolen=5>标题', category: 'industry', content },
    token,
  );
  const id = added.body?.id ?? 0;
  await call('PUT', `${industryNews.path}/publish`, { rows: [{ id, version: 1 }] }, token);
  return id;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  [wide, phone] = [
    await openDesk(browser, product.url),
    await openDesk(browser, product.url, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }),
  ];
  articleId = await publishEvil();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const desks = [
  ['1440 px', () => wide],
  ['375 px', () => phone],
] as const;
const rows = (page: Page) => page.locator('ol.pub-list > li');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const stolen = (page: Page) => page.evaluate(() => (window as unknown as { stolen?: number }).stolen);

it.each(proofs ? desks : desks.slice(0, 1))(
  'a stranger finds a public report, opens it, and returns to the position in the list, at %s',
  async (_width, deskOf) => {
    const { page, failures } = deskOf();
    await page.goto('/orgReportFormula');
    const told = page.getByText(/^共\d+条公示$/);
    await told.waitFor();
    const all = Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]);
    expect(all).toBeGreaterThan(10);
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByRole('link', { name: '下一页' }).click();
    await page.getByText('第2页，共2页').waitFor();
    await expect.poll(() => rows(page).count()).toBe(all - 10);
    await page.getByRole('searchbox').fill('铜业');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('共1条公示').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('铜业');
    await expect.poll(() => fits(page)).toBe(true);
    await page.getByRole('link', { name: '诸暨市店浦铜业有限公司' }).click();
    await page.getByRole('heading', { level: 1, name: /诸暨市店浦铜业有限公司.*报告公示/ }).waitFor();
    await expect.poll(() => page.title()).toContain('诸暨市店浦铜业有限公司');
    await expect.poll(() => page.getByText(/^139\*{4}\d{4}$/).count()).toBe(1);
    const picture = page.getByRole('img', { name: /现场调查/ });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    await expect.poll(() => fits(page)).toBe(true);
    await page.goBack();
    await page.getByText('共1条公示').waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('铜业');
    expect(failures).toEqual([]);
  },
);

it.each(proofs ? desks : desks.slice(1))(
  'public news are shown without running their scripts, at %s (IN3)',
  async (_width, deskOf) => {
    const { page, failures } = deskOf();
    await page.goto('/industryNews');
    await page.getByText('共 9 篇').waitFor();
    await expect.poll(() => fits(page)).toBe(true);
    await page.getByRole('link', { name: /^脚本/ }).click();
    await page.getByText('正文开始').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      '脚本<img src=x onerror=window.stolen=5>标题',
    );
    await page.getByText('链接文字').click();
    await expect.poll(() => page.getByText('联系138****6241').count()).toBe(1);
    expect(await stolen(page)).toBeUndefined();
    expect(new URL(page.url()).pathname).toBe('/industryNewsDetails');
    expect(await page.locator('main script, main svg, main [onerror], main [onload]').count()).toBe(0);
    await expect.poll(() => fits(page)).toBe(true);
    expect(failures).toEqual([]);
  },
);

it('the public page of a withdrawn report says that it was withdrawn, and the manual sends strangers to the login', async () => {
  const { page } = phone;
  await page.goto('/orgReportFormulaDetails?id=10');
  await page.getByRole('heading', { name: publicityTexts.goneReport }).waitFor();
  await page.goto('/helper#import');
  await page.waitForURL((address) => address.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/helper#import');
});

it('a signed-in person reads the manual on a phone and finds a section', async () => {
  const context: BrowserContext = phone.context;
  const { page } = phone;
  // Listens before the page loads, because the request is sent while loading.
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/auth/code')),
    page.goto('/login?redirect=%2Fhelper%23import'),
  ]);
  await page.getByLabel('用户名').fill('sales');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: '使用手册' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('import');
  await page.getByRole('searchbox').fill('重置密码');
  await page.getByText(/^找到\d+节$/).waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  await page.goto('/legal/privacyPolicy');
  await page.getByRole('heading', { level: 1, name: '隐私协议' }).waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  await context.clearCookies();
  expect(articleId).toBeGreaterThan(0);
});

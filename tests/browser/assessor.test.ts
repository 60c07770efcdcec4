import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceTexts, traceTitles } from '@contract/features/reports/resultTrace';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// An assessor at the auditor's desk asks ten questions. Each is answered from the report in at most four clicks.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let clicks = 0;

const click = async (what: { click(): Promise<void> }): Promise<void> => {
  clicks += 1;
  await what.click();
};

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'auditor', '/reportPreviewNew/index');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

describe('an assessor’s ten questions about one result', () => {
  it('an assessor’s ten questions about one result are answered on one page, three clicks from the report, or marked as missing', async () => {
    await page.goto('/reportPreviewNew?belongProject=1');
    await button(page, traceTexts.open).waitFor();
    clicks = 0;
    await click(button(page, traceTexts.open));
    const drawer = page.getByRole('dialog').filter({ hasText: traceTexts.title });
    await click(drawer.getByRole('combobox', { name: '检测结果' }));
    await click(page.locator('.ant-select-item-option').filter({ hasText: '二甲苯' }).first());
    for (const title of Object.values(traceTitles)) await drawer.getByRole('region', { name: title }).waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
    const said = await drawer.innerText();
    expect(said).not.toContain('不需要');
    for (const label of [
      '采样人',
      '检测人',
      '当日检测授权',
      '采样仪器证书',
      '出入库流量',
      '标准曲线',
      '曲线审核',
      '加标回收',
      '检出限依据',
      '标准使用液配制',
      '原始谱图与原始数据',
    ])
      expect(said, label).toContain(label);
    const head = drawer.getByText(/共\d+项缺失|各项齐全/);
    await head.waitFor();
    const missing = Number(/共(\d+)项缺失/.exec(await head.innerText())?.[1] ?? 0);
    expect(await drawer.getByText(traceTexts.missing, { exact: true }).count()).toBe(missing);
  });

  it('an auditor opens record, curve and quality-control checks of a result read-only from its page', async () => {
    const drawer = page.getByRole('dialog').filter({ hasText: traceTexts.title });
    await drawer.getByRole('region', { name: traceTitles.readings }).getByRole('link').first().click();
    await page.waitForURL(/phyId=/);
    await page.getByRole('heading').first().waitFor();
    expect(new URL(page.url()).pathname).not.toBe('/401');
    await expect.poll(() => page.locator('[data-page-pane]:not([inert])').innerText()).toContain('二甲苯');
    expect(
      await page
        .locator('[data-page-pane]:not([inert])')
        .getByRole('button', { name: /^(保\s*存|提\s*交)$/ })
        .count(),
    ).toBe(0);
  });

  it('the page that explains one result fits a phone', async () => {
    const phone = await openDesk(browser, product.url, { viewport: { width: 375, height: 812 } });
    await signIn(phone.page, 'auditor', '/reportPreviewNew?belongProject=1&trace=1');
    const drawer = phone.page.getByRole('dialog').filter({ hasText: traceTexts.title });
    await drawer.getByRole('combobox', { name: '检测结果' }).click();
    await phone.page.locator('.ant-select-item-option').first().click();
    await drawer.getByRole('region', { name: traceTitles.signatures }).waitFor();
    expect(
      await phone.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1),
    ).toBe(false);
    await phone.context.close();
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientNoticeTexts, obligationTexts, matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, noticed, openDesk, signIn, signOut } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// An enterprise's safety officer on a phone: reads, answers with a photograph, completes duties, downloads, and leaves
// no data behind. The laboratory answers at a desktop.

let product: ProductServer;
let browser: Browser;
let client: Desk;
let house: Desk;
let project: { readonly id: number; readonly code: string };

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  client = await openDesk(browser, product.url, { viewport: { width: 375, height: 812 } });
  house = await openDesk(browser, product.url);
  await signIn(client.page, 'enterprise', '/enterprisesService/enterpriseProjects/index');
  await signIn(house.page, 'sales');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect([...(client?.failures ?? []), ...(house?.failures ?? [])]).toEqual([]);
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Returns whether the page is wider than the screen. */
const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);

describe('a client on a phone', () => {
  it('an enterprise user on a phone finds a project with its report, the legal obligations after it, and the results by year', async () => {
    const { page } = client;
    await page.getByText('已出报告').click();
    await page.getByRole('listitem').filter({ hasText: '可查看' }).getByRole('link').first().click();
    await region(page, '报告')
      .getByRole('button', { name: /^查看 / })
      .first()
      .waitFor();
    const code = await page.locator('header p').first().innerText();
    project = { id: Number(new URL(page.url()).searchParams.get('belongProject')), code };
    const duties = page.getByRole('region', { name: '整改与法定事项' });
    await duties.getByText('告知劳动者').waitFor();
    await region(page, '历年结果').getByRole('table').waitFor();
    expect(await overflows(page)).toBe(false);
  });

  it('an enterprise user on a phone records that a legal obligation after a report was met, with date and measure', async () => {
    const { page } = client;
    await page.getByRole('button', { name: '登记完成 告知劳动者' }).click();
    const asked = dialog(page, '告知劳动者');
    await asked.getByLabel('措施').fill('已在车间公告栏公布检测结果');
    await button(asked, '保存').click();
    await noticed(page, obligationTexts.saved);
    await page.getByText(/已完成：已在车间公告栏公布检测结果/).waitFor();
  });

  it('an enterprise user on a phone answers a request for a document with a photograph and objects to a result; the laboratory reads both and answers the objection', async () => {
    const at = house.page;
    const panel = at.getByRole('dialog').filter({ hasText: `${project.code} ${matterTexts.title}` });
    const openThreads = async () => {
      await at.goto(`/reportPreviewNew?belongProject=${project.id}`);
      await button(at, matterTexts.title).click();
    };
    await openThreads();
    await button(panel, '新事项').click();
    const form = dialog(at, '新事项');
    await form.getByLabel('标题').fill('补充生产负荷证明');
    await button(form, '发送给企业').click();
    await noticed(at, matterTexts.sent);

    const { page } = client;
    await page.reload();
    const thread = page.getByRole('article', { name: '补充生产负荷证明' });
    await thread.waitFor();
    await thread.locator('input[type="file"][capture]').setInputFiles({
      name: '负荷.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await thread.getByText('负荷.png').waitFor();
    await thread.getByLabel('回复：补充生产负荷证明').fill('当日满负荷生产');
    await button(thread, '回复').click();
    await noticed(page, matterTexts.replied);
    await button(page, '咨询或提出异议').click();
    const objection = dialog(page, '咨询或提出异议');
    await objection.getByLabel('标题').fill('对打磨岗位结果的疑问');
    await button(objection, '提交').click();
    await noticed(page, matterTexts.asked);

    await openThreads();
    await panel.getByText('当日满负荷生产').waitFor();
    const asked = panel.getByRole('article', { name: '对打磨岗位结果的疑问' });
    await asked.getByLabel('回复：对打磨岗位结果的疑问').fill('已核对原始记录，结果无误');
    await button(asked, '回复').click();
    await noticed(at, matterTexts.replied);
  });

  it('an enterprise user on a phone is notified of the answer and downloads the data for the declaration', async () => {
    const { page } = client;
    await page.goto('/notify/myNews');
    await page.getByText(clientNoticeTexts.repliedTitle('对打磨岗位结果的疑问')).first().waitFor();
    await page.goto(`/enterprisesService/enterpriseProjects/index/page/detail?belongProject=${project.id}`);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, '下载申报资料（xlsx）').click()]);
    expect(file.suggestedFilename()).toMatch(/申报资料\.xlsx$/);
  });

  it('an enterprise user who signs out on a phone is sent to /login without the address of the last page', async () => {
    const { page } = client;
    await page.goto(`/enterprisesService/enterpriseProjects/index/page/detail?belongProject=${project.id}`);
    await region(page, '报告').waitFor();
    await signOut(page);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
  });
});

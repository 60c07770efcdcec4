import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { complaintTexts } from '@contract/features/publicity/publicContact';
import {
  publicCalls,
  publicityTexts,
  type PublicNewsPage,
  type PublicReports,
  reportVerdicts,
} from '@contract/features/publicity/publicityWire';
import type { Page as Rows } from '@contract/wire';
import type { LoginAnswer } from '@contract/wire';
import { measured } from '../support/measured';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// Tasks of visitors, each on a desktop and on a phone.

let product: ProductServer;
let browser: Browser;
let wide: Desk;
let phone: Desk;
let codes: ReadonlyMap<string, string>;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  [wide, phone] = [
    await openDesk(browser, product.url),
    await openDesk(browser, product.url, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }),
  ];
  const { token } = (await (
    await fetch(`${product.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  ).json()) as LoginAnswer;
  const reports = (await (
    await fetch(`${product.url}/api/report?size=200`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Rows<AnyRow>;
  codes = new Map(
    reports.content
      .filter(({ verifyCode, issuedOn }) => verifyCode && issuedOn)
      .map(({ state, verifyCode }) => [String(state), String(verifyCode)]),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const list = '/orgReportFormula';
const count = (page: Page): Promise<number> =>
  page
    .locator('.pub-count span')
    .innerText()
    .then((words) => Number(/\d+/.exec(words)?.[0]));
const notices = async (page: Page): Promise<PublicReports> =>
  (await (await page.request.get(`/${publicCalls.reports}?size=50`)).json()) as PublicReports;
const articles = async (page: Page): Promise<PublicNewsPage> =>
  (await (await page.request.get(`/${publicCalls.news}?size=50`)).json()) as PublicNewsPage;
const openNotice = async (page: Page): Promise<number> => {
  const { content } = await notices(page);
  const id = content[0]?.id ?? 0;
  await page.goto(`${list}Details?id=${id}`);
  return id;
};
async function narrowed(page: Page, label: string, option: { label?: string; index?: number }): Promise<number> {
  await page.goto(list);
  const all = await count(page);
  await page.getByText('更多条件').click();
  await page.getByLabel(label).selectOption(option);
  await page.getByRole('button', { name: '查询' }).click();
  await page.getByText('清除条件').waitFor();
  const some = await count(page);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThanOrEqual(all);
  return some;
}

type Task = readonly [what: string, work: (page: Page) => Promise<void>];
const tasks: readonly Task[] = [
  [
    'finds a unit by its name',
    async (page) => {
      await page.goto(list);
      await page.getByRole('searchbox').fill('铜业');
      await page.getByRole('searchbox').press('Enter');
      await page.getByRole('link', { name: '诸暨市店浦铜业有限公司' }).waitFor();
    },
  ],
  [
    'finds a report by its number',
    async (page) => {
      const [first] = (await notices(page)).content;
      await page.goto(`${list}?keyword=${encodeURIComponent(first?.reportNo ?? '')}`);
      await page
        .getByText(first?.reportNo ?? '', { exact: true })
        .first()
        .waitFor();
    },
  ],
  ['narrows to a province', (page) => narrowed(page, '地区', { label: '浙江省' }).then(() => undefined)],
  ['narrows to a year of reports', (page) => narrowed(page, '报告年份', { index: 1 }).then(() => undefined)],
  ['narrows to a kind of reports', (page) => narrowed(page, '报告类别', { index: 1 }).then(() => undefined)],
  [
    'sees the oldest first',
    async (page) => {
      await page.goto(`${list}?order=publishedFirst`);
      const days = await page
        .locator('.pub-list')
        .getByText(/^公示日期 /)
        .allInnerTexts();
      expect(days).toEqual([...days].sort());
    },
  ],
  [
    'goes to the last page by its number, and to one behind the end',
    async (page) => {
      await page.goto(list);
      await page.getByRole('link', { name: '第2页' }).click();
      await page.getByText('第2页，共2页').waitFor();
      await page.goto(`${list}?page=40`);
      await page.getByRole('link', { name: '查看最后一页' }).click();
      await page.getByText('第2页，共2页').waitFor();
    },
  ],
  [
    'takes all conditions away',
    async (page) => {
      await page.goto(`${list}?keyword=${encodeURIComponent('没有这个单位')}`);
      await page.getByRole('link', { name: '查看全部公示' }).click();
      expect(new URL(page.url()).search).toBe('');
    },
  ],
  [
    'reads who was inspected, by whom, when',
    async (page) => {
      await openNotice(page);
      for (const name of ['单位名称', '报告编号', '出具机构', '项目负责人', '环节'])
        await page.getByText(name, { exact: true }).first().waitFor();
    },
  ],
  [
    'sees the pictures of the work, sharp and no larger than they are shown',
    async (page) => {
      await openNotice(page);
      const picture = page.locator('.pub-scenes img').first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth, image.naturalHeight]),
        )
        .toEqual([true, 480, 360]);
    },
  ],
  [
    'finds whom to call at the agency and at the authority',
    async (page) => {
      await openNotice(page);
      expect(await page.getByRole('link', { name: /^[\d-]{7,}$/ }).getAttribute('href')).toMatch(/^tel:/);
      await page.getByText('监督投诉', { exact: true }).waitFor();
    },
  ],
  [
    'objects to a notice',
    async (page) => {
      await openNotice(page);
      await page.getByText(complaintTexts.open).click();
      await page.getByLabel('异议或投诉内容').fill('公示的采样日期与实际不符。');
      await page.getByRole('button', { name: complaintTexts.send }).click();
      await page.getByText(/^已收到，编号\S+。/).waitFor();
    },
  ],
  [
    'prints a notice without what belongs to the screen',
    async (page) => {
      await openNotice(page);
      await page.emulateMedia({ media: 'print' });
      for (const part of ['.pub-head', '.pub-bar', '.pub-foot', '.pub-complaint'])
        expect(await page.locator(part).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
    },
  ],
  [
    'checks the paper in the hand',
    async (page) => {
      await page.goto(`${list}Details?code=${codes.get('published') ?? codes.get('issued') ?? ''}`);
      await page.getByText(reportVerdicts.valid.text).waitFor();
    },
  ],
  [
    'is told that nobody issued a report of such a code',
    async (page) => {
      expect((await page.goto(`${list}Details?code=${'x'.repeat(24)}`))?.status()).toBe(404);
      await page.getByRole('heading', { name: publicityTexts.unverified }).waitFor();
    },
  ],
  [
    'is told that a notice was withdrawn',
    async (page) => {
      expect((await page.goto(`${list}Details?id=10`))?.status()).toBe(410);
      await page.getByRole('heading', { name: publicityTexts.goneReport }).waitFor();
    },
  ],
  [
    'finds news of a kind',
    async (page) => {
      await page.goto('/industryNews');
      await page.getByRole('link', { name: '标准规范' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?category=standard');
      expect(await count(page)).toBeGreaterThan(0);
    },
  ],
  [
    'reads an article, and the next one',
    async (page) => {
      const [first] = (await articles(page)).content;
      await page.goto(`/industryNewsDetails?id=${first?.id}`);
      await page.locator('.pub-text').waitFor();
      await page.getByRole('navigation', { name: '相邻文章' }).getByRole('link').first().click();
      await page.locator('.pub-text').waitFor();
    },
  ],
  [
    'reads what becomes of their data, without signing in',
    async (page) => {
      await page.goto(list);
      await page.getByRole('contentinfo').getByRole('link', { name: '隐私协议' }).click();
      await page.getByRole('heading', { level: 1, name: '隐私协议' }).waitFor();
    },
  ],
  [
    'gets from each page to the others and to the login',
    async (page) => {
      await page.goto('/industryNews');
      await page.getByRole('link', { name: '报告公示' }).click();
      await page.getByRole('heading', { level: 1, name: '报告公示' }).waitFor();
      await page.getByRole('link', { name: '登录' }).click();
      await page.getByLabel('用户名').waitFor();
    },
  ],
  [
    'is told that there is no such page',
    async (page) => {
      expect((await page.goto('/orgReport'))?.status()).toBe(404);
      await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    },
  ],
];

describe.each([
  ['1440 px', () => wide],
  ['375 px', () => phone],
] as const)('a visitor at %s', (width, deskOf) => {
  it.each(tasks)('a visitor completes a task on the public pages: %s', async (_what, work) => {
    const { page, failures } = deskOf();
    await work(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(failures).toEqual([]);
  });

  it('the public pages have no serious axe violation for a visitor, in light and dark mode', async () => {
    const { page } = deskOf();
    const [report, article] = [(await notices(page)).content[0]?.id, (await articles(page)).content[0]?.id];
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of [
        list,
        `${list}Details?id=${report}`,
        '/industryNews',
        `/industryNewsDetails?id=${article}`,
        '/legal/privacyPolicy',
        '/no/such/page',
      ]) {
        await page.goto(path);
        found.push(...(await seriousViolations(page)).map((fault) => `${colorScheme} ${path}: ${fault}`));
      }
    }
    measured(`公众页面 6 种 × 明暗 × ${width}：axe ${found.length} 项`);
    expect(found).toEqual([]);
  });
});

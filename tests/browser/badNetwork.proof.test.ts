import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { numbersFrom } from '../support/chainTamperings';
import { type LossyPort, lossyPort } from '../support/lossyPort';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { button, openDesk, settled, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';
import { person, projectOnSite } from './support/projectOnSite';

// QUALITY FT4: thirty of a hundred requests are lost, half before and half after the server has handled them; thirty of
// a hundred packets are lost in both directions; and an answer takes 20 s.

let product: ProductServer;
let browser: Browser;
let line: LossyPort | undefined;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
});
// Also ends the proxy of a test that failed early.
afterEach(() => line?.end());
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Loses thirty of a hundred requests from now on. @returns the numbers of lost and of all requests */
async function lose(context: BrowserContext, seed: number): Promise<() => { lost: number; all: number }> {
  const next = numbersFrom(seed);
  const counted = { lost: 0, all: 0 };
  await context.route(/\/api\//, async (route: Route) => {
    const fate = next(100);
    counted.all += 1;
    if (fate >= 30) return route.fallback();
    counted.lost += 1;
    if (fate >= 15) await route.fetch().catch(() => undefined);
    await route.abort('connectionreset').catch(() => undefined);
  });
  return () => ({ ...counted });
}

const share = ({ lost, all }: { lost: number; all: number }): string => `${all} 次调用中断 ${lost} 次`;

/** Presses 保存 as often as necessary. */
async function persist(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  for (let turn = 0; turn < 40 && (await form.isVisible()); turn += 1) {
    const submit = button(form, '保存');
    if (await submit.isEnabled().catch(() => false)) await submit.click({ timeout: 2_000 }).catch(() => undefined);
    await wait(300);
  }
  await form.waitFor({ state: 'hidden' });
}

async function addCustomer(page: Page, name: string): Promise<void> {
  await button(page, '新增').click();
  await page.getByRole('dialog').getByLabel('客户名称').fill(name);
  await page.getByRole('dialog').getByLabel('联系人', { exact: true }).fill('周敏');
}

const customers = async (part: string): Promise<AnyRow[]> =>
  (
    await (
      await person(product.url, 'sales')
    )<{ content: AnyRow[] }>('GET', `api/customer?size=100&customerName=${encodeURIComponent(part)}`)
  ).content;

async function fillForms(page: Page, part: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await addCustomer(page, `${part}${index}号`);
    await persist(page);
  }
}

async function expectEachOnce(part: string, count: number): Promise<void> {
  const rows = await customers(part);
  expect(rows.map(({ customerName }) => customerName).sort()).toEqual(
    Array.from({ length: count }, (_, index) => `${part}${index + 1}号`).sort(),
  );
}

interface Site {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly day: string;
  /** Returns the samples as another person sees them. */
  samples(): Promise<AnyRow[]>;
}

/** Opens a phone at the first of forty samples of a day. */
async function atSampling(): Promise<Site> {
  const project = await projectOnSite(product.url);
  const mate = await person(product.url, 'admin');
  const { page, context } = await openDesk(browser, product.url, {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const shown = page.locator(pane);
  const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await signIn(page, 'field', `/siteSample/liveSample/condition/pageSamplingTime?belongProject=${project.id}`);
  await shown.getByLabel('采样日期 *').fill(day);
  await shown.getByRole('button', { name: '新增并生成样品' }).click();
  await shown.getByText('样品 38，空白 2，已采 0/40').waitFor();
  const go = (label: string) =>
    shown.locator('nav[aria-label="现场采样"]').getByRole('button', { name: label }).click();
  await go('气象');
  for (const [label, value] of [
    ['气温', '25.3'],
    ['气压', '101.2'],
    ['测量地点', '喷涂车间'],
    ['测量时间', `${day}T09:00:00`],
  ] as const)
    await shown.getByLabel(label).fill(value);
  await shown.getByRole('button', { name: '保存气象' }).click();
  await shown.getByText('25.3 ℃　101.2 kPa').waitFor();
  await go('采样');
  await shown.getByRole('button', { name: /B1-0101/ }).click();
  return {
    page,
    context,
    day,
    samples: async () =>
      (await mate<{ content: AnyRow[] }>('GET', `api/sample?project=${project.id}&page=0&size=100&sort=id,asc`))
        .content,
  };
}

const pane = '[data-page-pane]:not([inert])';

/**
 * Records that many samples, one after another, and waits until all are sent.
 * @returns the largest number of waiting records that the page showed
 */
async function takeSamples({ page, day }: Site, count: number): Promise<number> {
  const shown = page.locator(pane);
  let most = 0;
  const unsent = async (): Promise<number> =>
    Number(
      /\d+/.exec(
        (
          await page
            .getByRole('banner')
            .getByRole('button', { name: /待同步/ })
            .allInnerTexts()
        )[0] ?? '0',
      )?.[0],
    );
  for (let number = 0; number < count; number += 1) {
    const at = (minutes: number) =>
      `${day}T${String(10 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
    await shown.getByRole('button', { name: '已经采完，补填时间' }).click();
    await shown.getByLabel('采样前流量').fill('0.100');
    await shown.getByLabel('采样后流量').fill('0.098');
    await shown.getByLabel('开始时间').fill(at(number * 2));
    await shown.getByLabel('结束时间').fill(at(number * 2 + 15));
    await shown
      .locator('article')
      .getByRole('button', { name: /^保存(，下一个|并返回)$/ })
      .click();
    most = Math.max(most, await unsent());
  }
  await expect.poll(unsent, { timeout: 300_000 }).toBe(0);
  return most;
}

async function expectTakenOnce({ page, samples }: Site, count: number): Promise<void> {
  const taken = (await samples()).filter(({ state }) => state === 'collected');
  expect(taken).toHaveLength(count);
  // One edit and one move each: nothing arrived twice.
  expect(new Set(taken.map(({ version }) => version))).toEqual(new Set([3]));
  expect(await page.getByText(siteTexts.endBeforeStart).count()).toBe(0);
}

it(
  'forms repeated until saved create 0 duplicates with 30 of 100 requests lost (FT4)',
  { timeout: 600_000 },
  async () => {
    const { page, context } = await openDesk(browser, product.url, { serviceWorkers: 'block' });
    await signIn(page, 'sales', '/customer');
    await settled(page, '客户');
    const counted = await lose(context, 20_261_122);
    await fillForms(page, '弱网客户', 15);
    await expectEachOnce('弱网客户', 15);
    measured(`表单：${share(counted())}，15 条各保存 1 次`);
    await context.close();
  },
);

it(
  'the records of a day’s samples arrive exactly once with 30 of 100 requests lost, and the page counts the unsent ones (FT4)',
  { timeout: 600_000 },
  async () => {
    const site = await atSampling();
    const counted = await lose(site.context, 20_261_123);
    const most = await takeSamples(site, 36);
    await expectTakenOnce(site, 36);
    expect(most).toBeGreaterThan(0);
    measured(`现场：${share(counted())}，36 个样品各记录 1 次，待同步最多 ${most}`);
    await site.context.close();
  },
);

/** Loses thirty of a hundred packets to and from the server from now on. */
const losePackets = (): LossyPort | undefined => (line = lossyPort(Number(new URL(product.url).port), 30));
const noLoss = 'packets are dropped by iptables, as root';

/** Reports the losses after the line is repaired. */
function packetsLost(lossy: LossyPort): string {
  const { all, lost } = lossy.count();
  lossy.end();
  // The kernel draws for each packet, so a small sample varies. Five standard deviations are no chance.
  expect(Math.abs(lost - 0.3 * all)).toBeLessThan(5 * Math.sqrt(0.3 * 0.7 * all));
  return `${all} 个 TCP 包丢失 ${lost}（${((100 * lost) / all).toFixed(0)} %）`;
}

it(
  'forms repeated until saved create 0 duplicates with 30 of 100 TCP packets lost in both directions (FT4)',
  { timeout: 600_000 },
  async ({ skip }) => {
    const { page, context } = await openDesk(browser, product.url, { serviceWorkers: 'block' });
    await signIn(page, 'sales', '/customer');
    await settled(page, '客户');
    const lossy = losePackets();
    if (!lossy) return skip(noLoss);
    await fillForms(page, '丢包客户', 20);
    const told = packetsLost(lossy);
    await expectEachOnce('丢包客户', 20);
    measured(`表单：${told}，20 条各保存 1 次`);
    await context.close();
  },
);

it(
  'the records of a day’s samples arrive exactly once with 30 of 100 TCP packets lost in both directions, and the page counts the unsent ones (FT4)',
  { timeout: 600_000 },
  async ({ skip }) => {
    const site = await atSampling();
    const lossy = losePackets();
    if (!lossy) return skip(noLoss);
    const most = await takeSamples(site, 36);
    const told = packetsLost(lossy);
    await expectTakenOnce(site, 36);
    expect(most).toBeGreaterThan(0);
    measured(`现场：${told}，36 个样品各记录 1 次，待同步最多 ${most}`);
    await site.context.close();
  },
);

it(
  'an answer that takes 20 s is awaited, and a second click on the button sends nothing (FT4)',
  { timeout: 600_000 },
  async () => {
    const { page, context } = await openDesk(browser, product.url, { serviceWorkers: 'block' });
    await signIn(page, 'sales', '/customer');
    await settled(page, '客户');
    let sent = 0;
    await context.route(/api\/customer\/add$/, async (route) => {
      sent += 1;
      await wait(20_000);
      await route.fallback();
    });
    await addCustomer(page, '慢网客户');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await button(page.getByRole('dialog'), '保存')
      .click({ timeout: 1_000 })
      .catch(() => undefined);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect([sent, (await customers('慢网客户')).length]).toEqual([1, 1]);
    measured('20 s 的应答：1 次请求，1 行');
    await context.close();
  },
);

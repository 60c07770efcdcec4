import type { AnyRow } from '@contract/entity';
import { outboxTexts } from '@contract/outboxTexts';
import { siteTexts } from '@contract/siteSample/siteTexts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import { type Line, openLine } from './support/line';
import { person, projectOnSite } from './support/projectOnSite';
import { type ProductServer, startProduct } from './support/productServer';

// Forty samples on a telephone whose network is gone half of the time, in the order in which a person takes them.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let line: Line;
let page: Page;
let project: { id: number; code: string };
let mate: Awaited<ReturnType<typeof person>>;

const base = '/siteSample/liveSample/condition';
/** The day before, so that no time of it lies ahead of the clock. */
const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  line = await openLine(product.url);
  [project, desk] = await Promise.all([projectOnSite(product.url), openDesk(browser, line.url, { viewport: { width: 375, height: 812 }, hasTouch: true })]);
  mate = await person(product.url, 'admin');
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await line?.cut();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const shown = (): Locator => page.locator('[data-page-pane]:not([inert])');
const go = (label: string) => page.locator('[data-page-pane]:not([inert]) nav[aria-label="现场采样"]').getByRole('button', { name: label }).click();
const mark = () => page.getByRole('banner').getByRole('button', { name: /待同步/ });
const unsent = async (): Promise<number> => Number(/\d+/.exec((await mark().allInnerTexts())[0] ?? '0')?.[0]);
const samples = async (): Promise<AnyRow[]> => (await mate<{ content: AnyRow[] }>('GET', `api/sample?project=${project.id}&page=0&size=100&sort=id,asc`)).content;
const press = (name: string) => shown().getByRole('button', { name, exact: true }).click();

it('makes the samples of a day from the approved plan', async () => {
  await signIn(page, 'field', `${base}/pageSamplingTime?belongProject=${project.id}`);
  await shown().getByLabel('采样日期 *').fill(day);
  await press('添加并生成样品');
  await shown().getByText('样品 38，空白 2，已采 0/40').waitFor();
  // Nothing to push sideways, and nothing too small for a thumb.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  for (const one of await shown().locator('section[aria-label="采样日期"] button').all()) expect((await one.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44);
});

it('prints a label for each, on sheets and on a label printer', async () => {
  await press('打印标签');
  const dialog = page.getByRole('dialog').filter({ hasText: '打印标签' });
  await dialog.getByText('共 40 枚，2 张').waitFor();
  const printed = page.locator('[data-print="labels"] [data-label]');
  expect(await printed.count()).toBe(40);
  expect(new Set(await printed.evaluateAll((labels) => labels.map((label) => label.getAttribute('data-label')))).size).toBe(40);
  expect(await printed.locator('svg path').count()).toBeGreaterThanOrEqual(40);
  expect(await pagesOf()).toEqual({ pages: 2, width: 595, height: 842 });
  await dialog.getByRole('radio', { name: '标签机 50×30 mm' }).check();
  await dialog.getByText('共 40 枚，40 张').waitFor();
  expect(await pagesOf()).toEqual({ pages: 40, width: 142, height: 85 });
  await button(dialog, '关闭').last().click();
  await dialog.waitFor({ state: 'hidden' });
});

async function pagesOf(): Promise<{ pages: number; width: number; height: number }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  return { pages: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

it('refuses 20 kPa with a sentence, keeps what was typed, and takes 101.2', async () => {
  await go('气象');
  await shown().getByLabel('气温').fill('25.3');
  await shown().getByLabel('气压').fill('20');
  await shown().getByLabel('测量地点').fill('喷涂车间');
  await shown().getByLabel('测量时间').fill(`${day}T09:00:00`);
  await press('保存气象');
  await shown().getByText(siteTexts.badPressure('20')).waitFor();
  await shown().getByLabel('气压').fill('101.2');
  await press('保存气象');
  await shown().getByText('25.3℃　101.2kPa').waitFor();
});

/** One sample, typed as it is written down from a clip board; opens the next. */
async function take(number: number): Promise<void> {
  const at = (minutes: number) => `${day}T${String(10 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
  await press('已经采完，补填时间');
  await shown().getByLabel('采样前流量').fill('0.100');
  await shown().getByLabel('采样后流量').fill('0.098');
  await shown().getByLabel('开始时间').fill(at(number * 2));
  await shown().getByLabel('结束时间').fill(at(number * 2 + 15));
  await shown().locator('article').getByRole('button', { name: /^保存(，下一个|并返回)$/ }).click();
}

it('takes ten with a network, the first one by the big buttons', async () => {
  await go('采样');
  await shown().getByRole('button', { name: /B1-0101/ }).click();
  await shown().getByLabel('采样前流量').fill('0.100');
  await press('开始采样');
  await page.waitForTimeout(1_100);
  await press('结束采样');
  // 5.1 %: the sentence, and nothing is sent.
  await shown().getByLabel('采样后流量').fill('0.1051');
  await shown().getByText(siteTexts.flowFails('0.100', '0.1051', '5.1')).waitFor();
  await shown().getByLabel('采样后流量').fill('0.098');
  await shown().getByLabel('开始时间').fill(`${day}T09:00:00`);
  // An end before the start.
  await shown().getByLabel('结束时间').fill(`${day}T08:59:00`);
  await press('保存，下一个');
  await shown().getByText(siteTexts.endBeforeStart).waitFor();
  await shown().getByLabel('结束时间').fill(`${day}T09:15:00`);
  await press('保存，下一个');
  // Whose readings come next is seen before they are typed.
  await expect.poll(async () => (await shown().getByRole('article', { name: /B1-0102$/ }).boundingBox())?.y ?? 0).toBeGreaterThan(100);
  for (let number = 1; number < 10; number += 1) await take(number);
  await expect.poll(unsent).toBe(0);
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(10);
});

it('goes on without one: samples, blanks and a signature, all of them waiting, and the page started anew in the middle', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await Promise.all([line.cut(), desk.context.setOffline(true)]);
  for (let number = 10; number < 30; number += 1) await take(number);
  await shown().getByText('已采 30/40').waitFor();
  await expect.poll(unsent).toBe(20);
  await shown().getByText(outboxTexts.waiting(20)).waitFor();
  await page.reload();
  await shown().getByText('已采 30/40').waitFor();
  expect(await unsent()).toBe(20);
  // Files of the build alone: nothing that anybody has read or typed.
  const kept = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat());
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await shown().getByRole('button', { name: /^空白/ }).click();
  await shown().getByRole('button', { name: /B1-K1/ }).click();
  await shown().getByLabel('采集时间').fill(`${day}T10:00:00`);
  await press('保存，下一个');
  // The first one's card has a field of the same name.
  await shown().getByRole('article', { name: /-K2$/ }).waitFor();
  await shown().getByLabel('采集时间').fill(`${day}T10:01:00`);
  await press('保存并返回');
  // A page that was not opened yet.
  await go('陪同人');
  await shown().getByLabel('姓名').fill('王建国');
  const pad = await shown().getByRole('img', { name: '陪同人签名' }).boundingBox();
  if (!pad) throw new Error('no pad');
  await shown().getByRole('img', { name: '陪同人签名' }).scrollIntoViewIfNeeded();
  const box = (await shown().getByRole('img', { name: '陪同人签名' }).boundingBox()) ?? pad;
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 110, { steps: 4 });
  await page.mouse.up();
  await button(shown(), '确定').click();
  await shown().getByText('王建国').waitFor();
  await expect.poll(unsent).toBe(23);
  expect((await samples()).filter(({ state }) => state === 'collected')).toHaveLength(10);
});

it('sends each of them once when it is back, and asks about the one that a colleague has written', async () => {
  const twelfth = (await samples()).find(({ sampleNo }) => String(sampleNo).endsWith('-0304')) as AnyRow;
  await mate('PUT', 'api/sample/record', { id: twelfth.id, values: { flowBefore: '0.2' } });
  await Promise.all([line.mend(), desk.context.setOffline(false)]);
  await expect.poll(unsent, { timeout: 60_000 }).toBe(1);
  await mark().click();
  const panel = page.getByRole('dialog').filter({ hasText: twelfth.sampleNo as string });
  await panel.getByText(/“采样前流量”已由.*填写为“0.2”/).waitFor();
  await button(panel, outboxTexts.keepMine).click();
  await expect.poll(unsent).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: /Close|关闭/ }).first().click();
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(32);
  const all = await samples();
  // One edit and one move each: nothing came twice.
  const typed = all.filter(({ state, sampleNo }) => state === 'collected' && !String(sampleNo).endsWith('-0101') && sampleNo !== twelfth.sampleNo);
  expect(new Set(typed.map(({ version }) => version))).toEqual(new Set([3]));
  expect(all.find(({ id }) => id === twelfth.id)).toMatchObject({ flowBefore: '0.100', state: 'collected' });
  const [signed] = (await mate<{ content: AnyRow[] }>('GET', `api/companion?project=${project.id}&page=0&size=5`)).content;
  expect(signed).toMatchObject({ companionName: '王建国', signature: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

it('keeps what is not sent through a reload, and takes the rest', async () => {
  await go('采样');
  await shown().getByRole('button', { name: /^待采/ }).click();
  await shown().locator('ul button').first().click();
  await page.route('**/api/sample/record', (route) => route.abort());
  await take(30);
  await expect.poll(unsent).toBe(1);
  await page.reload();
  await expect.poll(unsent).toBe(1);
  await page.unroute('**/api/sample/record');
  await shown().locator('ul button').first().click();
  for (let number = 31; number < 38; number += 1) {
    if (number >= 36) await shown().getByLabel('采样对象').fill('李师傅');
    await take(number);
  }
  await shown().getByText('已采 40/40').waitFor();
  await expect.poll(unsent, { timeout: 60_000 }).toBe(0);
  // The last of them may be on its way to the outbox, or back from the server.
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(40);
  const all = await samples();
  expect(new Set(all.map(({ sampleNo }) => sampleNo)).size).toBe(40);
  expect(all.filter(({ person: who }) => who === '李师傅')).toHaveLength(2);
  expect(all.filter(({ sampleKind, standardVolume }) => sampleKind === 'sample' && standardVolume === null)).toEqual([]);
});

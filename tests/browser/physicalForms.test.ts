import type { AnyRow } from '@contract/entity';
import { messages } from '@contract/messages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium';
import { type Desk, grid, openDesk, settled, signIn } from './support/console';
import { backOn, cutOff, fitsThumb, press, telephone, unsent } from './support/field/telephone';
import { type Line, openLine } from './support/line';
import { decide, paste, pick, shown, toCell } from './support/people';
import { person, projectOnSite } from './support/projectOnSite';
import { type ProductServer, startProduct } from './support/productServer';

// Noise of a pressing shop: one place is read on the telephone without a network, another is typed on the record; both are on the form of noise, whose unit nobody types.

let product: ProductServer;
let browser: Browser;
let line: Line;
let phone: Desk;
let desk: Desk;
let project: { id: number; code: string };
let samples: AnyRow[];
let method: number;

const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
const readings = '样品与读数';
const noiseSamples = async (): Promise<AnyRow[]> => {
  const field = await person(product.url, 'field');
  const { content } = await field<{ content: AnyRow[] }>('GET', `api/sample?project=${project.id}&page=0&size=100&sort=id,asc`);
  return content.filter(({ hazardName }) => hazardName === '噪声');
};

/** Two places of noise, in the plan while it is open. */
async function planNoise(of: unknown): Promise<void> {
  const field = await person(product.url, 'field');
  const noise = (await field<{ content: AnyRow[] }>('GET', `api/hazard?page=0&size=500&name=${encodeURIComponent('噪声')}`)).content.find(({ name }) => name === '噪声');
  const [item] = (await field<{ content: AnyRow[] }>('GET', `api/labMethodItem?page=0&size=1&hazard=${noise?.id}`)).content;
  method = Number(item?.['method']);
  await field('PUT', 'api/sampleSiteHazard/saveAll', {
    rows: [{ project: of, workshop: '冲压车间', place: '冲压工', hazard: noise?.id, method, points: 2, samplesPerDay: 1, days: 1, blanks: 0, hoursPerDay: '8', rowSort: 30, siteNo: '30', mode: 'area', period: 'short', remark: '固定点' }],
  });
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  line = await openLine(product.url);
  project = await projectOnSite(product.url, undefined, { planning: planNoise });
  const field = await person(product.url, 'field');
  const { body: made } = await field<{ body: AnyRow }>('POST', 'api/samplingDay/add', { project: project.id, sampledOn: day });
  await field('POST', 'api/siteWeather/add', { project: project.id, samplingDay: made.id, measuredAt: `${day} 08:30:00`, place: '冲压车间', temperature: '24.5', pressure: '101.3' });
  samples = await noiseSamples();
  [phone, desk] = await Promise.all([openDesk(browser, line.url, telephone), openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] })]);
});
afterAll(async () => {
  await browser?.close();
  await line?.cut();
  await product?.stop();
  expect([...(phone?.failures ?? []), ...(desk?.failures ?? [])]).toEqual([]);
});

const fill = (page: Page, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((before, [name, text]) => before.then(() => shown(page).getByLabel(name).fill(text)), Promise.resolve());

it('are typed on the telephone at the place, without a network, and come to 86.5 dB(A) there', async () => {
  const { page } = phone;
  const [first] = samples;
  await signIn(page, 'field', `/siteSample/liveSample/condition/pageSampling?belongProject=${project.id}`);
  await shown(page).getByRole('button', { name: new RegExp(`${String(first?.['sampleNo']).split('-').slice(-2).join('-')}`) }).click();
  await cutOff(page, line);
  await press(page, '已经采完，补填时间');
  await fill(page, { 开始时间: `${day}T09:00:00`, 结束时间: `${day}T09:05:00`, 读数1: '80', 读数2: '90', 读数3: '84' });
  const outcome = shown(page).getByLabel('测量结果');
  await expect.poll(() => outcome.innerText()).toContain('86.5 dB(A)');
  await shown(page).getByText('请填写声源值、测量前示值、测量后示值').waitFor();
  await fill(page, { 声源值: '94.0', 测量前示值: '94.0', 测量后示值: '94.7' });
  await shown(page).getByText('测量后示值与声源值相差0.7dB，超过0.5dB，读数作废，请更换声级计重新测量').waitFor();
  await fill(page, { 测量后示值: '93.8' });
  await expect.poll(() => outcome.innerText()).toContain('86.5 dB(A)');
  await fitsThumb(page, shown(page).locator('article'));
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/phone.png`, fullPage: true });
  await press(page, '保存');
  await expect.poll(() => unsent(page)).toBe(1);
  await backOn(page, line);
  await expect.poll(() => unsent(page)).toBe(0);
  // Nothing is handed over: it waits for whoever tests.
  await expect.poll(async () => (await noiseSamples())[0]).toMatchObject({ state: 'received', measured: { p1: '80', p2: '90', p3: '84', sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '93.8' } });
});

it('are typed on the record under a fixed unit, with the calibration, and are handed in', async () => {
  const [, second] = samples;
  const call = async (who: string) => person(product.url, who);
  const [field, admin, keeper, analyst] = [await call('field'), await call('admin'), await call('keeper'), await call('analyst')];
  await field('PUT', 'api/sample/record', { id: second?.id, values: { startTime: `${day} 09:10:00`, endTime: `${day} 09:15:00` } });
  const { user } = await analyst<{ user: { id: number } }>('GET', 'auth/info');
  await admin('PUT', 'api/methodAuthorisation/grant', { persons: [user.id], methods: [method], validFrom: '2026-01-01', validUntil: '2030-01-01', certificateNo: 'SG-1' });
  const { content: tasks } = await keeper<{ content: AnyRow[] }>('GET', `api/labTask?project=${project.id}&page=0&size=10`);
  const ids = tasks.map(({ id }) => id);
  await keeper('PUT', 'api/labTask/distribute', { downloadBy: user.id, ids });
  const { body: sheet } = await analyst<{ body: AnyRow }>('POST', 'api/labSheet/start', { tasks: ids });

  const { page } = desk;
  await signIn(page, 'analyst', `/labTest/pageLabTest?belongProject=${project.id}&phyId=${sheet.id}`);
  await settled(page, readings);
  const row = (at: number) => grid(page, readings).locator(`[data-row="${at}"]`);
  // What was read on site is there; the unit stands before anything is typed, and can't be.
  await expect.poll(() => row(0).innerText()).toContain('86.5');
  await expect.poll(() => row(1).innerText()).toContain('dB(A)');
  expect(await grid(page, readings).getByRole('columnheader').filter({ hasText: '计算式' }).count()).toBe(0);
  await toCell(page, readings, 1, '读数1');
  await paste(page, [['80', '90', '84', '94.0', '94.0', '93.9']]);
  await expect.poll(() => row(1).innerText()).toContain('86.5');
  await page.keyboard.press('Control+s');
  await shown(page).getByText('已保存').first().waitFor();
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/record.png` });
  await pick(page, '检测仪器', 'ZS-002');
  await fill(page, { 环境温度: '24.5', 相对湿度: '50' });
  await page.keyboard.press('Control+s');
  await page.waitForFunction((text) => (window as { notices?: string[] }).notices?.some((one) => one.includes(text)), messages.edited);
  await decide(page, '提交');
  await expect.poll(async () => (await analyst<{ sheet: AnyRow }>('GET', `api/labSheet/work/${sheet.id}`)).sheet['state']).toBe('awaitingReview');
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { messages } from '@contract/messages';
import { savedText } from '@contract/workbook/saveMany';
import { launchChromium } from './support/chromium';
import { type Desk, grid, noticed, openDesk, settled, signIn } from './support/console';
import { backOn, card, cutOff, fitsThumb, press, telephone, unsent } from './support/field/telephone';
import { type Line, openLine } from './support/line';
import { decide, paste, pick, shown, toCell } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { person, projectOnSite } from './support/projectOnSite';

// Noise of a pressing shop: one place is recorded on the phone without a network, another in the laboratory record.
// Both use the form of noise, whose unit is fixed.

let product: ProductServer;
let browser: Browser;
let line: Line;
let phone: Desk;
let desk: Desk;
let project: { id: number; code: string };
let method: number;

const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
const readings = '样品与读数';
const listed = { page: '0', size: '100', sort: 'id,asc' } as const;

/** Returns the first 100 rows of an entity, as `who` sees them. */
async function rowsOf(who: string, entity: string, asked: Readonly<Record<string, string>>): Promise<AnyRow[]> {
  const call = await person(product.url, who);
  const query = new URLSearchParams({ ...listed, ...asked }).toString();
  return (await call<{ content: AnyRow[] }>('GET', `api/${entity}?${query}`)).content;
}

const noiseSamples = async (): Promise<AnyRow[]> =>
  (await rowsOf('field', 'sample', { project: String(project.id) })).filter((one) => one['hazardName'] === '噪声');

/** Plans two places of noise while the plan is open. */
async function planNoise(of: unknown): Promise<void> {
  const field = await person(product.url, 'field');
  const noise = (await rowsOf('field', 'hazard', { name: '噪声' })).find(({ name }) => name === '噪声');
  const [item] = await rowsOf('field', 'labMethodItem', { hazard: String(noise?.id) });
  method = Number(item?.['method']);
  const place = {
    workshop: '冲压车间',
    place: '冲压工',
    siteNo: '30',
    mode: 'area',
    period: 'short',
    remark: '固定点',
  };
  const counts = { points: 2, samplesPerDay: 1, days: 1, blanks: 0, hoursPerDay: '8', rowSort: 30 };
  const row = { project: of, hazard: noise?.id, method, ...place, ...counts };
  await field('PUT', 'api/sampleSiteHazard/saveAll', { rows: [row] });
}

async function sampleDay(): Promise<void> {
  const field = await person(product.url, 'field');
  const { body } = await field<{ body: AnyRow }>('POST', 'api/samplingDay/add', {
    project: project.id,
    sampledOn: day,
  });
  const air = { measuredAt: `${day} 08:30:00`, place: '冲压车间', temperature: '24.5', pressure: '101.3' };
  await field('POST', 'api/siteWeather/add', { project: project.id, samplingDay: body.id, ...air });
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  line = await openLine(product.url);
  project = await projectOnSite(product.url, undefined, { planning: planNoise });
  await sampleDay();
  phone = await openDesk(browser, line.url, telephone);
  desk = await openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(async () => {
  await browser?.close();
  await line?.cut();
  await product?.stop();
  expect([...(phone?.failures ?? []), ...(desk?.failures ?? [])]).toEqual([]);
});

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await shown(page).getByLabel(name, { exact: true }).fill(text);
}

/** Fills the open sample on the phone. */
const typeReadings = async (values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(values)) await card(phone.page).getByLabel(name).fill(text);
};

it('noise readings typed on the phone without a network arrive at the server', async () => {
  const { page } = phone;
  const [first] = await noiseSamples();
  await signIn(page, 'field', `/siteSample/liveSample/condition/pageSampling?belongProject=${project.id}`);
  const no = String(first?.['sampleNo']).split('-').slice(-2).join('-');
  await shown(page)
    .getByRole('button', { name: new RegExp(no) })
    .click();
  const later = card(page).getByRole('button', { name: '已经测完，补填时间' });
  await later.waitFor();
  await cutOff(page, line);
  await later.click();
  await typeReadings({ 开始时间: `${day}T09:00:00`, 结束时间: `${day}T09:05:00` });
  await typeReadings({ 读数1: '80', 读数2: '90', 读数3: '84' });
  const outcome = card(page).getByLabel('测量结果');
  await expect.poll(() => outcome.innerText()).toContain('86.5 dB(A)');
  await typeReadings({ 声源值: '94.0', 测量前示值: '94.0', 测量后示值: '94.7' });
  await card(page).getByText('测量后示值与声源值相差0.7 dB，超过0.5 dB，读数作废，请更换声级计重新测量').waitFor();
  await typeReadings({ 测量后示值: '93.8' });
  await expect.poll(() => outcome.innerText()).toContain('86.5 dB(A)');
  await fitsThumb(page, card(page).getByRole('region', { name: '现场读数' }));
  await press(page, '保存');
  await expect.poll(() => unsent(page)).toBe(1);
  expect((await noiseSamples())[0]?.['measured']).toBeNull();
  await backOn(page, line);
  await expect.poll(() => unsent(page)).toBe(0);
  const measured = { p1: '80', p2: '90', p3: '84', sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '93.8' };
  // Nothing is handed over: it waits for the analyst.
  await expect.poll(async () => (await noiseSamples())[0]).toMatchObject({ state: 'received', measured });
});

/** Starts a record of both places by the analyst, who is authorised for noise. */
async function startRecord(second: AnyRow | undefined): Promise<number> {
  const field = await person(product.url, 'field');
  const times = { startTime: `${day} 09:10:00`, endTime: `${day} 09:15:00` };
  await field('PUT', 'api/sample/record', { id: second?.id, values: times });
  const analyst = await person(product.url, 'analyst');
  const { user } = await analyst<{ user: { id: number } }>('GET', 'auth/info');
  const admin = await person(product.url, 'admin');
  const valid = { validFrom: '2026-01-01', validUntil: '2030-01-01', certificateNo: 'SG-1' };
  await admin('PUT', 'api/methodAuthorisation/grant', { persons: [user.id], methods: [method], ...valid });
  const tasks = (await rowsOf('keeper', 'labTask', { project: String(project.id) })).map(({ id }) => id);
  const keeper = await person(product.url, 'keeper');
  await keeper('PUT', 'api/labTask/distribute', { downloadBy: user.id, ids: tasks });
  const { body } = await analyst<{ body: AnyRow }>('POST', 'api/labSheet/start', { tasks });
  return Number(body.id);
}

it('a laboratory record for noise gets the readings and the meter calibration of the site sampling, shows dB(A) as fixed unit, and can be submitted', async () => {
  const sheet = await startRecord((await noiseSamples())[1]);
  const { page } = desk;
  await signIn(page, 'analyst', `/labTest/pageLabTest?belongProject=${project.id}&phyId=${sheet}`);
  await settled(page, readings);
  const row = (at: number) => grid(page, readings).locator(`[data-row="${at}"]`);
  // The unit is shown before anything is typed. Columns out of view are rendered when the cursor reaches them.
  await toCell(page, readings, 0, '报出结果');
  await expect.poll(() => row(0).innerText()).toContain('86.5');
  await toCell(page, readings, 1, '单位');
  await expect.poll(() => row(1).innerText()).toContain('dB(A)');
  // The unit can't be overwritten.
  await page.keyboard.type('dB(C)');
  await page.keyboard.press('Enter');
  await expect.poll(() => row(1).innerText()).not.toContain('dB(C)');
  expect(await grid(page, readings).getByRole('columnheader').filter({ hasText: '计算式' }).count()).toBe(0);
  await page.keyboard.press('Home');
  await toCell(page, readings, 1, '读数1');
  await paste(page, [['80', '90', '84', '94.0', '94.0', '93.9']]);
  await toCell(page, readings, 1, '报出结果');
  await expect.poll(() => row(1).innerText()).toContain('86.5');
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await pick(page, '检测仪器', 'ZS-002');
  await fill(page, { 环境温度: '24.5', 相对湿度: '50' });
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await decide(page, '提交');
  const analyst = await person(product.url, 'analyst');
  const stateOf = async () => (await analyst<{ sheet: AnyRow }>('GET', `api/labSheet/work/${sheet}`)).sheet['state'];
  await expect.poll(stateOf).toBe('awaitingReview');
});

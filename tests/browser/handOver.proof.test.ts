import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handOverTexts } from '@contract/handOverTexts';
import { openDatabase } from '@server/db/client';
import { hazardTable, projectTable, sampleTable, samplingDayTable } from '@server/db/schema';
import { and, eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filledDirectory } from '../support/filledDirectory';
import { proofs } from '../support/proofs';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, openDesk, signIn } from './support/console';
import { password, type ProductServer, startIn } from './support/productServer';

// From the field's signature to the keeper's, counted in with a scanner: twelve codes (among the proofs 40) at 50 ms a key, the hundred in tests/ui/scan.test.ts.

const many = proofs ? 40 : 12;
const project = 'HS26';
const numbers = Array.from({ length: many }, (_, at) => `${project}-B1-${String(Math.floor(at / 4) + 1).padStart(2, '0')}${String((at % 4) + 1).padStart(2, '0')}`);

let dataDir: string;
let product: ProductServer;
let browser: Browser;
let giver: Desk;
let keeper: Desk;
let projectId: number;

/** What the sampling leaves behind, written straight into the tables before the product starts. */
async function addSamples(): Promise<void> {
  const database = await openDatabase({ dataDir: dataDir });
  const { orm } = database;
  const [model] = await orm.select().from(projectTable).where(eq(projectTable.stage, 'handOver'));
  const [benzene] = await orm.select({ id: hazardTable.id }).from(hazardTable).where(and(eq(hazardTable.name, '苯')));
  const { organizationId, belongInspect, type } = model as typeof projectTable.$inferSelect;
  const [made] = await orm.insert(projectTable).values({ organizationId, belongInspect, type, code: project, projectName: '交接试验', jcbgFlag: true, incoming: false, stage: 'handOver' }).returning({ id: projectTable.id });
  projectId = made?.id as number;
  const [day] = await orm.insert(samplingDayTable).values({ organizationId, project: projectId, sampledOn: new Date().toISOString().slice(0, 10), dayNo: 1 }).returning({ id: samplingDayTable.id });
  await orm.insert(sampleTable).values(numbers.map((sampleNo, at) => ({ organizationId, project: projectId, sampleNo, sampleKind: 'sample', state: 'collected', hazard: benzene?.id as number, hazardName: '苯', samplingDay: day?.id ?? null, place: `喷漆岗${Math.floor(at / 4) + 1}`, lateEntry: false })));
  await database.close();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'occhealth-handover-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  await addSamples();
  product = await startIn(dataDir, { CAPTCHA: 'off' });
  browser = await launchChromium();
  const address = `/siteSample/sampleFlow/details/page?belongProject=${projectId}`;
  giver = await openDesk(browser, product.url);
  await signIn(giver.page, 'field', address);
  keeper = await openDesk(browser, product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
  expect([...(giver?.failures ?? []), ...(keeper?.failures ?? [])]).toEqual([]);
});

/** As a scanner does it: every key `delay` ms behind the other, and Enter. */
const scan = async (page: Page, code: string, delay = 50): Promise<void> => {
  await page.keyboard.type(code, { delay });
  await page.keyboard.press('Enter');
};

it('puts all collected samples on a sheet and signs it over', async () => {
  const { page } = giver;
  await button(page, '新建流转单').click();
  const form = dialog(page, '新建流转单');
  await form.getByText(`已选 ${many} / ${many} 个样品`).waitFor();
  await form.getByLabel('交接地点').fill('样品室');
  await button(form, '生成流转单').click();
  await page.getByRole('heading', { name: `${project}-LZ01` }).waitFor();
  // To the letter: the sheet's own card, which is there earlier, says 尚未送交.
  await page.getByRole('button', { name: /^送\s*交$/ }).click();
  const sign = dialog(page, '签名');
  await sign.getByLabel(/^签名/).fill(password);
  await sign.getByRole('button', { name: /送\s*交/ }).click();
  await page.getByText('已送交，等待样品管理员清点接收').waitFor();
});

it(`counts ${many} scans in, at 50 ms a key and as fast as keys come, without submitting once, and tells each wrong number what it is`, async () => {
  const { page } = keeper;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/handOver')) sent.push(request.url().split('/').at(-1) ?? '');
  });
  await signIn(page, 'keeper', `/siteSample/sampleFlow/details/page?belongProject=${projectId}`);
  const panel = page.getByRole('region', { name: '扫码清点' });
  await panel.getByLabel(handOverTexts.scanHint).waitFor();
  const receive = page.getByRole('button', { name: /^接\s*收$/ });
  expect(await receive.isDisabled()).toBe(true);
  // The pace of the specification for a few; the rest without a pause, which is harder and waits for nobody.
  for (const [at, code] of numbers.slice(0, many - 2).entries()) await scan(page, code, at < 5 ? 50 : 0);
  await panel.getByText(`${many - 2} / ${many}`).waitFor();
  expect(await panel.getByLabel(handOverTexts.scanHint).inputValue()).toBe('');

  await scan(page, numbers[0] ?? '');
  await panel.getByRole('status').getByText(handOverTexts.countedAgain(numbers[0] ?? '')).waitFor();
  await scan(page, 'X-1-A1-0101');
  await panel.getByRole('status').getByText(handOverTexts.unknownNo('X-1-A1-0101')).waitFor();
  await panel.getByText(`${many - 2} / ${many}`).waitFor();

  // The cursor is elsewhere, on a button at that: the scan still counts, and its Enter presses nothing.
  await page.getByRole('button', { name: /打\s*印/ }).focus();
  await scan(page, numbers[many - 2] ?? '');
  await panel.getByText(`${many - 1} / ${many}`).waitFor();
  expect(new Set(sent)).toEqual(new Set(['count']));
  expect(sent).toHaveLength(many + 1);
});

it('refuses the one that is broken and receives the others with a signature', async () => {
  const { page } = keeper;
  const table = page.getByRole('grid', { name: '流转单样品' });
  await table.getByRole('row').filter({ hasText: numbers[many - 1] ?? '' }).getByRole('checkbox').check();
  await button(page, '标记拒收').click();
  const mark = dialog(page, '标记拒收');
  await button(mark, '标记拒收').click();
  await mark.getByText(handOverTexts.reasonNeeded).waitFor();
  await mark.getByLabel('拒收原因').fill('管口破裂');
  await button(mark, '标记拒收').click();
  await mark.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^接\s*收$/ }).click();
  const sign = dialog(page, '签名');
  await sign.getByLabel(/^签名/).fill(password);
  await sign.getByRole('button', { name: /接\s*收/ }).click();
  await sign.waitFor({ state: 'hidden' });
  await page.getByText(`送交${many}个，接收${many - 1}个`).waitFor();
});

it('opens the project of a sample that is scanned on another page', async () => {
  const { page } = keeper;
  await page.goto('/notify/myNews');
  await page.getByRole('tab').first().waitFor();
  await page.locator('h1, main').first().click();
  await scan(page, numbers[3] ?? '');
  await page.waitForURL(/sampleFlow\/details\/page\?belongProject=/);
  expect(new URL(page.url()).searchParams.get('belongProject')).toBe(String(projectId));
});

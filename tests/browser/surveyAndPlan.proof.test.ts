import { messages } from '@contract/messages';
import { surveyTexts } from '@contract/planTexts';
import { projectTexts } from '@contract/projectTexts';
import type { AnyRow } from '@contract/entity';
import type { LoginAnswer, Page as Rows } from '@contract/wire';
import type { PlanOf } from '@contract/siteSample/wire';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, noticed, openDesk, signIn } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// A survey and its plan as field people make them; signed in once, each test goes on where the page stands.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let project: number;

async function call<T>(userName: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const send = (address: string, verb: string, content: unknown, token?: string) =>
    fetch(`${product.url}/${address}`, { method: verb, headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, ...(content === undefined ? {} : { body: JSON.stringify(content) }) });
  const { token } = (await (await send('auth/login', 'POST', { username: userName, password })).json()) as LoginAnswer;
  const answer = await send(path, method, body, token.replace(/^Bearer /, ''));
  return { status: answer.status, body: (await answer.json()) as T };
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  page = desk.page;
  project = (await call<Rows<AnyRow>>('field', 'GET', 'api/project?stage=survey&size=10&page=0')).body.content[0]?.id as number;
  await signIn(page, 'field', `/siteSample/siteSurvey/details/page?belongProject=${project}`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const sheet = (name: string) => page.getByRole('grid', { name });
const posts = ['喷漆工', '调漆工', '打磨工', '焊工', '抛丸工', '巡检工', '装配工', '清洗工', '包装工', '电镀工'];
const exposures = ['苯', '甲苯', '二甲苯', '噪声', '电焊烟尘', '氯化氢及盐酸'];
const pasted = Array.from({ length: 60 }, (_, at) => ['涂装车间', posts[Math.floor(at / 6)], at === 7 ? '不存在的因素' : exposures[at % 6], '', '巡视、操作', '原料挥发', '2', '6', '是', '是', '白班', '8', '5', '局部排风', '正常', '防毒口罩', '佩戴', ''].join('\t')).join('\n');

it('takes sixty rows from a spreadsheet, knows hazards by what people call them, and names the one that it does not know', async () => {
  const grid = sheet('岗位与危害因素');
  await grid.waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  await grid.getByRole('row').nth(1).getByRole('gridcell').first().click();
  await page.keyboard.press('Control+V');
  await page.getByText('有误 1 处').waitFor();
  const panel = page.getByRole('tabpanel', { name: '岗位与危害因素' });
  expect(await button(page, '结束调查').isDisabled()).toBe(true);
  await button(panel, '保存').click();
  await panel.getByText('没有名为“不存在的因素”的危害因素').waitFor();
  await page.keyboard.type('甲苯');
  await page.keyboard.press('Enter');
  await button(panel, '保存').click();
  await page.getByText('已全部保存').waitFor();
  await page.getByRole('tab', { name: '岗位与危害因素（60）' }).waitFor();
  expect(await grid.getByRole('row').filter({ hasText: '二甲苯(全部异构体)' }).count()).toBeGreaterThan(0);
  expect(await seriousViolations(page)).toEqual([]);
});

it('shows drawings that were dropped, and keeps them in their order', async () => {
  await page.getByRole('tab', { name: '设备布局' }).click();
  const panel = page.getByRole('tabpanel', { name: '设备布局' });
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } });
  const files = [{ name: '平面图.png', mimeType: 'image/png', buffer: picture }, { name: '布局图.png', mimeType: 'image/png', buffer: picture }];
  await panel.locator('input[type=file]').setInputFiles(files);
  const names = panel.getByRole('button', { name: /^预览/ });
  await expect.poll(() => names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(['预览 平面图.png', '预览 布局图.png']);
  await panel.getByRole('button', { name: '上移 布局图.png' }).click();
  await expect.poll(() => names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(['预览 布局图.png', '预览 平面图.png']);
  await names.first().click();
  await dialog(page, '布局图.png').getByRole('img', { name: '布局图.png' }).waitFor();
  await page.keyboard.press('Escape');
});

it('locks the survey when it is ended, and says so', async () => {
  // A survey ends with its day and its people.
  const { survey } = (await call<{ survey: AnyRow }>('field', 'GET', `api/siteSurvey/of/${project}`)).body;
  const { user } = (await call<{ user: { id: number } }>('field', 'GET', 'auth/info')).body;
  expect((await call('field', 'PUT', 'api/siteSurvey/edit', { ...survey, surveyedOn: '2026-03-02', surveyors: [user.id] })).status).toBe(200);
  await page.reload();
  await page.getByRole('tab', { name: '岗位与危害因素（60）' }).waitFor();
  await button(page, '结束调查').click();
  const asked = dialog(page, surveyTexts.confirmEnd);
  await button(asked, '结束调查').click();
  await page.getByRole('alert').filter({ hasText: messages.surveyEnded }).waitFor();
  expect(await page.getByRole('button', { name: '插入行' }).count()).toBe(0);
  expect(await page.locator('input[type=file]').count()).toBe(0);
});

it('makes the plan from it and sums it up', async () => {
  await page.goto(`/siteSample/samplePlan/details/page?belongProject=${project}`);
  await button(page, '由调查生成').click();
  await button(dialog(page, '由调查生成方案'), '生成').click();
  await noticed(page, '已生成');
  const grid = sheet('采样方案');
  await grid.getByRole('row').filter({ hasText: '活性炭管' }).first().waitFor();
  await page.getByRole('tab', { name: '合计' }).click();
  await page.getByText(/^采样点\d+个.*采样3天$/).waitFor();
  await page.getByRole('row', { name: /^苯、甲苯、二甲苯\(全部异构体\)/ }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

it('is signed by who prepared it, by two others, and read only from then on', async () => {
  const { body: of } = await call<PlanOf>('field', 'GET', `api/samplePlan/of/${project}`);
  await button(page, '提交方案').click();
  await dialog(page, '签名').getByLabel(/^签名/).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: projectTexts.planLocked }).waitFor();
  const sign = (who: string, move: string) => call(who, 'PUT', 'api/samplePlan/move', { id: of.plan?.id, move, password });
  expect((await sign('field', 'review')).status).toBe(403);
  expect([(await sign('reviewer', 'review')).status, (await sign('approver', 'approve')).status]).toEqual([200, 200]);
  await page.reload();
  const signatures = page.getByRole('list', { name: '签批' });
  await expect.poll(async () => (await signatures.innerText()).match(/编制：|审核：|批准：/g)).toEqual(['编制：', '审核：', '批准：']);
  expect(await button(page, '由调查生成').count()).toBe(0);
});

it('stands on A4 with its signatures', async () => {
  // The sheet stays while it is looked at: a real printer's dialog would keep it as long.
  await page.evaluate(() => { window.print = () => undefined; });
  await button(page, '打印').click();
  const paper = page.locator('[data-printed]');
  // Nobody sees it but the printer.
  await paper.waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  await paper.getByRole('columnheader', { name: '含10%备用' }).first().waitFor();
  expect(await paper.innerText()).toMatch(/编制人?：[^]*审核人?：[^]*批准人?：/);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([Number(width), Number(height)].map(Math.round)).toEqual([595, 842]);
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await paper.waitFor({ state: 'detached' });
});

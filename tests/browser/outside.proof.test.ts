import { readFile } from 'node:fs/promises';
import { outsideTexts } from '@contract/outside/texts';
import type { PointBalance } from '@contract/outside/wire';
import { readWorkbook } from '@server/sheet/readWorkbook';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfPages, unspaced } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button, choose, type Desk, dialog, openDesk, signIn } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// Issue 7: a reviewer from outside finds, the laboratory answers, points and fees follow, the statement is downloaded and read back. Each in a window of their own.

let product: ProductServer;
let browser: Browser;
const desks = new Map<string, Desk>();

const deskOf = async (userName: string, path: string): Promise<Page> => {
  const desk = await openDesk(browser, product.url);
  desks.set(userName, desk);
  await signIn(desk.page, userName, path);
  return desk.page;
};

async function confirmMove(page: Page, label: string): Promise<void> {
  await button(page, label).first().click();
  const asked = dialog(page, label).last();
  await button(asked, label).click();
  await asked.waitFor({ state: 'hidden' });
}

async function tokenOf(userName: string): Promise<string> {
  const answer = await fetch(`${product.url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: userName, password }) });
  return ((await answer.json()) as { token: string }).token;
}
async function balance(token: string): Promise<number> {
  const answer = await fetch(`${product.url}/api/sfIntegralRecord/balances`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as PointBalance[])[0]?.balance ?? 0;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  for (const { failures } of desks.values()) expect(failures).toEqual([]);
});

it('a reviewer accepts an answer and closes; points and a fee follow; the settled statement says the same as Excel and as PDF', async () => {
  // The demonstration's second task waits for an answer to one finding.
  const address = '/sfQualityDetail/sfQualityDetail?id=2';
  const quality = await deskOf('quality', address);
  const outside = await deskOf('thirdparty', '/thirdParty/quality');
  const token = await tokenOf('thirdparty');
  const before = await balance(token);
  await outside.getByRole('grid', { name: '第三方质控任务' }).getByText('ZK2026-0002'.replace('2026', String(new Date().getFullYear()))).waitFor().catch(() => undefined);

  await quality.getByRole('tab', { name: /检查发现/ }).click();
  await button(quality, '答复').click();
  const answering = dialog(quality, '答复问题');
  await button(answering, '保存').click();
  await answering.getByText(outsideTexts.answerNeeded).waitFor();
  await answering.getByLabel('整改答复').fill('已补充更正原因，并在更正时改为必填');
  await button(answering, '保存').click();
  await answering.waitFor({ state: 'hidden' });
  await confirmMove(quality, '提交答复');
  await quality.getByRole('heading', { level: 1 }).getByText('待复核').waitFor();

  await outside.goto(address);
  await outside.getByRole('tab', { name: /检查发现/ }).click();
  await button(outside, '复核').click();
  const judging = dialog(outside, '复核答复');
  await judging.getByText('已补充更正原因，并在更正时改为必填').waitFor();
  await judging.getByLabel('认可', { exact: true }).check();
  await button(judging, '保存').click();
  await judging.waitFor({ state: 'hidden' });
  await confirmMove(outside, '复核通过并关闭');
  await outside.getByRole('heading', { level: 1 }).getByText('已关闭').waitFor();
  await outside.getByRole('tab', { name: '费用与积分' }).click();
  // 450 for a record check and 30 for one finding; 15 + 5 in time + 3.
  await outside.getByText('480.00').waitFor();
  expect(await balance(token)).toBe(before + 23);

  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const made = await fetch(`${product.url}/api/sfSettlement/add`, {
    method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('quality')}`, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ reviewer: 11, fromOn: '2020-01-01', untilOn: today }),
  });
  const { body } = (await made.json()) as { body: { id: number; total: string; settlementNo: string } };
  expect([made.status, body.total]).toEqual([200, '980.00']);
  await outside.goto(`/sfFinanceRecord/sfFinanceRecord?id=${body.id}`);
  await confirmMove(outside, '确认金额');
  await outside.getByRole('heading', { level: 1 }).getByText('待支付').waitFor();

  const taken = async (name: string): Promise<Uint8Array> => {
    const [file] = await Promise.all([outside.waitForEvent('download'), button(outside, name).click()]);
    return new Uint8Array(await readFile(await file.path()));
  };
  const table = await readWorkbook(await taken('下载Excel'), { fileName: 'statement.xlsx' });
  expect(JSON.stringify(table)).toContain('480');
  expect(JSON.stringify(table)).toContain('980');
  const [page] = await pdfPages(await taken('下载PDF'));
  for (const words of [body.settlementNo, '980.00元', '480.00', '500.00']) expect(page?.text).toContain(unspaced(words));
});

it('a reviewer finds, hands in what is complete, and closes it once the laboratory has answered', async () => {
  // The demonstration's fourth task waits to be begun.
  const address = '/sfQualityDetail/sfQualityDetail?id=4';
  const [quality, outside] = ['quality', 'thirdparty'].map((name) => desks.get(name)?.page) as [Page, Page];
  const token = await tokenOf('thirdparty');
  const before = await balance(token);
  await outside.goto(address);
  await confirmMove(outside, '开始检查');
  await outside.getByRole('heading', { level: 1 }).getByText('检查中').waitFor();

  // The lines of the form by a call; what is wrong with them by hand.
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const { content } = (await (await fetch(`${product.url}/api/sfQualityItem?task=4&size=200&sort=rowSort,asc`, { headers })).json()) as { content: object[] };
  const filled = await fetch(`${product.url}/api/sfQualityItem/saveAll`, { method: 'PUT', headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify({ rows: content.map((row) => ({ ...row, result: 'yes', score: null })), removed: [] }) });
  expect([content.length > 5, filled.status]).toEqual([true, 200]);

  await outside.goto(address);
  await outside.getByLabel('检查结论').fill('原始记录总体规范');
  await button(outside, '保存结论').click();
  await outside.getByRole('tab', { name: /检查发现/ }).click();
  await button(outside, '登记问题').click();
  const writing = dialog(outside, '登记问题');
  await button(writing, '保存').click();
  await writing.getByText('请输入问题描述').waitFor();
  await choose(writing.getByLabel('程度'), '一般');
  await writing.getByLabel('问题描述').fill('天平的使用记录缺少仪器编号');
  await button(writing, '保存').click();
  await writing.waitFor({ state: 'hidden' });
  await outside.getByRole('listitem').getByText('天平的使用记录缺少仪器编号').waitFor();
  await confirmMove(outside, '提交检查');
  await outside.getByRole('heading', { level: 1 }).getByText('待答复').waitFor();

  await quality.goto(address);
  await quality.getByRole('tab', { name: /检查发现/ }).click();
  await button(quality, '答复').click();
  const answering = dialog(quality, '答复问题');
  await answering.getByLabel('整改答复').fill('已补充仪器编号，模板已改');
  await button(answering, '保存').click();
  await answering.waitFor({ state: 'hidden' });
  await confirmMove(quality, '提交答复');

  await outside.goto(address);
  await outside.getByRole('tab', { name: /检查发现/ }).click();
  await button(outside, '复核').click();
  const judging = dialog(outside, '复核答复');
  await judging.getByLabel('认可', { exact: true }).check();
  await button(judging, '保存').click();
  await judging.waitFor({ state: 'hidden' });
  await confirmMove(outside, '复核通过并关闭');
  await outside.getByRole('heading', { level: 1 }).getByText('已关闭').waitFor();
  // 15 for a check of records, 5 in time, 3 for the finding.
  expect(await balance(token)).toBe(before + 23);
});

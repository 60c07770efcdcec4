import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkForms } from '@contract/features/reviewers/checkForms';
import type { PointBalance } from '@contract/features/reviewers/reviewerWire';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { pdfPages, unspaced } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button } from './support/console';
import {
  acceptAnswer,
  answerFinding,
  conclude,
  judgeLines,
  reached,
  settle,
  taskAddress,
  writeFinding,
} from './support/outside';
import { decide, openPeople, type People, shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';

// An external reviewer files findings, the laboratory answers, points and fees follow, and the statement is downloaded
// and read back. Each person has a window.

let product: ProductServer;
let browser: Browser;
let people: People;

async function tokenOf(userName: string): Promise<string> {
  const answer = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: userName, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}
async function balance(token: string): Promise<number> {
  const answer = await fetch(`${product.url}/api/sfIntegralRecord/balances`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as PointBalance[])[0]?.balance ?? 0;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  people = openPeople(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(people?.failures() ?? []).toEqual([]);
});

/** From the laboratory's answer to the reviewer's closing. */
async function answeredAndClosed(id: number, answer: string): Promise<Page> {
  const quality = await people.at('quality', taskAddress(id));
  await answerFinding(quality, id, answer);
  await decide(quality, '提交答复', false);
  await reached(quality, '待复核');
  const outside = await people.at('thirdparty', taskAddress(id));
  await acceptAnswer(outside, id, answer);
  await decide(outside, '复核通过并关闭', false);
  await reached(outside, '已关闭');
  return outside;
}

it('an external check is closed when the laboratory’s answer is accepted, with points and fee; its statement is equal in Excel and PDF', async () => {
  const token = await tokenOf('thirdparty');
  const before = await balance(token);
  // The demonstration's second task waits for an answer to one finding.
  const outside = await answeredAndClosed(2, '已补充更正原因，并在更正时改为必填');
  await shown(outside).getByRole('tab', { name: '费用与积分' }).click();
  // 450 for a record check and 30 for one finding; 15 + 5 in time + 3.
  await outside.getByText('480.00').waitFor();
  expect(await balance(token)).toBe(before + 23);

  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const quality = await people.at('quality', '/thirdParty/finance');
  await settle(quality, { reviewer: '俞志衡', from: '2020-01-01', until: today });
  const settlementNo =
    /JS\d{4}-\d{4}/.exec(await shown(quality).getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
  const page = await people.at('thirdparty', quality.url());
  await page.getByText('2笔，980.00元').waitFor();
  await decide(page, '确认金额', false);
  await reached(page, '待支付');

  const taken = async (name: string): Promise<Uint8Array> => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(shown(page), name).click()]);
    return new Uint8Array(await readFile(await file.path()));
  };
  const table = await readWorkbook(await taken('下载Excel'), { fileName: 'statement.xlsx' });
  expect(JSON.stringify(table)).toContain('480');
  expect(JSON.stringify(table)).toContain('980');
  const [paper] = await pdfPages(await taken('下载PDF'));
  for (const words of [settlementNo, '980.00元', '480.00', '500.00']) expect(paper?.text).toContain(unspaced(words));
});

it('an external reviewer files a finding, submits the whole form and closes the check after the answer', async () => {
  const token = await tokenOf('thirdparty');
  const before = await balance(token);
  // The demonstration's fourth task has not been started.
  const outside = await people.at('thirdparty', taskAddress(4));
  await decide(outside, '开始检查', false);
  await reached(outside, '检查中');
  // One line fails and gets part of its fifteen points; one does not apply.
  const lines = checkForms.record.map((_line, index) =>
    index === 3
      ? { result: '不符合', score: '9', remark: '天平的使用记录缺少仪器编号' }
      : { result: index === 5 ? '不适用' : '符合' },
  );
  await judgeLines(outside, lines);
  await shown(outside).getByRole('status').getByText('92.5').waitFor();
  await conclude(outside, '原始记录总体规范');
  await writeFinding(outside, { severity: '一般', description: '天平的使用记录缺少仪器编号' });
  await decide(outside, '提交检查', false);
  await reached(outside, '待答复');
  await answeredAndClosed(4, '已补充仪器编号，模板已改');
  // 15 for a check of records, 5 in time, 3 for the finding.
  expect(await balance(token)).toBe(before + 23);
});

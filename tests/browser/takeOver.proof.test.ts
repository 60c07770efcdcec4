import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectDictionaries } from '@contract/dictionaries/projects';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { messages } from '@contract/messages';
import { textRow, xlsx } from '../server/sheet/workbooks';
import { pdfPages, unspaced } from '../support/pdfText';
import { pdf as scanOf } from '../support/uploads';
import { launchChromium } from './support/chromium';
import { button, choose, dialog, noticed, rowAction, rowOf, settled } from './support/console';
import { registerUnit } from './support/field/order';
import { type Job, openFrom, openProject, unit } from './support/job';
import { answer, decide, openPeople, shown } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { passThrough } from './support/wholeJob/approval';

// A job that was begun on paper is taken over at 报告编制 in the console, with numbers, days, people and scans of what was
// done before, and goes on to the issued report. The papers of the earlier stages say that they were brought in.

const code = '旧2026-051';
const dayFrom = (days: number): string => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10);
/** Papers of what was done before: stage, number, days from today, people. */
const papers = projectDictionaries.earlierStage.map(({ label }, index) => ({
  stage: label,
  paperNo: `ZH-${index + 1}-051`,
  doneOn: dayFrom(index - 20),
  people: `王平、赵艳${index + 1}`,
}));
const takenOn = papers[3]?.doneOn ?? '';
/** A list of the samples with column names of its own. */
const samples = [
  '样品号|采样日期|因素|车间|采样点|采样方式|采样时间类型|采样时间（min）|标准体积|代表接触时间|日接触时间|检测结果|单位',
  `T051-01|${takenOn}|甲苯|涂装车间|喷漆工|定点|短时间|15|1.42||8|12.5|mg/m³`,
  `T051-02|${takenOn}|甲苯|涂装车间|喷漆工|定点|长时间|240|11.6|8|8|&lt;1.3|mg/m³`,
].map((row) => row.split('|'));

const namesOf = (paper: number): string[] => papers[paper]?.people.split('、') ?? [];

let product: ProductServer;
let browser: Browser;
let job: Job;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  job = { url: product.url, people: openPeople(browser, product), day: dayFrom(-1), project: 0, code };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(job?.people.failures()).toEqual([]);
});

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

it('a project begun on paper is registered in the browser with its number and the stage at which it continues', async () => {
  const page = await registerUnit(job);
  await rowAction(rowOf(page, '受检单位', unit), '项目');
  await settled(page, '项目');
  await button(shown(page), '新增').click();
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await field('项目编号').fill(code);
  await field('项目名称').fill(`${unit}定期检测`);
  await choose(field('项目类型'), '定期检测');
  await choose(field('项目负责人'), '周海涛');
  await field('合同编号').fill('HT-2026-051');
  await choose(field(takeOverTexts.field), '报告编制');
  await button(form, '保存').click();
  await noticed(page, messages.added);
});

it('the papers of a project begun on paper are registered with scans, and its samples come from the laboratory’s own list', async () => {
  const page = await openProject(job, 'sales');
  const list = region(page, takeOverTexts.papers);
  for (const { stage, paperNo, doneOn, people } of papers) {
    await button(list, '新增').click();
    const form = page.getByRole('dialog', { name: `新增${takeOverTexts.papers}` });
    await choose(form.getByLabel('阶段', { exact: true }), stage);
    await form.getByLabel('原编号', { exact: true }).fill(paperNo);
    await form.getByLabel('完成日期', { exact: true }).fill(doneOn);
    await form.getByLabel('办理人', { exact: true }).fill(people);
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${paperNo}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(scanOf()) });
    await button(form, '删除').waitFor();
    await button(form, '保存').click();
    await noticed(page, messages.added);
  }
  await button(region(page, takeOverTexts.samples), '导入').click();
  const opened = dialog(page, `导入${takeOverTexts.samples}`);
  await opened.locator('input[type=file]').setInputFiles({
    name: '样品一览.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await xlsx(samples.map((row) => textRow(...row)).join(''))),
  });
  await button(opened, '导入（2行）').click();
  await opened.getByText('新增2条').waitFor();
  await button(opened, '完成').click();
  await region(page, takeOverTexts.samples).getByText('T051-02').waitFor();
});

it('the quality manager takes over a project begun on paper, and confirms its paper results under a signature', async () => {
  const page = await openProject(job, 'quality');
  const move = takeOverTexts.move('reporting');
  await button(page.getByRole('dialog').first(), move).click();
  const asked = page.getByRole('dialog', { name: move });
  await asked.getByRole('textbox').fill('搬迁前在纸面办理');
  await button(asked, move).click();
  await asked.waitFor({ state: 'hidden' });

  const records = await openFrom(job, 'quality', '/recordPageNew', '原始记录（在办）');
  await shown(records)
    .getByRole('checkbox', { name: new RegExp(`${code}-JL01`) })
    .check();
  await button(shown(records), '批量确认前期结果（1）').click();
  await answer(records, '确认前期结果');
});

it('the papers of the earlier stages of a project begun on paper refer to their scan, with its number, day and people', async () => {
  const page = await openFrom(job, 'quality', '/recordPageNew', '原始记录（在办）');
  const list = shown(page).getByRole('complementary', { name: '记录清单' });
  for (const [title, of] of [
    ['职业病危害现场调查记录', papers[1]],
    ['甲苯（定点）', papers[3]],
  ] as const) {
    await list.getByRole('button').filter({ hasText: title }).first().click();
    await shown(page).getByText(`以扫描件为准（${of?.paperNo}，${of?.doneOn}，${of?.people}）`).first().waitFor();
    // Who took the job over did nothing of it.
    expect(await shown(page).innerText()).not.toContain('孟庆岚');
  }
});

it('the report of a project begun on paper is made from its results, signed and issued', async () => {
  const page = await openProject(job, 'reporter');
  await button(shown(page), '新增报告').click();
  await decide(page, '提交审批');
  await passThrough(job);
  await page.reload();
  await shown(page).getByText('已签发', { exact: true }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), button(shown(page), '下载PDF').click()]);
  const text = unspaced(
    (await pdfPages(new Uint8Array(await readFile(await download.path())))).map((pdfPage) => pdfPage.text).join(''),
  );
  for (const words of [unit, code, ...namesOf(3), ...namesOf(5), 'T051-01', 'T051-02', '12.5', '<1.3', '签发：戴宏远'])
    expect(text).toContain(words);
});

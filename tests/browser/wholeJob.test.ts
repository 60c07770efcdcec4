import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { QRCodeSVG } from 'qrcode.react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { reportVerdicts } from '@contract/features/publicity/publicityWire';
import { measured } from '../support/measured';
import { pdfPages, unspaced } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button, noticed, rowAction, rowOf } from './support/console';
import { takeInOrder } from './support/field/order';
import { type Job, openFrom, openProject, unit } from './support/job';
import { decide, openPeople, shown } from './support/people';
import { startProduct } from './support/productServer';
import { trailSince } from './support/trail';
import { passThrough, signTwo } from './support/wholeJob/approval';
import { handOver, sampleOnSite, surveyAndPlan } from './support/wholeJob/field';
import { testGas, weighDust } from './support/wholeJob/laboratory';
import { air, reportedOf, taken } from './support/wholeJob/readings';

// The whole main workflow: from a client's first call to the public page behind the QR code on paper, each step by the
// responsible person, with the paper compared with an independent calculation.

let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Browser;
let job: Job;
let pdf: string;
let verifyPath: string;
let issuedOn: string;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' }, true);
  browser = await launchChromium();
  job = {
    url: product.url,
    people: openPeople(browser, product),
    day: new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10),
    project: 0,
    code: '',
  };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(job?.people.failures()).toEqual([]);
});

it('in the end-to-end test of a project an enterprise and a contract are registered, and another person reviews the contract', () =>
  takeInOrder(job));
it('in the end-to-end test of a project two work posts are surveyed, and the sampling plan gets three signatures', () =>
  surveyAndPlan(job));
it('in the end-to-end test of a project instruments are taken out, and samples taken with a phone', () =>
  sampleOnSite(job));
it('in the end-to-end test of a project samples are handed over and assigned to analysts', () => handOver(job));
it('in the end-to-end test of a project the gas is tested with a curve approved by another person, and the record submitted', () =>
  testGas(job));
it('in the end-to-end test of a project the dust is weighed, and the record submitted', () => weighDust(job));

it('in the end-to-end test of a project two more people sign both records', async () => {
  for (const [who, move] of [
    ['reviewer', '复核'],
    ['approver', '审核'],
  ] as const)
    await signTwo(job, who, move);
});

it('in the end-to-end test of a project the records pass their approval', async () => {
  await decide(await openProject(job, 'analyst'), '提交记录审批');
  await passThrough(job);
});

it('in the end-to-end test of a project the report is generated, issued and stored as a PDF', async () => {
  const page = await openProject(job, 'reporter');
  await button(shown(page), '新增报告').click();
  await decide(page, '提交审批');
  await passThrough(job);
  await page.reload();
  await shown(page).getByText('已签发', { exact: true }).waitFor();
  issuedOn = /签发日期：(\S{10})/.exec(await shown(page).innerText())?.[1] ?? '';
  const [download] = await Promise.all([page.waitForEvent('download'), button(shown(page), '下载PDF').click()]);
  pdf = await download.path();
  verifyPath = (await shown(page).getByRole('link', { name: '核验页' }).getAttribute('href')) ?? '';
  // The QR code on paper contains exactly this address.
  const modules = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path ?? '');
  const onPaper = await shown(page)
    .getByRole('img', { name: '扫码核验报告' })
    .first()
    .evaluate((svg) => svg.outerHTML);
  expect(modules(onPaper)).toEqual(
    modules(renderToStaticMarkup(createElement(QRCodeSVG, { value: `${product.url}${verifyPath}`, level: 'M' }))),
  );
});

it('in the end-to-end test of a project the report states the results of an independent calculation and the signatures', async () => {
  const text = unspaced((await pdfPages(new Uint8Array(await readFile(pdf)))).map((page) => page.text).join(''));
  const limits = { toluene: { shift: 50, short: 100 }, dust: { shift: 8, short: 8 } } as const;
  for (const sample of taken) {
    const { text: own, judged } = reportedOf(sample);
    const number = `${job.code}-${sample.no}`;
    // Its line among the samples, and the line that compares it with its limit.
    const [post, hazard] = sample.hazard === 'dust' ? ['木工车间打磨工', '砂轮磨尘'] : ['涂装车间喷漆工', '甲苯'];
    const point = sample.person ?? '点位01';
    const kindOfTime = sample.hours ? '长时间' : '短时间';
    expect(text).toContain(
      `${number}${post}${point}${hazard}${job.day}${sample.from}～${sample.to}${kindOfTime}${sample.minutes}${own}mg/m³`,
    );
    const limit = limits[sample.hazard][sample.hours ? 'shift' : 'short'];
    const kind = sample.hazard === 'dust' ? 'CTWA（总尘）' : sample.hours ? 'CTWA' : 'CSTE';
    const verdict = Number(judged.replace('<', '')) > limit ? '不符合' : '符合';
    expect(text).toMatch(new RegExp(`${number}${job.day}\\d+h/d，5d/w${kind}${judged}(（最大值）)?${limit}${verdict}`));
  }
  // One is not detected and one exceeds its limit, so the paper shows more than compliant results.
  expect(
    taken.map((sample) => reportedOf(sample).judged).filter((one) => one.startsWith('<') || Number(one) > 100),
  ).toHaveLength(2);
  for (const words of [
    unit,
    job.code,
    '编制：范晓彤',
    '审核：孟庆岚',
    '签发：戴宏远',
    `气温${air.temperature}℃，气压${air.pressure}kPa`,
  ])
    expect(text).toContain(words);
});

it('in the end-to-end test of a project the project is archived under a signature, and its report published in one step', async () => {
  const keeper = await openFrom(job, 'quality', '/qualityControlNew', '质控归档（在办）');
  // The archive states why the chromatogram that nobody attached is missing.
  const explain = shown(keeper).getByRole('button', { name: /^说明原因 / });
  await explain.first().waitFor();
  for (let index = 0; index < (await explain.count()); index += 1) {
    await explain.nth(index).click();
    const asked = keeper.getByRole('dialog', { name: /^说明原因/ });
    await asked.getByRole('textbox', { name: '缺失的原因' }).fill('谱图保存在仪器工作站，编号见检测记录');
    await button(asked, '保存').click();
    await asked.waitFor({ state: 'hidden' });
  }
  await decide(keeper, '归档');
  await keeper.getByRole('alert').filter({ hasText: '归档，共' }).waitFor();

  const page = await job.people.at('reporter', '/project');
  await rowAction(rowOf(page, '项目', unit), '公示');
  const drawer = page.getByRole('dialog', { name: publicationTexts.title });
  await drawer.getByRole('checkbox', { name: /^公示：/ }).check();
  await button(drawer, '确认公示').click();
  await noticed(page, publicationTexts.published);
  await shown(page).getByRole('link', { name: '公示页面' }).waitFor();
});

it('in the end-to-end test of a project a person with the printed report verifies and reads it without an account', async () => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto(verifyPath);
  await page.getByRole('heading', { name: `报告核验：${reportVerdicts.valid.label}` }).waitFor();
  await page.getByText(unit, { exact: true }).waitFor();
  await page.getByText(issuedOn, { exact: true }).waitFor();
  await page.getByRole('link', { name: '查看该报告的公示' }).click();
  await page.getByRole('heading', { name: `${unit}工作场所职业病危害因素检测报告公示` }).waitFor();
  const notice = await page.getByRole('article').innerText();
  for (const words of [unit, '139****2345', '除涂装车间喷漆工甲苯不符合']) expect(notice).toContain(words);
  expect(notice).not.toContain('13957312345');
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

it('the end-to-end test of a project leaves 0 gaps in the audit trail: every row, signature, file and sign-in has its event (AUD1)', async () => {
  // The windows are closed first: pages that lose their server would count as failures.
  await browser.close();
  await product.end();
  const { gaps, rows, lines, signatures, uploads, signIns, chain, lineCount } = await trailSince(
    product.dataDir,
    product.before,
  );
  measured(
    `整项工作：${rows} 行的版本、${signatures} 个签名、${uploads} 个上传文件、${signIns} 次登录，对 ${lines} 条审计：${gaps.length} 处缺口；审计链 ${chain.count} 环，断裂 ${chain.broken.length} 处`,
  );
  expect(gaps).toEqual([]);
  expect([chain.broken, chain.count]).toEqual([[], lineCount]);
  expect(Math.min(rows, lines - rows, signatures, uploads, signIns)).toBeGreaterThan(1);
});

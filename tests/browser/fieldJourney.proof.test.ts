import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxTexts } from '@/outbox/outboxTexts';
import type { AnyRow } from '@contract/entity';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { messages } from '@contract/messages';
import { savedText } from '@contract/workbook/saveMany';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, choose, confirm, dialog, noticed, rowAction, rowOf } from './support/console';
import { checkFlows } from './support/field/flows';
import { counting, receive, receiveButton, scan, sendSheet } from './support/field/handOver';
import { returnFromSite, openInstruments, takeOut } from './support/field/instruments';
import { takeInOrder } from './support/field/order';
import {
  endSurvey,
  explainMissingDrawing,
  hazardSheet,
  makePlan,
  openSurvey,
  planSheet,
  signPlan,
} from './support/field/survey';
import {
  addDay,
  backOn,
  cutOff,
  fitsThumb,
  goTo,
  measureAirTwice,
  photograph,
  press,
  printFortyLabels,
  signOnGlass,
  take,
  takeByButtons,
  takeTwoBlanks,
  telephone,
  unsent,
  unsentMark,
} from './support/field/telephone';
import { type Job, openFrom, openProject, unit } from './support/job';
import { type Line, openLine } from './support/line';
import { decide, openPeople, paste, shown, toCell } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { person, simultaneousSamples } from './support/projectOnSite';

// Field work as one run on a project made in the browser: from a client to forty received samples, with sixty survey
// rows, a lost network during half of the sampling, and typical wrong input.

let product: ProductServer;
let browser: Browser;
let line: Line;
let job: Job;
let call: Awaited<ReturnType<typeof person>>;
let desk: Page;
let phone: Page;
/** Number of a sample of another organization. */
let foreign: string;

const tools = { area: 'CY-001', personal: 'GT-001' } as const;
const taken = [tools.area, tools.personal, 'LL-001'];

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  line = await openLine(product.url);
  job = {
    url: product.url,
    people: openPeople(browser, product),
    day: new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10),
    project: 0,
    code: '',
  };
  call = await person(product.url, 'admin');
});
afterAll(async () => {
  await browser?.close();
  await line?.cut();
  await product?.stop();
  expect(job?.people.failures()).toEqual([]);
});

const samples = async (): Promise<AnyRow[]> =>
  (await call<{ content: AnyRow[] }>('GET', `api/sample?project=${job.project}&page=0&size=100&sort=id,asc`)).content;
const inState = async (wanted: string): Promise<number> =>
  (await samples()).filter(({ state }) => state === wanted).length;
const noOf = (row: AnyRow | undefined): string => String(row?.sampleNo);

it('in the end-to-end field-work test an enterprise and a contract are registered, and another person reviews the contract', () =>
  takeInOrder(job));

const posts = [
  '底漆喷漆工',
  '面漆喷漆工',
  '调漆工',
  '补漆工',
  '烘干工',
  '打磨工',
  '封边工',
  '涂胶工',
  '贴面工',
  '砂光工',
  '开料工',
  '钻孔工',
  '组装工',
  '检验工',
  '包装工',
  '清洗工',
  '仓库管理工',
  '废气处理工',
  '设备维修工',
];
const solvents = ['苯', '甲苯', '二甲苯'];
/** The last of them twice: also in the night shift. */
const shifts = [...posts.map((post) => [post, '白班'] as const), [posts[0] as string, '夜班'] as const];
const surveyed = shifts.flatMap(([post, shift], index) =>
  solvents.map((hazard, nth) => [
    '涂装车间',
    post,
    index === 2 && nth === 1 ? '不存在的因素' : hazard,
    '',
    '巡视、操作',
    '原料挥发',
    '2',
    '1',
    '是',
    '是',
    shift,
    '8',
    '5',
    '局部排风',
    '正常',
    '防毒口罩',
    '佩戴',
    '',
  ]),
);

it('in the end-to-end field-work test the survey takes sixty pasted rows and names the one unknown hazard', async () => {
  desk = await openSurvey(job);
  expect(surveyed).toHaveLength(60);
  await toCell(desk, hazardSheet, 0, '车间');
  await paste(desk, surveyed);
  await desk.getByText('有误1处').waitFor();
  const panel = desk.getByRole('tabpanel', { name: hazardSheet });
  expect(await button(desk, '结束调查').isDisabled()).toBe(true);
  await button(panel, '保存').click();
  await panel.getByText('没有名为“不存在的因素”的危害因素').waitFor();
  await desk.keyboard.type('甲苯');
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Control+s');
  await noticed(desk, savedText);
  await desk.getByRole('tab', { name: `${hazardSheet}（60）` }).waitFor();
  // By its common name.
  expect(
    await desk
      .getByRole('grid', { name: hazardSheet })
      .getByRole('row')
      .filter({ hasText: '二甲苯(全部异构体)' })
      .count(),
  ).toBeGreaterThan(0);
  expect(await seriousViolations(desk)).toEqual([]);
});

it('in the end-to-end field-work test dropped drawings are shown and keep their order', async () => {
  await desk.getByRole('tab', { name: '设备布局' }).click();
  const panel = desk.getByRole('tabpanel', { name: '设备布局' });
  const picture = await desk.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } });
  await panel
    .locator('input[type=file]')
    .setInputFiles(['平面图.png', '布局图.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture })));
  const drawings = panel.getByRole('button', { name: /^预览/ });
  const names = () => drawings.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect.poll(names).toEqual(['预览 平面图.png', '预览 布局图.png']);
  await panel.getByRole('button', { name: '上移 布局图.png' }).click();
  await expect.poll(names).toEqual(['预览 布局图.png', '预览 平面图.png']);
  await drawings.first().click();
  await dialog(desk, '布局图.png').getByRole('img', { name: '布局图.png' }).waitFor();
  await desk.keyboard.press('Escape');
});

it('in the end-to-end field-work test the ended survey is locked and says so', async () => {
  await endSurvey(job, desk);
  await shown(desk).getByRole('alert').filter({ hasText: messages.surveyEnded }).waitFor();
  await desk.getByRole('tab', { name: hazardSheet }).click();
  expect(await desk.getByRole('button', { name: '插入行' }).count()).toBe(0);
  expect(await desk.locator('input[type=file]').count()).toBe(0);
  const [row] = (await call<{ content: AnyRow[] }>('GET', `api/siteHazard?project=${job.project}&page=0&size=1`))
    .content;
  const field = await person(job.url, 'field');
  await expect(field('PUT', 'api/siteHazard/saveAll', { rows: [{ ...row, workers: 9 }] })).rejects.toThrow(
    /409 .*该项目已结束调查/s,
  );
});

it('in the end-to-end field-work test the plan is generated from the survey and reduced to forty samples, one short sample a day each', async () => {
  await makePlan(desk);
  await toCell(desk, planSheet, 0, '每天样品数');
  await paste(
    desk,
    Array.from({ length: 2 * posts.length }, () => ['1']),
  );
  await desk.keyboard.press('Control+s');
  await noticed(desk, savedText);
  await desk.getByRole('tab', { name: '合计' }).click();
  await desk.getByText(/^采样点19个.*采样1天$/).waitFor();
  await desk.getByRole('row', { name: /^苯、甲苯、二甲苯\(全部异构体\)/ }).waitFor();
  expect(await seriousViolations(desk)).toEqual([]);
});

it('in the end-to-end field-work test the plan is signed by three people, read-only afterwards, and printed on A4', async () => {
  await explainMissingDrawing(desk);
  await signPlan(job, desk);
  await desk.reload();
  await shown(desk).getByRole('alert').filter({ hasText: projectTexts.planLocked }).waitFor();
  const signatures = desk.getByRole('list', { name: '签批' });
  await expect
    .poll(async () => (await signatures.innerText()).match(/编制：|审核：|批准：/g))
    .toEqual(['编制：', '审核：', '批准：']);
  expect(await button(desk, '由调查生成').count()).toBe(0);
  // Keeps the sheet while it is checked, as a real print dialog would.
  await desk.evaluate(() => {
    window.print = () => undefined;
  });
  await button(desk, '打印').click();
  const paper = desk.locator('[data-printed]');
  // Visible in print only.
  await paper.waitFor({ state: 'attached' });
  await desk.emulateMedia({ media: 'print' });
  await paper.getByRole('columnheader', { name: '含10%备用' }).first().waitFor();
  expect(await paper.innerText()).toMatch(/编制人?：[^]*审核人?：[^]*批准人?：/);
  const pdf = (await desk.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([Number(width), Number(height)].map(Math.round)).toEqual([595, 842]);
  expect(await desk.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await desk.emulateMedia({ media: null });
  await desk.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await paper.waitFor({ state: 'detached' });
});

it('in the end-to-end field-work test instruments are taken out, but none with an expired calibration', async () => {
  desk = await openInstruments(job);
  const out = dialog(desk, '领用设备');
  await out.getByLabel('查找设备').fill('FC-002');
  await out
    .getByRole('row')
    .filter({ hasText: 'FC-002' })
    .getByText(/检定\/校准已于\S+过期，不能领用，可以送检/)
    .waitFor();
  await out.getByRole('row').filter({ hasText: 'FC-002' }).getByRole('checkbox').click();
  await noticed(desk, '不能领用，可以送检');
  expect(await button(out, '确定出库（0台）').isDisabled()).toBe(true);
  await takeOut(desk, taken);
  await checkFlows(job.url, job.project);
});

it('in the end-to-end field-work test the phone creates forty samples of a day with a label for each', async () => {
  phone = await job.people.at('field', '/siteSample/liveSample', { key: 'telephone', baseURL: line.url, ...telephone });
  await rowOf(phone, '现场采样', unit).getByRole('button').first().click();
  await press(phone, '新增采样日期');
  await addDay(phone, job.day, '样品 38，空白 2，已采 0/40');
  await fitsThumb(phone, shown(phone).getByRole('region', { name: '采样日期' }));
  await printFortyLabels(phone);
  await measureAirTwice(phone, job.day);
});

it('in the end-to-end field-work test ten samples are taken with a network', async () => {
  await goTo(phone, '采样');
  await shown(phone)
    .getByRole('button', { name: /B1-0102/ })
    .click();
  await takeByButtons(phone, job.day);
  await shown(phone)
    .getByRole('article', { name: /B1-0201$/ })
    .waitFor();
  for (let number = 1; number < 10; number += 1) await take(phone, job.day, number, tools);
  await expect.poll(() => unsent(phone)).toBe(0);
  await expect.poll(() => inState('collected')).toBe(10);
});

it('in the end-to-end field-work test twenty samples and the field blanks are taken without a network, with a reload in between', async () => {
  await cutOff(phone, line);
  for (let number = 10; number < 20; number += 1) await take(phone, job.day, number, tools);
  await shown(phone).getByText('已采 20/40').waitFor();
  await expect.poll(() => unsent(phone)).toBe(10);
  await phone.reload();
  await shown(phone).getByText('已采 20/40').waitFor();
  expect(await unsent(phone)).toBe(10);
  await shown(phone).locator('ul button').first().click();
  for (let number = 20; number < 30; number += 1) await take(phone, job.day, number, tools);
  await shown(phone).getByText(outboxTexts.waiting(20)).waitFor();
  await takeTwoBlanks(phone, job.day, /B1-K1/);
  await signOnGlass(phone, '沈国强');
  await photograph(phone, '涂装车间喷漆房');
  await expect.poll(() => unsent(phone)).toBe(24);
  expect(await inState('collected')).toBe(10);
});

it('in the end-to-end field-work test each sample is sent once when the network is back, and an edit conflict with a colleague is asked about', async () => {
  // In the order of recording, 0102 first: this one was recorded without a network.
  const theirs = (await samples()).find(({ sampleNo }) => String(sampleNo).endsWith('-0901')) as AnyRow;
  await call('PUT', 'api/sample/record', { id: theirs.id, values: { flowBefore: '0.2' } });
  await backOn(phone, line);
  await expect.poll(() => unsent(phone)).toBe(1);
  await unsentMark(phone).click();
  const panel = phone.getByRole('dialog').filter({ hasText: noOf(theirs) });
  await panel.getByText(/“采样前流量”已由.*填写为“0.2”/).waitFor();
  await button(panel, outboxTexts.keepMine).click();
  await expect.poll(() => unsent(phone)).toBe(0);
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /Close|关闭/ })
    .first()
    .click();
  await expect.poll(() => inState('collected')).toBe(32);
  await goTo(phone, '采样');
  await shown(phone).getByRole('button', { name: /^待采/ }).click();
  await shown(phone).locator('ul button').first().click();
  for (let number = 30; number < 38; number += 1) await take(phone, job.day, number, tools);
  await shown(phone).getByText('已采 40/40').waitFor();
  await expect.poll(() => unsent(phone)).toBe(0);
  await expect.poll(() => inState('collected')).toBe(40);
  const all = await samples();
  expect(new Set(all.map(noOf)).size).toBe(40);
  // One edit and one move each: nothing arrived twice.
  const typed = all.filter((one) => one.id !== theirs.id && !noOf(one).endsWith('-0102'));
  expect(new Set(typed.map(({ version }) => version))).toEqual(new Set([3]));
  expect(all.filter(({ sampleKind, standardVolume }) => sampleKind === 'sample' && standardVolume === null)).toEqual(
    [],
  );
  await goTo(phone, '日期');
  await decide(phone, '结束采样', false);
  await shown(phone).getByRole('note').waitFor();
});

it('in the end-to-end field-work test instruments are returned after their flow is checked', async () => {
  await desk.reload();
  await desk
    .getByRole('grid', { name: '项目设备' })
    .getByRole('row')
    .filter({ hasText: tools.area })
    .getByRole('button', { name: '流量校准' })
    .click();
  const flow = dialog(desk, '流量校准');
  await choose(flow.getByLabel('流量校准器'), 'LL-001 电子流量校准器');
  await flow.getByLabel('设定流量').fill('0.1');
  for (const reading of [1, 2, 3]) await flow.getByLabel(`采样前流量读数${reading}`).fill('0.100');
  await flow.getByLabel('采样后流量').fill('0.1101');
  await flow.getByText(equipmentTexts.flowFailed331('10.1')).waitFor();
  await flow.getByLabel('采样后流量').fill('0.105');
  await flow.getByText(equipmentTexts.flowPassed('5.0')).waitFor();
  await button(flow, '保存').click();
  await flow.waitFor({ state: 'hidden' });
  await returnFromSite(desk, taken);
});

it('in the end-to-end field-work test samples are adjusted: blanks related, a reading corrected, one voided and one added, each with a reason', async () => {
  const page = await openFrom(job, 'field', '/siteSample/projectAdjustment', '项目调整');
  const batch = shown(page)
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { name: /^苯/ }) });
  const first = `${job.code}-B1-0102`;
  const line1 = batch.getByRole('row').filter({ hasText: first });
  await line1.getByText(`${job.code}-B1-K1、${job.code}-B1-K2`).waitFor();
  await line1.getByRole('checkbox').check();
  await batch.getByLabel(`选择空白${job.code}-B1-K2`).check();
  await button(batch, '关联').click();
  await confirm(page, messages.confirmRelate);
  await noticed(page, messages.related);
  await line1.getByText(`${job.code}-B1-K2`).waitFor();

  await shown(page).getByText('采样调整', { exact: true }).click();
  await rowAction(rowOf(page, '样品', first), '调整');
  const drawer = page.getByRole('dialog').filter({ hasText: `采样调整：${first}` });
  await drawer.getByLabel('采样后流量').fill('0.1101');
  await drawer.getByText(siteTexts.flowAfterOffSetFlow('0.1', '0.1101', '10.1')).waitFor();
  await button(drawer, '保存').click();
  await drawer.getByText(adjustTexts.reason).waitFor();
  await drawer.getByLabel('采样后流量').fill('0.097');
  await drawer.getByLabel('调整原因').fill('现场记录误读，按原始流量计照片更正');
  await button(drawer, '保存').click();
  await noticed(page, adjustTexts.adjusted);

  const broken = `${job.code}-B1-0202`;
  await rowOf(page, '样品', broken).getByRole('checkbox').check();
  await button(shown(page), '作废').click();
  await page.getByPlaceholder('作废原因').fill('运输中管口破裂');
  await button(page.getByRole('dialog').filter({ hasText: '作废选中的1个样品' }), '作废').click();
  await noticed(page, adjustTexts.voided(1));
  await rowOf(page, '样品', broken).getByText('已作废', { exact: true }).waitFor();
  await rowOf(page, '样品', broken).getByRole('button', { name: broken }).click();
  const detail = page.getByRole('dialog').filter({ hasText: broken });
  await detail.getByText('已作废：运输中管口破裂').waitFor();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'hidden' });
  await rowAction(rowOf(page, '样品', broken), '补录');
  const extra = page.getByRole('dialog').filter({ hasText: '补录样品' });
  for (const [name, text] of [
    ['调整原因', '同点位备用管补录'],
    ['采样前流量', '0.100'],
    ['采样后流量', '0.099'],
  ] as const)
    await extra.getByLabel(name).fill(text);
  for (const [name, time] of [
    ['开始时间', '11:00:00'],
    ['结束时间', '11:15:00'],
  ] as const) {
    await extra.getByLabel(name).fill(`${job.day} ${time}`);
    await page.keyboard.press('Enter');
  }
  await button(extra, '保存').click();
  await noticed(page, adjustTexts.added(`${job.code}-B1-0203`));
  expect((await samples()).find((sample) => noOf(sample) === broken)).toMatchObject({
    state: 'voided',
    stateReason: '运输中管口破裂',
  });
  expect(await inState('collected')).toBe(40);
});

it('in the end-to-end field-work test the hand-over counts scans at and above a scanner’s speed, and explains each wrong number', async () => {
  await sendSheet(await openProject(job, 'field'), `${job.code}-LZ01`, 40);
  foreign = noOf((await simultaneousSamples(product.url, job.day))[0]);
  const numbers = (await samples()).filter(({ state }) => state === 'handingOver').map(noOf);
  expect(numbers).toHaveLength(40);

  const keeper = await openProject(job, 'keeper');
  const sent: string[] = [];
  keeper.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/handOver'))
      sent.push(request.url().split('/').at(-1) ?? '');
  });
  const panel = counting(keeper);
  await panel.getByText('0 / 40').waitFor();
  expect(await receiveButton(keeper).isDisabled()).toBe(true);
  // A few at the specified speed; the rest without a pause, which is harder and faster.
  for (const [at, no] of numbers.slice(0, 38).entries()) await scan(keeper, no, at < 5 ? 50 : 0);
  await panel.getByText('38 / 40').waitFor();
  expect(await panel.getByLabel(handOverTexts.scanHint).inputValue()).toBe('');
  for (const [no, says] of [
    [numbers[0] ?? '', handOverTexts.countedAgain(numbers[0] ?? '')],
    ['X-1-A1-0101', handOverTexts.unknownNo('X-1-A1-0101')],
    [`${job.code}-B1-0202`, handOverTexts.voided(`${job.code}-B1-0202`)],
  ] as const) {
    await scan(keeper, no);
    await panel.getByRole('status').getByText(says).waitFor();
  }
  // A number of another organization is as unknown as one that does not exist.
  await scan(keeper, foreign);
  await panel.getByRole('status').getByText(handOverTexts.unknownNo(foreign)).waitFor();
  await panel.getByText('38 / 40').waitFor();
  expect(await receiveButton(keeper).isDisabled()).toBe(true);
  // The focus is on a button: the scan still counts, and its Enter presses nothing.
  await shown(keeper)
    .getByRole('button', { name: /打\s*印/ })
    .focus();
  await scan(keeper, numbers[38] ?? '', 20);
  await panel.getByText('39 / 40').waitFor();
  expect(new Set(sent)).toEqual(new Set(['count']));
  expect(sent).toHaveLength(43);
});

it('in the end-to-end field-work test a broken sample is refused with a reason and received on a second circulation sheet', async () => {
  const keeper = await openProject(job, 'keeper');
  const left = keeper.getByRole('grid', { name: '流转单样品' }).getByRole('row').filter({ hasText: '未清点' });
  await left.getByRole('checkbox').check();
  await button(keeper, '标记拒收').click();
  const mark = dialog(keeper, '标记拒收');
  await button(mark, '标记拒收').click();
  await mark.getByText(handOverTexts.reasonNeeded).waitFor();
  await mark.getByLabel('拒收原因').fill('封口帽缺失');
  await button(mark, '标记拒收').click();
  await mark.waitFor({ state: 'hidden' });
  await receive(keeper, 40, 39);

  const giver = await openProject(job, 'field');
  await sendSheet(giver, `${job.code}-LZ02`, 1);
  const again = (await samples()).find(({ state }) => state === 'handingOver');
  await openProject(job, 'keeper');
  await counting(keeper).getByText('0 / 1').waitFor();
  await scan(keeper, noOf(again));
  await counting(keeper).getByText('1 / 1').waitFor();
  await receive(keeper, 1, 1);
});

it('in the end-to-end field-work test all forty samples are 已接收, and a scan on any page opens their project, but none of another organization', async () => {
  const keeper = await openProject(job, 'keeper');
  await decide(keeper, '完成交接', false);
  const all = await samples();
  expect(all.map(({ state }) => state).sort()).toEqual([...Array.from({ length: 40 }, () => 'received'), 'voided']);
  const { content: tasks } = await call<{ content: AnyRow[] }>(
    'GET',
    `api/labTask?project=${job.project}&page=0&size=500`,
  );
  expect(new Set(tasks.map(({ sample }) => sample)).size).toBe(40);
  await keeper.goto('/notify/myNews');
  await keeper.getByRole('tab').first().waitFor();
  await keeper.locator('h1, main').first().click();
  await scan(keeper, foreign, 20);
  await noticed(keeper, handOverTexts.unknownNo(foreign));
  expect(new URL(keeper.url()).pathname).toBe('/notify/myNews');
  await scan(keeper, `${job.code}-B1-0301`, 20);
  await keeper.waitForURL(/details\/page\?belongProject=/);
  expect(new URL(keeper.url()).searchParams.get('belongProject')).toBe(String(job.project));
});

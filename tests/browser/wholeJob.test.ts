import { readFile } from 'node:fs/promises';
import type { AnyRow } from '@contract/entity';
import { labSheetTexts } from '@contract/labSheetTexts';
import { messages } from '@contract/messages';
import { reviewQuestions } from '@contract/entities/project/contractReview';
import { reportVerdicts } from '@contract/publicity';
import { recordsTexts } from '@contract/recordsTexts';
import { savedText } from '@contract/saveAll';
import { QRCodeSVG } from 'qrcode.react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfPages, unspaced } from '../support/pdfText';
import { launchChromium } from './support/chromium';
import { button, choose, dialog, noticed, rowOf, settled } from './support/console';
import { answer, decide, openPeople, paste, type People, pick, shown, toCell } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';
import { air, areas, efficiency, levels, masses, reportedOf, solution, type Taken, taken } from './support/wholeJobReadings';

// The whole main job (issue 6): from a client's first call to the page that the public opens by the code on the paper, each step by the person whose work it is, and what the
// paper says held against a calculation of its own.

const unit = '嘉善木语家具有限公司';
const office = { readings: '样品与读数', hazards: '岗位与危害因素', levels: '标准曲线各级数据' } as const;

let product: ProductServer;
let browser: Browser;
let people: People;
let project: number;
/** Its number. */
let code: string;
/** The day before, so that no time of it lies ahead of the clock. */
const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
let pdf: string;
let verifyPath: string;
let issuedOn: string;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  people = openPeople(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(people?.failures()).toEqual([]);
});

/** From one of the lists, by the project's row, as people come to their work. */
async function openFrom(userName: string, list: string, label: string): Promise<Page> {
  const page = await people.at(userName, list);
  await rowOf(page, label, unit).getByRole('button').first().click();
  return page;
}
const openProject = (userName: string) => openFrom(userName, '/project', '项目');

it('takes in a client and an order, whose contract another reviews', async () => {
  const page = await people.at('sales', '/inspectUnit');
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await button(page, '新增').click();
  for (const [name, text] of [['单位名称', unit], ['统一社会信用代码', '91330421MA28AL7P6X'], ['联系人', '沈国强'], ['手机号码', '13957312345'], ['工作场所地址', '浙江省嘉善县惠民街道工业路18号'], ['职工总数', '86'], ['接触职业病危害人数', '12']] as const) await field(name).fill(text);
  await choose(field('所属行业'), '家具制造业');
  await button(form, '确定').click();
  await noticed(page, messages.added);

  await page.goto('/project');
  await button(page, '新增').click();
  await field('项目名称').fill(`${unit}定期检测`);
  await choose(field('受检单位'), unit);
  await choose(field('项目类型'), '定期检测');
  await choose(field('项目负责人'), '周海涛');
  await button(form, '确定').click();
  await noticed(page, messages.added);
  await rowOf(page, '项目', unit).getByRole('button').first().click();
  await button(dialog(page, unit), '提交合同评审').click();
  await answer(page, '提交合同评审', false);

  const reviewer = await openProject('reviewer');
  const panel = dialog(reviewer, unit);
  await panel.getByRole('tab', { name: '合同评审' }).click();
  const answers = panel.getByRole('radiogroup');
  await answers.first().waitFor();
  for (const [at, question] of reviewQuestions.entries()) await answers.nth(at).getByRole('radio', { name: question === 'subcontract' ? '不适用' : '是', exact: true }).check();
  await button(panel, '保存评审').click();
  await noticed(reviewer, messages.submitted);
  await button(panel, '通过合同评审').click();
  await answer(reviewer, '通过合同评审', false);
});

it('surveys two posts, and plans what is sampled there under three signatures', async () => {
  const page = await openProject('field');
  await settled(page, office.hazards);
  project = Number(new URL(page.url()).searchParams.get('belongProject'));
  code = new URL(page.url()).searchParams.get('code') ?? '';
  await toCell(page, office.hazards, 0, '车间');
  await paste(page, [
    ['涂装车间', '喷漆工', '甲苯', '', '手工喷漆', '喷漆', '1', '2', '是', '是', '白班', '6', '5', '水帘喷漆室', '正常', '防毒半面罩', '佩戴', ''],
    ['木工车间', '打磨工', '砂轮磨尘', '', '打磨', '打磨', '1', '2', '是', '是', '白班', '5', '5', '移动式除尘器', '正常', 'KN95防尘口罩', '佩戴', ''],
  ]);
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await decide(page, '结束调查', false);

  await page.goto(`/siteSample/samplePlan/details/page?belongProject=${project}`);
  await button(shown(page), '由调查生成').click();
  await button(dialog(page, '由调查生成方案'), '生成').click();
  await noticed(page, '已生成');
  await settled(page, '采样方案');
  await decide(page, '提交方案');
  await decide(await openProject('reviewer'), '审核方案');
  await decide(await openProject('approver'), '批准方案');
});

it('takes instruments along, and samples on a telephone', async () => {
  const desk = await people.at('field', `/siteSample/eqpIn/details/page?belongProject=${project}`);
  await button(shown(desk), '领用设备').click();
  const out = dialog(desk, '领用设备');
  for (const no of ['GT-001', 'CY-001']) {
    await out.getByLabel('查找设备').fill(no);
    await out.getByRole('row').filter({ hasText: no }).getByRole('checkbox').check();
  }
  await button(out, '确定出库（2台）').click();
  await out.waitFor({ state: 'hidden' });

  const page = await people.at('field', '/siteSample/liveSample', { key: 'telephone', viewport: { width: 375, height: 812 }, hasTouch: true });
  const press = (name: string) => shown(page).getByRole('button', { name, exact: true }).click();
  const go = (label: string) => shown(page).getByRole('navigation', { name: '现场采样' }).getByRole('button', { name: label }).click();
  await rowOf(page, '现场采样', unit).getByRole('button').first().click();
  await press('添加采样日期');
  await shown(page).getByLabel('采样日期 *').fill(day);
  await press('添加并生成样品');
  await shown(page).getByText(/^样品 7，空白 4/).waitFor();
  await go('气象');
  for (const [name, text] of [['气温', air.temperature], ['气压', air.pressure], ['测量地点', '涂装车间'], ['测量时间', `${day}T08:30:00`]] as const) await shown(page).getByLabel(name).fill(text);
  await press('保存气象');
  await shown(page).getByText(`${air.temperature}℃　${air.pressure}kPa`).waitFor();
  await go('采样');
  const typed = taken.filter(({ no }) => ['JB1-0101', 'JB1-0102', 'SLMC1-0301'].includes(no));
  for (const one of typed) {
    await shown(page).getByRole('button', { name: new RegExp(one.no) }).click();
    await record(page, one);
  }
  await go('陪同人');
  await shown(page).getByLabel('姓名').fill('沈国强');
  await draw(page);
  await button(shown(page), '确定').click();
  await shown(page).getByText('沈国强').waitFor();
  await expect.poll(() => page.getByRole('banner').getByRole('button', { name: /待同步/ }).count()).toBe(0);

  // One of each kind was typed; the others and the blanks by the call that the telephone makes.
  const field = await person(product.url, 'field');
  const { content: samples } = await field<{ content: AnyRow[] }>('GET', `api/sample?project=${project}&page=0&size=50&sort=id,asc`);
  const { content: tools } = await field<{ content: AnyRow[] }>('GET', 'api/equipment?page=0&size=500');
  for (const sample of samples.filter(({ state }) => state === 'planned')) {
    const one = taken.find(({ no }) => String(sample.sampleNo).endsWith(no));
    await field('PUT', 'api/sample/record', { id: sample.id, values: one ? { startTime: `${day} ${one.from}:00`, endTime: `${day} ${one.to}:00`, flowBefore: one.before, flowAfter: one.after, equipment: tools.find(({ eqpNo }) => eqpNo === one.tool)?.id, ...(one.person ? { person: one.person } : {}) } : { startTime: `${day} 09:00:00` } });
  }
  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?belongProject=${project}`);
  await decide(page, '结束采样', false);
  await shown(page).getByRole('note').waitFor();
});

/** A sample as it is written down from a clip board. */
async function record(page: Page, { no, before, after, from, to, tool, person: who }: Taken): Promise<void> {
  const card = shown(page).getByRole('article', { name: new RegExp(`${no}$`) });
  await card.getByRole('button', { name: '已经采完，补填时间' }).click();
  if (who) await card.getByLabel('采样对象').fill(who);
  const tools = card.getByLabel('采样仪器');
  await tools.selectOption(await tools.locator('option').filter({ hasText: tool }).getAttribute('value'));
  for (const [name, text] of [['采样前流量', before], ['采样后流量', after], ['开始时间', `${day}T${from}:00`], ['结束时间', `${day}T${to}:00`]] as const) await card.getByLabel(name).fill(text);
  await card.getByRole('button', { name: /^保存(，下一个|并返回)$/ }).click();
  await card.waitFor({ state: 'hidden' });
  const back = shown(page).getByRole('button', { name: '返回样品列表' });
  if (await back.isVisible()) await back.click();
}

async function draw(page: Page): Promise<void> {
  const pad = shown(page).getByRole('img', { name: '陪同人签名' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 110, { steps: 4 });
  await page.mouse.up();
}

it('hands the samples over, and gives them to who may test them', async () => {
  const giver = await openProject('field');
  await button(shown(giver), '新建流转单').click();
  const form = dialog(giver, '新建流转单');
  await form.getByText('已选 11 / 11 个样品').waitFor();
  await form.getByLabel('交接地点').fill('样品室');
  await button(form, '生成流转单').click();
  await shown(giver).getByRole('heading', { name: `${code}-LZ01` }).waitFor();
  // To the letter: the sheet's own card, which is there earlier, says 尚未送交.
  await shown(giver).getByRole('button', { name: /^送\s*交$/ }).click();
  await answer(giver, '送交');

  const keeper = await openProject('keeper');
  const panel = keeper.getByRole('region', { name: '扫码清点' });
  await panel.getByText('0 / 11').waitFor();
  for (const no of [...Object.keys(areas), ...Object.keys(masses)]) {
    await keeper.keyboard.type(`${code}-${no}`);
    await keeper.keyboard.press('Enter');
  }
  await panel.getByText('11 / 11').waitFor();
  await shown(keeper).getByRole('button', { name: /^接\s*收$/ }).click();
  await answer(keeper, '接收');
  await keeper.getByText('送交11个，接收11个').waitFor();
  await decide(keeper, '完成交接', false);

  await keeper.goto(`/lab/sampleDistribute?belongProject=${project}`);
  const groups = shown(keeper).getByRole('list', { name: '按组选择待分发的任务' });
  for (const [hazard, count] of [['甲苯', 7], ['砂轮磨尘', 4]] as const) {
    await groups.getByRole('button', { name: new RegExp(`^${hazard}`) }).click();
    await button(shown(keeper), `分发（${count}项）`).click();
    const asked = dialog(keeper, '分发给检测人');
    await asked.getByLabel('分发后打印任务单').uncheck();
    await asked.getByRole('radio').and(asked.locator(':enabled')).first().check();
    await asked.getByRole('button', { name: /^分发给/ }).click();
    await noticed(keeper, `已将${count}项检测任务分发给`);
  }
});

/** Starts a record of all that waits for a hazard. */
async function startRecord(method: RegExp, hazard: string, count: number): Promise<Page> {
  const page = await people.at('analyst', '/lab/laboratory');
  await shown(page).getByRole('list', { name: '检测方法' }).getByRole('button', { name: method }).click();
  await shown(page).getByRole('list', { name: '按项目与因素选择，含空白' }).getByRole('button').filter({ hasText: code }).filter({ hasText: hazard }).click();
  await button(shown(page), '开始检测').click();
  await noticed(page, labSheetTexts.started(count));
  await page.waitForURL(/phyId=\d+/);
  return page;
}

const tab = (page: Page, name: string) => shown(page).getByRole('navigation', { name: '检测记录的页面' }).getByRole('link', { name, exact: true }).click();

it('tests the gas by a curve that another approves, and hands the record in', async () => {
  const page = await startRecord(/^苯系物/, '甲苯', 7);
  await pick(page, '检测仪器', 'FX-001');
  await pick(page, '标准物质', 'BW-2602');
  await shown(page).getByLabel('环境温度').fill('22.4');
  await shown(page).getByLabel('相对湿度').fill('51');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);

  await tab(page, '标准曲线');
  await button(shown(page), '新建标准曲线').click();
  await settled(page, office.levels);
  await toCell(page, office.levels, 0, '浓度/含量');
  await paste(page, levels);
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await decide(page, '提交审核');
  const { pathname, search } = new URL(page.url());
  await decide(await people.at('reviewer', pathname + search), '审核通过');
  await page.reload();
  await button(shown(page), '用于本记录').click();
  await noticed(page, '结果已重新计算');

  await tab(page, '项目详情');
  await settled(page, office.readings);
  await toCell(page, office.readings, 0, '样品编号');
  await page.keyboard.press('Tab');
  // As the columns stand; what is calculated is left alone.
  await paste(page, Object.values(areas).map((both) => [...both, '', '', '', solution, efficiency]));
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);

  await tab(page, '加标质控样');
  for (const [title, column, rows] of [
    ['空白', '空白编号', [['试剂空白1', '0.05'], ['试剂空白2', '0.07']]],
    ['平行样', '样品编号', [['平行1', '116.1', '117.5']]],
    ['加标回收', '样品编号', [['加标1', '116.1', '100', '212.4']]],
  ] as const) {
    await shown(page).getByRole('tab', { name: title, exact: true }).click();
    await settled(page, title);
    await toCell(page, title, 0, column);
    await paste(page, rows);
    await page.keyboard.press('Control+s');
    await noticed(page, savedText);
  }
  await shown(page).getByRole('tab', { name: '质控说明' }).click();
  await shown(page).getByRole('textbox', { name: /质控说明/ }).fill('本批没有有证质控样，以加标回收控制');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await decide(page, '提交');
});

it('weighs the dust, and hands that record in', async () => {
  const page = await startRecord(/总粉尘/, '砂轮磨尘', 4);
  await pick(page, '检测仪器', 'FX-009');
  for (const [name, text] of [['环境温度', '21.6'], ['相对湿度', '48'], ['天平感量(mg)', '0.01'], ['滤膜直径(mm)', '40']] as const) await shown(page).getByLabel(name).fill(text);
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await toCell(page, office.readings, 0, '样品编号');
  await page.keyboard.press('Tab');
  await paste(page, Object.values(masses).map(([before1, before2, after1, after2], at) => [`LM-${at + 1}`, '总尘', before1, before2, '', after1, after2]));
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await decide(page, '提交');
});

it('has both records signed by two more', async () => {
  for (const [who, move] of [['reviewer', '复核'], ['approver', '审核']] as const) {
    const page = await openFrom(who, '/recordPageNew', '原始记录（新）');
    const records = shown(page).getByRole('checkbox', { name: new RegExp(`${code}-JL0`) });
    await records.nth(1).waitFor();
    for (const one of await records.all()) await one.check();
    await button(shown(page), recordsTexts.signMany(move, 2)).click();
    await answer(page, move);
  }
});

/** The three hands of an approval, each from its own queue. */
async function passThrough(): Promise<void> {
  for (const [who, move] of [['reviewer', '一审通过'], ['quality', '二审通过'], ['approver', '签发']] as const) await decide(await openFrom(who, '/projectAuditReview', '项目审核'), move);
}

it('brings the records through their approval', async () => {
  await decide(await people.at('analyst', `/recordPageNew/pageReport?belongProject=${project}`), '提交记录审批');
  await passThrough();
});

it('compiles the report, has it issued, and keeps it as a PDF', async () => {
  const page = await openProject('reporter');
  await button(shown(page), '建立报告').click();
  await decide(page, '提交审批');
  await passThrough();
  await page.reload();
  await shown(page).getByText('已签发', { exact: true }).waitFor();
  issuedOn = /签发日期：(\S{10})/.exec(await shown(page).innerText())?.[1] ?? '';
  const [download] = await Promise.all([page.waitForEvent('download'), button(shown(page), '下载PDF').click()]);
  pdf = await download.path();
  verifyPath = (await shown(page).getByRole('link', { name: '核验页' }).getAttribute('href')) ?? '';
  // The code on the paper says this address and no other.
  const modules = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path ?? '');
  const onPaper = await shown(page).getByRole('img', { name: '扫码核验报告' }).first().evaluate((svg) => svg.outerHTML);
  expect(modules(onPaper)).toEqual(modules(renderToStaticMarkup(createElement(QRCodeSVG, { value: `${product.url}${verifyPath}`, level: 'M' }))));
});

it('says on paper what an independent calculation comes to, and who signed it', async () => {
  const text = unspaced((await pdfPages(new Uint8Array(await readFile(pdf)))).map((page) => page.text).join(''));
  const limits = { toluene: { shift: 50, short: 100 }, dust: { shift: 8, short: 8 } } as const;
  for (const sample of taken) {
    const { text: own, judged } = reportedOf(sample);
    const number = `${code}-${sample.no}`;
    // Its line among the samples, and the one in which it is held against its limit.
    expect(text).toContain(`${number}${sample.hazard === 'dust' ? '木工车间打磨工砂轮磨尘' : '涂装车间喷漆工甲苯'}${day}${sample.hours ? '长时间' : '短时间'}${sample.minutes}${own}mg/m³`);
    const limit = limits[sample.hazard][sample.hours ? 'shift' : 'short'];
    const kind = sample.hazard === 'dust' ? 'CTWA（总尘）' : sample.hours ? 'CTWA' : 'CSTE';
    const verdict = Number(judged.replace('<', '')) > limit ? '不符合' : '符合';
    expect(text).toMatch(new RegExp(`${number}${day}\\d+h/d，5d/w${kind}${judged}mg/m³${limit}mg/m³${verdict}`));
  }
  // One was not detected and one exceeds its limit: the paper has to show more than that all is well.
  expect(taken.map((sample) => reportedOf(sample).judged).filter((one) => one.startsWith('<') || Number(one) > 100)).toHaveLength(2);
  for (const words of [unit, code, '编制：范晓彤', '审核：孟庆岚', '签发：戴宏远', `气温${air.temperature}℃，气压${air.pressure}kPa`]) expect(text).toContain(words);
});

it('is verified by who holds the paper, without an account', async () => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto(verifyPath);
  await page.getByRole('heading', { name: `报告核验：${reportVerdicts.valid.label}` }).waitFor();
  await page.getByText(unit, { exact: true }).waitFor();
  await page.getByText(issuedOn, { exact: true }).waitFor();
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

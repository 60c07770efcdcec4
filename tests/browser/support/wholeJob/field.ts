import type { AnyRow } from '@contract/entity';
import { messages } from '@contract/messages';
import { savedText } from '@contract/saveAll';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, choose, dialog, noticed, rowOf, settled } from '../console';
import { person } from '../projectOnSite';
import { answer, decide, paste, shown, toCell } from '../people';
import { type Job, openProject, place, unit } from './job';
import { air, areas, masses, type Taken, taken } from './readings';

// Survey, plan, sampling and hand-over of the whole job, as field people and the keeper of samples do them.

const hazards = '岗位与危害因素';

/** Two posts from a spreadsheet, and what is sampled there under three signatures. */
export async function surveyAndPlan(job: Job): Promise<void> {
  const page = await openProject(job, 'field');
  await settled(page, hazards);
  job.project = Number(new URL(page.url()).searchParams.get('belongProject'));
  job.code = new URL(page.url()).searchParams.get('code') ?? '';
  await toCell(page, hazards, 0, '车间');
  await paste(page, [
    ['涂装车间', '喷漆工', '甲苯', '', '手工喷漆', '喷漆', '1', '2', '是', '是', '白班', '6', '5', '水帘喷漆室', '正常', '防毒半面罩', '佩戴', ''],
    ['木工车间', '打磨工', '砂轮磨尘', '', '打磨', '打磨', '1', '2', '是', '是', '白班', '5', '5', '移动式除尘器', '正常', 'KN95防尘口罩', '佩戴', ''],
  ]);
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await page.getByRole('tab', { name: '基本情况' }).click();
  const facts = page.getByRole('tabpanel', { name: '基本情况' });
  await facts.getByLabel('调查日期').fill(job.day);
  await page.keyboard.press('Enter');
  await choose(facts.getByRole('combobox', { name: '调查人' }), '周海涛');
  await page.keyboard.press('Escape');
  await facts.getByLabel('陪同人').fill('沈国强');
  await button(facts, '保存').click();
  await noticed(page, messages.edited);
  await decide(page, '结束调查', false);

  await shown(page).getByRole('link', { name: '方案编制' }).click();
  await button(shown(page), '由调查生成').click();
  await button(dialog(page, '由调查生成方案'), '生成').click();
  await noticed(page, '已生成');
  await settled(page, '采样方案');
  await decide(page, '提交方案');
  await decide(await openProject(job, 'reviewer'), '审核方案');
  await decide(await openProject(job, 'approver'), '批准方案');
}

/** Instruments out, a day on a telephone, instruments back. */
export async function sampleOnSite(job: Job): Promise<void> {
  const desk = await job.people.at('field', `/siteSample/eqpIn/details/page?belongProject=${job.project}`);
  await button(shown(desk), '领用设备').click();
  const out = dialog(desk, '领用设备');
  for (const no of ['GT-001', 'CY-001']) {
    await out.getByLabel('查找设备').fill(no);
    await out.getByRole('row').filter({ hasText: no }).getByRole('checkbox').check();
  }
  await button(out, '确定出库（2台）').click();
  await out.waitFor({ state: 'hidden' });

  const page = await job.people.at('field', '/siteSample/liveSample', { key: 'telephone', viewport: { width: 375, height: 812 }, hasTouch: true });
  const press = (name: string) => shown(page).getByRole('button', { name, exact: true }).click();
  const go = (label: string) => shown(page).getByRole('navigation', { name: '现场采样' }).getByRole('button', { name: label }).click();
  await rowOf(page, '现场采样', unit).getByRole('button').first().click();
  await press('添加采样日期');
  await shown(page).getByLabel('采样日期 *').fill(job.day);
  await press('添加并生成样品');
  await shown(page).getByText(/^样品 7，空白 4/).waitFor();
  await go('气象');
  for (const [name, text] of [['气温', air.temperature], ['气压', air.pressure], ['测量地点', '涂装车间'], ['测量时间', `${job.day}T08:30:00`]] as const) await shown(page).getByLabel(name).fill(text);
  await press('保存气象');
  await shown(page).getByText(`${air.temperature}℃　${air.pressure}kPa`).waitFor();
  await go('采样');
  const typed = taken.filter(({ no }) => ['JB1-0101', 'JB1-0102', 'SLMC1-0301'].includes(no));
  for (const one of typed) {
    await shown(page).getByRole('button', { name: new RegExp(one.no) }).click();
    await record(job, page, one);
  }
  await go('陪同人');
  await shown(page).getByLabel('姓名').fill('沈国强');
  await draw(page);
  await button(shown(page), '确定').click();
  await shown(page).getByText('沈国强').waitFor();
  await go('影像');
  await shown(page).getByLabel('地点').fill(place);
  await shown(page).locator('input[type=file]').first().setInputFiles({ name: '涂装车间.png', mimeType: 'image/png', buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } }) });
  await shown(page).getByRole('listitem').filter({ hasText: place }).first().waitFor();

  // One of each kind was typed; the others and the blanks by the call that the telephone makes.
  const field = await person(job.url, 'field');
  const inState = async (state: string) => (await field<{ content: AnyRow[] }>('GET', `api/sample?project=${job.project}&state=${state}&page=0&size=50&sort=id,asc`)).content;
  await expect.poll(async () => (await inState('collected')).length).toBe(typed.length);
  const { content: tools } = await field<{ content: AnyRow[] }>('GET', 'api/equipment?page=0&size=500');
  for (const sample of await inState('planned')) {
    const one = taken.find(({ no }) => String(sample.sampleNo).endsWith(no));
    await field('PUT', 'api/sample/record', { id: sample.id, values: one ? { startTime: `${job.day} ${one.from}:00`, endTime: `${job.day} ${one.to}:00`, flowBefore: one.before, flowAfter: one.after, equipment: tools.find(({ eqpNo }) => eqpNo === one.tool)?.id, ...(one.person ? { person: one.person } : {}) } : { startTime: `${job.day} 09:00:00` } });
  }
  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?belongProject=${job.project}`);
  await decide(page, '结束采样', false);
  await shown(page).getByRole('note').waitFor();

  const uses = desk.getByRole('grid', { name: '项目设备' });
  await uses.getByRole('row').filter({ hasText: 'GT-001' }).waitFor();
  await uses.getByRole('checkbox').first().check();
  await button(shown(desk), '批量入库（2台）').click();
  const back = dialog(desk, '设备入库');
  await button(back, '确定入库').click();
  await back.waitFor({ state: 'hidden' });
}

/** A sample as it is written down from a clip board. */
async function record(job: Job, page: Page, { no, before, after, from, to, tool, person: who }: Taken): Promise<void> {
  const card = shown(page).getByRole('article', { name: new RegExp(`${no}$`) });
  await card.getByRole('button', { name: '已经采完，补填时间' }).click();
  if (who) await card.getByLabel('采样对象').fill(who);
  const tools = card.getByLabel('采样仪器');
  await tools.selectOption(await tools.locator('option').filter({ hasText: tool }).getAttribute('value'));
  for (const [name, text] of [['采样前流量', before], ['采样后流量', after], ['开始时间', `${job.day}T${from}:00`], ['结束时间', `${job.day}T${to}:00`]] as const) await card.getByLabel(name).fill(text);
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

/** From the field to the keeper, counted in by a scanner, and on to who may test. */
export async function handOver(job: Job): Promise<void> {
  const giver = await openProject(job, 'field');
  await button(shown(giver), '新建流转单').click();
  const form = dialog(giver, '新建流转单');
  await form.getByText('已选 11 / 11 个样品').waitFor();
  await form.getByLabel('交接地点').fill('样品室');
  await button(form, '生成流转单').click();
  await shown(giver).getByRole('heading', { name: `${job.code}-LZ01` }).waitFor();
  // To the letter: the sheet's own card, which is there earlier, says 尚未送交.
  await shown(giver).getByRole('button', { name: /^送\s*交$/ }).click();
  await answer(giver, '送交');

  const keeper = await openProject(job, 'keeper');
  const panel = keeper.getByRole('region', { name: '扫码清点' });
  await panel.getByText('0 / 11').waitFor();
  for (const no of [...Object.keys(areas), ...Object.keys(masses)]) {
    await keeper.keyboard.type(`${job.code}-${no}`);
    await keeper.keyboard.press('Enter');
  }
  await panel.getByText('11 / 11').waitFor();
  await shown(keeper).getByRole('button', { name: /^接\s*收$/ }).click();
  await answer(keeper, '接收');
  await keeper.getByText('送交11个，接收11个').waitFor();
  await decide(keeper, '完成交接', false);

  await shown(keeper).getByRole('link', { name: '样品分发' }).click();
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
}

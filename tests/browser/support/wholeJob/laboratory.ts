import type { Page } from 'playwright-core';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { messages } from '@contract/messages';
import { savedText } from '@contract/workbook/saveMany';
import { button, noticed, settled } from '../console';
import type { Job } from '../job';
import { decide, paste, pick, shown, toCell } from '../people';
import { areas, efficiency, levels, masses, solution } from './readings';

// The two records of the whole job, as the analyst fills them.

const readings = '样品与读数';
const curve = '标准曲线各级数据';

/** Starts a record of all open tasks of a hazard. */
async function startRecord(job: Job, method: RegExp, hazard: string, count: number): Promise<Page> {
  const page = await job.people.at('analyst', '/lab/laboratory');
  await shown(page).getByRole('list', { name: '检测方法' }).getByRole('button', { name: method }).click();
  await shown(page)
    .getByRole('list', { name: '按项目与因素选择，含空白' })
    .getByRole('button')
    .filter({ hasText: job.code })
    .filter({ hasText: hazard })
    .click();
  await button(shown(page), '开始检测').click();
  await noticed(page, labSheetTexts.started(count));
  await page.waitForURL(/phyId=\d+/);
  return page;
}

const tab = (page: Page, name: string) =>
  shown(page).getByRole('navigation', { name: '检测记录的页面' }).getByRole('link', { name, exact: true }).click();

/** With a curve approved by another person and the checks of the batch. */
export async function testGas(job: Job): Promise<void> {
  const page = await startRecord(job, /^苯系物/, '甲苯', 7);
  await pick(page, '检测仪器', 'FX-001');
  await pick(page, '标准物质', 'BW-2602');
  await shown(page).getByLabel('环境温度').fill('22.4');
  await shown(page).getByLabel('相对湿度').fill('51');
  await shown(page).getByLabel('效率来源及原因').fill('方法验证报告YZ-2601');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);

  await tab(page, '标准曲线');
  await button(shown(page), '新增标准曲线').click();
  await settled(page, curve);
  await toCell(page, curve, 0, '浓度/含量');
  await paste(page, levels);
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await decide(page, '提交审核');
  const { pathname, search } = new URL(page.url());
  await decide(await job.people.at('reviewer', pathname + search), '审核通过');
  await page.reload();
  await button(shown(page), '用于本记录').click();
  await noticed(page, '结果已重新计算');

  await tab(page, '检测数据');
  await settled(page, readings);
  await toCell(page, readings, 0, '样品编号');
  await page.keyboard.press('Tab');
  // In the order of the columns; computed ones are skipped.
  await paste(
    page,
    Object.values(areas).map((both) => [...both, '', '', '', solution, efficiency]),
  );
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);

  await tab(page, '质量控制');
  for (const [title, column, rows] of [
    [
      '空白',
      '空白编号',
      [
        ['试剂空白1', '0.05'],
        ['试剂空白2', '0.07'],
      ],
    ],
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
  // Each missing check has its own reason.
  const reasons = shown(page).getByRole('textbox', { name: /的说明$/ });
  await reasons.first().waitFor();
  for (const reason of await reasons.all()) await reason.fill('本批没有有证质控样，以加标回收控制');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await decide(page, '提交');
}

/** Filters weighed twice before and twice after. */
export async function weighDust(job: Job): Promise<void> {
  const page = await startRecord(job, /总粉尘/, '砂轮磨尘', 4);
  await pick(page, '检测仪器', 'FX-009');
  for (const [name, text] of [
    ['环境温度', '21.6'],
    ['相对湿度', '48'],
    ['天平感量(mg)', '0.01'],
    ['滤膜直径(mm)', '40'],
  ] as const)
    await shown(page).getByLabel(name).fill(text);
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await toCell(page, readings, 0, '样品编号');
  await page.keyboard.press('Tab');
  await paste(
    page,
    Object.values(masses).map(([before1, before2, after1, after2], index) => [
      `LM-${index + 1}`,
      '总尘',
      before1,
      before2,
      '',
      after1,
      after2,
    ]),
  );
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await decide(page, '提交');
}

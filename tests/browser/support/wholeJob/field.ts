import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { savedText } from '@contract/workbook/saveMany';
import { button, dialog, noticed, rowOf } from '../console';
import { checkFlows } from '../field/flows';
import { counting, receive, scan, sendSheet } from '../field/handOver';
import { returnFromSite, openInstruments, takeOut } from '../field/instruments';
import { endSurvey, explainMissingDrawing, hazardSheet, makePlan, openSurvey, signPlan } from '../field/survey';
import {
  addDay,
  goTo,
  measureAir,
  photograph,
  press,
  signOnGlass,
  telephone,
  toList,
  writeDown,
} from '../field/telephone';
import { type Job, openProject, place, unit } from '../job';
import { decide, paste, shown, toCell } from '../people';
import { person } from '../projectOnSite';
import { air, areas, masses, taken } from './readings';

// Survey, plan, sampling and hand-over of the whole job, by samplers and the keeper.

const tools = ['GT-001', 'GT-002', 'GT-003', 'GT-004', 'CY-001'];

/** Enters two posts from a spreadsheet, and a plan with three signatures. */
export async function surveyAndPlan(job: Job): Promise<void> {
  const page = await openSurvey(job);
  await toCell(page, hazardSheet, 0, '车间');
  await paste(page, [
    [
      '涂装车间',
      '喷漆工',
      '甲苯',
      '',
      '手工喷漆',
      '喷漆',
      '1',
      '2',
      '是',
      '是',
      '白班',
      '6',
      '5',
      '水帘喷漆室',
      '正常',
      '防毒半面罩',
      '佩戴',
      '',
    ],
    [
      '木工车间',
      '打磨工',
      '砂轮磨尘',
      '',
      '打磨',
      '打磨',
      '1',
      '2',
      '是',
      '是',
      '白班',
      '5',
      '5',
      '移动式除尘器',
      '正常',
      'KN95防尘口罩',
      '佩戴',
      '',
    ],
  ]);
  // Frequency, duration and interval of peak exposure; values between PC-TWA and PC-STEL depend on them.
  await toCell(page, hazardSheet, 0, '短时间高浓度接触次数');
  await paste(page, [['3', '15', '90']]);
  await page.keyboard.press('Control+s');
  await noticed(page, savedText);
  await endSurvey(job, page);
  await makePlan(page);
  await explainMissingDrawing(page);
  await signPlan(job, page);
}

/** Takes instruments out, samples a day on a phone, and returns the instruments. */
export async function sampleOnSite(job: Job): Promise<void> {
  const desk = await openInstruments(job);
  await takeOut(desk, tools);
  await checkFlows(job.url, job.project);

  const page = await job.people.at('field', '/siteSample/liveSample', { key: 'telephone', ...telephone });
  await rowOf(page, '现场采样', unit).getByRole('button').first().click();
  await press(page, '新增采样日期');
  await addDay(page, job.day, /^样品 7，空白 4/);
  await measureAir(page, { ...air, place: '涂装车间', at: `${job.day}T08:30:00` });
  await shown(page).getByText(`${air.temperature} ℃　${air.pressure} kPa`).waitFor();
  await goTo(page, '采样');
  const typed = taken.filter(({ no }) => ['JB1-0101', 'JB1-0102', 'SLMC1-0301'].includes(no));
  for (const one of typed) {
    await shown(page)
      .getByRole('button', { name: new RegExp(one.no) })
      .click();
    const open = shown(page).getByRole('article', { name: new RegExp(`${one.no}$`) });
    await open.waitFor();
    await writeDown(page, job.day, one);
    await open.waitFor({ state: 'hidden' });
    await toList(page);
  }
  await signOnGlass(page, '沈国强');
  await photograph(page, place);

  // One of each kind is typed; the others and the blanks are sent by the phone's request.
  const field = await person(job.url, 'field');
  const inState = async (state: string) =>
    (
      await field<{ content: AnyRow[] }>(
        'GET',
        `api/sample?project=${job.project}&state=${state}&page=0&size=50&sort=id,asc`,
      )
    ).content;
  await expect.poll(async () => (await inState('collected')).length).toBe(typed.length);
  const { content: instruments } = await field<{ content: AnyRow[] }>('GET', 'api/equipment?page=0&size=500');
  for (const sample of await inState('planned')) {
    const one = taken.find(({ no }) => String(sample.sampleNo).endsWith(no));
    await field('PUT', 'api/sample/record', {
      id: sample.id,
      values: one
        ? {
            startTime: `${job.day} ${one.from}:00`,
            endTime: `${job.day} ${one.to}:00`,
            flowBefore: one.before,
            flowAfter: one.after,
            equipment: instruments.find(({ eqpNo }) => eqpNo === one.tool)?.id,
            ...(one.person ? { person: one.person } : {}),
          }
        : { startTime: `${job.day} 09:00:00` },
    });
  }
  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?belongProject=${job.project}`);
  await decide(page, '结束采样', false);
  await shown(page).getByRole('note').waitFor();

  await returnFromSite(desk, tools);
}

/** From the sampler to the keeper, counted by a scanner, and on to the analysts. */
export async function handOver(job: Job): Promise<void> {
  const numbers = [...Object.keys(areas), ...Object.keys(masses)];
  await sendSheet(await openProject(job, 'field'), `${job.code}-LZ01`, numbers.length);

  const keeper = await openProject(job, 'keeper');
  await counting(keeper).getByText(`0 / ${numbers.length}`).waitFor();
  for (const no of numbers) await scan(keeper, `${job.code}-${no}`);
  await counting(keeper).getByText(`${numbers.length} / ${numbers.length}`).waitFor();
  await receive(keeper, numbers.length, numbers.length);
  await decide(keeper, '完成交接', false);

  await shown(keeper).getByRole('link', { name: '样品分发' }).click();
  const groups = shown(keeper).getByRole('list', { name: '按组选择待分发的任务' });
  for (const [hazard, count] of [
    ['甲苯', 7],
    ['砂轮磨尘', 4],
  ] as const) {
    await groups.getByRole('button', { name: new RegExp(`^${hazard}`) }).click();
    await button(shown(keeper), `分发（${count}项）`).click();
    const asked = dialog(keeper, '分发给检测人');
    await asked.getByLabel('分发后打印任务单').uncheck();
    await asked.getByRole('radio').and(asked.locator(':enabled')).first().check();
    await asked.getByRole('button', { name: /^分发给/ }).click();
    await noticed(keeper, `已将${count}项检测任务分发给`);
  }
}

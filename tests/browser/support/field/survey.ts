import type { Page } from 'playwright-core';
import { messages } from '@contract/messages';
import { button, choose, dialog, noticed, settled } from '../console';
import { type Job, openProject } from '../job';
import { decide, shown } from '../people';

export const hazardSheet = '岗位与危害因素';
export const planSheet = '采样方案';

/** Opens the project's survey as its leader. From here on the project's id and number are known. */
export async function openSurvey(job: Job): Promise<Page> {
  const page = await openProject(job, 'field');
  await settled(page, hazardSheet);
  job.project = Number(new URL(page.url()).searchParams.get('belongProject'));
  job.code = new URL(page.url()).searchParams.get('code') ?? '';
  return page;
}

/** Enters date, people and companions, and ends the survey. */
export async function endSurvey(job: Job, page: Page): Promise<void> {
  await page.getByRole('tab', { name: '基本情况' }).click();
  const facts = page.getByRole('tabpanel', { name: '基本情况' });
  await facts.getByLabel('调查日期').fill(job.day);
  await page.keyboard.press('Enter');
  // The leader, the team and the leader's last survey name people; who is missing is added.
  const there = facts.locator('.ant-select-selection-item');
  for (const name of ['周海涛', '林思远'])
    if (!(await there.filter({ hasText: name }).count()))
      await choose(facts.getByRole('combobox', { name: '调查人' }), name);
  await facts.getByLabel('陪同人').fill('沈国强');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
  await decide(page, '结束调查', false);
}

export async function makePlan(page: Page): Promise<void> {
  await shown(page).getByRole('link', { name: '采样方案' }).click();
  await button(shown(page), '由调查生成').click();
  await button(dialog(page, '由调查生成方案'), '生成').click();
  await noticed(page, '已生成');
  await settled(page, planSheet);
}

/** Says in the plan's remark why it has no drawing of its points. */
export async function explainMissingDrawing(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /方案说明/ }).click();
  const words = page.getByRole('tabpanel', { name: /方案说明/ });
  // The form of the survey, which is open in another pane, has a field of the same id.
  await words.locator('textarea[id$=remark]').fill('企业不能提供平面图，测点见采样照片。');
  await page.keyboard.press('Control+s');
  await noticed(page, messages.edited);
}

/** 编制、审核、批准 by three people. */
export async function signPlan(job: Job, page: Page): Promise<void> {
  await decide(page, '提交方案');
  await decide(await openProject(job, 'reviewer'), '审核方案');
  await decide(await openProject(job, 'approver'), '批准方案');
}

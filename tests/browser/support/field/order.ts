import type { Locator, Page } from 'playwright-core';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { messages } from '@contract/messages';
import { button, choose, dialog, noticed, rowAction, rowOf, settled } from '../console';
import { type Job, openProject, orderOf } from '../job';
import { answer, shown } from '../people';

/** Day in China, `days` from today. */
const dayFrom = (days: number): string => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

/** Fields of the open form, by label. */
const fieldIn =
  (page: Page) =>
  (name: string): Locator =>
    page.getByRole('dialog').getByLabel(name, { exact: true });

/** Registers a client and an order; another person reviews the contract. */
export async function takeInOrder(job: Job): Promise<void> {
  await registerProject(await registerUnit(job), job);
  await sendToReview(job);
  await reviewContract(job);
}

export async function registerUnit(job: Job): Promise<Page> {
  const { unit, creditCode } = orderOf(job);
  const page = await job.people.at('sales', '/inspectUnit');
  const form = page.getByRole('dialog');
  const field = fieldIn(page);
  await button(page, '新增').click();
  for (const [name, text] of [
    ['单位名称', unit],
    ['统一社会信用代码', creditCode],
    ['联系人', '沈国强'],
    ['手机号码', '13957312345'],
    ['工作场所地址', '浙江省嘉善县惠民街道工业路18号'],
    ['职工总数', '86'],
    ['接触职业病危害人数', '12'],
  ] as const)
    await field(name).fill(text);
  await choose(field('所属行业'), '家具制造业');
  await field('所在地区').fill('嘉善');
  await page.locator('.ant-cascader-menu-item').filter({ hasText: '嘉善' }).first().click();
  await button(form, '保存').click();
  await noticed(page, messages.added);
  return page;
}

/** Registers an order from the unit's row, whose project form knows the unit. */
export async function registerProject(page: Page, job: Pick<Job, 'order'> = {}): Promise<void> {
  const { unit, type, contractOn, scope } = orderOf(job);
  await rowAction(rowOf(page, '受检单位', unit), '项目');
  await settled(page, '项目');
  const form = page.getByRole('dialog');
  const field = fieldIn(page);
  await button(shown(page), '新增').click();
  // The type names the project.
  await choose(field('项目类型'), type);
  await choose(field('项目负责人'), '周海涛');
  await field('合同编号').fill('HT-2026-031');
  await field('合同签订日期').fill(dayFrom(contractOn));
  await field('计划完成日期').fill(dayFrom(30));
  await field('检测范围').fill(scope);
  await button(form, '保存').click();
  await noticed(page, messages.added);
}

/** Sends the order to the contract review and reminds the reviewer. */
export async function sendToReview(job: Job): Promise<void> {
  const { unit } = orderOf(job);
  const page = await openProject(job, 'sales');
  await button(dialog(page, unit), '提交合同评审').click();
  await answer(page, '提交合同评审', false);
  // The person who registered the order sends a reminder from its panel.
  await button(dialog(page, unit), '催办').click();
  await noticed(page, '已提醒');
}

/** Answers the questions of the contract review by another person, and passes it. */
export async function reviewContract(job: Job): Promise<void> {
  const reviewer = await openProject(job, 'reviewer');
  const panel = dialog(reviewer, orderOf(job).unit);
  const answers = panel.getByRole('radiogroup');
  await answers.first().waitFor();
  // The contract and its scope are facts of the order: they answer 费用 and 分包.
  for (const question of ['requirement', 'method', 'ability', 'schedule', 'secrecy'] as const)
    await answers.nth(reviewQuestions.indexOf(question)).getByRole('radio', { name: '是', exact: true }).check();
  await button(panel, projectTexts.saveAndPass('通过合同评审')).click();
  await noticed(reviewer, '通过合同评审成功');
}

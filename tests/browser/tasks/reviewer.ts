import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { day, house, waitForPdfViewer, later, reported, downloadedName, type Task } from '../support/clientDesks';
import { button, choose, dialog, grid, noticed, settled } from '../support/console';
import { answer, decide, shown } from '../support/people';

// A reviewer from outside.

const task = (id: number): string => `/sfQualityDetail/sfQualityDetail?id=${id}`;
const openTask = async (page: Page, id: number, tab?: string): Promise<void> => {
  await page.goto(task(id));
  await shown(page).getByRole('heading', { level: 1 }).waitFor();
  if (tab)
    await shown(page)
      .getByRole('tab', { name: new RegExp(`^${tab}`) })
      .click();
};
const assigned = 4;
const begun = 3;

export const reviewerTasks: readonly Task[] = [
  [
    'finds the tasks with their states and days',
    async (page) => {
      await page.goto('/thirdParty/quality');
      await settled(page, '第三方质控任务');
      await grid(page, '第三方质控任务')
        .getByRole('row')
        .filter({ hasText: '已指派' })
        .getByText(/^\d{4}-\d\d-\d\d$/)
        .waitFor();
    },
  ],
  [
    'reads whom, what kind, which step and which day a task is about',
    async (page) => {
      await openTask(page, assigned);
      for (const words of [/有限公司$/, /^定期检测$/, /^等待检查人开始$/, /（还有\d+天）$/])
        await shown(page).getByRole('definition').filter({ hasText: words }).waitFor();
    },
  ],
  [
    'asks for another day, and is agreed with',
    async (page) => {
      await openTask(page, assigned);
      await button(shown(page), outsideTexts.askDay).click();
      const form = dialog(page, outsideTexts.askDay);
      await button(form, '提交申请').click();
      await form.getByText(outsideTexts.dayReasonMissing).waitFor();
      await day(page, form.getByLabel('希望完成日期'), later(20));
      await form.getByLabel('原因').fill('出差');
      await button(form, '提交申请').click();
      await noticed(page, outsideTexts.dayAsked);
      const row = await house<AnyRow>('GET', `api/sfQualityDetail/${assigned}`);
      await house('PUT', 'api/sfQualityDetail/answerDay', { id: assigned, version: row.version, agreed: true });
      await openTask(page, assigned);
      await shown(page)
        .getByRole('definition')
        .filter({ hasText: later(20) })
        .waitFor();
    },
  ],
  [
    'opens a record in place',
    async (page) => {
      await openTask(page, assigned, '被检资料');
      await shown(page)
        .getByRole('button', { name: /^打开 .*气相色谱/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('二甲苯').first().waitFor();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'opens the report in place',
    async (page) => {
      await openTask(page, assigned, '被检资料');
      await shown(page)
        .getByRole('button', { name: /^打开 检测报告/ })
        .click();
      await waitForPdfViewer(page);
    },
  ],
  [
    'sees the photographs of the field and the certificates of the instruments',
    async (page) => {
      await openTask(page, assigned, '被检资料');
      for (const title of [outsideTexts.photograph, outsideTexts.certificate])
        await shown(page)
          .getByRole('button', { name: new RegExp(`^打开 ${title}`) })
          .first()
          .waitFor();
      await shown(page)
        .getByRole('button', { name: new RegExp(`^打开 ${outsideTexts.photograph}`) })
        .first()
        .click();
      await page.getByRole('dialog').locator('img').first().waitFor();
    },
  ],
  [
    'takes all papers along as one file',
    async (page) => {
      await openTask(page, assigned, '被检资料');
      expect(await downloadedName(page, () => button(shown(page), '下载全部（ZIP）').click())).toMatch(
        /被检资料\.zip$/,
      );
    },
  ],
  [
    'keeps the right rows when one is wrong',
    async (page) => {
      await page.setViewportSize({ width: 800, height: 900 });
      await openTask(page, begun);
      const cards = shown(page).getByRole('article');
      await cards.nth(0).getByText('符合', { exact: true }).click();
      await cards.nth(1).getByText('不符合', { exact: true }).click();
      await button(shown(page), '保存检查表').click();
      await shown(page).getByText(outsideTexts.remarkNeeded).first().waitFor();
      await openTask(page, begun);
      await expect.poll(() => cards.nth(0).getByRole('radio', { name: '符合', exact: true }).isChecked()).toBe(true);
      await button(shown(page), '保存检查表').waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  ],
  [
    'sees what the task would bring before it ends',
    async (page) => {
      await openTask(page, begun, '费用与积分');
      await shown(page).getByText(outsideTexts.expected).waitFor();
      await shown(page).getByText('800.00').first().waitFor();
    },
  ],
  [
    'writes a finding, and takes it back',
    async (page) => {
      await openTask(page, begun, '检查发现');
      await button(shown(page), '登记问题').click();
      const form = dialog(page, '登记问题');
      await choose(form.getByLabel('程度'), '一般');
      await form.getByLabel('问题描述').fill('流量校准记录缺少采样后读数');
      await button(form, '保存').click();
      const found = shown(page).getByRole('listitem').filter({ hasText: '流量校准记录缺少采样后读数' });
      await found.waitFor();
      await button(found, '删除').click();
      await button(page.getByRole('dialog').last(), '确定').click();
      await found.waitFor({ state: 'hidden' });
    },
  ],
  [
    'declines a task with a reason',
    async (page) => {
      const made = await house<{ body: AnyRow }>('POST', 'api/sfQualityDetail/add', {
        project: reported,
        reviewer: (await house<AnyRow>('GET', `api/sfQualityDetail/${assigned}`)).reviewer,
        checkForm: 'site',
        dueOn: later(9),
      });
      await openTask(page, made.body.id);
      await button(shown(page), '谢绝任务').click();
      await page.getByRole('dialog', { name: '谢绝任务' }).getByRole('textbox').fill('与被检机构有合作关系');
      await answer(page, '谢绝任务', false);
      await shown(page).getByRole('heading', { level: 1 }).getByText('已谢绝').waitFor();
    },
  ],
  [
    'begins a task',
    async (page) => {
      await openTask(page, assigned);
      await decide(page, '开始检查', false);
      await shown(page).getByRole('heading', { level: 1 }).getByText('检查中').waitFor();
    },
  ],
  [
    'sees the fees, the settlement and the points',
    async (page) => {
      await page.goto('/thirdParty/finance');
      await settled(page, '第三方费用');
      await grid(page, '第三方费用').getByText('630.00').waitFor();
      await page.getByRole('tab', { name: '结算单' }).click();
      await shown(page)
        .getByRole('button', { name: /^JS\d{4}-\d{4}$/ })
        .first()
        .click();
      expect(await downloadedName(page, () => button(shown(page), '下载PDF').click())).toMatch(/\.pdf$/);
      await page.goto('/thirdParty/points');
      await page.getByRole('tab', { name: '积分余额' }).click();
      await shown(page).getByText('俞志衡').first().waitFor();
    },
  ],
];

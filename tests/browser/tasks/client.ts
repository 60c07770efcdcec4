import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { clientNoticeTexts, obligationTexts, matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import {
  asked,
  day,
  detail,
  waitForPdfViewer,
  later,
  openProject,
  projects,
  region,
  downloadedName,
  type Task,
  thread,
  today,
} from '../support/clientDesks';
import { button, dialog, grid, noticed, settled } from '../support/console';

// The safety officer of an enterprise, on a telephone.

async function tick(page: Page, name: string, measure: string, doneOn?: string): Promise<Locator> {
  await openProject(page);
  await page.getByRole('button', { name }).click();
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('措施') });
  if (doneOn) await day(page, form.getByLabel('完成日期'), doneOn);
  await form.getByLabel('措施').fill(measure);
  await button(form, '保存').click();
  return form;
}

export const clientTasks: readonly Task[] = [
  [
    'finds the projects whose report is there',
    async (page) => {
      await page.goto(projects);
      await page.getByText('已出报告').click();
      await page.getByRole('listitem').filter({ hasText: '可查看' }).first().waitFor();
      await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(1);
    },
  ],
  [
    'finds a project by its number, and all of them again',
    async (page) => {
      await page.goto(projects);
      const code = (
        await page
          .getByText(/^\d{4}[A-Z]{2}\d{4}$/)
          .first()
          .innerText()
      ).trim();
      await page.getByRole('searchbox', { name: '查找项目' }).fill(code);
      await page.getByRole('searchbox', { name: '查找项目' }).press('Enter');
      await page.getByText('共1个项目').waitFor();
      await page.getByRole('searchbox', { name: '查找项目' }).fill('没有这个项目');
      await page.getByRole('searchbox', { name: '查找项目' }).press('Enter');
      await button(page, '查看全部').click();
      await page.getByText(/共 [2-9] 个项目/).waitFor();
    },
  ],
  [
    'sees how far a project is',
    async (page) => {
      await page.goto(projects);
      const steps = page.getByRole('list', { name: '项目进度' }).first();
      await steps.locator('[aria-current=step]').getByText('现场调查').waitFor();
    },
  ],
  [
    'reads a report in place',
    async (page) => {
      await openProject(page);
      await page
        .getByRole('button', { name: /^查看 / })
        .first()
        .click();
      await waitForPdfViewer(page);
    },
  ],
  [
    'takes a report along',
    async (page) => {
      await openProject(page);
      const name = await downloadedName(page, () =>
        page
          .getByRole('button', { name: /^下载PDF / })
          .first()
          .click(),
      );
      expect(name).toMatch(/\.pdf$/);
    },
  ],
  [
    'sees what is over its limit',
    async (page) => {
      await openProject(page);
      await page
        .getByText(/砂轮磨尘/)
        .first()
        .waitFor();
      await page.getByText(/8\.8 mg\/m³，限值 8 mg\/m³/).waitFor();
    },
  ],
  [
    'writes down how an excess was remedied',
    async (page) => {
      await tick(page, '登记完成 机加工车间 打磨工 砂轮磨尘', '更换侧吸罩，风速提高到1.2 m/s');
      await noticed(page, obligationTexts.saved);
      await page.getByText(/已完成：更换侧吸罩/).waitFor();
    },
  ],
  [
    'corrects what was written down',
    async (page) => {
      await tick(page, '修改 机加工车间 打磨工 砂轮磨尘', '更换侧吸罩并增设挡板');
      await noticed(page, obligationTexts.saved);
      await page.getByText(/已完成：更换侧吸罩并增设挡板/).waitFor();
    },
  ],
  [
    'is told that a day ahead can’t be a day on which something was done',
    async (page) => {
      const form = await tick(page, '登记完成 职业健康检查', '已安排体检', later(3));
      await page.getByText(obligationTexts.future).first().waitFor();
      expect(await form.getByLabel('措施').inputValue()).toBe('已安排体检');
    },
  ],
  [
    'sees each post and hazard year by year',
    async (page) => {
      await openProject(page);
      const table = region(page, '历年结果').getByRole('table');
      await table.getByRole('columnheader', { name: today().slice(0, 4) }).waitFor();
      await table.getByRole('cell', { name: '8.8 超标' }).waitFor();
    },
  ],
  [
    'takes the facts of the declaration along as a workbook',
    async (page) => {
      await openProject(page);
      expect(await downloadedName(page, () => button(page, '下载申报资料（xlsx）').click())).toMatch(/申报资料\.xlsx$/);
    },
  ],
  [
    'prints the facts of the declaration',
    async (page) => {
      await openProject(page);
      await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }));
      await button(page, '打印申报资料').click();
      await page.waitForFunction(() => (window as { printed?: boolean }).printed);
    },
  ],
  [
    'is asked for a document, and sends it',
    async (page) => {
      await asked({ matterKind: 'document', title: '补充工艺流程图', dueOn: later(5) });
      await openProject(page);
      const box = thread(page, '补充工艺流程图');
      await box.getByText(`请于${later(5)}前提供`).waitFor();
      await box.locator('input[type="file"]:not([capture])').setInputFiles({
        name: '工艺.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('下料、打磨、喷漆、装配'),
      });
      await box.getByText('工艺.txt').waitFor();
      await button(box, '回复').click();
      await noticed(page, matterTexts.replied);
    },
  ],
  [
    'confirms the day of a visit',
    async (page) => {
      await asked({ matterKind: 'visit', title: '复测采样', visitOn: later(6) });
      await openProject(page);
      await button(thread(page, '复测采样'), matterTexts.confirmVisit).click();
      await thread(page, '复测采样')
        .getByText(matterTexts.visitConfirmed(later(6)))
        .waitFor();
    },
  ],
  [
    'says that a day does not suit, and which would',
    async (page) => {
      await asked({ matterKind: 'visit', title: '补充采样', visitOn: later(7) });
      await openProject(page);
      const box = thread(page, '补充采样');
      expect(await button(box, matterTexts.otherDay).isDisabled()).toBe(true);
      await box.getByLabel('说明或可以的日期').fill('当日停产检修，次日可以');
      await button(box, matterTexts.otherDay).click();
      await box.getByText(matterTexts.visitDeclined('当日停产检修，次日可以')).waitFor();
    },
  ],
  [
    'reads the plan, and confirms it',
    async (page) => {
      await asked({ matterKind: 'plan', title: '请确认采样方案' });
      await openProject(page);
      const box = thread(page, '请确认采样方案');
      await box.getByRole('button', { name: /\.pdf/ }).click();
      await waitForPdfViewer(page);
      await page.keyboard.press('Escape');
      await button(box, matterTexts.confirmPlan).click();
      await box.getByText(matterTexts.planConfirmed, { exact: true }).waitFor();
    },
  ],
  [
    'objects, and is told what is missing first',
    async (page) => {
      await openProject(page);
      await button(page, '咨询或提出异议').click();
      const form = dialog(page, '咨询或提出异议');
      await form.getByLabel('类型').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle('异议').click();
      await button(form, '提交').click();
      await form.getByText(matterTexts.titleMissing).waitFor();
      await form.getByLabel('标题').fill('对喷漆工结果有疑问');
      await button(form, '提交').click();
      await noticed(page, matterTexts.asked);
      await thread(page, '对喷漆工结果有疑问').waitFor();
    },
  ],
  [
    'finds what the organization told them, and nothing that is meant for its staff',
    async (page) => {
      await page.goto('/notify/myNews');
      // A phone shows the list as cards.
      const list = page.getByRole('list', { name: '消息' });
      await list
        .getByText(/^报告\S+已签发$/)
        .first()
        .waitFor();
      await list.getByText(clientNoticeTexts.asked('到场确认', '复测采样')).first().waitFor();
      expect(await list.getByText('关于规范现场采样流量校准与样品交接的通知').count()).toBe(0);
    },
  ],
  [
    'reads the declarations of its units',
    async (page) => {
      await page.goto('/dataGovernance/enterpriseDeclaration/declarationShow');
      await settled(page, '企业申报');
      await grid(page, '企业申报').getByRole('row').nth(1).waitFor();
    },
  ],
  [
    'sees no project of another unit, and no page of the organization’s staff',
    async (page) => {
      await page.goto(detail(4));
      await page.getByText('项目加载失败').waitFor();
      await page.goto('/project/index');
      await page.waitForURL(/\/401/);
    },
  ],
];

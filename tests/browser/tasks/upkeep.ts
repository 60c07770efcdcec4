import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { chainTexts } from '@contract/features/system/auditChainReport';
import type { Page as Rows } from '@contract/wire';
import { png } from '../../support/uploads';
import { at, call, page, product, save, type Task } from '../support/administration';
import { button, confirm, dialog, grid, noticed, rowAction, rowOf, settled } from '../support/console';
import { password } from '../support/productServer';

// Dictionaries, the trail, the installation and its brand.

const entries = '企业规模的字典项';
export const dictionaries: readonly Task[] = [
  [
    'sees which dictionary is chosen',
    async () => {
      await at('/system/dict', '字典');
      await page.getByRole('button', { name: 'unitScale', exact: true }).click();
      await settled(page, entries);
      expect(
        await grid(page, '字典').locator('[aria-selected=true], [aria-current=true], [data-chosen=true]').count(),
      ).toBe(1);
    },
  ],
  [
    'adds an entry',
    async () => {
      await button(page.getByRole('region', { name: entries }), '新增').click();
      const form = page.getByRole('dialog').filter({ has: page.getByLabel('字典标签') });
      await form.getByLabel('字典标签').fill('个体');
      await form.getByLabel('字典值').fill('9');
      await form.getByLabel('排序').fill('9');
      await save(form);
      await noticed(page, '新增成功');
      await rowOf(page, entries, '个体').waitFor();
    },
  ],
  [
    'switches an entry off that is used: old rows keep its name, forms do not offer it',
    async () => {
      const used = await call<Rows<AnyRow>>('GET', 'api/inspectUnit?size=1');
      const value = String(used.content[0]?.['scale'] ?? used.content[0]?.['unitScale'] ?? '');
      const row = grid(page, entries)
        .getByRole('row')
        .filter({ has: page.getByRole('gridcell', { name: value, exact: true }) });
      const label = (await row.getByRole('button').first().innerText()).trim();
      await rowAction(row, '编辑');
      const form = page.getByRole('dialog').filter({ has: page.getByLabel('字典标签') });
      await form.getByLabel('停用').click();
      await save(form);
      await noticed(page, '编辑成功');
      await at('/inspectUnit', '受检单位');
      await grid(page, '受检单位').getByText(label).first().waitFor();
      await button(page, '新增').click();
      const unit = page.getByRole('dialog').filter({ hasText: '新增受检单位' });
      await unit.getByLabel('企业规模').click();
      await page.locator('.ant-select-dropdown:visible').getByTitle('个体').waitFor();
      expect(await page.locator('.ant-select-dropdown:visible').getByTitle(label, { exact: true }).count()).toBe(0);
    },
  ],
  [
    'takes the entries along',
    async () => {
      await page.reload();
      await at('/system/dict', '字典');
      await page.getByRole('button', { name: 'unitScale', exact: true }).click();
      await settled(page, entries);
      await button(page.getByRole('region', { name: entries }), '导出').click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: /xlsx/ }).first().click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    },
  ],
];

const trail = '审计日志';
export const trailTasks: readonly Task[] = [
  [
    'finds what a person did',
    async () => {
      await at('/system/log?userName=林思远', trail);
      await grid(page, trail).getByText('林思远（analyst）').first().waitFor();
      expect(await grid(page, trail).getByText('周海涛（field）').count()).toBe(0);
    },
  ],
  [
    'finds what happened to a kind of thing',
    async () => {
      await at('/system/log?entityLabel=标准曲线', trail);
      await grid(page, trail).getByRole('gridcell', { name: '标准曲线', exact: true }).first().waitFor();
    },
  ],
  [
    'finds who changed a field, at its own time',
    async () => {
      await at('/system/log?changed=角色', trail);
      await grid(page, trail)
        .getByRole('columnheader', { name: /操作时间/ })
        .waitFor();
      await grid(page, trail).getByRole('row').nth(1).waitFor();
    },
  ],
  [
    'reads what a field was before and is now',
    async () => {
      await grid(page, trail).getByRole('row').nth(1).getByRole('button').first().click();
      const detail = page.getByRole('dialog').filter({ hasText: '请求编号' });
      await detail.getByRole('rowheader', { name: /角色/ }).first().waitFor();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'takes the lines along under the head of the chain',
    async () => {
      await at('/system/log?changed=角色', trail);
      await button(page, '导出').click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: '导出查询结果（txt）' }).click(),
      ]);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
      expect(lines.at(-1)).toContain(chainTexts.last);
      expect(lines.length).toBeGreaterThan(2);
    },
  ],
  [
    'verifies the chain',
    async () => {
      await at('/system/log', trail);
      await button(page, chainTexts.verify).click();
      await dialog(page, '审计日志校验').getByText(chainTexts.keep).waitFor();
    },
  ],
];

const state = () => page.getByRole('region', { name: '运行状况' });
export const installation: readonly Task[] = [
  [
    'sees refused and failed requests, the disk and the last backup',
    async () => {
      await page.goto('/system/monitor');
      for (const figure of ['拒绝的请求', '失败的请求', '磁盘剩余', '最近备份'])
        await state().getByText(figure).first().waitFor();
    },
  ],
  [
    'sees which calls are slow',
    async () => {
      await state().getByText('最慢的请求').click();
      await state()
        .getByText(/^(GET|POST|PUT|DELETE) /)
        .first()
        .waitFor();
    },
  ],
  [
    'sees when each job runs next',
    async () => {
      await state()
        .getByText(/^定时任务/)
        .click();
      await state().getByText('登录凭证清理').waitFor();
    },
  ],
  [
    'sees from when a file that nobody uses can be cleared, and clears it at once',
    async () => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(png())], { type: 'image/png' }), '无人使用.png');
      body.set('fileClass', 'image');
      await page.goto('/system/file');
      const token = await page.evaluate(() => document.cookie);
      expect(token).toContain('token');
      const { token: key } = (await (
        await fetch(`${product.url}/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'admin', password }),
        })
      ).json()) as { token: string };
      const sent = await fetch(`${product.url}/api/file/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      expect(sent.status).toBe(200);
      await at('/system/file', '文件');
      const row = rowOf(page, '文件', '无人使用.png');
      await row
        .getByText(/^\d{4}-\d\d-\d\d/)
        .nth(1)
        .waitFor();
      await row.getByRole('checkbox').check();
      await button(page, '删除').click();
      await confirm(page, '将立即删除');
      await noticed(page, '删除成功');
      await row.waitFor({ state: 'detached' });
    },
  ],
  [
    'names the platform: the name reaches every place at once, and nothing cuts it',
    async () => {
      await at('/system/organization', '机构');
      await button(page, '平台标识').click();
      const form = dialog(page, '平台标识');
      await form.getByLabel('系统名称').fill('职业卫生检测评价业务与实验室管理平台');
      await form.getByLabel('主题色').fill('#0958d9');
      await save(form);
      await noticed(page, '新增成功');
      const name = page.getByRole('link', { name: '职业卫生检测评价业务与实验室管理平台' }).locator('span').last();
      await name.waitFor();
      expect(
        await name.evaluate(
          (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1,
        ),
      ).toBe(true);
      await expect.poll(() => page.title()).toContain('职业卫生检测评价业务与实验室管理平台');
      expect(await (await fetch(`${product.url}/orgReportFormula`)).text()).toContain(
        '职业卫生检测评价业务与实验室管理平台</title>',
      );
    },
  ],
  [
    'gives an organization its mail, and the public page of its notice shows it',
    async () => {
      await at('/system/organization', '机构');
      await rowAction(rowOf(page, '机构', '浙江衡谱'), '编辑');
      const form = dialog(page, '编辑机构');
      await form.getByLabel('电子邮箱').fill('service@hengpu.example');
      await form.getByLabel('系统名称前缀').fill('衡谱检测');
      await save(form);
      await noticed(page, '编辑成功');
      const mark = page.getByRole('link', { name: '职业卫生检测评价业务与实验室管理平台' });
      await mark.getByText('衡谱检测').waitFor();
      const inside = await mark.evaluate((link) => {
        const [own, words] = [
          link.getBoundingClientRect(),
          link.querySelector('span:last-child')?.getBoundingClientRect(),
        ];
        return words !== undefined && words.top >= own.top && words.bottom <= own.bottom;
      });
      expect(inside).toBe(true);
      const notice = await (await fetch(`${product.url}/orgReportFormulaDetails?id=9`)).text();
      expect(notice).toContain('mailto:service@hengpu.example');
      expect(notice).toContain('衡谱检测职业卫生检测评价业务与实验室管理平台');
    },
  ],
];

import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { chainTexts } from '@contract/features/system/auditChain';
import { roleTexts } from '@contract/features/system/roleTexts';
import { launchChromium } from './support/chromium';
import {
  button,
  type Desk,
  dialog,
  grid,
  noticed,
  openDesk,
  rowAction,
  rowNamed,
  rowOf,
  settled,
  signIn,
} from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Further tasks of an administrator: accounts, roles, audit trail, state of the installation, files and brand.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin', '/system/user');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const at = async (path: string, label: string) => {
  await page.goto(path);
  await settled(page, label);
};
const wrong = (username: string) =>
  fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Wrong-1234#' }),
  });

describe('account administration', () => {
  it('shows failed attempts and unlocks an account', async () => {
    for (let tries = 0; tries < 3; tries += 1) await wrong('sales');
    await at('/system/user', '用户');
    await rowAction(
      rowOf(page, '用户', 'sales2')
        .or(rowOf(page, '用户', 'sales'))
        .first(),
      stateTexts.title,
    );
    const state = dialog(page, stateTexts.title);
    await state.getByText(/还可尝试\d次|没有登录失败/).waitFor();
    await state.locator('.ant-modal-footer').getByRole('button').click();
  });

  it('adds and removes roles of several accounts at once', async () => {
    await at('/system/user', '用户');
    for (const name of ['sales2', 'keeper']) await rowOf(page, '用户', name).getByRole('checkbox').check();
    await button(page, roleTexts.change).click();
    const form = dialog(page, roleTexts.change);
    await form.getByLabel(roleTexts.add).click();
    await page.getByTitle('复核人', { exact: true }).click();
    await page.keyboard.press('Escape');
    await button(form, '保存').click();
    await noticed(page, roleTexts.changed(2));
  });
});

describe('role administration', () => {
  it('copies roles with their menus, compares them, and assigns people', async () => {
    await at('/system/role', '角色');
    await rowAction(rowNamed(page, '角色', '检测员'), roleTexts.copy);
    await page.getByRole('dialog').getByRole('textbox').fill('检测组长');
    await button(page.getByRole('dialog'), '复制').click();
    await noticed(page, '复制成功');
    for (const name of ['检测员', '检测组长']) await rowNamed(page, '角色', name).getByRole('checkbox').check();
    await button(page, roleTexts.compare).click();
    await dialog(page, '对比').getByText(roleTexts.same).waitFor();
    await dialog(page, '对比').locator('.ant-modal-footer').getByRole('button').click();
    await rowAction(rowNamed(page, '角色', '检测组长'), roleTexts.assign);
    const people = dialog(page, roleTexts.assign);
    await people.getByText(/（keeper）/).click();
    await people
      .getByRole('button')
      .filter({ has: page.locator('.anticon-right') })
      .click();
    await button(people, '保存').click();
    await noticed(page, roleTexts.changed(1));
  });
});

describe('audit trail page', () => {
  it('shows the time, filters by changed field, and exports with the hash chain', async () => {
    await at('/system/log?changed=角色', '审计日志');
    await grid(page, '审计日志')
      .getByRole('columnheader', { name: /操作时间/ })
      .waitFor();
    await button(page, '导出').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: '导出查询结果（txt）' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines.at(-1)).toContain(chainTexts.last);
    expect(lines.length).toBeGreaterThan(2);
  });
});

describe('installation administration', () => {
  it('shows requests, disk, backup and the next run of each job', async () => {
    await page.goto('/system/monitor');
    const state = page.getByRole('region', { name: '运行状况' });
    for (const figure of ['拒绝的请求', '失败的请求', '磁盘剩余', '最近备份']) await state.getByText(figure).waitFor();
    await state.getByText(/^定时任务/).click();
    await state.getByText('登录凭证清理').waitFor();
  });

  it('renames the product everywhere at once, and no prefix is cut off', async () => {
    await at('/system/organization', '机构');
    await button(page, '平台标识').click();
    const form = dialog(page, '平台标识');
    await form.getByLabel('系统名称').fill('职业卫生检测评价业务与实验室管理平台');
    await form.getByLabel('主题色').fill('#0958d9');
    await button(form, '确定').click();
    await noticed(page, '新增成功');
    const name = page.getByRole('link', { name: '职业卫生检测评价业务与实验室管理平台' }).locator('span').last();
    await name.waitFor();
    expect(
      await name.evaluate(
        (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1,
      ),
    ).toBe(true);
    await expect.poll(() => page.title()).toContain('职业卫生检测评价业务与实验室管理平台');
  });

  it('shows for each file when it can be deleted', async () => {
    await at('/system/file', '文件');
    await grid(page, '文件')
      .getByRole('columnheader', { name: /可清理时间/ })
      .waitFor();
  });
});

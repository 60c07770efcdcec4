import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { failures, messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { root } from '@server/base/root';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { launchChromium } from './support/chromium';
import {
  asking,
  button,
  captchaImage,
  choose,
  confirm,
  type Desk,
  dialog,
  grid,
  noticed,
  openDesk,
  rowAction,
  rowNamed,
  rowOf,
  settled,
  total,
} from './support/console';
import { knownCaptcha, password, type ProductServer, startProduct } from './support/productServer';

// The main workflow of the unit list in the usual order. Each test continues where the last one ended.

const list = inspectUnit.label;
const workbook = join(root, 'tests/data/inspect-units.xlsx');
const part = '恒远';
const industry = '家具制造业';

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let unitsBefore: number;
let ofIndustryBefore: number;
let sheet: { name: string; industry: string }[];
let downloads: string;
let exported: string;

const fileName = /^\d{4}-\d{2}-\d{2}_\d{6}-受检单位\.xlsx$/;
const filter = (name: string) => page.getByRole('search').getByLabel(name, { exact: true });
const form = () => page.getByRole('dialog');
const field = (name: string) => form().getByLabel(name, { exact: true });
const count = () => total(page, list);

const clearFilters = () => asking(page, () => button(page, '重置').click());
const filterBy = async (name: string, option: string) => {
  await asking(page, () => choose(filter(name), option));
  await page.keyboard.press('Escape');
};

async function findByName(name: string): Promise<void> {
  await clearFilters();
  await filter('单位名称').fill(name);
  await asking(page, () => page.keyboard.press('Enter'));
}

async function chooseWorkbook(path: string): Promise<void> {
  await button(page, '导入').click();
  await dialog(page, `导入${list}`).locator('input[type=file]').setInputFiles(path);
  await grid(page, '导入预览').waitFor();
}

async function names(): Promise<string[]> {
  await settled(page, list);
  return grid(page, list)
    .locator('[role=row] [role=rowheader] button, [role=row] [role=gridcell]:nth-child(2) button')
    .allInnerTexts();
}

async function readRows(path: string): Promise<{ name: string; industry: string }[]> {
  const table = await readWorkbook(await readFile(path), { fileName: path });
  const at = (header: string) => table.header.indexOf(header);
  return table.rows.map(({ cells }) => ({
    name: String(cells[at('单位名称')]?.text ?? ''),
    industry: String(cells[at('所属行业')]?.text ?? ''),
  }));
}

beforeAll(async () => {
  downloads = await mkdtemp(join(tmpdir(), 'occhealth-downloads-'));
  product = await startProduct(knownCaptcha.variables);
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  sheet = await readRows(workbook);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(downloads, { recursive: true, force: true });
  expect(desk?.failures).toEqual([]);
});

it('a wrong captcha is refused with a new picture, and the right one signs in', async () => {
  await page.goto('/inspectUnit');
  await page.getByLabel('用户名').fill('sales');
  await page.getByLabel('密码', { exact: true }).fill(password);
  const first = await captchaImage(page);
  await page.getByLabel('验证码', { exact: true }).fill('????');
  await page.getByRole('button', { name: '登 录' }).click();
  await page.getByText(failures.captchaWrong).waitFor();
  await expect.poll(() => captchaImage(page)).not.toBe(first);
  await expect.poll(() => page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');

  await page.getByLabel('验证码', { exact: true }).fill(knownCaptcha.answer);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inspectUnit');
  unitsBefore = await count();
  expect(unitsBefore).toBeGreaterThan(0);
});

it('a workbook of 600 inspected enterprises is imported in the browser', async () => {
  await filterBy('所属行业', industry);
  ofIndustryBefore = await count();
  await clearFilters();

  await chooseWorkbook(workbook);
  const importing = dialog(page, `导入${list}`);
  await importing.getByText('全部 600').waitFor();
  await importing.getByText('新增 600').waitFor();
  await button(importing, '导入（600行）').click();
  await importing.getByText('新增600条，更新0条，无变化0条').waitFor();
  await button(importing, '完成').click();
  await expect.poll(count).toBe(unitsBefore + 600);
});

it('inspected enterprises are found by industry and a part of the name', async () => {
  await filterBy('所属行业', industry);
  await expect.poll(count).toBe(ofIndustryBefore + sheet.filter((row) => row.industry === industry).length);
  await findByName(part);
  const expected = sheet.filter(({ name }) => name.includes(part));
  await expect.poll(count).toBe(expected.length);
  for (const name of await names()) expect(name).toContain(part);
});

it('editing an inspected enterprise shows the rule of each invalid field', async () => {
  const [name] = await names();
  await rowAction(rowNamed(page, list, name ?? ''), '编辑');
  await field('手机号码').fill('1391234567');
  await field('统一社会信用代码').fill('91330402MA8FGMQP2');
  await field('职工总数').fill('10');
  await field('接触职业病危害人数').fill('11');
  await button(form(), '保存').click();
  await form().getByText(rules.mobile.message).waitFor();
  await form().getByText(rules.unifiedCode.message).waitFor();
  await field('手机号码').fill('13912345678');
  await field('统一社会信用代码').fill('');
  await button(form(), '保存').click();
  await form().getByText('接触职业病危害人数不能大于职工总数').waitFor();
  // The form is unchanged.
  expect(await field('手机号码').inputValue()).toBe('13912345678');
  await field('接触职业病危害人数').fill('9');
  await field('联系人').fill('章晓彤');
  await button(form(), '保存').click();
  await noticed(page, messages.edited);
  await form().waitFor({ state: 'hidden' });
  await rowOf(page, list, '章晓彤').waitFor();
});

it('an inspected enterprise is copied under another name', async () => {
  await rowAction(rowOf(page, list, '章晓彤'), '复制');
  const name = await field('单位名称').inputValue();
  await button(form(), '保存').click();
  await form()
    .locator('.ant-form-item-explain-error')
    .filter({ hasText: /已存在|重复/ })
    .waitFor();
  await field('单位名称').fill(`${name}二分厂`);
  await button(form(), '保存').click();
  await noticed(page, messages.copied);
  await rowNamed(page, list, `${name}二分厂`).waitFor();
  await expect.poll(count).toBe(sheet.filter((row) => row.name.includes(part)).length + 1);
});

it('several inspected enterprises are set to 停业 (closed) at once', async () => {
  const chosen = (await names()).slice(0, 3);
  for (const name of chosen) await rowNamed(page, list, name).getByRole('checkbox').check();
  await page.getByText('已选3条').waitFor();
  await button(page, '停业').click();
  await confirm(page, '确定将选中的3条数据设为“停业”吗？');
  await noticed(page, messages.submitted);
  await page.getByRole('search').getByRole('button', { name: /更多/ }).click();
  await filterBy('状态', '停业');
  await expect.poll(count).toBe(3);
  expect((await names()).sort()).toEqual(chosen.sort());
});

it('the found inspected enterprises are exported under a file name with the time', async () => {
  await findByName(part);
  const found = await count();
  await button(page, '导出').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '导出查询结果（xlsx）' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(fileName);
  exported = join(downloads, download.suggestedFilename());
  await download.saveAs(exported);
  const rows = await readRows(exported);
  expect(rows).toHaveLength(found);
  for (const { name } of rows) expect(name).toContain(part);
});

it('importing the exported workbook again changes nothing', async () => {
  const found = await count();
  await clearFilters();
  const before = await count();
  await chooseWorkbook(exported);
  const importing = dialog(page, `导入${list}`);
  await importing.getByText(`无变化 ${found}`).waitFor();
  expect(await importing.getByText(/^(新增|更新|有误) \d/).count()).toBe(0);
  await button(importing, `导入（${found}行）`).click();
  await importing.getByText(`新增0条，更新0条，无变化${found}条`).waitFor();
  await button(importing, '完成').click();
  await importing.waitFor({ state: 'hidden' });
  expect(await count()).toBe(before);
});

it('an inspected enterprise with projects cannot be deleted', async () => {
  const unit = '杭州临平精驰齿轮有限公司';
  await findByName(unit);
  await rowAction(rowNamed(page, list, unit), '删除');
  await confirm(page, messages.confirmDelete);
  await noticed(page, messages.unitHasProjects);
  expect(await count()).toBe(1);
});

it('an inspected enterprise without projects is deleted and restored from the recycle bin', async () => {
  const unit = sheet[0]?.name ?? '';
  await findByName(unit);
  await rowAction(rowNamed(page, list, unit), '删除');
  await confirm(page, messages.confirmDelete, '取消');
  expect(await count()).toBe(1);
  await rowAction(rowNamed(page, list, unit), '删除');
  await confirm(page, messages.confirmDelete);
  await noticed(page, messages.deleted);
  await expect.poll(count).toBe(0);

  await asking(page, () => button(page, '回收站').click());
  await rowAction(rowNamed(page, list, unit), '恢复');
  await noticed(page, '恢复成功');
  await asking(page, () => button(page, '返回列表').click());
  await findByName(unit);
  await expect.poll(count).toBe(1);
});

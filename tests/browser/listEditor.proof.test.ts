import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { failures, messages } from '@contract/messages';
import { launchChromium } from './support/chromium';
import {
  asking,
  button,
  choose,
  confirm,
  type Desk,
  dialog,
  grid,
  noticed,
  openDesk,
  rowAction,
  rowNamed,
  settled,
  signIn,
  signOut,
  total,
} from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

const list = inspectUnit.label;
const unit = '玉环市漩门铜阀有限公司';

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

const filter = (name: string) => page.getByRole('search').getByLabel(name, { exact: true });
const form = (of: Page = page) => of.getByRole('dialog');
const field = (name: string, of: Page = page) => form(of).getByLabel(name, { exact: true });
const address = () => decodeURIComponent(new URL(page.url()).search);
const headers = async () =>
  (await grid(page, list).getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
const firstNames = async () =>
  (await grid(page, list).locator('[role=row] button[class*=titleCell]').allInnerTexts()).slice(0, 3);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  await signIn(desk.page, 'sales', '/inspectUnit');
});
// One window for all tests: tabs of the last test are deleted, loaded files stay.
beforeEach(async () => {
  page = desk.page;
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/inspectUnit');
  await settled(page, list);
});
afterEach(() => expect(desk.failures).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('a list keeps filters, page and sort in the address, through a reload and through Back', async () => {
  const all = await total(page, list);
  await asking(page, () => page.goto('/inspectUnit?size=10').then(() => undefined));
  await asking(page, () =>
    grid(page, list)
      .getByRole('columnheader', { name: /单位名称/ })
      .getByRole('button')
      .first()
      .click(),
  );
  await asking(page, () => page.getByTitle('2', { exact: true }).click());
  await expect.poll(address).toContain('page=2');
  expect(address()).toContain('sort=unitName,');
  const shown = await firstNames();
  await asking(page, () => page.reload().then(() => undefined));
  await expect.poll(firstNames).toEqual(shown);
  expect(await total(page, list)).toBe(all);

  await asking(page, () => choose(filter('所属行业'), '金属制品业'));
  await page.keyboard.press('Escape');
  await expect.poll(address).toContain('industry=');
  expect(address()).not.toContain('page=');
  const found = await total(page, list);
  expect(found).toBeLessThan(all);
  const there = page.url();

  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '客户管理' }).click();
  await page.waitForURL('**/customer/index');
  await page.goBack();
  await page.waitForURL(there);
  await expect.poll(() => total(page, list)).toBe(found);
  await page.reload();
  await expect.poll(() => total(page, list)).toBe(found);
});

it('a list keeps the selection across pages', async () => {
  await asking(page, () => page.goto('/inspectUnit?size=10').then(() => undefined));
  const box = (row: number) => grid(page, list).getByRole('row').nth(row).getByRole('checkbox');
  await box(1).check();
  await box(2).check();
  await asking(page, () => page.getByTitle('2', { exact: true }).click());
  await page.getByText('已选2条').waitFor();
  await box(1).check();
  await page.getByText('已选3条').waitFor();
  await asking(page, () => page.getByTitle('1', { exact: true }).click());
  await expect.poll(() => box(1).isChecked()).toBe(true);
  await button(page, '导出').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '导出选中的3条（txt）' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}_\d{6}-受检单位\.txt$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(4);
  await button(page, '清空').click();
  await page.getByText('已选3条').waitFor({ state: 'hidden' });
});

it('a list keeps columns, widths, density and page size for the person on any machine', async () => {
  // Signs out, so it needs a session of its own.
  const own = await openDesk(browser, product.url);
  page = own.page;
  await signIn(page, 'sales', '/inspectUnit');
  await settled(page, list);
  const before = await headers();
  await button(page, '列设置').click();
  const panel = page
    .getByRole('tooltip')
    .filter({ hasText: '恢复默认' })
    .or(page.locator('.ant-popover').filter({ hasText: '恢复默认' }))
    .first();
  // Not `uncheck`, which checks at once: the stored choice returns to the checkbox a moment later.
  await panel.getByRole('checkbox', { name: '经济类型' }).click();
  await panel.getByRole('checkbox', { name: '经济类型', checked: false }).waitFor();
  await button(panel, '企业规模上移').click();
  await button(panel, '固定所属行业在左侧').click();
  await panel.getByText('超小').click();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  const edge = grid(page, list).getByRole('columnheader', { name: /统一社会信用代码/ });
  const width = (await edge.boundingBox())?.width ?? 0;
  const handle = edge.getByRole('separator');
  const grip = await handle.boundingBox();
  if (!grip) throw new Error('no handle');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2 + 60, grip.y + 8, { steps: 4 });
  await Promise.all([
    page.waitForResponse(
      (response) => response.url().includes('/api/preference/') && response.request().method() === 'PUT',
    ),
    page.mouse.up(),
  ]);
  await asking(page, async () => {
    await page.getByLabel('每页条数').click();
    await page.getByTitle(/^20\b/).first().click();
  });
  await signOut(page);
  await own.context.close();

  const other = await openDesk(browser, product.url);
  page = other.page;
  await signIn(page, 'sales', '/inspectUnit');
  await settled(page, list);
  expect(before).toContain('经济类型');
  await expect.poll(headers).not.toContain('经济类型');
  const after = await headers();
  expect(after.indexOf('所属行业')).toBeLessThan(after.indexOf('统一社会信用代码'));
  expect(after.indexOf('企业规模')).toBeLessThan(after.indexOf('所在地区'));
  await expect
    .poll(
      async () =>
        (
          await grid(page, list)
            .getByRole('columnheader', { name: /统一社会信用代码/ })
            .boundingBox()
        )?.width,
    )
    .toBeCloseTo(width + 60, -1);
  await expect
    .poll(async () => (await grid(page, list).getByRole('row').nth(1).boundingBox())?.height ?? 99)
    .toBeLessThan(30);
  await page.getByText('第1–20条').waitFor();
  await button(page, '列设置').click();
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/preference/')),
    button(page, '恢复默认').click(),
  ]);
  await other.context.close();
});

it('a list stores a filter under a name and applies it', async () => {
  await asking(page, () => choose(filter('所属行业'), '金属制品业'));
  await page.keyboard.press('Escape');
  const found = await total(page, list);
  await button(page, '保存方案').click();
  await page.getByLabel('方案名称').fill('金属');
  await page.keyboard.press('Enter');
  await noticed(page, '已保存查询方案“金属”');
  await asking(page, () => button(page, '重置').click());
  await expect.poll(() => total(page, list)).toBeGreaterThan(found);
  await page.reload();
  await button(page, '查询方案').click();
  await page.getByRole('menuitem', { name: '金属' }).hover();
  await asking(page, () => page.getByRole('menuitem', { name: '应用' }).click());
  await expect.poll(() => total(page, list)).toBe(found);
});

it('a list’s form asks before unsaved input is lost', async () => {
  await button(page, '新增').click();
  await field('单位名称').fill('未保存的单位');
  await page.keyboard.press('Escape');
  await confirm(page, failures.leaveUnsaved, '继续填写');
  expect(await field('单位名称').inputValue()).toBe('未保存的单位');
  await page.keyboard.press('Escape');
  await confirm(page, failures.leaveUnsaved, '离开');
  await dialog(page, '新增受检单位').waitFor({ state: 'hidden' });
  // The next form is empty.
  await button(page, '新增').click();
  await expect.poll(() => field('单位名称').inputValue()).toBe('');
});

it('a list’s form shows the second of two editors the first editor’s changes, and merges both', async () => {
  const second = await openDesk(browser, product.url);
  await signIn(second.page, 'field', '/inspectUnit');
  await rowAction(rowNamed(page, list, unit), '编辑');
  await field('联系人').waitFor();
  await rowAction(rowNamed(second.page, list, unit), '编辑');
  await field('联系人', second.page).fill('先改的人');
  await field('工作场所地址', second.page).fill('漩门工业区8号');
  await button(form(second.page), '保存').click();
  await noticed(second.page, messages.edited);
  await second.context.close();

  await field('联系人').fill('后改的人');
  await field('备注').fill('后改的备注');
  await button(form(), '保存').click();
  const conflict = page.getByRole('region', { name: '修改冲突' });
  await conflict.getByText(failures.stale).waitFor();
  const line = (name: string) =>
    conflict.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  expect(await line('联系人').innerText()).toMatch(/后改的人[\s\S]*先改的人/);
  expect(await line('工作场所地址').innerText()).toContain('漩门工业区8号');
  expect(await line('备注').innerText()).toContain('后改的备注');
  expect(await button(conflict, '合并').isDisabled()).toBe(true);
  await line('联系人').getByText('对方的', { exact: true }).click();
  await button(conflict, '合并').click();
  await expect.poll(() => field('联系人').inputValue()).toBe('先改的人');
  expect(await field('工作场所地址').inputValue()).toBe('漩门工业区8号');
  expect(await field('备注').inputValue()).toBe('后改的备注');
  await button(form(), '保存').click();
  await noticed(page, messages.edited);

  await rowNamed(page, list, unit).getByRole('button', { name: unit }).click();
  const details = dialog(page, unit);
  await details.getByText('漩门工业区8号').waitFor();
  await details.getByText('后改的备注').waitFor();
  await details.getByRole('tab', { name: '修改记录' }).click();
  const events = details.getByRole('listitem');
  await expect.poll(() => events.count()).toBeGreaterThan(1);
  expect(await details.locator('ol').innerText()).toMatch(/编辑|修改/);
  await expect.poll(() => details.locator('ol').innerText()).toContain('后改的备注');
  expect(await details.locator('ol').innerText()).toContain('先改的人');
});

it('a list pastes one spreadsheet row into a new form', async () => {
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  const cells = [
    '粘贴来的单位',
    '',
    '家具制造业',
    '浙江省',
    '杭州市',
    '萧山区',
    '小型',
    '私营企业',
    '',
    '',
    '周贴',
    '13912345678',
    '',
    '30',
    '12',
    '木粉尘、噪声',
    '2010-05-06',
    '',
  ];
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${cells.join('\t')}\r\n`);
  await button(page, '粘贴').click();
  await dialog(page, '粘贴受检单位').waitFor();
  await expect.poll(() => field('单位名称').inputValue()).toBe('粘贴来的单位');
  expect(await field('手机号码').inputValue()).toBe('13912345678');
  expect(await field('成立日期').inputValue()).toBe('2010-05-06');
  await button(form(), '保存').click();
  await noticed(page, messages.pasted);
  const row = rowNamed(page, list, '粘贴来的单位');
  await row.getByText('家具制造业').waitFor();
  await row.getByText('浙江省 / 杭州市 / 萧山区').waitFor();
});

it('a list can be used on a phone', async () => {
  const small = await openDesk(browser, product.url, {
    viewport: { width: 375, height: 720 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(small.page, 'sales', '/customer');
  await settled(small.page, '客户');
  const wide = () => small.page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide).toBe(375);
  await button(small.page, '新增').tap();
  await field('客户名称', small.page).fill('手机上添加的客户');
  await field('联系人', small.page).fill('王手机');
  await expect.poll(wide).toBe(375);
  await button(form(small.page), '保存').tap();
  await noticed(small.page, messages.added);
  await rowNamed(small.page, '客户', '手机上添加的客户').getByRole('button', { name: '更多' }).tap();
  await small.page.getByRole('menuitem', { name: '编辑' }).tap();
  await expect.poll(() => field('客户名称', small.page).inputValue()).toBe('手机上添加的客户');
  await button(form(small.page), '取消').tap();
  // The pinned columns leave room for the others.
  const box = await grid(small.page, '客户').boundingBox();
  const pinned = await grid(small.page, '客户')
    .getByRole('row')
    .nth(1)
    .locator('[class*=pinned]')
    .evaluateAll((cells) => cells.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0));
  expect((box?.width ?? 0) - pinned).toBeGreaterThan(80);
  expect(small.failures).toEqual([]);
  await small.context.close();
});

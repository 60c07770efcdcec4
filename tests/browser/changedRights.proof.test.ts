import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionEnds } from '@contract/features/signIn/sessionEnds';
import { rightsTexts } from '@contract/features/signIn/signInTexts';
import { menuTexts } from '@contract/features/system/menuRules';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { orderTexts } from '@contract/workbook/sortNumbers';
import { launchChromium } from './support/chromium';
import {
  button,
  confirm,
  type Desk,
  dialog,
  noticed,
  openDesk,
  rowAction,
  rowOf,
  settled,
  signIn,
} from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Main tasks of an administrator: menus of a role, a deleted menu, an order, and effects on people at work.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let other: Desk;

/** The menu 风险; the rights of another menu contain its right as a text. */
const riskMenu = (on: Page) => on.getByRole('grid', { name: '菜单' }).getByRole('row', { name: /^风险 / });

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  [desk, other] = [await openDesk(browser, product.url), await openDesk(browser, product.url)];
  page = desk.page;
  await signIn(page, 'admin', '/system/role');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const drawer = () => dialog(page, '菜单权限：');
/** Returns the checkbox of a menu. Searches it first, because the tree renders only visible nodes. */
async function boxOf(title: string) {
  await drawer().getByLabel('查找菜单').fill(title);
  return drawer()
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${title}( [a-zA-Z]+:|$)`) })
    .getByRole('checkbox')
    .first();
}
const openMenus = async (role: string) => {
  await page.goto('/system/role');
  await settled(page, '角色');
  await rowAction(rowOf(page, '角色', role), '菜单权限');
  await drawer().getByRole('tree').waitFor();
};

describe('menus of a role in the browser', () => {
  it('granting a role one permission shows one change and stores exactly one more permission', async () => {
    await openMenus('审计员');
    await (await boxOf('导出客户')).click();
    await drawer().getByRole('status').filter({ hasText: '新增1项（导出客户）、移除0项' }).waitFor();
    await button(drawer(), '保存').click();
    await noticed(page, '编辑成功');
    await button(page, roleMenuTexts.check).click();
    await page.getByText(roleMenuTexts.nothingLost).waitFor();
  });
});

describe('deleting a menu', () => {
  it('deleting a menu is refused for menus that administration needs; for others it names what depends on them, and can be undone', async () => {
    await page.goto('/system/menu');
    await settled(page, '菜单');
    // The tree is drawn as far as it is seen.
    await page.getByRole('grid', { name: '菜单' }).hover();
    const scrolledTo = async (wanted: Locator) => {
      await expect
        .poll(async () => {
          if ((await wanted.count()) === 0) await page.mouse.wheel(0, 300);
          return wanted.count();
        })
        .toBeGreaterThan(0);
    };
    const unfold = page.getByRole('button', { name: '展开系统管理' });
    await scrolledTo(unfold);
    await unfold.click();
    await scrolledTo(rowOf(page, '菜单', 'menu:list'));
    await rowAction(rowOf(page, '菜单', 'menu:list'), '删除');
    await page
      .getByRole('dialog')
      .getByText(/确定删除“菜单管理”吗？/)
      .waitFor();
    await button(page.getByRole('dialog'), '确定').click();
    await page.getByText(menuTexts.needed('菜单管理')).waitFor();

    await page.getByRole('grid', { name: '菜单' }).hover();
    await page.mouse.wheel(0, -20_000);
    await rowAction(riskMenu(page), '删除');
    const asked = page.getByRole('dialog').filter({ hasText: '将失去相应权限' });
    await asked.waitFor();
    await button(asked, '确定').click();
    await riskMenu(page).waitFor({ state: 'detached' });
    await button(page, menuTexts.bin).click();
    await button(dialog(page, menuTexts.bin), menuTexts.restore).click();
    await page.getByText(menuTexts.binEmpty).waitFor();
    await dialog(page, menuTexts.bin).locator('.ant-modal-footer').getByRole('button').click();
    await riskMenu(page).waitFor();
  });

  it('a new menu with a used path shows the error while typing', async () => {
    await button(page, '新增').click();
    const form = dialog(page, '新增菜单');
    await form.getByLabel('菜单标题').fill('另一个');
    await form.getByLabel('路由地址').fill('customer');
    await form.getByText('同一上级下“客户管理”已使用路由地址“customer”').waitFor();
    await form.getByLabel('路由地址').fill('a b');
    await form.getByText('路由地址不能含有空格').waitFor();
    await button(form, '取消').click();
    await button(page.getByRole('dialog').last(), '离开').click();
    await form.waitFor({ state: 'detached' });
  });
});

describe('dictionary page', () => {
  it('the dictionary page shows the entries beside the chosen dictionary at 960 by 600, and is sorted by dragging', async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await page.goto('/system/dict');
    await settled(page, '字典');
    await page.getByRole('button', { name: 'unitScale', exact: true }).click();
    await settled(page, '企业规模的字典项');
    expect((await page.getByRole('grid', { name: '企业规模的字典项' }).boundingBox())?.y).toBeLessThan(500);
    const first = await page.getByRole('grid', { name: '企业规模的字典项' }).getByRole('row').nth(1).innerText();
    await button(page, orderTexts.title).click();
    const order = dialog(page, orderTexts.title);
    const items = order.getByRole('listitem');
    await items.first().dragTo(items.nth(2));
    await button(order, '保存').click();
    await noticed(page, orderTexts.saved);
    await expect
      .poll(async () => page.getByRole('grid', { name: '企业规模的字典项' }).getByRole('row').nth(1).innerText())
      .not.toBe(first);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a person whose rights an administrator changes', () => {
  it('an open page is replaced by a message at once when the person’s role loses the page’s permission, without a sign-out', async () => {
    await signIn(other.page, 'quality', '/risk');
    await openMenus('质控员');
    await (await boxOf('风险')).click();
    await button(drawer(), '保存').click();
    await noticed(page, '编辑成功');
    await other.page
      .getByText(rightsTexts.lost(['风险']))
      .first()
      .waitFor();
    await openMenus('质控员');
    await button(drawer(), roleMenuTexts.takeBack).click();
    await button(drawer(), '保存').click();
    await noticed(page, '编辑成功');
  });

  it('a person whose session an administrator ended reads this as the reason', async () => {
    await page.goto('/system/online');
    await settled(page, '在线用户');
    await rowAction(rowOf(page, '在线用户', 'quality'), '强制退出');
    await confirm(page, '确定强制退出该用户吗？');
    await other.page.getByText(sessionEnds.forced).waitFor();
  });
});

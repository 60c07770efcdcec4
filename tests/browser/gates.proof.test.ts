import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockTexts } from '@/shell/lockScreen/lockTexts';
import { customer } from '@contract/features/customers/entities/customer';
import { failures, messages } from '@contract/messages';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, openDesk, settled, signIn } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// The lock screen and the sign-in over a page, around one form that must never be lost.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let token = '';

const name = '锁屏之下的客户有限公司';
const form = (): Locator => page.locator('.ant-drawer-open');
const gate = (title: string): Locator => page.getByRole('dialog', { name: title });
const answer = async (title: string, typed: string): Promise<void> => {
  await gate(title).getByLabel(lockTexts.password).fill(typed);
  await page.keyboard.press('Enter');
};
const isGone = (title: string) => gate(title).waitFor({ state: 'hidden' });
/** Returns the visible opacity of the console. */
const opacity = () => page.evaluate(() => getComputedStyle(document.getElementById('root') ?? document.body).opacity);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  page.on('request', (request) => (token = request.headers()['authorization'] ?? token));
  await signIn(page, 'admin', '/customer');
  await settled(page, customer.label);
  await button(page, '新增').click();
  await form().getByLabel('客户名称').fill(name);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('the lock screen is unlocked by keyboard; nothing behind it can be read or reached, and Escape does not close it', async () => {
  await page.keyboard.press('Control+Alt+l');
  await gate(lockTexts.locked).waitFor();
  await expect.poll(opacity).toBe('0');
  // One Escape would open the drawer's question, the next close it, so an odd number would leave it open.
  for (const key of ['Escape', 'Escape', 'Escape', 'Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true);
  expect(await seriousViolations(page, 'dialog')).toEqual([]);
});

it('the lock screen refuses a wrong password, and unlocking leaves the form behind it unchanged', async () => {
  await answer(lockTexts.locked, 'Wrong-2031#x');
  await gate(lockTexts.locked).getByText(failures.wrongPassword).waitFor();
  await answer(lockTexts.locked, password);
  await isGone(lockTexts.locked);
  await expect.poll(opacity).toBe('1');
  expect(await form().getByLabel('客户名称').inputValue()).toBe(name);
  expect(await page.locator('.ant-modal-wrap:visible').count()).toBe(0);
});

it('a session that ends while a form is open asks for the password and then saves the form', async () => {
  await form().getByLabel('联系人').fill('高键盘');
  // Right before the save: any earlier request would show the question sooner.
  await page.route(
    '**/api/customer/**',
    async (route) => {
      await desk.context.request.delete(`${product.url}/auth/logout`, { headers: { authorization: token } });
      await route.continue();
    },
    { times: 1 },
  );
  await button(form(), '保存').click();
  await gate(lockTexts.sessionOver).waitFor();
  expect(await seriousViolations(page, 'dialog')).toEqual([]);
  await answer(lockTexts.sessionOver, password);
  await isGone(lockTexts.sessionOver);
  await page.getByText(messages.added).waitFor();
  await grid(page, customer.label).getByText(name).waitFor();
  expect(await grid(page, customer.label).getByText(name).count()).toBe(1);
});

it('the lock screen stays after a reload and in other windows', async () => {
  const beside = await desk.context.newPage();
  await beside.goto('/dashboard');
  await beside.getByRole('button', { name: /^用户菜单/ }).waitFor();
  await page.keyboard.press('Control+Alt+l');
  await beside.getByRole('dialog', { name: lockTexts.locked }).waitFor();
  await page.reload();
  await gate(lockTexts.locked).waitFor();
  await expect.poll(opacity).toBe('0');
  await answer(lockTexts.locked, password);
  await isGone(lockTexts.locked);
  await beside.getByRole('dialog', { name: lockTexts.locked }).waitFor({ state: 'hidden' });
  await beside.close();
});

it('a lost network is reported without a dialog, and the command palette still finds a page by initials', async () => {
  await desk.context.setOffline(true);
  await page.getByText(/网络已断开/).waitFor();
  await desk.context.setOffline(false);
  await page.getByText(/网络已断开/).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: /搜索菜单/ });
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('sjdw');
  await page.getByRole('option', { name: /受检单位/, selected: true }).waitFor();
  expect(await seriousViolations(page, '.ant-modal')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inspectUnit/index');
  await box.waitFor({ state: 'hidden' });
  expect(desk.failures).toEqual([]);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customer } from '@contract/features/customers/entities/customer';
import { failures, messages } from '@contract/messages';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, dialog, grid, openDesk, settled } from './support/console';
import { keyboardOf } from './support/keyboard';
import { pressUntil } from './support/keys';
import { password, type ProductServer, startProduct } from './support/productServer';

// From the login page to a customer found again by keyboard only; no mouse event occurs in this file.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let hands: ReturnType<typeof keyboardOf>;

const list = customer.label;
const name = '键盘客户有限公司';

const inRows = () => page.evaluate(() => Boolean(document.activeElement?.closest('[role=row]:has([role=gridcell])')));

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  hands = keyboardOf(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

it('a person signs in by keyboard only', async () => {
  await page.goto('/login');
  await expect.poll(hands.focused).toBe('用户名');
  await page.keyboard.type('sales');
  await page.keyboard.press('Tab');
  await expect.poll(hands.focused).toBe('密码');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  // The page has the focus, so that Tab continues from it, without a focus ring, since no key moved there.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-page-pane')))
    .toBe('/dashboard');
  expect(await hands.focus()).toMatchObject({ visible: true, marked: false });
});

it('the customer page is opened from the menu by keyboard only', async () => {
  await hands.tabTo(/^首页客户管理/);
  for (let step = 0; step < 10 && (await hands.focused()) !== '客户管理'; step += 1) {
    // The menu moves the focus after the key event.
    const before = await hands.focused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(hands.focused).not.toBe(before);
    await expect.poll(hands.focus).toMatchObject({ visible: true, marked: true });
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customer/index');
  await settled(page, list);
});

it('a customer is added with Ctrl+Enter, and the form shows which field is missing', async () => {
  await hands.tabTo(/新增$/);
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor();
  await expect.poll(hands.focused).toBe('客户名称');
  await page.keyboard.type(name);
  await page.keyboard.press('Control+Enter');
  await expect.poll(hands.focused).toBe('联系人');
  await page.keyboard.type('林键盘');
  await page.keyboard.press('Control+Enter');
  await page.getByText(messages.added).waitFor();
  await dialog(page, '新增客户').waitFor({ state: 'hidden' });
  await grid(page, list).getByText(name).waitFor();
  // Back where the focus was.
  await expect.poll(hands.focused).toMatch(/新增$/);
});

it('Esc in a form with input asks before closing, and Enter continues', async () => {
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor();
  await expect.poll(hands.focused).toBe('客户名称');
  await page.keyboard.type('写到一半');
  await page.keyboard.press('Escape');
  await dialog(page, failures.leaveUnsaved).waitFor();
  await expect.poll(hands.focused).toMatch(/离开|继续填写/);
  if ((await hands.focused()) !== '离开') await hands.tabTo(/^离开$/);
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor({ state: 'hidden' });
  await expect.poll(hands.focused).toMatch(/新增$/);
});

it('a customer is found with Enter and its row opened, in 1 run without a mouse (A11Y)', async () => {
  await hands.tabTo(/^关键字$/, 'Shift+Tab');
  await page.keyboard.type('键盘客户');
  await page.keyboard.press('Enter');
  await expect.poll(() => grid(page, list).getAttribute('aria-rowcount')).toBe('2');
  expect(await hands.focused()).toBe('关键字');
  await pressUntil(page, 'Tab', inRows);
  expect(await inRows()).toBe(true);
  await page.keyboard.press('Enter');
  const details = dialog(page, name);
  await details.getByText('林键盘').waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect.poll(inRows).toBe(true);
  // All addresses and themes: accessibility.proof.test.ts.
  expect(await seriousViolations(page)).toEqual([]);
});

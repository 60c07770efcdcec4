import { customer } from '@contract/entities/customer/customer';
import { failures, messages } from '@contract/messages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { type Desk, dialog, grid, openDesk, settled } from './support/console';
import { pressToMove, pressUntil } from './support/keys';
import { password, type ProductServer, startProduct } from './support/productServer';

// From the login page to a customer found again, with hands on the keyboard alone: no mouse event leaves this file.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

const list = customer.label;
const name = '键盘客户有限公司';

interface Focus {
  /** What a listener would hear: its label or its words. */
  readonly name: string;
  readonly tag: string;
  readonly visible: boolean;
  /** An outline, a shadow or a border that it has only with the focus, or a caret. */
  readonly marked: boolean;
}

/** Where the focus is. Lost means: on the body, or on nothing that is seen. */
async function focus(): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return { name: '', tag: 'BODY', visible: false, marked: false };
    const labelled = (element as HTMLInputElement).labels?.[0]?.textContent;
    const hidden = element.getBoundingClientRect().width <= 1;
    // antd's select keeps its input inside the box that is drawn around it.
    const shown = hidden ? element.parentElement : element;
    const box = shown?.getBoundingClientRect();
    const styles = [element, element.closest('[class*=affix-wrapper],[class*=ant-select],[class*=ant-picker],[role=row],[role=gridcell]')].flatMap((one) => (one ? [getComputedStyle(one)] : []));
    const marked = element.matches('input,textarea') || styles.some((style) => (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none');
    return {
      name: element.getAttribute('aria-label') ?? labelled ?? element.textContent?.trim() ?? '',
      tag: element.tagName,
      visible: Boolean(box && box.width > 0 && box.height > 0),
      marked,
    };
  });
}

/** Tabs on until the focus is on what is wanted; it may never be lost or invisible on the way. */
async function tabTo(wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const heard: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await pressToMove(page, key);
    const now = await focus();
    heard.push(now.name || now.tag);
    // Behind the last stop, and before the first, the focus is the browser's own.
    if (now.tag === 'BODY' && heard.indexOf('BODY') === heard.length - 1) continue;
    // The mark may fade in.
    if (!now.visible || !now.marked) await expect.poll(focus, { message: `after ${heard.join(' › ')}` }).toMatchObject({ visible: true, marked: true });
    if (wanted.test(now.name.replaceAll(/\s/g, ''))) return;
  }
  throw new Error(`${String(wanted)} was not among ${heard.join(' › ')}`);
}

const inRows = () => page.evaluate(() => Boolean(document.activeElement?.closest('[role=row]:has([role=gridcell])')));
const focused = async () => (await focus()).name.replaceAll(/\s/g, '');

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

it('signs in', async () => {
  await page.goto('/login');
  await expect.poll(focused).toBe('用户名');
  await page.keyboard.type('sales');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('密码');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  // The page has the focus, so that Tab goes on from it, and no frame around all of it, which nobody has gone to by a key.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-page-pane'))).toBe('/dashboard');
  expect(await focus()).toMatchObject({ visible: true, marked: false });
});

it('goes to the customers by the menu', async () => {
  await tabTo(/^首页客户管理/);
  for (let step = 0; step < 10 && (await focused()) !== '客户管理'; step += 1) {
    // The menu moves the focus after the key, not with it.
    const before = await focused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).not.toBe(before);
    await expect.poll(focus).toMatchObject({ visible: true, marked: true });
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customer/index');
  await settled(page, list);
});

it('adds a customer by Ctrl+Enter, told on the way which field is missing', async () => {
  await tabTo(/新增$/);
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor();
  await expect.poll(focused).toBe('客户名称');
  await page.keyboard.type(name);
  await page.keyboard.press('Control+Enter');
  await expect.poll(focused).toBe('联系人');
  await page.keyboard.type('林键盘');
  await page.keyboard.press('Control+Enter');
  await page.getByText(messages.added).waitFor();
  await dialog(page, '新增客户').waitFor({ state: 'hidden' });
  await grid(page, list).getByText(name).waitFor();
  // Back where the person was.
  await expect.poll(focused).toMatch(/新增$/);
});

it('asks by Esc, and goes on by Enter', async () => {
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor();
  await expect.poll(focused).toBe('客户名称');
  await page.keyboard.type('写到一半');
  await page.keyboard.press('Escape');
  await dialog(page, failures.leaveUnsaved).waitFor();
  await expect.poll(focused).toMatch(/离开|继续填写/);
  if ((await focused()) !== '离开') await tabTo(/^离开$/);
  await page.keyboard.press('Enter');
  await dialog(page, '新增客户').waitFor({ state: 'hidden' });
  await expect.poll(focused).toMatch(/新增$/);
});

it('A11Y: finds it by Enter, and opens its row, with the keyboard alone', async () => {
  await tabTo(/^关键字$/, 'Shift+Tab');
  await page.keyboard.type('键盘客户');
  await page.keyboard.press('Enter');
  await expect.poll(() => grid(page, list).getAttribute('aria-rowcount')).toBe('2');
  expect(await focused()).toBe('关键字');
  await pressUntil(page, 'Tab', inRows);
  expect(await inRows()).toBe(true);
  await page.keyboard.press('Enter');
  const details = dialog(page, name);
  await details.getByText('林键盘').waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect.poll(inRows).toBe(true);
  // Every address and every look: accessibility.proof.test.ts.
  expect(await seriousViolations(page)).toEqual([]);
});

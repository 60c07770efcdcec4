import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryGridTexts } from '@/grid/entry/entryGridTexts';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { savedText } from '@contract/workbook/saveMany';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, noticed, openDesk, rowNamed, settled, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Sheet of a template's rows with a real clipboard, mouse and reload. Each test continues where the page is.

const sheet = '现场调查模板行填写';

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  page = desk.page;
  await signIn(page, 'admin', '/system/dataModule/siteSurveyModule');
  await settled(page, siteSurveyModule.label);
  await rowNamed(page, siteSurveyModule.label, '木质家具企业现场调查模板').getByRole('button').first().click();
  await settled(page, sheet);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const cell = (row: number, column: number): Locator => page.locator(`[data-row="${row}"] > [data-column="${column}"]`);
const state = (): Promise<string> => page.getByRole('status', { name: '表格状态' }).innerText();
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

it('the entry grid pastes sixty rows as one step and undoes it', async () => {
  const line = (row: number) =>
    [
      '油漆车间',
      `面漆工${row}`,
      row === 7 ? '"擦拭\n修补"' : '喷面漆',
      row % 2 ? '甲苯' : '甲醛',
      '油漆挥发',
      row === 9 ? '约3' : '3',
      '白班',
      '7.5',
      '5',
    ].join('\t');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${Array.from({ length: 60 }, (_, row) => line(row)).join('\r\n')}\r\n`,
  );
  await cell(5, 0).click();
  await page.keyboard.press('Control+v');
  await expect.poll(state).toMatch(/共65行\s+未保存60行\s+有误1处/);
  await page.keyboard.press('Control+z');
  await expect.poll(state).toMatch(/共5行\s+已全部保存/);
  await page.keyboard.press('Control+y');
  await expect.poll(state).toMatch(/共65行/);
});

it('the entry grid moves to the error, accepts its correction, and saves everything at once', async () => {
  await page.keyboard.press('Control+s');
  await page.getByText(entryGridTexts.faultsFirst(1)).waitFor();
  await page.keyboard.type('3');
  await page.keyboard.press('Control+Enter');
  await noticed(page, savedText);
  await expect.poll(state).toMatch(/共65行\s+已全部保存/);
});

it('the entry grid selects a range by mouse, fills it down by the handle, and copies what it shows', async () => {
  await page.keyboard.press('Control+Home');
  await cell(0, 5).click();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await cell(0, 5).hover();
  await page.mouse.down();
  await cell(1, 5).hover();
  await page.mouse.up();
  const handle = page.locator('[data-fill]');
  await handle.hover();
  await page.mouse.down();
  await cell(4, 5).hover();
  // Releasing outside the grid ends the drag too.
  await page.mouse.up();
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe('1\r\n2\r\n3\r\n4\r\n5\r\n');
  await expect.poll(state).toMatch(/已选5格\s+合计 15，平均 3/);
});

it('the entry grid offers unsaved changes after a reload and shows saved ones', async () => {
  await page.waitForTimeout(1000);
  await page.reload();
  await settled(page, sheet);
  await expect.poll(state).toMatch(/共65行\s+已全部保存/);
  await button(page, entryGridTexts.restoreDraft).click();
  await expect.poll(state).toMatch(/未保存4行/);
  await cell(0, 5).click();
  await page.keyboard.press('Control+Enter');
  await noticed(page, savedText);
  // Closing the notice has taken the focus.
  await cell(0, 5).click();
  await page.keyboard.press('Control+End');
  await cell(64, 1).waitFor();
  await expect.poll(() => cell(64, 1).innerText()).toBe('面漆工59');
  await expect.poll(() => grid(page, sheet).getAttribute('aria-rowcount')).toBe('67');
});

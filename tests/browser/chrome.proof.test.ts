import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appTexts, settingsTexts, shellTexts, sizeLabels } from '@/lib/texts/shellTexts';
import {
  agreementDialogWidth,
  menuBackground,
  alternativeThemeColour,
  sidebarWidth,
  layoutSizes,
} from '@contract/constants';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import { helpPath } from '@contract/routes';
import { oneOfEachKind, proofs } from '../support/proofs';
import { apk, formBody, formType } from '../support/uploads';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, noticed, openDesk, settled, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// The frame around the pages as a person uses it: one sign-in, first on a desktop, then on a phone.

const desk = { width: 1440, height: 900 };
const telephone = { width: 375, height: 740 };
const customers = '客户';

let product: ProductServer;
let browser: Browser;
let held: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  held = await openDesk(browser, product.url, { viewport: desk });
  page = held.page;
  await signIn(page, 'admin', '/customer');
  await settled(page, customers);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const userMenu = () => page.getByRole('button', { name: /^用户菜单/ });
const foot = () => page.getByRole('contentinfo');
const dialog = () => page.getByRole('dialog');
const style = (of: Locator, name: string) =>
  of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
const boxOf = async (of: Locator) =>
  (await of.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const rgb = (colour: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`;

async function choose(entry: string): Promise<void> {
  await userMenu().click();
  await page.getByRole('menuitem', { name: entry }).click();
}
/** Closes by Esc and waits until the focus is back. */
async function leave(back: string | RegExp): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(focused).toMatch(back);
}

it('the sidebar is 205 px wide in the colour of the specification and stays collapsed after a reload', async () => {
  const sidebar = page.locator('aside');
  await expect.poll(async () => (await boxOf(sidebar)).width).toBe(sidebarWidth);
  expect(await style(sidebar, 'background-color')).toBe(rgb(menuBackground));
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await button(page, shellTexts.closeMenu).click();
  await expect.poll(async () => (await boxOf(sidebar)).width).toBe(48);
  await page.reload();
  await settled(page, customers);
  await expect.poll(async () => (await boxOf(sidebar)).width).toBe(48);
  await button(page, shellTexts.openMenu).click();
  await expect.poll(async () => (await boxOf(sidebar)).width).toBe(sidebarWidth);
});

it('the chosen display size applies to the whole page and shows a message', async () => {
  // Height of a control, height of a row, font size.
  const wanted: Record<(typeof layoutSizes)[number], readonly number[]> = {
    default: [36, 40, 14],
    medium: [34, 36, 14],
    small: [32, 32, 13],
    mini: [26, 28, 12],
  };
  for (const size of proofs
    ? ([...layoutSizes.filter((layoutSize) => layoutSize !== 'small'), 'small'] as const)
    : (['mini', 'small'] as const)) {
    await page.getByRole('button', { name: shellTexts.size }).click();
    await page.getByRole('menuitem', { name: sizeLabels[size], exact: true }).click();
    await noticed(page, messages.sizeChanged);
    await settled(page, customers);
    await expect
      .poll(
        async () => [
          (await boxOf(button(page, '查询'))).height,
          (await boxOf(grid(page, customers).getByRole('row').nth(1))).height,
          Number.parseFloat(await style(page.getByRole('navigation', { name: '当前位置' }), 'font-size')),
        ],
        { message: size },
      )
      .toEqual(wanted[size]);
  }
});

it('the full-screen button enters and leaves full screen', async () => {
  const full = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: shellTexts.fullScreen, exact: true }).click();
  await expect.poll(full).toBe(true);
  await page.getByRole('button', { name: shellTexts.leaveFullScreen }).click();
  await expect.poll(full).toBe(false);
});

it('the app dialog says if there is no phone app, and offers an uploaded one as QR code and link', async () => {
  const asked = page.waitForRequest(/queryNew/);
  await choose(shellTexts.app);
  await noticed(page, messages.noApp);
  const authorization = (await (await asked).allHeaders())['authorization'] ?? '';
  const body = Buffer.from(formBody({ name: 'lab-3.0.1.apk', content: apk() }));
  expect(
    (
      await page.request.post('/api/apkAffix/upload', {
        headers: { authorization, 'content-type': formType },
        data: body,
      })
    ).status(),
  ).toBe(200);
  await choose(shellTexts.app);
  await dialog().getByText('版本 3.0.1').waitFor();
  await dialog().getByRole('img', { name: appTexts.qrCode }).waitFor();
  const download = page.waitForEvent('download');
  await dialog().getByRole('link', { name: appTexts.link }).click();
  expect((await download).suggestedFilename()).toBe('lab-3.0.1.apk');
  await leave(/^用户菜单/);
});

it('the manual opens in its own window beside the current work', async () => {
  const opened = held.context.waitForEvent('page');
  await choose(shellTexts.help);
  const manual = await opened;
  await manual.waitForLoadState();
  expect(new URL(manual.url()).pathname).toBe(helpPath);
  await manual.getByRole('main').waitFor();
  await manual.close();
});

it.each(oneOfEachKind([shellTexts.privacy, shellTexts.certificate], () => 'statement'))(
  'the document %s opens in a dialog of 850 px that the keyboard can scroll to its end',
  async (name) => {
    await foot().getByRole('button', { name }).press('Enter');
    const text = dialog().getByRole('region', { name });
    await text.waitFor();
    await expect.poll(async () => (await boxOf(page.locator('.ant-modal:visible'))).width).toBe(agreementDialogWidth);
    await text.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => text.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 2))
      .toBe(true);
    expect(await seriousViolations(page, '.ant-modal')).toEqual([]);
    await leave(name);
  },
);

it('every theme colour is readable in light and dark mode', async () => {
  await button(page, shellTexts.settings).click();
  const query = button(page, '查询');
  for (const appearance of [settingsTexts.appearances.dark, settingsTexts.appearances.light]) {
    await dialog().getByText(appearance, { exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
      .toBe(appearance === settingsTexts.appearances.dark ? 'dark' : 'light');
    for (const colour of appearance === settingsTexts.appearances.dark
      ? [settingsTexts.colours[0], settingsTexts.colours[3]]
      : [settingsTexts.colours[1]]) {
      await dialog().getByText(colour, { exact: true }).click();
      // All other axe rules are equal for all colours and are checked once per appearance.
      const rules = colour === settingsTexts.colours[0] || colour === settingsTexts.colours[1] ? 'all' : 'contrast';
      expect(
        await seriousViolations(page, '.ant-drawer, [data-page-pane]:not([inert]), header, footer', rules),
      ).toEqual([]);
    }
  }
  await expect.poll(() => style(query, 'background-color')).toBe(rgb(alternativeThemeColour));
  await leave(shellTexts.settings);
});

it('the watermark and the dark mode are still shown after a reload, and clicks reach the page through the watermark, until the settings are reset', async () => {
  await button(page, shellTexts.settings).click();
  await dialog().getByText(settingsTexts.appearances.dark, { exact: true }).click();
  await dialog().getByText(settingsTexts.watermark).click();
  await leave(shellTexts.settings);
  await page.reload();
  await settled(page, customers);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  const mark = page.locator('[data-watermark]');
  await mark.waitFor({ state: 'attached' });
  await expect
    .poll(() =>
      mark.evaluate((element) =>
        [...(element.parentElement?.children ?? [])].some((one) =>
          getComputedStyle(one).backgroundImage.startsWith('url('),
        ),
      ),
    )
    .toBe(true);
  await button(page, '重置').click();
  await button(page, shellTexts.settings).click();
  await button(dialog(), settingsTexts.reset).click();
  await mark.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await leave(shellTexts.settings);
});

it('keyboard navigation starts with a skip link and opens the menus', async () => {
  await page.reload();
  await settled(page, customers);
  const skip = page.getByRole('button', { name: '跳到页面内容' });
  await skip.focus();
  await expect.poll(async () => (await boxOf(skip)).y).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page-pane'))).toBe(true);
  expect(
    await page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle),
  ).toBe('solid');
  await userMenu().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: shellTexts.center }).waitFor();
  await expect.poll(focused).toContain(shellTexts.center);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: shellTexts.center }).waitFor({ state: 'hidden' });
  await expect.poll(focused).toMatch(/^用户菜单/);
});

it('the phone layout has no overflow and no overlap, and moves the remaining buttons into the user menu', async () => {
  await page.setViewportSize(telephone);
  await page.locator('aside').waitFor({ state: 'detached' });
  await settled(page, customers);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(telephone.width);
  const tools = await Promise.all(
    (await page.getByRole('banner').locator('button, .ant-select').filter({ visible: true }).all()).map(boxOf),
  );
  const inOrder = tools.sort((a, b) => a.x - b.x);
  inOrder.forEach(({ x, width }, index) =>
    expect(x + width).toBeLessThanOrEqual((inOrder[index + 1]?.x ?? telephone.width) + 0.5),
  );
  expect(Math.min(...inOrder.map(({ height }) => height))).toBeGreaterThanOrEqual(24);
  await userMenu().click();
  for (const entry of [
    shellTexts.center,
    shellTexts.app,
    shellTexts.help,
    shellTexts.fullScreen,
    shellTexts.settings,
    pageTexts.signOut,
  ])
    await page.getByRole('menuitem', { name: entry }).waitFor();
  await page.getByRole('menuitem', { name: shellTexts.settings }).click();
  await dialog().getByText(settingsTexts.reset).waitFor();
  const panel = () => boxOf(page.locator('.ant-drawer-content-wrapper:visible'));
  await expect.poll(async () => (await panel()).x).toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await panel()).x + (await panel()).width).toBeLessThanOrEqual(telephone.width);
  await leave(/^用户菜单/);
  await foot().getByRole('button', { name: shellTexts.privacy }).click();
  await dialog().getByRole('region', { name: shellTexts.privacy }).waitFor();
  await expect
    .poll(async () => (await boxOf(page.locator('.ant-modal:visible'))).width)
    .toBeLessThanOrEqual(telephone.width);
  await leave(shellTexts.privacy);
});

it('the phone menu opens over the page and closes by a tap beside it or a choice', async () => {
  const menu = page.getByRole('navigation', { name: shellTexts.mainMenu });
  await button(page, shellTexts.openMenu).click();
  await menu.waitFor();
  await expect.poll(async () => (await boxOf(page.locator('.ant-drawer-content-wrapper:visible'))).x).toBe(0);
  await page.mouse.click(telephone.width - 20, 400);
  await menu.waitFor({ state: 'hidden' });
  await button(page, shellTexts.openMenu).click();
  await menu.getByText('受检单位').click();
  await menu.waitFor({ state: 'hidden' });
  await page.locator('[data-page-pane^="/inspectUnit"]:not([inert])').waitFor();
});

it('signing out asks for confirmation first', async () => {
  await choose(pageTexts.signOut);
  await dialog().getByText(messages.confirmLogout).waitFor();
  await button(dialog(), '取消').click();
  await dialog().waitFor({ state: 'hidden' });
  await choose(pageTexts.signOut);
  await button(dialog(), '确定').click();
  await page.getByLabel('用户名').waitFor();
  // Signed-out people read the agreements over the page.
  for (const name of [shellTexts.privacy, shellTexts.certificate]) {
    await button(page.locator('footer'), name).click();
    await dialog().getByRole('heading', { level: 1, name }).waitFor();
    expect(await seriousViolations(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  }
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(telephone.width);
  expect(held.failures).toEqual([]);
});

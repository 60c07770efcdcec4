import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hazard } from '@contract/features/library/entities/hazard';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { templateTexts } from '@contract/features/library/templateTexts';
import { messages } from '@contract/messages';
import { oneOfEachKind } from '../support/proofs';
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
  total,
} from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Libraries as the laboratory's administrator maintains them. One sign-in; each test continues where the page is.

const phone = { width: 375, height: 812 };
const desktop = { width: 1440, height: 900 };

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin', '/system/hazard');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const within = async (): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

it('the hazard library finds a hazard by initials, shows its limit versions, and refuses one with overlapping dates', async () => {
  await settled(page, hazard.label);
  await asking(page, async () => {
    await page
      .getByRole('search', { name: `${hazard.label}查询` })
      .getByLabel('关键字')
      .fill('jq');
    await page.keyboard.press('Enter');
  });
  await rowNamed(page, hazard.label, '甲醛').waitFor();
  await asking(page, () => page.goto(`/system/hazard?keyword=${encodeURIComponent('71-43-2')}`).then(() => undefined));
  const limits = '苯的限值';
  await settled(page, limits);
  expect(await total(page, limits)).toBe(6);
  await expect.poll(() => grid(page, limits).getByText('现行').count()).toBe(2);

  await button(page.getByRole('region', { name: limits }), '新增').click();
  const form = dialog(page, `新增${limits}`);
  await choose(form.getByLabel('限值类型'), 'PC-TWA');
  await form.getByLabel('限值', { exact: true }).fill('2');
  await form.getByLabel('标准号').fill('企业标准');
  await form.getByLabel('实施日期').fill('2024-01-01');
  await page.keyboard.press('Enter');
  await button(form, '保存').click();
  await form
    .getByText(/实施日期重叠，请先为旧版本填写失效日期/)
    .first()
    .waitFor();
  expect(await form.getByLabel('标准号').inputValue()).toBe('企业标准');
  await button(form, '取消').click();
  await confirm(page, '有未保存的修改', '离开');
  expect(await total(page, limits)).toBe(6);
});

it('the template library publishes a template, revises it, and opens the old version unchanged', async () => {
  await page.goto('/system/dataModule/siteSurveyModule');
  await settled(page, siteSurveyModule.label);
  await rowNamed(page, siteSurveyModule.label, '木质家具企业现场调查模板')
    .getByRole('button', { name: '木质家具企业现场调查模板' })
    .click();
  await page.waitForURL('**/siteSurveyModule/page/details?id=*');
  const rows = '现场调查模板行';
  await settled(page, `${rows}填写`);
  const asList = () => page.getByText('列表', { exact: true }).click();
  await asList();
  await settled(page, rows);
  const before = await total(page, rows);
  await button(page, '发布').click();
  await confirm(page, templateTexts.confirmPublish);
  await noticed(page, templateTexts.published);
  await page.getByText(templateTexts.locked).waitFor();
  const old = page.url();

  await button(page, '修订').click();
  await noticed(page, templateTexts.revised(2));
  await expect.poll(() => page.url()).not.toBe(old);
  // The old version's tab stays open behind this one; a reload leaves one list with this name.
  await page.reload();
  await settled(page, `${rows}填写`);
  await asList();
  await settled(page, rows);
  await expect.poll(() => total(page, rows)).toBe(before);
  await rowAction(rowNamed(page, rows, '开料工').first(), '编辑');
  const form = dialog(page, `编辑${rows}`);
  await form.getByLabel('班制').fill('两班制');
  await button(form, '保存').click();
  await noticed(page, messages.edited);
  await grid(page, rows).getByText('两班制').waitFor();

  await page.goto(old);
  await settled(page, rows);
  expect(await total(page, rows)).toBe(before);
  expect(await grid(page, rows).getByText('两班制').count()).toBe(0);
  expect(await button(page.getByRole('region', { name: siteSurveyModule.label }), '新增').count()).toBe(0);
});

it('the library pages fit a phone: hazards, methods and templates', async () => {
  await page.setViewportSize(phone);
  for (const path of oneOfEachKind(
    [
      '/system/dataModule/cyfaModule/page/details?id=1',
      '/system/hazard',
      '/system/method',
      '/system/dataModule/cyfaModule',
      '/system/dataModule/qsjcModule/page/details?id=1',
    ],
    () => 'library',
  )) {
    await page.goto(path);
    await page.locator('[role=grid][aria-busy=false]:visible').first().waitFor();
    await expect.poll(within, { message: path }).toBe(true);
  }
  await page.setViewportSize(desktop);
});

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { button } from '../console';
import type { Line } from '../line';
import { shown } from '../people';

// Actions on site with a phone.

export const telephone = {
  viewport: { width: 375, height: 812 },
  hasTouch: true,
} as const satisfies BrowserContextOptions;

export const press = (page: Page, name: string): Promise<void> =>
  shown(page).getByRole('button', { name, exact: true }).click();
/** Switches the page by the bottom bar. */
export const goTo = (page: Page, label: string): Promise<void> =>
  shown(page).getByRole('navigation', { name: '现场采样' }).getByRole('button', { name: label }).click();
/** Returns the open sample. */
export const card = (page: Page): Locator => shown(page).locator('article');
export const unsentMark = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /待同步/ });
export const unsent = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await unsentMark(page).allInnerTexts())[0] ?? '0')?.[0]);

export async function addDay(page: Page, day: string, brings: string | RegExp): Promise<void> {
  const date = shown(page).getByLabel('采样日期 *');
  const add = shown(page).getByRole('button', { name: '新增并生成样品', exact: true });
  const brought = shown(page).getByText(brings);
  // If the site reloads while the form is open, enters the date again and presses again, as a person would.
  await add.waitFor();
  for (let tries = 0; tries < 3 && (await add.isVisible()); tries += 1) {
    await date.fill(day);
    await expect.poll(() => date.inputValue()).toBe(day);
    // A second person without an account is named in the remark.
    const remark = shown(page).getByLabel('备注', { exact: true });
    if (await remark.isVisible()) await remark.fill('另一采样人沈国强');
    await add.click();
    await brought.waitFor({ timeout: 15_000 }).catch(() => undefined);
  }
  await brought.waitFor();
}

/** Expects no horizontal scrolling and no control too small for touch. */
export async function fitsThumb(page: Page, scope: Locator): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  for (const one of await scope.locator('button').all())
    expect((await one.boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44);
}

async function pagesOf(page: Page): Promise<{ pages: number; width: number; height: number }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  return {
    pages: pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
  };
}

/** Prints a label for each of the day's forty samples, on sheets and on a label printer. */
export async function printFortyLabels(page: Page): Promise<void> {
  await press(page, '打印标签');
  const dialog = page.getByRole('dialog').filter({ hasText: '打印标签' });
  await dialog.getByText('共40枚，2张').waitFor();
  const printed = page.locator('[data-print="labels"] [data-label]');
  expect(await printed.count()).toBe(40);
  expect(
    new Set(await printed.evaluateAll((labels) => labels.map((label) => label.getAttribute('data-label')))).size,
  ).toBe(40);
  expect(await printed.locator('svg path').count()).toBeGreaterThanOrEqual(40);
  expect(await pagesOf(page)).toEqual({ pages: 2, width: 595, height: 842 });
  await dialog.getByRole('radio', { name: '标签机 50×30 mm' }).check();
  await dialog.getByText('共40枚，40张').waitFor();
  expect(await pagesOf(page)).toEqual({ pages: 40, width: 142, height: 85 });
  await button(dialog, '关闭').last().click();
  await dialog.waitFor({ state: 'hidden' });
}

export interface Air {
  readonly temperature: string;
  readonly pressure: string;
  readonly place: string;
  /** `YYYY-MM-DDTHH:mm:ss` */
  readonly at: string;
}

export async function measureAir(page: Page, { temperature, pressure, place, at }: Air): Promise<void> {
  await goTo(page, '气象');
  for (const [name, text] of [
    ['气温', temperature],
    ['气压', pressure],
    ['测量地点', place],
    ['测量时间', at],
  ] as const)
    await shown(page).getByLabel(name).fill(text);
  await press(page, '保存气象');
}

/** 20 kPa is refused with a message, the input stays, and 101.2 is accepted. */
export async function measureAirTwice(page: Page, day: string): Promise<void> {
  await measureAir(page, { temperature: '25.3', pressure: '20', place: '喷涂车间', at: `${day}T09:00:00` });
  await shown(page).getByText(siteTexts.badPressure('20')).waitFor();
  await shown(page).getByLabel('气压').fill('101.2');
  await press(page, '保存气象');
  await shown(page).getByText('25.3 ℃　101.2 kPa').waitFor();
}

/** Records a sample by the large buttons with invalid readings: each is reported at once, and nothing is sent. */
export async function takeByButtons(page: Page, day: string): Promise<void> {
  await shown(page).getByLabel('采样前流量').fill('0.100');
  await press(page, '开始采样');
  // An end in the same second as the start is invalid.
  await page.waitForTimeout(1_100);
  await press(page, '结束采样');
  await shown(page).getByLabel('采样后流量').fill('0.1101');
  await shown(page)
    .getByText(siteTexts.flowAfterOffSetFlow('0.1', '0.1101', '10.1'))
    .waitFor();
  await shown(page).getByLabel('采样后流量').fill('0.098');
  await shown(page).getByLabel('开始时间').fill(`${day}T09:00:00`);
  await shown(page).getByLabel('结束时间').fill(`${day}T08:59:00`);
  await press(page, '保存，下一个');
  await shown(page).getByText(siteTexts.endBeforeStart).waitFor();
  await shown(page).getByLabel('结束时间').fill(`${day}T09:15:00`);
  await press(page, '保存，下一个');
}

export interface Reading {
  readonly before: string;
  readonly after: string;
  /** Times of day. */
  readonly from: string;
  readonly to: string;
  readonly tool?: string | undefined;
  readonly person?: string | undefined;
}

/** Fills the open sample from noted values. The next sample opens, or the list. */
export async function writeDown(
  page: Page,
  day: string,
  { before, after, from, to, tool, person }: Reading,
): Promise<void> {
  const open = card(page);
  await open.getByRole('button', { name: '已经采完，补填时间' }).click();
  if (person) await open.getByLabel('采样对象').fill(person);
  if (tool) {
    const tools = open.getByLabel('采样仪器');
    await tools.selectOption(await tools.locator('option').filter({ hasText: tool }).getAttribute('value'));
  }
  for (const [name, text] of [
    ['采样前流量', before],
    ['采样后流量', after],
    ['开始时间', `${day}T${from}:00`],
    ['结束时间', `${day}T${to}:00`],
  ] as const)
    await open.getByLabel(name).fill(text);
  await open.getByRole('button', { name: /^保存(，下一个|并返回)$/ }).click();
}

const clock = (minutes: number): string =>
  `${String(10 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * Opens and fills the nth sample of the day, at a place or worn by a person.
 * @param tools of the project, if any
 */
export async function take(
  page: Page,
  day: string,
  number: number,
  tools?: { readonly area: string; readonly personal: string },
): Promise<void> {
  await card(page).getByRole('button', { name: '已经采完，补填时间' }).waitFor();
  const worn = await card(page).getByLabel('采样对象').isVisible();
  await writeDown(
    page,
    day,
    worn
      ? { before: '0.050', after: '0.049', from: '08:30', to: '12:30', person: '李师傅', tool: tools?.personal }
      : { before: '0.100', after: '0.098', from: clock(number * 2), to: clock(number * 2 + 15), tool: tools?.area },
  );
}

/** On a phone the open sample covers the list. */
export async function toList(page: Page): Promise<void> {
  const back = card(page).getByRole('button', { name: '返回样品列表' });
  if (await back.isVisible()) await back.click();
}

/** @param no end of the first blank's number */
export async function takeTwoBlanks(page: Page, day: string, no: RegExp): Promise<void> {
  await toList(page);
  await shown(page).getByRole('button', { name: /^空白/ }).click();
  await shown(page).getByRole('button', { name: no }).click();
  await shown(page).getByLabel('采集时间').fill(`${day}T10:00:00`);
  await press(page, '保存，下一个');
  // The first blank's card has a field of the same name.
  await shown(page).getByRole('article', { name: /-K2$/ }).waitFor();
  await shown(page).getByLabel('采集时间').fill(`${day}T10:01:00`);
  await press(page, '保存并返回');
}

/** The unit's companion signs on the screen. */
export async function signOnGlass(page: Page, name: string): Promise<void> {
  await goTo(page, '陪同人');
  await shown(page).getByLabel('姓名').fill(name);
  const pad = shown(page).getByRole('img', { name: '陪同人签名' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 110, { steps: 4 });
  await page.mouse.up();
  await button(shown(page), '保存').click();
  await shown(page).getByText(name).waitFor();
}

export async function photograph(page: Page, place: string): Promise<void> {
  await goTo(page, '影像');
  await shown(page).getByLabel('地点').fill(place);
  await shown(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: '现场.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } }),
    });
  await shown(page).getByRole('listitem').filter({ hasText: place }).first().waitFor();
}

/** Cuts the network once the phone can work without it. */
export async function cutOff(page: Page, line: Line): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await Promise.all([line.cut(), page.context().setOffline(true)]);
}

export async function backOn(page: Page, line: Line): Promise<void> {
  await Promise.all([line.mend(), page.context().setOffline(false)]);
}

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { reagent } from '@contract/features/stock/entities/reagent';
import { itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { messages } from '@contract/messages';
import { launchChromium } from './support/chromium';
import { button, choose, dialog, noticed, rowAction, rowOf, settled } from './support/console';
import { openPeople, type People, shown } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';

// An expired lot does not leave the store without a reason, and a vehicle is not planned twice.

let product: ProductServer;
let browser: Browser;
let people: People;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  people = openPeople(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Requests one bottle of the demonstration's expired reagent. */
async function askForExpired(page: Page): Promise<Locator> {
  await settled(page, reagent.label);
  await rowAction(rowOf(page, reagent.label, 'SJ-2512'), '出入库');
  const form = dialog(page, '试剂出入库');
  await form.getByLabel('SJ-2512数量').fill('1');
  await button(form, '确定出库').click();
  return form;
}

it('an expired stock lot is refused to people without the override permission; an override with a reason files a nonconformity', async () => {
  const keeper = await people.at('keeper', '/resource/reagents');
  const refused = await askForExpired(keeper);
  expect(await refused.getByRole('alert').innerText()).toMatch(/SJ-2512 钼酸铵（批号20221107）已于\d{4}-\d\d-\d\d过期/);

  const analyst = await people.at('analyst', '/resource/reagents');
  const form = await askForExpired(analyst);
  const asked = dialog(analyst, itemFitnessTexts.overrideTitle).last();
  await asked.getByText('SJ-2512').waitFor();
  await asked.getByLabel('继续使用的原因').fill('新批次在途，仅用于预实验');
  await button(asked, itemFitnessTexts.overrideOk).click();
  await noticed(analyst, '已登记不符合项');
  await form.waitFor({ state: 'hidden' });
  await rowOf(analyst, reagent.label, 'SJ-2512').getByText('5瓶').waitFor();

  // Returned from its line in the ledger: the dialog lies over the drawer, although the page opened it first.
  await rowOf(analyst, reagent.label, 'SJ-2512').getByRole('button', { name: 'SJ-2512', exact: true }).click();
  await analyst.getByRole('table', { name: '出入库流水' }).getByRole('button', { name: '退库' }).click();
  const back = dialog(analyst, '退库（原出库');
  await back.getByLabel('SJ-2512数量').fill('1');
  await button(back, '确定退库').click();
  await noticed(analyst, '退库已登记');
  await rowOf(analyst, reagent.label, 'SJ-2512').getByText('6瓶').waitFor();

  const quality = await people.at('quality', '/lab/nonconformity');
  await settled(quality, nonconformity.label);
  const filed = rowOf(quality, nonconformity.label, '新批次在途，仅用于预实验');
  await filed.getByText('使用过期试剂').waitFor();
  expect(await filed.innerText()).toContain('待处理');
});

it('the vehicle calendar shows while dragging that a vehicle is taken, and refuses the second trip', async () => {
  const page = await people.at('field', '/resource/vehicles');
  // Nothing is planned in two weeks, on any date.
  await button(shown(page), '下一周').click();
  await button(shown(page), '下一周').click();
  const cell = (weekday: number) =>
    shown(page)
      .getByRole('gridcell', { name: /^浙A·5D093 / })
      .nth(weekday);
  const form = page.locator('.ant-drawer-open');
  const begin = async (weekday: number, destination: string) => {
    const box = await cell(weekday).boundingBox();
    await cell(weekday).dblclick({ position: { x: 60, y: (box?.height ?? 0) - 6 } });
    await choose(form.getByRole('combobox', { name: '驾驶人' }), '周海涛');
    await form.getByLabel('目的地').fill(destination);
  };
  const save = () => button(form, '保存').click();
  await begin(1, '桐庐县');
  await save();
  await noticed(page, messages.added);
  await cell(1).getByText('桐庐县').waitFor();
  await begin(2, '建德市');
  await save();
  await noticed(page, messages.added);
  await cell(2).getByText('建德市').waitFor();

  const [from, to] = [await cell(2).getByRole('button').boundingBox(), await cell(1).boundingBox()];
  if (!from || !to) throw new Error('the plans are not to be seen');
  await page.mouse.move(from.x + 30, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 24, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + to.height - 6, { steps: 8 });
  const hint = shown(page).getByRole('status', { name: '移动中的冲突' });
  await hint.getByText(/不能安排：浙A·5D093已有用车计划YC/).waitFor();
  await hint.getByText(/请注意：周海涛已列入用车计划YC/).waitFor();
  await page.mouse.up();
  await noticed(page, '请改用其他车辆或调整时间');
  await cell(2).getByText('建德市').waitFor();

  await begin(1, '临安区');
  await form
    .getByRole('status', { name: '冲突' })
    .getByText(/不能安排：浙A·5D093已有用车计划YC/)
    .waitFor();
  await save();
  await form
    .getByText(/已有用车计划YC\d{4}-\d{4}（桐庐县，驾驶人周海涛）/)
    .first()
    .waitFor();
  expect(await cell(1).getByText('临安区').count()).toBe(0);
  expect(people.failures()).toEqual([]);
});

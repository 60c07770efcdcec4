import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { importFaultTexts } from '@contract/workbook/importing';
import { mappingTexts } from '@contract/workbook/mapping/mapping';
import { root } from '@server/base/root';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, openDesk, signIn } from './support/console';
import { type ProductServer, startProduct } from './support/productServer';

// Lists of a laboratory that moves in, as they are, by hand in the console: how many clicks, how many corrections.

const data = (name: string) => join(root, 'tests/data/movingIn', name);

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let clicks = 0;
let corrections = 0;

const click = async (target: Locator): Promise<void> => {
  await target.click();
  clicks += 1;
};

async function give(label: string, file: string): Promise<Locator> {
  await click(button(page, '导入'));
  const opened = dialog(page, `导入${label}`);
  await opened.locator('input[type=file]').setInputFiles(data(file));
  clicks += 1;
  return opened;
}

async function take(opened: Locator, rows: number): Promise<void> {
  await click(button(opened, `导入（${rows}行）`));
  await opened.getByText(`新增 ${rows} 条`).waitFor();
  await click(button(opened, '完成'));
}

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

it('the lists of units, reference materials and reagents come in without Excel in between', async () => {
  await signIn(page, 'sales', '/inspectUnit');
  const units = await give(inspectUnit.label, '05客户档案.xlsx');
  await units.getByText('全部 600').waitFor();
  const faults = units.getByLabel(importFaultTexts.title);
  // Each group is dealt with at once: 13 rows with a doubtful number, and three that stand there twice.
  for (const name of [importFaultTexts.toRemark, ...Array<string>(3).fill(importFaultTexts.drop(1))]) {
    const left = await faults.getByRole('textbox').count();
    await click(button(faults, name).first());
    corrections += 1;
    if (left > 1) await expect.poll(() => faults.getByRole('textbox').count()).toBe(left - 1);
  }
  await take(units, 597);

  await signIn(page, 'keeper', '/resource/standards');
  const standards = await give(standard.label, '03标准物质与试剂台账.xlsx');
  await standards.getByText('全部 60').waitFor();
  await take(standards, 60);

  await page.goto('/resource/reagents');
  const reagents = await give(reagent.label, '03标准物质与试剂台账.xlsx');
  await reagents.getByText(mappingTexts.missing(['编号'])).waitFor();
  await click(reagents.getByRole('combobox', { name: `编号 ${mappingTexts.source}` }));
  await click(page.locator('.ant-select-item-option').filter({ hasText: mappingTexts.fixed }).first());
  await reagents.getByRole('textbox', { name: `编号 ${mappingTexts.fixed}` }).fill('SJ-###');
  corrections += 1;
  await click(button(reagents, mappingTexts.check));
  await take(reagents, 60);

  measured(`3 份台账 717 行：点击 ${clicks} 次，改正 ${corrections} 处`);
  expect(clicks).toBeLessThanOrEqual(25);
  expect(corrections).toBeLessThanOrEqual(6);
});

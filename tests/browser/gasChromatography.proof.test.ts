import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { messages } from '@contract/messages';
import { savedText } from '@contract/workbook/saveMany';
import type { Timeline } from '@contract/workflow/workflowWire';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, grid, noticed, openDesk, settled, signIn, told } from './support/console';
import { keyboardOf, optionOf } from './support/keyboard';
import { shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';

// Toluene of a demonstration project, from distribution to a signed record: curve, samples, checks, detection limit and
// paper. The analyst's part uses keyboard and clipboard only, no mouse.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let hands: ReturnType<typeof keyboardOf>;
let keeper: Awaited<ReturnType<typeof person>>;
let reviewer: Awaited<ReturnType<typeof person>>;
let analyst: Awaited<ReturnType<typeof person>>;
let project: number;
let record: number;

/** μg/mL and three peak areas each. */
const levels = [
  [10, 12.31, 12.35, 12.39],
  [50, 61.4, 61.1, 61.25],
  [100, 123.5, 123.9, 123.1],
  [250, 307.4, 306.8, 308.2],
  [500, 616.4, 615.1, 617.3],
] as const;
/** Front and back area of each sample, in the order of their numbers. The last is below the detection limit. */
const areas = [
  [98.6, 2.1],
  [45.37, 0],
  [23.42, 0],
  [31.78, 0],
  [0, 0],
] as const;
const efficiency = 96.2;
const blanks = [0.52, 0.61, 0.47, 0.55, 0.58, 0.49, 0.63, 0.51, 0.56, 0.6] as const;
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  page = desk.page;
  hands = keyboardOf(page);
  [keeper, reviewer, analyst] = await Promise.all([
    person(product.url, 'keeper'),
    person(product.url, 'reviewer'),
    person(product.url, 'analyst'),
  ]);
  const tasks = await keeper<{ content: AnyRow[] }>(
    'GET',
    'api/labTask?page=0&size=500&state=waiting&variant=ordinary',
  );
  project = Number(tasks.content.find(({ hazardName }) => hazardName === '甲苯')?.project);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const tab = (name: string) =>
  hands.press(shown(page).getByRole('navigation', { name: '检测记录的页面' }).getByRole('link', { name, exact: true }));
const status = (): Locator => shown(page).getByRole('status', { name: '表格状态' });
const work = (): Promise<LabWork> => analyst<LabWork>('GET', `api/labSheet/work/${record}`);

async function paste(rows: readonly (readonly (string | number)[])[]): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\r\n'));
  await page.keyboard.press('Control+v');
}

it('a toluene task is assigned to an authorised analyst, who starts a gas chromatography record', async () => {
  await signIn(page, 'keeper', `/lab/sampleDistribute?belongProject=${project}`);
  await shown(page).getByRole('list', { name: '按组选择待分发的任务' }).getByRole('button', { name: /^甲苯/ }).click();
  await shown(page).getByRole('button', { name: '分发（7项）' }).click();
  const asked = dialog(page, '分发给检测人');
  await asked.getByLabel('分发后打印任务单').uncheck();
  await asked.getByRole('radio').and(asked.locator(':enabled')).first().check();
  await asked.getByRole('button', { name: /^分发给/ }).click();
  await noticed(page, '已将7项检测任务分发给');
  await signIn(page, 'analyst', '/lab/laboratory');
  await hands.press(
    shown(page)
      .getByRole('list', { name: '检测方法' })
      .getByRole('button', { name: /苯系物/ }),
  );
  await hands.press(
    shown(page).getByRole('list', { name: '按项目与因素选择，含空白' }).getByRole('button', { name: /^甲苯/ }),
  );
  await shown(page).getByText('已选7项，含空白2项').waitFor();
  await hands.press(button(shown(page), '开始检测'));
  await told(page, labSheetTexts.started(7));
  await page.waitForURL(/\/labGas\/detail\?.*phyId=\d+/);
  record = Number(new URL(page.url()).searchParams.get('phyId'));
});

it('the header of a gas chromatography record takes date and instruments, and expired items cannot be chosen', async () => {
  await hands.write(shown(page).getByLabel('检测日期', { exact: true }), today);
  await page.keyboard.press('Enter');
  await hands.pick('检测仪器', 'FX-001');
  await hands.write(shown(page).getByLabel('环境温度'), '22.4');
  await hands.write(shown(page).getByLabel('相对湿度'), '51');
  await hands.write(shown(page).getByLabel('效率来源及原因'), '方法验证报告YZ-2601');
  await hands.write(shown(page).getByRole('combobox', { name: '标准物质', exact: true }), 'BW-2401');
  await optionOf(page, 'BW-2401')
    .filter({ hasText: '过期' })
    .and(page.locator('.ant-select-item-option-disabled'))
    .waitFor();
  await hands.pick('标准物质', 'BW-2602');
  await page.keyboard.press('Control+s');
  await told(page, messages.edited);
});

it('a calibration curve is made from a pasted block and a typed level, and approved by another person', async () => {
  await tab('标准曲线');
  await hands.press(button(shown(page), '新增标准曲线'));
  const label = '标准曲线各级数据';
  await settled(page, label);
  await hands.go(label, 0, '浓度/含量');
  await paste(levels.slice(0, 4));
  await expect.poll(() => status().innerText()).toMatch(/共4行\s+未保存4行/);
  // The fifth level is typed: Tab moves right, and the next row appears.
  await hands.go(label, 4, '浓度/含量');
  for (const text of levels[4]) {
    await page.keyboard.type(String(text));
    await page.keyboard.press('Tab');
  }
  await expect.poll(() => status().innerText()).toMatch(/共5行/);
  await page.keyboard.press('Control+s');
  await told(page, savedText);
  const { r } = lineThrough();
  const outcome = shown(page).getByRole('region', { name: '拟合结果' });
  await outcome.getByText('合格', { exact: true }).waitFor();
  const cut = /r = (0\.9+\d*)/.exec(await outcome.innerText())?.[1] ?? '';
  expect(cut.length).toBeGreaterThan(5);
  expect(r.toFixed(14).startsWith(cut)).toBe(true);
  await hands.sign('提交审核');
  const { content } = await reviewer<{ content: AnyRow[] }>('GET', 'api/labCurve?page=0&size=1&sort=id,desc');
  const { asSeen } = await reviewer<Timeline>('GET', `api/labCurve/timeline/${String(content[0]?.id)}`);
  await reviewer('PUT', 'api/labCurve/move', {
    id: content[0]?.id,
    version: content[0]?.version,
    asSeen,
    move: 'approve',
    password,
  });
  await page.reload();
  await hands.press(button(shown(page), '用于本记录'));
  await told(page, '结果已重新计算');
});

it('peak areas are typed and pasted, and results appear at once', async () => {
  await tab('检测数据');
  const label = '样品与读数';
  await settled(page, label);
  const kinds = (await work()).rows.map(({ rowKind }) => rowKind);
  expect(kinds.filter((kind) => kind === 'sample')).toHaveLength(areas.length);
  let at = 0;
  // In the order of the columns; computed ones are skipped.
  const lines = kinds.map((kind) => [
    ...(kind === 'blank' ? [0, 0] : (areas[at++] ?? [])),
    '',
    '',
    '',
    '1.0',
    efficiency,
  ]);
  // From the pinned number Tab moves to the first editable cell, which is right of the visible part.
  await hands.go(label, 0, '样品编号');
  await page.keyboard.press('Tab');
  for (const text of (lines[0] ?? []).filter((one) => one !== '')) {
    await page.keyboard.type(String(text));
    await page.keyboard.press('Tab');
  }
  await hands.go(label, 1, '样品编号');
  await page.keyboard.press('Tab');
  await paste(lines.slice(1));
  await expect.poll(() => status().innerText()).toMatch(/共7行\s+未保存7行/);
  await page.keyboard.press('Control+s');
  await told(page, savedText);
});

it('the detection limit is determined from ten blanks and applied to the record', async () => {
  await tab('检出限');
  await hands.reach(shown(page).getByLabel('空白测定值1', { exact: true }));
  await paste(blanks.map((blank) => [blank]));
  await hands.press(button(shown(page), '从记录取体积与效率'));
  await hands.press(button(shown(page), '用于本记录'));
  await told(page, '用于本记录，结果已重新计算');
});

it('the quality-control checks of a batch are judged, and a reason is accepted for a missing check', async () => {
  await tab('质量控制');
  const check = async (title: string, column: string, rows: readonly (readonly (string | number)[])[]) => {
    await hands.openTab(title);
    await settled(page, title);
    await hands.go(title, 0, column);
    await paste(rows);
    await expect.poll(() => status().innerText()).toContain('未保存');
    // The notice of the last tab may still be visible with the same text.
    await page.keyboard.press('Control+s');
    await expect.poll(() => status().innerText()).toContain('已全部保存');
  };
  await check('空白', '空白编号', [
    ['试剂空白1', '0.02'],
    ['试剂空白2', '0.01'],
  ]);
  await check('平行样', '样品编号', [['平行1', '80.2', '81.5']]);
  await check('加标回收', '样品编号', [['加标1', '80.2', '100', '176.4']]);
  await expect.poll(() => grid(page, '加标回收').innerText()).toMatch(/96\.2/);
  await hands.openTab('质控说明');
  // One reason covers one check only.
  const open = (await analyst<CheckSummary>('GET', `api/labCheck/summary/${record}`)).lines.filter(
    (line) => line.open.length > 0,
  );
  expect(open.map(({ title }) => title)).toContain('质控样');
  for (const { title } of open)
    await hands.write(
      shown(page).getByRole('textbox', { name: labCheckTexts.reasonOf(title), exact: true }),
      '本批没有有证质控样，以加标回收控制',
    );
  await page.keyboard.press('Control+s');
  await told(page, messages.edited);
  await shown(page).getByRole('region', { name: '质控汇总' }).getByText('已说明，可以提交').waitFor();
});

it('the printed gas chromatography record shows the results of an independent calculation, and is signed', async () => {
  await tab('溶剂解吸预览');
  const table = shown(page).getByRole('table', { name: labPreviewTexts.samples });
  await table.first().waitFor({ state: 'attached' });
  const { rows } = await work();
  const samples = rows.filter(({ rowKind }) => rowKind === 'sample');
  const expected = samples.map(({ volume, temperature, pressure }, index) =>
    inAir(areas[index] ?? [0, 0], [Number(volume), Number(temperature), Number(pressure)]),
  );
  expect(expected.filter((text) => text.startsWith('<'))).toHaveLength(1);
  for (const [at, { sampleNo }] of samples.entries()) {
    const cells = table.getByRole('row').filter({ hasText: sampleNo }).first().getByRole('cell');
    await expect.poll(async () => (await cells.allInnerTexts()).map((text) => text.trim())).toContain(expected[at]);
  }
  expect(await shown(page).getByText('C=(c1+c2)×v/(V0×D)=').count()).toBeGreaterThan(0);
  await hands.sign('提交');
  await expect.poll(async () => (await work()).sheet.state).toBe('awaitingReview');
});

/** Least squares by the textbook, with sums. */
function lineThrough(): { a: number; b: number; r: number } {
  const points = levels.map(([x, ...ys]) => [x, ys.reduce((sum, y) => sum + y, 0) / ys.length] as const);
  const sum = (one: (x: number, y: number) => number) => points.reduce((total, [x, y]) => total + one(x, y), 0);
  const n = points.length;
  const [x, y, xx, xy, yy] = [
    sum((at) => at),
    sum((_, index) => index),
    sum((at) => at * at),
    sum((at, of) => at * of),
    sum((_, index) => index * index),
  ];
  const b = (n * xy - x * y) / (n * xx - x * x);
  return { a: (y - b * x) / n, b, r: (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y)) };
}

/**
 * Result of two areas by DOMAIN §1.4, §4.5 and GBZ 331-2024 G.1.2.2, G.1.2.3, 5.2.8.4 b, in floating point and without
 * code of the product: the reported mg/m³. One decimal more than the limits 50 and 100. Below the quantification limit
 * of ten standard deviations, the minimum quantifiable concentration, rounded up to two digits.
 */
function inAir(
  [front, back]: readonly [number, number],
  [volume, temperature, pressure]: readonly [number, number, number],
): string {
  const { a, b } = lineThrough();
  const content = (area: number) => (area === 0 ? 0 : Math.max(0, (area - a) / b));
  const far = temperature < 5 || temperature > 35 || pressure < 98.8 || pressure > 103.4;
  const v0 = far ? (volume * (293 / (273 + temperature)) * pressure) / 101.3 : volume;
  const air = (amount: number) => (amount * 1) / (v0 * (efficiency / 100));
  const mean = blanks.reduce((sum, blank) => sum + blank, 0) / blanks.length;
  const loq = (10 * Math.sqrt(blanks.reduce((sum, blank) => sum + (blank - mean) ** 2, 0) / (blanks.length - 1))) / b;
  const found = content(front) + content(back);
  return found < loq ? `<${roundedUp(air(loq), 2)}` : air(found).toFixed(1);
}

function roundedUp(value: number, digits: number): string {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(value)));
  return (Math.ceil(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals);
}

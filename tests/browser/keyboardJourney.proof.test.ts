import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import { savedText } from '@contract/workbook/saveMany';
import type { Timeline } from '@contract/workflow/workflowWire';
import { measured } from '../support/measured';
import { seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, type Desk, grid, openDesk, settled, told } from './support/console';
import { keyboardOf, watchHands } from './support/keyboard';
import { shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';

// QUALITY A11Y: a client's sample from registration through readings to the record signed by two more people. Five
// people sign in and out at one machine without a mouse.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let hands: ReturnType<typeof keyboardOf>;
let watched: Awaited<ReturnType<typeof watchHands>>;
let analyst: Awaited<ReturnType<typeof person>>;
let project: AnyRow;
let record: number;

const clientNo = 'JP-01';
const hazard = '矽尘(10%≤游离SiO2含量≤50%)';
const method = '焦磷酸法测游离二氧化硅';
const checkRemark = '客户仅送一份样品，不足以作平行测定';
/** mg */
const typed = [
  { title: '粉尘样品质量', name: 'sampleMass', text: '152.6' },
  { title: '坩埚编号', name: 'crucibleNo', text: 'GG-11' },
  { title: '坩埚质量', name: 'crucibleMass', text: '25341.2' },
  { title: '坩埚+残渣', name: 'residueMass', text: '25372.5' },
] as const;
const readings = '样品与读数';
/** DOMAIN §3.2: (25372.5 - 25341.2) / 152.6 × 100 */
const share = '20.5';

const work = (): Promise<LabWork> => analyst<LabWork>('GET', `api/labSheet/work/${record}`);
const registered = async (): Promise<AnyRow | undefined> =>
  (
    await analyst<{ content: AnyRow[] }>('GET', `api/incomingSample?project=${project.id}&page=0&size=100`)
  ).content.find((row) => row.clientSampleNo === clientNo);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  hands = keyboardOf(page);
  watched = await watchHands(page);
  analyst = await person(product.url, 'analyst');
  const { content } = await analyst<{ content: AnyRow[] }>(
    'GET',
    'api/project?incoming=true&stage=testing&page=0&size=20&sort=id,asc',
  );
  project = content[0] as AnyRow;
  await page.goto('/login');
});
afterEach(() => expect(watched.slips()).toEqual([]));
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

/** Opens a page by the palette, with the words of the menu. */
async function search(words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: /搜索菜单/ });
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(words);
  await page.getByRole('option', { name: new RegExp(`^${words}`), selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
}

async function signIn(userName: string): Promise<void> {
  await expect.poll(hands.focused).toBe('用户名');
  await page.keyboard.type(userName);
  await page.keyboard.press('Tab');
  await expect.poll(hands.focused).toBe('密码');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  await expect.poll(async () => (await hands.focus()).visible).toBe(true);
}

async function signOut(): Promise<void> {
  await search(pageTexts.signOut);
  const asked = page.getByRole('dialog').filter({ has: button(page, '确定') });
  await asked.waitFor();
  await hands.press(button(asked, '确定'));
  await page.getByLabel('用户名').waitFor();
}

/** Opens the project's row of a list, found by its number. */
async function openRow(list: string): Promise<void> {
  await settled(page, list);
  await hands.write(shown(page).getByRole('search').getByLabel('项目编号', { exact: true }), String(project.code));
  await page.keyboard.press('Enter');
  await expect.poll(() => grid(page, list).getAttribute('aria-rowcount')).toBe('2');
  await settled(page, list);
  await hands.reach(grid(page, list).getByRole('row').nth(1));
  await page.keyboard.press('Enter');
}

it('an incoming sample is registered by keyboard only, from order to sample (A11Y)', async () => {
  await signIn('sales');
  await search('来样管理');
  await openRow('来样项目');
  await hands.openTab('待收样');
  await settled(page, '待收样');
  await hands.go('待收样', 0, '原样编号');
  for (const text of [clientNo, '沉降尘', hazard]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await hands.go('待收样', 0, '检测方法');
  await page.keyboard.type(method);
  await page
    .getByRole('option', { name: new RegExp(method) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await told(page, savedText);
  await expect.poll(registered).toMatchObject({ sampleName: '沉降尘', hazardName: hazard, state: 'registered' });
  expect(await seriousViolations(page)).toEqual([]);
  await signOut();
});

it('an incoming sample is received under a signature and assigned by keyboard only (A11Y)', async () => {
  await signIn('keeper');
  await search('来样管理');
  await openRow('来样项目');
  await hands.inDialog(button(shown(page), '收样'), incomingTexts.receiving, async (asked) => {
    expect(await seriousViolations(page)).toEqual([]);
    await hands.write(asked.getByPlaceholder('登录密码'), password);
    await page.keyboard.press('Enter');
  });
  await told(page, incomingTexts.received(1));
  await hands.closeDialog('打印样品标签');
  await expect.poll(registered).toMatchObject({ state: 'received', receivedByName: '沈月红' });

  await hands.press(button(shown(page), '样品分发'));
  await page.waitForURL('**/lab/sampleDistribute?**');
  await hands.press(
    shown(page).getByRole('list', { name: '按组选择待分发的任务' }).getByRole('button').filter({ hasText: hazard }),
  );
  await hands.inDialog(button(shown(page), '分发（1项）'), '分发给检测人', async (asked) => {
    const able = asked.getByRole('radio').and(asked.locator(':enabled')).first();
    await expect.poll(() => able.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    await hands.reach(asked.getByLabel('分发后打印任务单'));
    await page.keyboard.press('Space');
    await hands.press(asked.getByRole('button', { name: /^分发给/ }));
  });
  await told(page, '已将1项检测任务分发给');
  expect(await seriousViolations(page)).toEqual([]);
  await signOut();
});

it('the weighings of a sample are entered and the record submitted under a signature by keyboard only (A11Y)', async () => {
  await signIn('analyst');
  await search('实验室');
  await hands.press(
    shown(page)
      .getByRole('list', { name: '检测方法' })
      .getByRole('button', { name: new RegExp(`^${method}`) }),
  );
  await hands.press(
    shown(page)
      .getByRole('list', { name: '按项目与因素选择，含空白' })
      .getByRole('button')
      .filter({ hasText: String(project.code) }),
  );
  await hands.press(button(shown(page), '开始检测'));
  await told(page, labSheetTexts.started(1));
  await page.waitForURL(/phyId=\d+/);
  record = Number(new URL(page.url()).searchParams.get('phyId'));
  await hands.write(shown(page).getByLabel('检测日期', { exact: true }), (await work()).sheet.receivedOn ?? '');
  await page.keyboard.press('Enter');
  await hands.pick('检测仪器', 'FX-009');
  await hands.write(shown(page).getByLabel('环境温度'), '22.4');
  await hands.write(shown(page).getByLabel('相对湿度'), '51');
  await page.keyboard.press('Control+s');
  await told(page, messages.edited);

  await settled(page, readings);
  for (const { title, text } of typed) {
    await hands.go(readings, 0, title);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Control+s');
  await told(page, savedText);
  expect((await work()).rows).toMatchObject([
    { readings: Object.fromEntries(typed.map(({ name, text }) => [name, text])), reportText: share, unit: '%' },
  ]);
  await hands.press(
    shown(page)
      .getByRole('navigation', { name: '检测记录的页面' })
      .getByRole('link', { name: '质量控制', exact: true }),
  );
  await hands.openTab('质控说明');
  await hands.write(shown(page).getByRole('textbox', { name: /平行样的说明/ }), checkRemark);
  await page.keyboard.press('Control+s');
  await told(page, messages.edited);
  expect(await seriousViolations(page)).toEqual([]);
  await hands.sign('提交');
  await expect.poll(async () => (await work()).sheet.state).toBe('awaitingReview');
  await signOut();
});

it('two more people sign a record by keyboard only (A11Y)', async () => {
  for (const [who, move, state] of [
    ['reviewer', '复核', 'awaitingApproval'],
    ['approver', '审核', 'approved'],
  ] as const) {
    await signIn(who);
    await search('来样原始记录');
    await openRow('来样原始记录');
    const paper = shown(page).getByRole('region', { name: new RegExp(String((await work()).sheet.sheetNo)) });
    await paper.waitFor();
    await hands.sign(move);
    await expect.poll(async () => (await work()).sheet.state).toBe(state);
    expect(await seriousViolations(page)).toEqual([]);
    await signOut();
  }
  const { steps } = await analyst<Timeline>('GET', `api/labSheet/timeline/${record}`);
  expect(steps.map(({ label, personName, signature }) => [label, personName, signature?.state])).toEqual([
    ['提交', '林思远', 'valid'],
    ['复核', '陶建英', 'valid'],
    ['审核', '戴宏远', 'valid'],
  ]);
  measured(`登记、收样、分发、结果、复核、审核：5 人 ${watched.keys()} 次按键，0 次鼠标，焦点不丢`);
});

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import type { Answer } from '@contract/wire';
import { importFaultTexts, importRunTexts } from '@contract/workbook/importWire';
import { mappingTexts } from '@contract/workbook/mapping/columnMapping';
import { entityNamed } from '../support/entityNamed';
import { measured } from '../support/measured';
import { comparedWithList, movingInFile, movingInFolder } from '../support/movingIn';
import { launchChromium } from './support/chromium';
import { button, type Desk, dialog, openDesk, rowNamed, signIn } from './support/console';
import { movedLists } from './support/movingInLists';
import { type Caller, callerOf, empty, leave, reportOf, setUp } from './support/newOrganization';
import { password, type ProductServer, startIn } from './support/productServer';

// A laboratory moves into an empty installation: the lists of seven files, as they are, by hand in the console. How
// many clicks, how many corrections, and each value compared with the lists. Then its people sign in, its first report
// has the right number, an import is undone, and the organization leaves for another installation.

let folder: string;
let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let mover: Caller;
let clicks = 0;
let corrections = 0;

const click = async (target: Locator): Promise<void> => {
  await target.click();
  clicks += 1;
};

const correcting = {
  async fault(faults: Locator, header: string | null, text?: string): Promise<void> {
    const all = page.getByLabel(importFaultTexts.title).getByRole('textbox');
    const left = await all.count();
    if (text === undefined) await click(button(faults, header ?? importFaultTexts.drop(1)).first());
    else {
      await faults
        .getByRole('textbox', { name: `${header} ${importFaultTexts.replacement}` })
        .first()
        .fill(text);
      await click(faults.getByRole('button', { name: importFaultTexts.replaceAll, disabled: false }).first());
    }
    corrections += 1;
    if (left > 1) await expect.poll(() => all.count()).toBe(left - 1);
  },
  async lacking(opened: Locator, header: string, text: string): Promise<void> {
    await opened.getByRole('textbox', { name: `${header} ${mappingTexts.fixed}` }).fill(text);
    corrections += 1;
    await click(button(opened, mappingTexts.check));
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'occhealth-movingIn-'));
  await mkdir(join(folder, 'first'));
  product = await startIn(join(folder, 'first'), empty);
  mover = await setUp(product);
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'mover', '/');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
  expect(desk?.failures ?? []).toEqual([]);
});

const listed = (path: string, query = ''): Promise<AnyRow[]> =>
  mover.rows(`/${path}?size=1000&sort=id,asc${query && `&${query}`}`);

it('seven real lists of an organization are imported in the browser unchanged, and every value is stored', async () => {
  for (const { entity, path, tab, dictionary, rows, mend, file } of movedLists) {
    const { label } = entityNamed(entity);
    await page.goto(path);
    if (tab) await click(page.getByRole('tab', { name: tab }));
    if (dictionary)
      await click(rowNamed(page, '字典', dictionary).getByRole('button', { name: dictionary, exact: true }));
    await click(button(page, '导入').filter({ visible: true }));
    const opened = dialog(page, dictionary ? '的字典项' : `导入${label}`);
    await opened.locator('input[type=file]').setInputFiles(join(movingInFolder, await movingInFile(file)));
    clicks += 1;
    await mend?.(opened, correcting);
    await click(button(opened, `导入（${rows}行）`));
    await opened.getByText(`新增${rows}条`).waitFor();
    await button(opened, '完成').press('Escape');
    await opened.waitFor({ state: 'hidden' });
  }
  let values = 0;
  for (const list of movedLists.filter(({ dictionary }) => !dictionary)) {
    const { differing, compared } = await comparedWithList(await listed(entityNamed(list.entity).path), list);
    expect(differing, list.entity).toEqual([]);
    expect(compared, list.entity).toBeGreaterThanOrEqual(Object.keys(list.pairs).length * (list.rows - 5));
    values += compared;
  }
  measured(
    `7 个文件 ${movedLists.length} 份台账 ${movedLists.reduce((sum, { rows }) => sum + rows, 0)} 行，逐一核对 ${values} 个值：点击 ${clicks} 次，改正 ${corrections} 处`,
  );
  expect(clicks).toBeLessThanOrEqual(60);
  expect(corrections).toBeLessThanOrEqual(15);
  const own = async (dictionary: string) =>
    (await mover.rows(`/api/dictDetail?dictName=${dictionary}&page=0&size=9999`))
      .filter(({ organizationId }) => organizationId !== null)
      .map(({ value, label }) => `${String(value)} ${String(label)}`);
  expect(await own('publicHoliday')).toEqual([
    '2027-01-01至2027-01-03 2027年元旦',
    '2027-02-05至2027-02-11 2027年春节',
    '2027-04-03至2027-04-05 2027年清明',
    '2027-10-01至2027-10-07 2027年国庆',
  ]);
  expect(await own('makeUpWorkday')).toEqual([
    '2027-01-31 2027年春节调休',
    '2027-02-13 2027年春节调休',
    '2027-09-26 2027年国庆调休',
  ]);
  expect(await own('projectType')).toEqual(['DJ 定期检测', 'YP 预评价']);
});

it('an import that is undone in the browser leaves no row, and no amount in the ledger', async () => {
  await page.goto('/resource/reagents');
  await button(page, '导入').filter({ visible: true }).click();
  const opened = dialog(page, '导入试剂');
  await button(opened, importRunTexts.title).click();
  await button(opened, importRunTexts.undo).first().click();
  await button(page.getByRole('dialog').filter({ hasText: '的导入：删除新增的数据' }).last(), '确定').click();
  await expect.poll(async () => (await listed('api/reagent')).length).toBe(0);
  // The ledger keeps both lines of each lot: what came in with the import went out with it.
  const ledger = await mover.rows('/api/reagent/ledger?size=1000');
  expect(ledger).toHaveLength(120);
  expect(ledger.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(0);
});

it('40 imported people sign in for the first time, each with the own slip, and choose a password of their own', async () => {
  const people = (await listed('api/user')).filter(({ workNo }) => workNo !== null);
  expect(people).toHaveLength(40);
  const rows = people.map(({ id, version }) => ({ id, version }));
  const { body } = await mover.send<Answer<PasswordSlips>>('PUT', '/api/user/slips', { rows });
  const slips = body?.slips ?? [];
  expect(new Set(slips.map((slip) => slip.password)).size).toBe(40);
  for (const { userName, password: given } of slips.slice(1)) {
    const person = await callerOf(product, userName, given);
    expect(person.user.mustChangePassword, userName).toBe(true);
    await person.send('PUT', '/api/user/password', { oldPassword: given, newPassword: password });
    expect((await callerOf(product, userName, password)).user.mustChangePassword, userName).toBeFalsy();
  }
  // The first one does it by hand.
  const [first] = slips;
  const own = await openDesk(browser, product.url);
  await own.page.goto('/login');
  const signInAs = async (given: string): Promise<void> => {
    await own.page.getByLabel('用户名').fill(first?.userName ?? '');
    await own.page.getByLabel('密码', { exact: true }).fill(given);
    await button(own.page, signInTexts.submit).click();
  };
  await signInAs(first?.password ?? '');
  await own.page.getByRole('heading', { name: passwordTexts.title }).waitFor();
  for (const [label, text] of [
    ['旧密码', first?.password ?? ''],
    ['新密码', password],
    ['确认密码', password],
  ] as const)
    await own.page.getByLabel(label, { exact: true }).fill(text);
  await own.page.keyboard.press('Enter');
  await own.page.getByLabel('用户名').waitFor();
  await signInAs(password);
  await own.page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  expect(own.failures).toEqual([]);
  await own.context.close();
});

it('the first report of an organization that moved in has the number after the last used one, and skips the number of an imported report', async () => {
  expect(await reportOf(product, mover, 'ZHDJ20260319')).toBe('浙正检字〔2026〕第0129号');
  const unit = (await listed('api/inspectUnit'))[0]?.id;
  await mover.send('POST', '/api/historyReport/add', {
    reportNo: '浙正检字〔2026〕第0130号',
    unit,
    issuedOn: '2026-01-05',
  });
  expect(await reportOf(product, mover, 'ZHDJ20260320')).toBe('浙正检字〔2026〕第0131号');
});

it('an organization that moved in leaves, and is the same by content in another empty installation', async () => {
  const { first, again } = await leave(mover, folder);
  expect(again.tables).toEqual(first.tables);
  expect(again.people).toEqual(first.people);
  expect(first.people).toHaveLength(40);
  expect(again.files).toEqual(first.files);
  const rows = (name: string) => first.tables.find((table) => table.name === name)?.rows;
  expect([rows('inspect_unit'), rows('equipment'), rows('history_report'), rows('project')]).toEqual([
    598, 180, 301, 12,
  ]);
});

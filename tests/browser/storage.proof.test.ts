import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryGridTexts } from '@/grid/entry/entryGridTexts';
import { deobfuscate } from '@/lib/browser/obfuscateText';
import { reveal } from '@/lib/browser/obscureCookie';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, rowNamed, settled, signOut } from './support/console';
import { photograph, telephone, unsent } from './support/field/telephone';
import { shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';
import { person, projectOnSite } from './support/projectOnSite';

let product: ProductServer;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url, telephone);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/**
 * Returns everything a browser stores for a site: cookies, both storages, rows of IndexedDB with their files, files of
 * the service worker.
 */
async function places(page: Page): Promise<Record<'cookies' | 'storages' | 'rows' | 'files', string[]>> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${decodeURIComponent(value)}`);
  const kept = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
      });
    const blobsIn = (value: unknown): Blob[] =>
      value instanceof Blob
        ? [value]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(blobsIn)
          : [];
    const rows: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const stored: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
        for (const row of stored)
          rows.push(
            `${store} ${JSON.stringify(row)} ${(await Promise.all(blobsIn(row).map((blob) => blob.text()))).join(' ')}`,
          );
      }
      database.close();
    }
    const files = (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    ).flat();
    return {
      storages: [localStorage, sessionStorage].flatMap((store) =>
        Object.entries(store).map(([key, value]) => `${key}=${String(value)}`),
      ),
      rows,
      files,
    };
  });
  // What is veiled needs no key: it counts as readable.
  const lifted = kept.storages.map((line) => deobfuscate(line.slice(line.indexOf('=') + 1)) ?? '');
  return { cookies, ...kept, storages: [...kept.storages, ...lifted] };
}

/** Returns the digests of the photographs that wait to be sent. */
const photographs = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => void request.addEventListener('success', () => resolve(request.result)));
    const database = await done(indexedDB.open('field-work'));
    const items = (await done(database.transaction('items').objectStore('items').getAll())) as {
      files?: { blob: Blob }[];
    }[];
    database.close();
    const digests = items
      .flatMap(({ files = [] }) => files)
      .map(
        async ({ blob }) =>
          `${blob.type} ${blob.size} ${[...new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))].join('')}`,
      );
    return Promise.all(digests);
  });

async function enter(page: Page, userName: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
}

/** Ends the person's session elsewhere: the next request is answered with 401. */
async function endElsewhere(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'token');
  const token = reveal(decodeURIComponent(cookie?.value ?? '')) ?? '';
  expect(
    (await fetch(`${product.url}/auth/logout`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }))
      .status,
  ).toBe(200);
  await page.reload();
  await page.getByLabel('用户名').waitFor();
}

const place = '北门调漆间西侧';
const typed = '稀释剂加料工';
const sheet = '现场调查模板行填写';

it('the browser stores 0 passwords during work and 0 business data after the logout, in any storage (AU10)', async () => {
  const { page } = desk;
  const project = await projectOnSite(product.url);
  const known = [
    password,
    project.code,
    place,
    typed,
    'belongProject',
    'siteMedia',
    'siteSurveyModule',
    'entryGrid',
    'image/',
    'PNG',
    'field',
    'admin',
    'token',
    'sealKey',
  ];
  const swept = { places: 0, told: 0, sealed: 0 };

  /** Expects only settings and the given numbers of sealed drafts and records, none of them readable. */
  async function sweep(drafts: number, records: number): Promise<void> {
    const { files, ...left } = await places(page);
    expect(files.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
    const all = Object.values(left).flat();
    const told = all.filter((one) => known.some((word) => one.includes(word)));
    expect(told).toEqual([]);
    expect(left.rows.filter((row) => !/^items \{"seq":\d+,"userId":\d+,"sealed":\{\}\} /.test(row))).toEqual([]);
    const bundles = left.storages.filter((storage) => /^sealedDrafts:\d+:\d+=[\w+/]{100,}=*$/.test(storage));
    expect([bundles.length, left.rows.length]).toEqual([drafts, records]);
    swept.places += all.length;
    swept.told += told.length;
    swept.sealed += bundles.length + left.rows.length;
  }

  await enter(page, 'field');
  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?belongProject=${project.id}&code=${project.code}`);
  await shown(page).getByRole('region', { name: '采样日期' }).waitFor();
  // Data for work without a network is stored on the phone: the sweep finds it.
  await expect.poll(async () => (await places(page)).rows.some((row) => row.includes(project.code))).toBe(true);
  await page.route('**/api/file/upload', (route) => route.abort());
  await photograph(page, place);
  await expect.poll(() => unsent(page)).toBe(1);
  const pictures = await photographs(page);
  expect(pictures).toHaveLength(1);
  const working = Object.values(await places(page)).flat();
  expect(working.filter((one) => one.includes(password))).toEqual([]);
  for (const word of [place, 'PNG'])
    expect(
      working.filter((one) => one.includes(word)),
      word,
    ).not.toEqual([]);
  expect((await places(page)).storages.some((storage) => storage.includes(project.code))).toBe(true);

  await signOut(page);
  await sweep(0, 1);

  await enter(page, 'field');
  await expect.poll(() => unsent(page)).toBe(1);
  expect(await photographs(page)).toEqual(pictures);
  await endElsewhere(page);
  await sweep(0, 1);

  // Another person at the same machine has unsaved work of another kind.
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'admin');
  await page.goto('/system/dataModule/siteSurveyModule');
  await settled(page, siteSurveyModule.label);
  await rowNamed(page, siteSurveyModule.label, '木质家具企业现场调查模板').getByRole('button').first().click();
  await settled(page, sheet);
  const address = page.url();
  await page.locator('[data-row="0"] > [data-column="1"]').click();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await places(page)).storages.some((storage) => storage.includes(typed))).toBe(true);
  await signOut(page);
  await sweep(1, 1);

  await enter(page, 'admin');
  await page.goto(address);
  await settled(page, sheet);
  await button(page, entryGridTexts.restoreDraft).waitFor();
  await endElsewhere(page);
  await sweep(1, 1);

  await enter(page, 'admin');
  await page.goto(address);
  await settled(page, sheet);
  await button(page, entryGridTexts.restoreDraft).click();
  await page.getByText(typed).first().waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.getByRole('status', { name: '表格状态' }).innerText()).toMatch(/已全部保存/);
  await signOut(page);
  await sweep(0, 1);

  await enter(page, 'field');
  await expect.poll(() => unsent(page)).toBe(1);
  expect(await photographs(page)).toEqual(pictures);
  await page.unroute('**/api/file/upload');
  await expect.poll(() => unsent(page), { timeout: 60_000 }).toBe(0);
  const ask = await person(product.url, 'field');
  expect(
    (
      await ask<{ content: { place: string }[] }>('GET', `api/siteMedia?project=${project.id}&page=0&size=50`)
    ).content.filter((one) => one.place === place),
  ).toHaveLength(1);
  await signOut(page);
  await sweep(0, 0);
  measured(
    `浏览器中 ${working.length} 处（Cookie、存储、IndexedDB、离线文件）：登录时口令 0 处；退出、401 之后共查 ${swept.places} 处：可读的业务数据 ${swept.told} 处，加密保存 ${swept.sealed} 份，本人再次登录后草稿恢复、现场记录（含照片）各上传 1 次`,
  );
});

it('the browser stores 0 business data after another window ended the session, or it expired with no window open (AU10)', async () => {
  const { context } = desk;
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'admin');
  await page.goto('/system/dataModule/siteSurveyModule');
  await settled(page, siteSurveyModule.label);
  await rowNamed(page, siteSurveyModule.label, '木质家具企业现场调查模板').getByRole('button').first().click();
  await settled(page, sheet);
  const address = page.url();
  const [first, second] = ['另一窗口之前', '另一窗口之后'];
  const type = async (text: string) => {
    await page.locator('[data-row="0"] > [data-column="1"]').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  /** Another window, with session storage of its own. */
  const other = await context.newPage();
  await other.goto('/login');
  const readable = async () =>
    Object.values(await places(other))
      .flat()
      .filter((one) => [first, second, 'entryGrid', 'sealKey'].some((word) => one.includes(word)));
  const sealed = async () =>
    (await places(other)).storages.filter((storage) => storage.startsWith('sealedDrafts:')).length;
  await other.getByRole('button', { name: /^用户菜单/ }).waitFor();
  await type(first);
  await expect.poll(async () => (await readable()).some((one) => one.includes(first))).toBe(true);
  await signOut(other);
  expect([await readable(), await sealed()]).toEqual([[], 1]);
  await type(second);
  await page.close();
  await expect.poll(readable).toEqual([]);
  expect(await sealed()).toBe(1);

  await enter(other, 'admin');
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto(address);
  await settled(other, sheet);
  await button(other, entryGridTexts.restoreDraft).click();
  await other.getByText(second).first().waitFor();
  // A day later: the cookie has expired, and the browser is opened again.
  await expect.poll(async () => (await readable()).length).toBeGreaterThan(0);
  await other.goto('about:blank');
  await context.clearCookies({ name: 'token' });
  await other.goto('/');
  await other.getByLabel('用户名').waitFor();
  await expect.poll(readable, { timeout: 30_000 }).toEqual([]);
  const left = Object.values(await places(other)).flat();
  expect(left.filter((one) => ['木质家具', 'siteSurveyModule'].some((word) => one.includes(word)))).toEqual([]);
  expect(await sealed()).toBe(1);
  measured(`另一窗口退出之后写下的、到期后无人打开的：可读的 ${(await readable()).length} 处`);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signOut } from './support/console';
import { telephone } from './support/field/telephone';
import { shown } from './support/people';
import { password, type ProductServer, startProduct } from './support/productServer';
import { projectOnSite } from './support/projectOnSite';

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

/** Every place in which a browser keeps something for a site: cookies, both storages, the rows of IndexedDB, the files of the service worker. */
async function places(page: Page): Promise<Record<'cookies' | 'storages' | 'rows' | 'files', string[]>> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${decodeURIComponent(value)}`);
  const kept = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
    });
    const rows: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) rows.push(...(await done(database.transaction(store).objectStore(store).getAll())).map((row) => `${store} ${JSON.stringify(row)}`));
      database.close();
    }
    const files = (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat();
    return { storages: [localStorage, sessionStorage].flatMap((store) => Object.entries(store).map(([key, value]) => `${key}=${String(value)}`)), rows, files };
  });
  return { cookies, ...kept };
}

it('AU10: 0 passwords while somebody works, and 0 business data after the logout, in any place where a browser keeps something', async () => {
  const { page } = desk;
  const project = await projectOnSite(product.url);
  await page.goto('/login');
  await page.getByLabel('用户名').fill('field');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor();
  await page.goto(`/siteSample/liveSample/condition/pageSamplingTime?belongProject=${project.id}&code=${project.code}`);
  await shown(page).getByRole('region', { name: '采样日期' }).waitFor();
  // What goes on without a network is kept on the telephone: the sweep finds it.
  await expect.poll(async () => (await places(page)).rows.some((row) => row.includes(project.code))).toBe(true);
  const working = Object.values(await places(page)).flat();
  expect(working.filter((place) => place.includes(password))).toEqual([]);
  expect((await places(page)).storages.some((place) => place.includes(project.code))).toBe(true);

  await signOut(page);
  const { files, ...left } = await places(page);
  expect(files.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  // How the console was set stays; nothing that anybody has read or typed.
  expect(left.rows).toEqual([]);
  const known = [password, project.code, 'belongProject', 'field', 'token'];
  const told = [...left.cookies, ...left.storages].filter((place) => known.some((word) => place.includes(word)));
  expect(told).toEqual([]);
  measured(`浏览器中 ${working.length} 处（Cookie、存储、IndexedDB、离线文件）：登录时口令 0 处；退出后业务数据 ${left.rows.length + told.length} 处`);
});

import type { Browser, Locator, Page } from 'playwright-core';
import type { AnyRow } from '@contract/entity';
import type { Page as Rows } from '@contract/wire';
import { type CallAs, callAs } from './callAs';
import { launchChromium } from './chromium';
import { button, type Desk, dialog, noticed, openDesk, rowAction, rowNamed, settled, signIn } from './console';
import { type ProductServer, startProduct } from './productServer';

// An administrator's desk, a second one of somebody at work, and what the tasks at them share.

/** What an administrator does, in words, and how. */
export type Task = readonly [what: string, work: () => Promise<void>];

export let product: ProductServer;
export let page: Page;
export let desk: Desk;
export let other: Desk;
export let call: CallAs;
let browser: Browser;

export async function openAdministration(): Promise<void> {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  [desk, other] = [await openDesk(browser, product.url), await openDesk(browser, product.url)];
  page = desk.page;
  await signIn(page, 'admin', '/system/user');
  call = await callAs(product.url, 'admin');
}
export async function closeAdministration(): Promise<void> {
  await browser?.close();
  await product?.stop();
}

export const at = async (path: string, label: string): Promise<void> => {
  await page.goto(path);
  await settled(page, label);
};
export const users = () => at('/system/user', '用户');
export const roles = () => at('/system/role', '角色');
export const wrong = (username: string) =>
  fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Wrong-1234#' }),
  });
export const idOf = async (path: string, field: string, value: string): Promise<number> => {
  const rows = await call<Rows<AnyRow>>('GET', `${path}?size=1000`);
  return rows.content.find((row) => row[field] === value)?.id ?? 0;
};
/** Closes a dialog that has one button. */
export const leave = (box: Locator): Promise<void> => box.locator('.ant-modal-footer').getByRole('button').click();
export const save = (form: Locator): Promise<void> => button(form, '保存').click();

export const drawer = () => dialog(page, '菜单权限：');
export const openMenus = async (role: string): Promise<void> => {
  await roles();
  await rowAction(rowNamed(page, '角色', role), '菜单权限');
  await drawer().getByRole('tree').waitFor();
};
export async function boxOf(title: string): Promise<Locator> {
  await drawer().getByLabel('查找菜单').fill(title);
  return drawer()
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${title}( [a-zA-Z]+:|$)`) })
    .getByRole('checkbox')
    .first();
}
export const saveMenus = async (): Promise<void> => {
  await button(drawer(), '保存').click();
  await noticed(page, '编辑成功');
};
export const heldBy = async (role: string): Promise<readonly number[]> =>
  (await call<AnyRow>('GET', `api/role/${await idOf('api/role', 'name', role)}`)).menus as number[];
/** As it was, once the work has been done. */
export async function atSize(width: number, height: number, work: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width, height });
  await work();
  await page.setViewportSize({ width: 1440, height: 900 });
}

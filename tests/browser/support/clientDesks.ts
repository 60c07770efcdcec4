import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Page as Rows } from '@contract/wire';
import { type CallAs, callAs } from './callAs';
import { launchChromium } from './chromium';
import { type Desk, openDesk, signIn } from './console';
import { type ProductServer, startProduct } from './productServer';

// The desks of those who look in, and what their tasks share: a client on a telephone, a reviewer from outside, an
// auditor.

let product: ProductServer;
let browser: Browser;
export let desks: Readonly<Record<'client' | 'reviewer' | 'auditor', Desk>>;
/** The house: its quality officer and its sales. */
export let house: CallAs;
let sales: CallAs;
/** A signed record of gas chromatography of a reported project. */
export let gas: { readonly id: number; readonly project: number };

export async function openDesks(): Promise<void> {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  const [client, reviewer, auditor] = [
    await openDesk(browser, product.url, { viewport: { width: 375, height: 812 } }),
    await openDesk(browser, product.url),
    await openDesk(browser, product.url),
  ];
  desks = { client, reviewer, auditor };
  await signIn(client.page, 'enterprise', projects);
  await signIn(reviewer.page, 'thirdparty');
  await signIn(auditor.page, 'auditor');
  [house, sales] = [await callAs(product.url, 'quality'), await callAs(product.url, 'sales')];
  const sheets = await house<Rows<AnyRow>>('GET', 'api/labSheet?size=200&sort=id,asc');
  const found = sheets.content.find(
    ({ methodKind, state }) => methodKind === 'gasChromatography' && state === 'approved',
  );
  gas = { id: found?.id ?? 0, project: Number(found?.project) };
}
export async function closeDesks(): Promise<void> {
  await browser?.close();
  await product?.stop();
}

/** What somebody does at a page, in words, and how. */
export type Task = readonly [what: string, work: (page: Page) => Promise<void>];
export const projects = '/enterprisesService/enterpriseProjects/index';
export const detail = (id: number): string => `${projects}/page/detail?belongProject=${id}`;
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
export const later = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
export const reported = 1;
export const openProject = async (page: Page): Promise<void> => {
  await page.goto(detail(reported));
  await region(page, '报告').waitFor();
};
export const downloadedName = async (page: Page, action: () => Promise<void>): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), action()]);
  expect((await readFile(await file.path())).length).toBeGreaterThan(500);
  return file.suggestedFilename();
};
export const day = async (page: Page, box: Locator, value: string): Promise<void> => {
  await box.fill(value);
  await page.keyboard.press('Enter');
};
/** A PDF in the browser's own reader, or the word that there is none. */
export const waitForPdfViewer = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('iframe')
    .or(page.getByRole('dialog').getByText('本浏览器不能在页面中显示PDF，请下载后查看'))
    .first()
    .waitFor();
export const thread = (page: Page, title: string): Locator => page.getByRole('article', { name: title });
export const asked = (more: object): Promise<unknown> =>
  sales('POST', 'api/clientMatter/add', { project: reported, ...more });

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodRoutes } from '@contract/methods/catalogue';
import { loginPath, pageFolderOf, type Route, staticRoutes } from '@contract/routes';
import { root } from '@server/root';
import type { Page } from 'playwright-core';

// Every address that has a page, and going there as the console's own links do. The list is made of the routes and of the folders that exist, so that a new page joins by itself.

const folders = join(root, 'src/pages');
export const pageFileOf = (folder: string): string | undefined => ['/page.ts', '/page.tsx', '.tsx'].map((end) => join(folders, folder + end)).find((path) => existsSync(path));

const withPage = (staticRoutes as readonly Route[]).filter((route) => {
  const folder = route.redirect === undefined ? pageFolderOf(route) : undefined;
  return folder !== undefined && pageFileOf(folder) !== undefined;
});

/** Of the light shell, but the login page. */
export const lightRoutes = withPage.filter((route) => route.shell === 'light' && route.path !== loginPath);
/** Of the console, without the laboratory methods'. */
export const consoleRoutes = withPage.filter((route) => (route.shell ?? 'console') === 'console');
export type LaboratoryRoute = (typeof methodRoutes)[number];
export const laboratoryRoutes: readonly LaboratoryRoute[] = methodRoutes;

// What draws whole pages: two that come from one of these are of one kind.
const frames = ['@/templates/TemplateList', '@/templates/TemplateDetails', '@/projects/StageProjects', '@/lib/legal/LegalText'];

/** Pages of one kind are drawn by the same code, in the same colours: a list, a frame's, or the page's own. */
export function kindOf(route: Route): string {
  const path = pageFileOf(pageFolderOf(route) ?? '');
  if (path === undefined) return 'methods';
  return path.endsWith('.ts') ? 'list' : (frames.find((frame) => readFileSync(path, 'utf8').includes(`'${frame}'`)) ?? route.path);
}

/** Something for what tells two instances apart; the demonstration has a first of everything. */
export const addressOf = ({ path, query = [] }: Route): string => (query.length ? `${path}?${query.map((name) => `${name}=1`).join('&')}` : path);

export const shownPane = '[data-page-pane]:not([inert])';

/** Until nothing of the page is still on its way; the network's own word for it would cost half a second a page. */
export async function pageSettled(page: Page, scope: string): Promise<void> {
  await page.locator(scope).first().waitFor();
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    const there = element !== null && element.querySelector('[aria-busy="true"], [aria-label="页面加载中"], .ant-skeleton') === null;
    const requests = performance.getEntriesByType('resource').length;
    const held = window as unknown as { quiet?: { requests: number; since: number } };
    const now = performance.now();
    if (!there || held.quiet?.requests !== requests) held.quiet = { requests, since: now };
    return held.quiet !== undefined && now - held.quiet.since > 120;
  }, scope);
}

/** In the console, as a link of it goes; whatever page comes of it. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Goes there, and waits until the page of that address is whole. */
export async function visitPage(page: Page, address: string): Promise<void> {
  await goTo(page, address);
  const [path = ''] = address.split('?');
  await page.locator(`[data-page-pane="${path}"]:not([inert]), [data-page-pane="${path}/index"]:not([inert])`).waitFor();
  await pageSettled(page, shownPane);
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { reveal } from '@/lib/browser/obscureCookie';
import type { AnyRow } from '@contract/entity';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { forbiddenPath, loginPath, notFoundPath, pageFolderOf, type Route, staticRoutes } from '@contract/routes';
import type { Page as Rows } from '@contract/wire';
import { root } from '@server/base/root';

// Every address that has a page, with the row it shows, and navigation as by the console's links. Derived from routes
// and folders, so that a new page is included automatically.

const folders = join(root, 'src/pages');
export const pageFileOf = (folder: string): string | undefined =>
  ['/page.ts', '/page.tsx', '.tsx'].map((end) => join(folders, folder + end)).find((path) => existsSync(path));

const withPage = (staticRoutes as readonly Route[]).filter((route) => {
  const folder = route.redirect === undefined ? pageFolderOf(route) : undefined;
  return folder !== undefined && pageFileOf(folder) !== undefined;
});

/** Routes of the light shell except the login. */
export const lightRoutes = withPage.filter((route) => route.shell === 'light' && route.path !== loginPath);
/** Routes of the console without those of laboratory methods. */
export const consoleRoutes = withPage.filter((route) => (route.shell ?? 'console') === 'console');
export type LaboratoryRoute = (typeof methodRoutes)[number];
export const laboratoryRoutes: readonly LaboratoryRoute[] = methodRoutes;

// Components that render whole pages: two pages with the same one are of one kind.
const frames = [
  '@/templates/TemplateList',
  '@/templates/TemplateDetails',
  '@/projects/StageProjects',
  '@/lib/legal/LegalText',
];

const isLaboratory = (route: Route): route is LaboratoryRoute => 'variant' in route;

/**
 * Returns the kind of a page. Pages of one kind use the same code and colours: a list, a frame, a page of a laboratory
 * record, or an own layout.
 */
export function kindOf(route: Route): string {
  if (isLaboratory(route)) return `record: ${route.kind}`;
  const path = pageFileOf(pageFolderOf(route) ?? '');
  if (path === undefined) throw new Error(`${route.path} has no page`);
  return path.endsWith('.ts')
    ? 'list'
    : (frames.find((frame) => readFileSync(path, 'utf8').includes(`'${frame}'`)) ?? route.path);
}

/** Pages that are empty for the demonstration's administrator but not for its auditor. */
export const auditorPaths: ReadonlySet<string> = new Set([
  '/notify/myNews',
  '/projectAuditReview',
  '/enterprisesService/enterpriseProjects',
  '/enterprisesService/enterpriseProjects/index/page/detail',
]);
/** Pages for which the demonstration has no rows: they are empty and say so. */
const pathsWithoutRows = [
  '/historyReport',
  '/lab/blindSample',
  '/resource/workLog',
  '/system/apk',
  '/system/export',
  '/system/libraryUpdate',
] as const;
/** Pages that are empty for the administrator and say so. */
export const emptyPaths: ReadonlySet<string> = new Set([...auditorPaths, ...pathsWithoutRows]);

/** Returns one page of each kind, preferably one with content. */
export const oneOfEachKind = (routes: readonly Route[]): readonly Route[] => [
  ...new Map(
    [...routes]
      .sort((one, other) => Number(emptyPaths.has(other.path)) - Number(emptyPaths.has(one.path)))
      .map((route) => [kindOf(route), route]),
  ).values(),
];

/** Rows of the demonstration that the pages show. */
export interface Ground {
  readonly project: AnyRow;
  readonly incoming: AnyRow;
  readonly declaration: AnyRow;
  /** By the path of the page that shows one of them. */
  readonly first: Readonly<Record<string, AnyRow>>;
  /** Laboratory records. */
  readonly sheets: readonly AnyRow[];
}

/** Requests the rows as the signed-in person. */
export async function groundOf(page: Page): Promise<Ground> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const rows = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<AnyRow[]> => {
    const answer = await page.request.get(`/${path}`, {
      params: { size: '200', sort: 'id,asc', ...query },
      headers: { authorization: `Bearer ${reveal(decodeURIComponent(token))}` },
    });
    if (answer.status() !== 200) throw new Error(`${path}: ${answer.status()}`);
    return ((await answer.json()) as Rows<AnyRow>).content;
  };
  // Otherwise a page about a row would be checked without one.
  const there = (row: AnyRow | undefined, of: string): AnyRow => {
    if (!row) throw new Error(`the demonstration has nothing for ${of}`);
    return row;
  };
  const one = async (path: string, query?: Readonly<Record<string, string>>) =>
    there((await rows(path, query))[0], path);
  const projects = await rows('api/project');
  const approvals = await rows('api/approval');
  const approvalOf = (kind: string, incoming: boolean) =>
    there(
      approvals.find((approval) => approval['kind'] === kind && (approval['incoming'] === true) === incoming),
      `the approval of ${kind}`,
    );
  return {
    project: there(
      projects.find(({ stage }) => stage === 'published'),
      'a published project',
    ),
    incoming: there(
      projects.find(({ incoming }) => incoming === true),
      'a project of brought samples',
    ),
    declaration: await one('api/declaration', { state: 'declared' }),
    sheets: await rows('api/labSheet'),
    first: {
      '/sfQualityDetail/sfQualityDetail': await one('api/sfQualityDetail'),
      '/lab/nonconformity/detail': await one('api/nonconformity'),
      '/projectForms/detail': await one('api/serviceForm'),
      '/projectAuditReviewPage/page': approvalOf('report', false),
      '/projectAuditReviewNewPage/page': approvalOf('report', false),
      '/projectAuditReviewNewPage/pageSysjs': approvalOf('records', false),
      '/projectAuditReviewNewPage/pageLyjc': approvalOf('report', true),
      '/projectAuditReviewNewPage/pageLyjcSysjs': approvalOf('records', true),
      '/system/dataModule/siteSurveyModule/page/details': await one('api/siteSurveyModule'),
      '/system/dataModule/qsjcModule/page/details': await one('api/qsjcModule'),
      '/system/dataModule/cyfaModule/page/details': await one('api/cyfaModule'),
      '/system/dataModule/reportModule/page/details': await one('api/reportModule'),
      '/system/dataModule/paperLayout/page/details': await one('api/paperLayout'),
      '/orgReportFormulaDetails': await one('api/reportFormula'),
      '/industryNewsDetails': await one('api/industryNews'),
    },
  };
}

const isIncoming = (route: Route): boolean =>
  isLaboratory(route) ? route.variant === 'incoming' : /lyjc|\/lab\/incomingsample\//i.test(route.path);

const belongsTo = (sheet: AnyRow, route: LaboratoryRoute): boolean =>
  sheet['methodKind'] === route.method && sheet['variant'] === route.variant;

/**
 * Returns the address with the demonstration's rows in its query. A laboratory page gets a record of its method and
 * variant.
 */
export function addressOf(
  route: Route,
  ground: Ground,
  sheet = isLaboratory(route) ? ground.sheets.find((sheet) => belongsTo(sheet, route)) : undefined,
): string {
  if (isLaboratory(route) && !sheet) throw new Error(`the demonstration has no record for ${route.path}`);
  const own = ground.first[route.path];
  const project = isIncoming(route) ? ground.incoming : ground.project;
  const values: Readonly<Record<string, unknown>> = {
    belongProject: own?.['project'] ?? sheet?.['project'] ?? project.id,
    id: own?.id,
    phyId: sheet?.id,
    belongInspect: route.path.includes('eclaration') ? ground.declaration['unit'] : project['belongInspect'],
    createYear: ground.declaration['declareYear'],
  };
  const query = (route.query ?? []).flatMap((name) =>
    values[name] === undefined ? [] : [[name, String(values[name])]],
  );
  return query.length ? `${route.path}?${new URLSearchParams(query).toString()}` : route.path;
}

/**
 * Returns the addresses of all states of a page. A draft record has all fields editable, a signed one none, so a
 * laboratory page has one address per state of the demonstration's records. A menu page without a query shows its list.
 */
export function addressesOf(route: Route, ground: Ground): readonly string[] {
  if (!isLaboratory(route))
    return [...new Set([...(route.hidden === true ? [] : [route.path]), addressOf(route, ground)])];
  const byState = new Map(
    ground.sheets
      .filter((sheet) => belongsTo(sheet, route))
      .reverse()
      .map((one) => [one['state'], one]),
  );
  return byState.size
    ? [...byState.values()].map((sheet) => addressOf(route, ground, sheet))
    : [addressOf(route, ground)];
}

export const shownPane = '[data-page-pane]:not([inert])';

/** Waits until nothing of the page is loading. Waiting for network idle would cost half a second per page. */
export async function pageSettled(page: Page, scope: string): Promise<void> {
  await page.locator(scope).first().waitFor();
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    const there =
      element !== null &&
      element.querySelector('[aria-busy="true"], [aria-label="页面加载中"], .ant-skeleton') === null;
    const requests = performance.getEntriesByType('resource').length;
    const held = window as unknown as { quiet?: { requests: number; since: number } };
    const now = performance.now();
    if (!there || held.quiet?.requests !== requests) held.quiet = { requests, since: now };
    return held.quiet !== undefined && now - held.quiet.since > 120;
  }, scope);
}

/** Navigates in the console as a link does, whatever page results. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Navigates and waits until the page of the address is complete. */
export async function visitPage(page: Page, address: string): Promise<void> {
  await goTo(page, address);
  const [path = ''] = address.split('?');
  await page
    .locator(`[data-page-pane="${path}"]:not([inert]), [data-page-pane="${path}/index"]:not([inert])`)
    .waitFor();
  await pageSettled(page, shownPane);
}

/** Pages that consist of a notice, or start with one because nothing is chosen or the operator has not enabled them. */
const noticePaths: ReadonlySet<string> = new Set([
  forbiddenPath,
  notFoundPath,
  '/system/apidoc',
  '/system/maintenance',
]);

/** Texts of a page that reports an error, something missing, or no permission. */
const broken = /建设中|失败|超时|不存在|没有权限|没有选择|出错|无法/;
/** Number of letters of a page with content. */
const least = 40;

/**
 * Waits until the page shows more than an empty state. On a slow machine an answer comes long after the last request
 * was sent.
 */
async function filled(page: Page, scope: string): Promise<boolean> {
  const shown = page.waitForFunction(
    ([selector, letters]) => {
      const pane = document.querySelector<HTMLElement>(selector);
      // Content below the fold loads on scrolling.
      const waits = [...(pane?.querySelectorAll('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]') ?? [])].some(
        (one) => one.getBoundingClientRect().top < innerHeight,
      );
      const nothing = [...(pane?.querySelectorAll<HTMLElement>('.ant-empty') ?? [])].reduce(
        (sum, one) => sum + one.innerText.trim().length,
        0,
      );
      return pane !== null && !waits && pane.innerText.trim().length - nothing >= letters;
    },
    [scope, least] as const,
    { timeout: 15_000 },
  );
  return shown.then(
    () => true,
    () => false,
  );
}

export const emptyList = 'has an empty list';

/** Returns what a page shows instead of its content (a notice, an error, an empty state), one text each. */
export async function lacksOf(page: Page, scope: string, address: string, toAuditor = false): Promise<string[]> {
  const [path = ''] = address.split('?');
  const isEmpty = emptyPaths.has(path) && !toAuditor;
  const whole = isEmpty || (await filled(page, scope));
  const texts = (selector: string) => page.locator(selector).filter({ visible: true }).allInnerTexts();
  // lib/notice/Notice, by the class name of its style sheet.
  const notices = isEmpty || noticePaths.has(path) ? [] : await texts(`${scope} section[class*="_notice_"] > h1`);
  const failed = [forbiddenPath, notFoundPath].some((own) => own === path)
    ? []
    : (await texts(`${scope} :is(h1, h2, .ant-alert-error)`)).filter((text) => broken.test(text));
  const lacks = [...new Set([...notices, ...failed])].map((text) => `says ${text}`);
  if (isEmpty) return lacks;
  if (!whole) lacks.push(`shows nothing: ${(await page.locator(scope).first().innerText()).trim()}`);
  if (await page.locator(`${scope} [role="grid"][aria-rowcount="1"]:visible`).count()) lacks.push(emptyList);
  return lacks;
}

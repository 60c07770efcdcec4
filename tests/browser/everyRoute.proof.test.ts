import type { AnyRow } from '@contract/entity';
import { forbiddenPath, homePath, notFoundPath, type Route } from '@contract/routes';
import { pageTexts } from '@contract/signInTexts';
import type { Page as Rows } from '@contract/wire';
import { reveal } from '@/lib/secret';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium';
import { type Desk, openDesk, signIn } from './support/console';
import { consoleRoutes, goTo, type LaboratoryRoute, laboratoryRoutes, lightRoutes, pageSettled, shownPane, visitPage } from './support/everyPage';
import { type ProductServer, startProduct } from './support/productServer';

// Issue 7: every address of SPEC §2 opens, for a person who may, a screen with what the demonstration has; for one who may not, 401. One window a person, one sign-in each.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

/** What the console and the network said of the page that is open. */
const troubles: string[] = [];

function listen(to: Page): void {
  to.on('console', (message) => { if (message.type() === 'error') troubles.push(message.text()); });
  to.on('pageerror', (error) => troubles.push(error.message));
  to.on('response', (response) => { if (response.status() >= 400) troubles.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`); });
}

/** The demonstration's rows, asked as the console asks. */
async function rows(path: string, query: Readonly<Record<string, string>> = {}): Promise<AnyRow[]> {
  const token = (await desk.context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const answer = await page.request.get(`/${path}`, { params: { size: '200', sort: 'id,asc', ...query }, headers: { authorization: `Bearer ${reveal(decodeURIComponent(token))}` } });
  expect(answer.status(), path).toBe(200);
  return ((await answer.json()) as Rows<AnyRow>).content;
}

interface Ground {
  readonly project: AnyRow;
  readonly incoming: AnyRow;
  readonly declaration: AnyRow;
  /** By the path of the page that shows one of them. */
  readonly first: Readonly<Record<string, AnyRow | undefined>>;
  readonly sheets: readonly AnyRow[];
}
let ground: Ground;

async function demonstration(): Promise<Ground> {
  const projects = await rows('api/project');
  const approvals = await rows('api/approval');
  const approvalOf = (kind: string, incoming: boolean) => approvals.find((one) => one['kind'] === kind && (one['incoming'] === true) === incoming);
  const one = async (path: string, query?: Readonly<Record<string, string>>) => (await rows(path, query))[0];
  return {
    project: projects.find(({ stage }) => stage === 'published') as AnyRow,
    incoming: projects.find(({ incoming }) => incoming === true) as AnyRow,
    declaration: (await one('api/declaration', { state: 'declared' })) as AnyRow,
    sheets: await rows('api/labSheet'),
    first: {
      '/sfQualityDetail/sfQualityDetail': await one('api/sfQualityDetail'),
      '/lab/nonconformity/detail': await one('api/nonconformity'),
      '/projectAuditReviewPage/page': approvalOf('report', false), '/projectAuditReviewNewPage/page': approvalOf('report', false), '/projectAuditReviewNewPage/pageSysjs': approvalOf('records', false),
      '/projectAuditReviewNewPage/pageLyjc': approvalOf('report', true), '/projectAuditReviewNewPage/pageLyjcSysjs': approvalOf('records', true),
      '/system/dataModule/siteSurveyModule/page/details': await one('api/siteSurveyModule'), '/system/dataModule/qsjcModule/page/details': await one('api/qsjcModule'),
      '/system/dataModule/cyfaModule/page/details': await one('api/cyfaModule'), '/system/dataModule/reportModule/page/details': await one('api/reportModule'),
      '/orgReportFormulaDetails': await one('api/reportFormula'), '/industryNewsDetails': await one('api/industryNews'),
    },
  };
}

const isLaboratory = (route: Route): route is LaboratoryRoute => 'variant' in route;
const isIncoming = (route: Route): boolean => (isLaboratory(route) ? route.variant === 'incoming' : /lyjc|\/lab\/incomingsample\//i.test(route.path));

/** The address with the demonstration's own rows in its query. */
function addressOf(route: Route): string {
  const sheet = isLaboratory(route) ? ground.sheets.find((one) => one['methodKind'] === route.method && one['variant'] === route.variant) : undefined;
  const own = ground.first[route.path];
  const project = isIncoming(route) ? ground.incoming : ground.project;
  const values: Readonly<Record<string, unknown>> = {
    belongProject: own?.['project'] ?? sheet?.['project'] ?? project.id, id: own?.id, phyId: sheet?.id,
    belongInspect: route.path.includes('eclaration') ? ground.declaration['unit'] : project['belongInspect'], createYear: ground.declaration['declareYear'],
  };
  const query = (route.query ?? []).flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]]));
  return query.length ? `${route.path}?${new URLSearchParams(query).toString()}` : route.path;
}

/** A page that says that something failed, is missing, or is not there yet. */
const broken = /建设中|失败|超时|不存在|没有权限|没有选择|出错|无法/;
/** Letters of a screen that shows something. */
const least = 40;
/** The demonstration has none of these, or none that are the administrator's own: the page says so in its own words. */
const empty: ReadonlySet<string> = new Set(['/notify/myNews', '/projectAuditReview', '/system/apk', '/enterprisesService/enterpriseProjects', '/enterprisesService/enterpriseProjects/index/page/detail']);

/** Until the page shows something: on a slow machine an answer comes long after the last request went. */
async function filled(scope: string): Promise<boolean> {
  const shown = page.waitForFunction(([selector, letters]) => {
    const pane = document.querySelector<HTMLElement>(selector);
    // What is below the fold waits until somebody scrolls there.
    const waits = [...(pane?.querySelectorAll('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]') ?? [])].some((one) => one.getBoundingClientRect().top < innerHeight);
    return pane !== null && !waits && pane.innerText.trim().length >= letters;
  }, [scope, least] as const, { timeout: 15_000 });
  return shown.then(() => true, () => false);
}

async function faultsOf(scope: string, path: string): Promise<string[]> {
  const whole = await filled(scope);
  const said = troubles.splice(0);
  const told = await page.locator(`${scope} :is(h1, h2, .ant-alert-error)`).allInnerTexts();
  const phrase = told.find((text) => broken.test(text));
  if (phrase !== undefined) said.push(`says ${phrase}`);
  if (empty.has(path)) return said;
  if (!whole) said.push(`shows nothing: ${(await page.locator(scope).first().innerText()).trim()}`);
  if (await page.locator(`${scope} [role="grid"][aria-rowcount="1"]:visible`).count()) said.push('has an empty list');
  return said;
}

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'admin');
  await pageSettled(page, shownPane);
  ground = await demonstration();
  // A page about a row would else be looked at without one.
  expect(Object.entries(ground.first).flatMap(([path, row]) => (row ? [] : [path]))).toEqual([]);
  listen(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function faultsAt(routes: readonly Route[]): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const route of routes) {
    troubles.length = 0;
    const address = addressOf(route);
    const faults = await visitPage(page, address)
      .then(() => faultsOf(shownPane, route.path))
      .catch((error: unknown) => [String(error).slice(0, 200)]);
    if (faults.length) found[address] = faults;
  }
  return found;
}

it('opens every page of the console with what the demonstration has', async () => {
  expect(await faultsAt(consoleRoutes)).toEqual({});
});

it('opens every page of every laboratory method, ordinary and incoming, with a record of the demonstration', async () => {
  const kinds = new Set(ground.sheets.map((one) => `${String(one['methodKind'])} ${String(one['variant'])}`));
  expect([laboratoryRoutes.length > 140, laboratoryRoutes.filter(({ method, variant }) => !kinds.has(`${method} ${variant}`))]).toEqual([true, []]);
  expect(await faultsAt(laboratoryRoutes)).toEqual({});
});

/** What comes of an address: its own page, 401, or a page that says that there is nothing for them. */
async function comesOf(window: Page, route: Route): Promise<string> {
  await goTo(window, addressOf(route));
  const came = await window.waitForFunction(([path, forbidden, refused]) => {
    const shown = document.querySelector('[data-page-pane]:not([inert])');
    const headings = [...document.querySelectorAll('h1')].map((heading) => heading.textContent ?? '');
    if (location.pathname === forbidden) return headings.some((text) => text.includes(refused)) ? 'refused' : false;
    const pane = shown?.getAttribute('data-page-pane');
    if (pane !== path && pane !== `${path}/index`) return false;
    if ([...(shown?.querySelectorAll('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"], [aria-label="页面加载中"]') ?? [])].some((one) => one.getBoundingClientRect().top < innerHeight)) return false;
    return headings.some((text) => /没有|不存在|失败/.test(text)) ? 'refused' : (shown?.textContent ?? '').trim() === '' ? false : 'opened';
  }, [route.path, forbiddenPath, pageTexts.forbidden] as const, { timeout: 20_000 }).then((handle) => handle.jsonValue(), () => 'neither');
  return String(came);
}

it('sends who may not open a page to 401; of a detail whose list they do not have they see nothing either', async () => {
  for (const userName of ['enterprise', 'keeper']) {
    const own = await openDesk(browser, product.url);
    await signIn(own.page, userName);
    const [may, wrong] = [new Set<string>(), [] as string[]];
    const listed = consoleRoutes.filter(({ hidden }) => hidden !== true);
    for (const route of listed) {
      const came = await comesOf(own.page, route);
      if (came === 'opened') may.add(route.path);
      else if (came !== 'refused') wrong.push(`${route.path}: ${came}`);
    }
    expect([...may], userName).toContain(homePath);
    expect(listed.length - may.size, userName).toBeGreaterThan(20);
    expect([...may].filter((path) => path.startsWith('/system/') || path.startsWith('/dataGovernance/dataSynchronization')), userName).toEqual([]);
    // A detail has no menu of its own: what it asks the server for is refused.
    for (const route of consoleRoutes.filter(({ hidden, parent }) => hidden === true && parent !== undefined && !may.has(parent))) {
      const came = await comesOf(own.page, route);
      if (came !== 'refused') wrong.push(`${route.path}: ${came}`);
    }
    await own.context.close();
    expect([userName, wrong]).toEqual([userName, []]);
  }
});

it('opens every page of the light shell', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of lightRoutes) {
    troubles.length = 0;
    await page.goto(addressOf(route));
    await page.locator('h1').first().waitFor();
    await pageSettled(page, 'html');
    const faults = (await faultsOf('body', route.path)).filter((fault) => !/^says/.test(fault) || ![forbiddenPath, notFoundPath].includes(route.path));
    if (faults.length) found[route.path] = faults;
  }
  expect(found).toEqual({});
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import { loginPath, type Route } from '@contract/routes';
import { measured } from '../support/measured';
import { type AxeRules, seriousViolations } from './support/axe';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import {
  addressesOf,
  addressOf,
  auditorPaths,
  consoleRoutes,
  emptyList,
  emptyPaths,
  type Ground,
  groundOf,
  kindOf,
  laboratoryRoutes,
  lacksOf,
  lightRoutes as light,
  oneOfEachKind,
  pageSettled,
  shownPane,
  visitPage,
} from './support/everyPage';
import { takeOut } from './support/field/instruments';
import { type ProductServer, startProduct } from './support/productServer';
import { person } from './support/projectOnSite';
import { englishNames, sameNames } from './support/sameNames';

// QUALITY A11Y: axe on every address that has a page, with the row that it shows. One sign-in, one window.

const looked = new Set<string>();
/**
 * Returns the rules for a page. Contrast is checked once per kind of layout (an own layout, or a shared list or frame),
 * everything else on every page.
 */
function rulesFor(route: Route): AxeRules {
  const kind = kindOf(route);
  if (looked.has(kind)) return 'all but contrast';
  looked.add(kind);
  return 'all';
}

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;
let ground: Ground;

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('the login page has 0 serious axe violations (A11Y)', async () => {
  await page.goto(loginPath);
  await page.getByLabel('用户名').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
});

it('the console’s frame has 0 serious axe violations (A11Y)', async () => {
  await signIn(page, 'admin');
  await pageSettled(page, shownPane);
  ground = await groundOf(page);
  expect(await seriousViolations(page)).toEqual([]);
});

interface Look {
  readonly route: Route;
  readonly address: string;
}
// Further states of a page follow after the first states of all pages. Directly after each other, nobody could tell
// that the second state has loaded.
const looksAt = (routes: readonly Route[]): readonly Look[] => {
  const [first, others] = [
    routes.map((route) => ({ route, address: addressOf(route, ground) })),
    routes.flatMap((route) => addressesOf(route, ground).map((address) => ({ route, address }))),
  ];
  return [...first, ...others.filter(({ address }) => !first.some((one) => one.address === address))];
};

/**
 * Returns the violations of each page, the names that two of its buttons bear, and English names. On a page without
 * content axe would find none.
 */
async function faultsOf(
  window: Page,
  looks: readonly Look[],
  rules: (route: Route) => AxeRules,
  toAuditor = false,
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const { route, address } of looks) {
    await visitPage(window, address);
    const lacks = await lacksOf(window, shownPane, address, toAuditor);
    // The list of reports may be empty, and a new record has no control samples; another state of the page has them.
    const isOther = address !== addressOf(route, ground);
    const faults = [
      ...lacks.filter((lack) => !isOther || lack !== emptyList),
      ...(await seriousViolations(window, shownPane, rules(route))),
      ...(await sameNames(window, shownPane)),
      ...(await englishNames(window, shownPane)),
    ];
    if (faults.length) found[address] = faults;
  }
  return found;
}

it('the accessibility check does not count a page that only explains why it is empty', async () => {
  const [route, other] = [
    laboratoryRoutes[0],
    ground.sheets.find(({ methodKind }) => methodKind !== laboratoryRoutes[0]?.method),
  ];
  if (!route) throw new Error('no method has a page');
  await visitPage(page, addressOf(route, ground, other));
  expect(await lacksOf(page, shownPane, route.path)).toEqual([`says ${labWorkTexts.otherMethod}`]);
});

it('the pages of the console have 0 serious axe violations (A11Y)', async () => {
  const looks = looksAt(consoleRoutes);
  expect(await faultsOf(page, looks, rulesFor)).toEqual({});
  measured(
    `控制台全部 ${consoleRoutes.length} 个地址，其中 ${consoleRoutes.filter(({ path }) => !emptyPaths.has(path)).length} 个带演示数据`,
  );
});

it('the pages that are empty for an administrator have 0 serious axe violations for an auditor (A11Y)', async () => {
  const own = await openDesk(browser, product.url);
  await signIn(own.page, 'auditor');
  await pageSettled(own.page, shownPane);
  const looks = looksAt(consoleRoutes.filter(({ path }) => auditorPaths.has(path)));
  expect(looks.length).toBe(auditorPaths.size);
  expect(await faultsOf(own.page, looks, () => 'all', true)).toEqual({});
  expect(own.failures).toEqual([]);
  await own.context.close();
  measured(`管理员没有数据的 ${looks.length} 个再以审计员打开，带数据`);
});

it('the laboratory record pages of every method, for own and incoming samples, have 0 serious axe violations (A11Y)', async () => {
  const looks = looksAt(laboratoryRoutes);
  expect(await faultsOf(page, looks, () => 'all')).toEqual({});
  const [methods, kinds] = [
    new Set(laboratoryRoutes.map(({ method }) => method)),
    new Set(laboratoryRoutes.map(({ method, variant }) => `${method} ${variant}`)),
  ];
  measured(
    `检测记录全部 ${laboratoryRoutes.length} 个地址：${methods.size} 种方法，分普通与来样 ${kinds.size} 种，按记录状态共打开 ${looks.length} 次`,
  );
});

// Other themes have the same elements in other colours and sizes, so one page of each kind is checked for contrast.
const otherLooks = [
  { name: 'dark', title: '深色', look: { appearance: 'dark' } },
  { name: 'compact', title: '紧凑', look: { compact: true, size: 'large' } },
  { name: 'dark and compact', title: '深色紧凑', look: { appearance: 'dark', compact: true } },
] as const;
for (const { name, title, look } of otherLooks) {
  it(`the console in theme ${name} has 0 serious axe violations (A11Y)`, async () => {
    await page.evaluate((own) => localStorage.setItem('settings:1', own), JSON.stringify(look));
    await page.goto('/');
    await pageSettled(page, shownPane);
    expect(await seriousViolations(page)).toEqual([]);
    const looks = looksAt(oneOfEachKind([...consoleRoutes, ...laboratoryRoutes]));
    expect(await faultsOf(page, looks, () => 'contrast')).toEqual({});
    measured(`${title}：${looks.length} 个地址的对比度`);
    await page.evaluate(() => localStorage.removeItem('settings:1'));
  });
}

/** Work on site and of clients, done on a telephone. */
const onPhone = /^\/(siteSample|enterprisesService|notify\/myNews|dataGovernance\/enterpriseDeclaration)/;

it('the pages for work on site and for enterprise users have 0 serious axe violations at 375 px (A11Y)', async () => {
  await page.setViewportSize({ width: 375, height: 740 });
  const looks = looksAt(consoleRoutes.filter(({ path }) => onPhone.test(path)));
  expect(looks.length).toBeGreaterThan(20);
  expect(await faultsOf(page, looks, () => 'all')).toEqual({});
  await page.setViewportSize({ width: 1440, height: 900 });
  measured(`375 px：现场与企业 ${looks.length} 个地址`);
});

it('the grid of pump flows of all samplers has 0 serious axe violations, also at 375 px (A11Y)', async () => {
  const field = await openDesk(browser, product.url);
  await signIn(field.page, 'field');
  await pageSettled(field.page, shownPane);
  const { content } = await (
    await person(product.url, 'field')
  )<{ content: AnyRow[] }>('GET', 'api/project?page=0&size=50&stage=sampling');
  await visitPage(field.page, `/siteSample/eqpIn/details/page?belongProject=${content[0]?.id}`);
  await button(field.page.locator(shownPane), '领用设备').click();
  await takeOut(field.page, ['GT-005', 'GT-006']);
  await button(field.page.locator(shownPane), '流量校准（2台）').click();
  await field.page
    .getByRole('textbox', { name: /采样前读数1$/ })
    .first()
    .waitFor();
  for (const width of [1440, 375]) {
    await field.page.setViewportSize({ width, height: 740 });
    expect(await seriousViolations(field.page, '.ant-modal-wrap'), `${width} px`).toEqual([]);
  }
  await field.context.close();
});

it('the pages without the console’s frame have 0 serious axe violations (A11Y)', async () => {
  const found: Record<string, readonly string[]> = {};
  for (const route of light) {
    await page.goto(addressOf(route, ground));
    await page.locator('h1').first().waitFor();
    await pageSettled(page, 'html');
    const faults = [
      ...(await lacksOf(page, 'body', addressOf(route, ground))),
      ...(await seriousViolations(page, 'html', rulesFor(route))),
    ];
    if (faults.length) found[route.path] = faults;
  }
  expect(found).toEqual({});
  measured(`登录与浅色页面 ${light.length + 1} 个地址`);
  expect(desk.failures).toEqual([]);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxTexts } from '@/outbox/outboxTexts';
import type { AnyRow } from '@contract/entity';
import { launchChromium } from './support/chromium';
import { button, type Desk, openDesk, signIn } from './support/console';
import {
  addDay,
  backOn,
  cutOff,
  fitsThumb,
  goTo,
  measureAirTwice,
  printFortyLabels,
  signOnGlass,
  take,
  takeByButtons,
  takeTwoBlanks,
  telephone,
  unsent,
  unsentMark,
} from './support/field/telephone';
import { type Line, openLine } from './support/line';
import { shown } from './support/people';
import { type ProductServer, startProduct } from './support/productServer';
import { person, projectOnSite } from './support/projectOnSite';

// Forty samples on a phone without a network half of the time, in the usual order.

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let line: Line;
let page: Page;
let project: { id: number; code: string };
let mate: Awaited<ReturnType<typeof person>>;

const base = '/siteSample/liveSample/condition';
/** Yesterday, so that no time is in the future. */
const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  line = await openLine(product.url);
  [project, desk] = await Promise.all([projectOnSite(product.url), openDesk(browser, line.url, telephone)]);
  mate = await person(product.url, 'admin');
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await line?.cut();
  await product?.stop();
  expect(desk?.failures).toEqual([]);
});

const samples = async (): Promise<AnyRow[]> =>
  (await mate<{ content: AnyRow[] }>('GET', `api/sample?project=${project.id}&page=0&size=100&sort=id,asc`)).content;

it('the samples of a day are created from the approved plan', async () => {
  await signIn(page, 'field', `${base}/pageSamplingTime?belongProject=${project.id}`);
  await addDay(page, day, '样品 38，空白 2，已采 0/40');
  await fitsThumb(page, shown(page).getByRole('region', { name: '采样日期' }));
});

it('the sample labels are printed on sheets and on a label printer', () => printFortyLabels(page));

it('an air pressure of 20 kPa is refused with a message, the input stays, and 101.2 kPa is accepted', () =>
  measureAirTwice(page, day));

it('ten samples are taken with a network, the first by the large buttons', async () => {
  await goTo(page, '采样');
  await shown(page)
    .getByRole('button', { name: /B1-0101/ })
    .click();
  await takeByButtons(page, day);
  // The next sample's number is visible before its readings are typed.
  await expect
    .poll(
      async () =>
        (
          await shown(page)
            .getByRole('article', { name: /B1-0102$/ })
            .boundingBox()
        )?.y ?? 0,
    )
    .toBeGreaterThan(100);
  for (let number = 1; number < 10; number += 1) await take(page, day, number);
  await expect.poll(() => unsent(page)).toBe(0);
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(10);
});

it('without a network samples, field blanks and a signature wait on the phone, with a reload in between', async () => {
  await cutOff(page, line);
  for (let number = 10; number < 30; number += 1) await take(page, day, number);
  await shown(page).getByText('已采 30/40').waitFor();
  await expect.poll(() => unsent(page)).toBe(20);
  await shown(page).getByText(outboxTexts.waiting(20)).waitFor();
  await page.reload();
  await shown(page).getByText('已采 30/40').waitFor();
  expect(await unsent(page)).toBe(20);
  // Only files of the build: nothing that a person has read or typed.
  const kept = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    ).flat(),
  );
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await takeTwoBlanks(page, day, /B1-K1/);
  // A page that was not opened before.
  await signOnGlass(page, '王建国');
  await expect.poll(() => unsent(page)).toBe(23);
  expect((await samples()).filter(({ state }) => state === 'collected')).toHaveLength(10);
});

it('each sampling record is sent once when the network is back, and an edit conflict with a colleague is asked about', async () => {
  const twelfth = (await samples()).find(({ sampleNo }) => String(sampleNo).endsWith('-0304')) as AnyRow;
  await mate('PUT', 'api/sample/record', { id: twelfth.id, values: { flowBefore: '0.2' } });
  await backOn(page, line);
  await expect.poll(() => unsent(page), { timeout: 60_000 }).toBe(1);
  await unsentMark(page).click();
  const panel = page.getByRole('dialog').filter({ hasText: twelfth.sampleNo as string });
  await panel.getByText(/“采样前流量”已由.*填写为“0.2”/).waitFor();
  await button(panel, outboxTexts.keepMine).click();
  await expect.poll(() => unsent(page)).toBe(0);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Close|关闭/ })
    .first()
    .click();
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(32);
  const all = await samples();
  // One edit and one move each: nothing arrived twice.
  const typed = all.filter(
    ({ state, sampleNo }) =>
      state === 'collected' && !String(sampleNo).endsWith('-0101') && sampleNo !== twelfth.sampleNo,
  );
  expect(new Set(typed.map(({ version }) => version))).toEqual(new Set([3]));
  expect(all.find(({ id }) => id === twelfth.id)).toMatchObject({ flowBefore: '0.100', state: 'collected' });
  const [signed] = (await mate<{ content: AnyRow[] }>('GET', `api/companion?project=${project.id}&page=0&size=5`))
    .content;
  expect(signed).toMatchObject({ companionName: '王建国', signature: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

it('unsent sampling records survive a reload, and the remaining samples are taken', async () => {
  await goTo(page, '采样');
  await shown(page).getByRole('button', { name: /^待采/ }).click();
  await shown(page).locator('ul button').first().click();
  await page.route('**/api/sample/record', (route) => route.abort());
  await take(page, day, 30);
  await expect.poll(() => unsent(page)).toBe(1);
  await page.reload();
  await expect.poll(() => unsent(page)).toBe(1);
  await page.unroute('**/api/sample/record');
  await shown(page).locator('ul button').first().click();
  for (let number = 31; number < 38; number += 1) await take(page, day, number);
  await shown(page).getByText('已采 40/40').waitFor();
  await expect.poll(() => unsent(page), { timeout: 60_000 }).toBe(0);
  // The last records may still be on their way to the outbox or to the server.
  await expect.poll(async () => (await samples()).filter(({ state }) => state === 'collected').length).toBe(40);
  const all = await samples();
  expect(new Set(all.map(({ sampleNo }) => sampleNo)).size).toBe(40);
  expect(all.filter(({ person: who }) => who === '李师傅')).toHaveLength(2);
  expect(all.filter(({ sampleKind, standardVolume }) => sampleKind === 'sample' && standardVolume === null)).toEqual(
    [],
  );
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { launchChromium } from './support/chromium';
import { type Desk, grid, openDesk, settled, signIn } from './support/console';
import { password, type ProductServer, startProduct } from './support/productServer';

// BEHAVIOUR §9, 10. Times are reported, not judged: the bench measures them on an idle machine.

const list = inspectUnit.label;
const wanted = 5_000;

let product: ProductServer;
let browser: Browser;
let desk: Desk;
let page: Page;

/** Adds rows by the import that people use, in the page's session. */
const fill = (count: number) =>
  page.evaluate(
    async ([rowCount, secret]) => {
      const token = (await (
        await fetch('/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'sales', password: secret }),
        })
      ).json()) as { token: string };
      const rows = Array.from({ length: rowCount }, (_, index) => ({
        line: index + 2,
        cells: {
          单位名称: `第${String(index + 1).padStart(4, '0')}受检单位`,
          所属行业: '家具制造业',
          省: '浙江省',
          市: '杭州市',
          区县: '萧山区',
          企业规模: '小型',
          联系人: `联系人${index}`,
          职工总数: String(index),
          接触职业病危害人数: '0',
        },
      }));
      const answer = await fetch('/api/inspectUnit/import/rows', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token.token}`,
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ mode: 'add', rows }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [count, password] as const,
  );

beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
  desk = await openDesk(browser, product.url);
  page = desk.page;
  await signIn(page, 'sales', '/inspectUnit');
  await settled(page, list);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  expect(desk?.failures ?? []).toEqual([]);
});

it('a list of 5,000 rows has fewer than 3,000 elements, selects all rows and scrolls to the last (PERF2)', async () => {
  const filled = await fill(wanted);
  expect(filled, filled.text.slice(0, 300)).toMatchObject({ status: 200 });

  const [answer] = await Promise.all([
    page.waitForResponse((response) => /\/api\/inspectUnit\?.*size=5000/.test(response.url())),
    page.goto('/inspectUnit?size=5000'),
  ]);
  await answer.finished();
  // Measured in the page: from the answer to the first frame with a row.
  const painted = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const entry = performance
          .getEntriesByType('resource')
          .findLast(({ name }) => /size=5000/.test(name)) as PerformanceResourceTiming;
        const look = () =>
          document.querySelector('[role=grid][aria-rowcount="5001"] [role=rowgroup] [role=row]')
            ? requestAnimationFrame(() => done(performance.now() - entry.responseEnd))
            : requestAnimationFrame(look);
        look();
      }),
  );
  await settled(page, list);
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await elements()).toBeLessThan(3_000);

  const selecting = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const started = performance.now();
        document.querySelector<HTMLInputElement>('[role=grid] [role=columnheader] input[type=checkbox]')?.click();
        const look = () =>
          document.body.textContent?.includes('已选5000条')
            ? requestAnimationFrame(() => done(performance.now() - started))
            : requestAnimationFrame(look);
        look();
      }),
  );
  expect(await page.getByText('已选5000条').isVisible()).toBe(true);

  await grid(page, list).evaluate((viewport) => viewport.scrollTo(0, viewport.scrollHeight));
  await grid(page, list)
    .locator(`[role=row][aria-rowindex="${wanted + 1}"]`)
    .waitFor();
  expect(await elements()).toBeLessThan(3_000);
  console.log(
    `5,000 rows: painted ${painted.toFixed(0)} ms after the answer, all selected in ${selecting.toFixed(0)} ms, ${await elements()} elements`,
  );
});

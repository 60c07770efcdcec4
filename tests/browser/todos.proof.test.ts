import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstPeople } from '@server/seed/demo/organizations';
import { measured } from '../support/measured';
import { launchChromium } from './support/chromium';
import { openDesk, signIn } from './support/console';
import { pageSettled, shownPane, visitPage } from './support/everyPage';
import { type ProductServer, startProduct } from './support/productServer';

// Every kind of to-do on the home page of every demonstration account opens a page whose primary button does it.

let product: ProductServer;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Caption of the primary button that does the work, by the label of the to-do without its numbers. */
const doing: Readonly<Record<string, RegExp>> = {};

interface ShownTodo {
  readonly label: string;
  readonly href: string;
}

/** Returns the to-dos of the home page, one of each kind. */
async function todosOn(page: Page): Promise<readonly ShownTodo[]> {
  const all = await page.locator(`${shownPane} li`).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const [label, link] = [row.querySelector('[class*="todo"]'), row.querySelector('a')];
      return label && link ? [{ label: label.textContent ?? '', href: link.getAttribute('href') ?? '' }] : [];
    }),
  );
  const kindOf = ({ label }: ShownTodo) => label.replaceAll(/（.*?）|[A-Z]{2,}[\w-]+|\d+/g, '');
  return [...new Map(all.map((todo) => [kindOf(todo), { ...todo, label: kindOf(todo) }])).values()];
}

/** Returns the captions of the enabled primary buttons of the page, or of the drawer or dialog above it. */
const primaryButtons = (page: Page): Promise<string[]> =>
  page.evaluate((pane) => {
    const shown = (element: Element) => element.getClientRects().length > 0;
    const above = [...document.querySelectorAll('[role="dialog"]')].filter(shown).at(-1);
    const scope = above ?? document.querySelector(pane);
    return [...(scope?.querySelectorAll<HTMLButtonElement>('.ant-btn-primary:not([disabled])') ?? [])]
      .filter(shown)
      .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ''));
  }, shownPane);

it('every to-do of the home page opens a page whose primary button does it', async () => {
  const found = new Map<string, string[]>();
  const faults: string[] = [];
  for (const { userName, role } of firstPeople) {
    if (['enterprise', 'auditor'].includes(role)) continue;
    const { page, context, failures } = await openDesk(browser, product.url);
    await signIn(page, userName);
    await pageSettled(page, shownPane);
    for (const { label, href } of await todosOn(page)) {
      await visitPage(page, href);
      await expect
        .poll(() => primaryButtons(page), { timeout: 10_000 })
        .not.toEqual([])
        .catch(() => undefined);
      const captions = await primaryButtons(page);
      found.set(label, captions);
      if (!doing[label]) faults.push(`${userName} ${label} ${href}: not named here; ${captions.join('、')}`);
      else if (!captions.some((caption) => doing[label]?.test(caption)))
        faults.push(`${userName} ${label} ${href}: ${captions.join('、') || 'no primary button'}`);
    }
    expect(failures).toEqual([]);
    await context.close();
  }
  expect(faults).toEqual([]);
  expect(Object.keys(doing).filter((label) => !found.has(label))).toEqual([]);
  measured(`${found.size} 种待办`);
});

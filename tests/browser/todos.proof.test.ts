import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstOrganizationPeople } from '@server/seed/demo/demoOrganizations';
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
const doing: Readonly<Record<string, RegExp>> = {
  草稿: /^提交合同评审$/,
  合同评审: /^保存(评审|并通过合同评审)$/,
  // While something is missing, the next action is to add it.
  现场调查: /^(结束调查|补全缺项（\d+）)$/,
  方案编制: /^(提交方案|由调查生成|补全缺项（\d+）)$/,
  审核方案: /^审核方案$/,
  现场采样: /^新增采样日期$/,
  样品交接: /^完成交接$/,
  分发样品: /^分发$/,
  检测样品: /^(开始检测|提交|补全缺项（\d+）)$/,
  二审: /^二审通过$/,
  写入记录: /^写入记录$/,
  填写实施记录: /^保存$/,
  提交验证: /^提交验证$/,
  验证通过并关闭: /^验证通过并关闭$/,
  开始检查: /^开始检查$/,
  // A check without findings is completed by closing it.
  完成检查: /^(完成检查|检查通过并关闭)$/,
  答复检查发现: /^提交答复$/,
};

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

/**
 * Returns the captions of the primary buttons of the page, or of the drawer or dialog above it, without those that are
 * disabled. Samples are selected before 分发 is enabled.
 */
const primaryButtons = (page: Page): Promise<string[]> =>
  page.evaluate((pane) => {
    const shown = (element: Element) => element.getClientRects().length > 0;
    const above = [...document.querySelectorAll('[role="dialog"]')].findLast(shown);
    const scope = above ?? document.querySelector(pane);
    return [...(scope?.querySelectorAll<HTMLElement>('button:is([class*="primary"], [data-kind="primary"])') ?? [])]
      .filter(shown)
      .map((button) => ({
        caption: (button.textContent ?? '').replaceAll(/\s/g, ''),
        off: button.matches(':disabled'),
      }))
      .flatMap(({ caption, off }) => (off && caption !== '分发' ? [] : [caption]));
  }, shownPane);

it('every to-do of the home page opens a page whose primary button does it', async () => {
  const found = new Map<string, string[]>();
  const faults: string[] = [];
  for (const { userName, role } of firstOrganizationPeople) {
    if (['enterprise', 'auditor'].includes(role)) continue;
    const { page, context, failures } = await openDesk(browser, product.url);
    await signIn(page, userName);
    await pageSettled(page, shownPane);
    for (const { label, href } of await todosOn(page)) {
      await visitPage(page, href);
      const wanted = doing[label];
      const matches = (captions: readonly string[]) => captions.some((caption) => wanted?.test(caption));
      await expect
        .poll(async () => matches(await primaryButtons(page)), { timeout: wanted ? 20_000 : 1 })
        .toBe(true)
        .catch(() => undefined);
      const captions = await primaryButtons(page);
      found.set(label, captions);
      if (!matches(captions))
        faults.push(`${userName} ${label} ${href}: ${captions.join('、') || 'no primary button'}`);
    }
    expect(failures).toEqual([]);
    await context.close();
  }
  expect(faults).toEqual([]);
  expect(Object.keys(doing).filter((label) => !found.has(label))).toEqual([]);
  measured(`${found.size} 种待办`);
});

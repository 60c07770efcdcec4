import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { button, type Desk, grid, openDesk, signIn } from './console';
import { pressUntil } from './keys';
import { password, type ProductServer } from './productServer';

/** People of one browser, each with a window and a session. A person is signed in on first use. */
export function openPeople(browser: Browser, product: ProductServer) {
  const desks = new Map<string, Desk>();
  return {
    /** @param key identifies another window of the same person */
    async at(
      userName: string,
      path: string,
      { key = userName, ...options }: BrowserContextOptions & { readonly key?: string } = {},
    ): Promise<Page> {
      const open = desks.get(key);
      if (open) {
        await open.page.goto(path);
        return open.page;
      }
      const desk = await openDesk(browser, product.url, {
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      desks.set(key, desk);
      await signIn(desk.page, userName, path);
      return desk.page;
    },
    failures: (): string[] =>
      [...desks].flatMap(([who, { failures }]) => failures.map((failure) => `${who}: ${failure}`)),
  };
}

export type People = ReturnType<typeof openPeople>;

/** Returns the visible page; others stay mounted. */
export const shown = (page: Page): Locator => page.locator('[data-page-pane]:not([inert])');

/** Presses a button that asks, answers with the password if it signs, and waits until it is done. */
export async function decide(page: Page, name: string, signs = true): Promise<void> {
  await button(shown(page), name).click();
  await answer(page, name, signs);
}

export async function answer(page: Page, name: string, signs = true): Promise<void> {
  const asked = page.getByRole('dialog', { name });
  if (signs) {
    await asked.getByPlaceholder('登录密码').fill(password);
    await page.keyboard.press('Enter');
  } else await button(asked, name).click();
  await asked.waitFor({ state: 'hidden' }).catch(async () => {
    throw new Error(`${name}: ${await asked.innerText()}`);
  });
}

/** Pastes rows from a spreadsheet into the focused cell. */
export async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\r\n'));
  await page.keyboard.press('Control+v');
}

/** Moves to a cell of a grid. Columns out of view are rendered when the cursor reaches them. */
export async function toCell(page: Page, label: string, row: number, title: string): Promise<void> {
  const header = grid(page, label).getByRole('columnheader').filter({ hasText: title }).first();
  const cells = grid(page, label).locator(`[data-row="${row}"]`);
  await cells.waitFor();
  if (!(await header.isVisible())) {
    await cells.getByRole('gridcell').first().click();
    await pressUntil(page, 'ArrowRight', () => header.isVisible());
  }
  await cells.locator(`> [aria-colindex="${await header.getAttribute('aria-colindex')}"]`).click();
}

/** Chooses a reference by typing a search text. */
export async function pick(page: Page, name: string, text: string): Promise<void> {
  await shown(page).getByRole('combobox', { name, exact: true }).fill(text);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: text })
    .first()
    .click();
}

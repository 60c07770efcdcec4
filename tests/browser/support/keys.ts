import type { Page } from 'playwright-core';

interface Held {
  focusBefore?: Element | null;
}

/** ms; a key that moves nothing costs this. */
const most = 1_000;

/**
 * Presses a key that moves the focus, and waits until it has gone: some keys move it with the next drawing, not at
 * once.
 */
export async function pressToMove(page: Page, key: string): Promise<void> {
  await page.evaluate(() => void ((window as Held).focusBefore = document.activeElement));
  await page.keyboard.press(key);
  await page
    .waitForFunction(() => document.activeElement !== (window as Held).focusBefore, undefined, { timeout: most })
    .catch(() => undefined);
}

/**
 * Presses a key until the focus is where it is wanted, so many times at most; what is asserted then is the caller's
 * business.
 */
export async function pressUntil(page: Page, key: string, there: () => Promise<boolean>, times = 40): Promise<void> {
  for (let step = 0; step < times && !(await there()); step += 1) await pressToMove(page, key);
}

/** Until what was scrolled or moved by script has been told to its listeners and drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

import type { Page } from 'playwright-core';

interface Held {
  focusBefore?: Element | null;
}

/** ms; a key that moves nothing waits this long. */
const most = 1_000;

/** Presses a key that moves the focus and waits for it, because some keys move it with the next render. */
export async function pressToMove(page: Page, key: string): Promise<void> {
  await page.evaluate(() => void ((window as Held).focusBefore = document.activeElement));
  await page.keyboard.press(key);
  await page
    .waitForFunction(() => document.activeElement !== (window as Held).focusBefore, undefined, { timeout: most })
    .catch(() => undefined);
}

/** Presses a key until the condition holds, at most `times`. The caller asserts the result. */
export async function pressUntil(page: Page, key: string, there: () => Promise<boolean>, times = 40): Promise<void> {
  for (let step = 0; step < times && !(await there()); step += 1) await pressToMove(page, key);
}

/** Waits until scripted scrolling has reached its listeners and was painted. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

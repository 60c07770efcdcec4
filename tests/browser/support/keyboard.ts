import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, grid } from './console';
import { pressToMove } from './keys';
import { shown } from './people';
import { password } from './productServer';

// A page used by keyboard only: moves the focus to a target by keys and checks it at every stop.

export interface Focus {
  /** Accessible name: label or text. */
  readonly name: string;
  readonly tag: string;
  readonly visible: boolean;
  /** Has an outline, shadow or border that appears with the focus, or a caret. */
  readonly marked: boolean;
}

/** More tab stops than any page has before a target. */
const most = 120;

const unspaced = (text: string): string => text.replaceAll(/\s/g, '');

/** Returns an option of the open list. */
export const optionOf = (page: Page, text: string): Locator =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: text });
const isFocused = (target: Locator): Promise<boolean> => target.evaluate((one) => one === document.activeElement);

export function keyboardOf(page: Page) {
  /** Returns the focused element. The focus is lost if it is on the body or on something invisible. */
  const focus = (): Promise<Focus> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return { name: '', tag: 'BODY', visible: false, marked: false };
      const labelled = (element as HTMLInputElement).labels?.[0]?.textContent;
      const hidden = element.getBoundingClientRect().width <= 1;
      // antd's select has its input inside the visible box.
      const seen = hidden ? element.parentElement : element;
      const box = seen?.getBoundingClientRect();
      const around = element.closest(
        '[class*=affix-wrapper],[class*=ant-select],[class*=ant-picker],[class*=ant-input-number],[role=row],[role=gridcell]',
      );
      const outlined = (one: Element): boolean =>
        getComputedStyle(one).outlineStyle !== 'none' && Number.parseFloat(getComputedStyle(one).outlineWidth) > 0;
      // Buttons have a shadow without the focus too.
      const shadowed = (one: Element): boolean =>
        !one.matches('button,a') && getComputedStyle(one).boxShadow !== 'none';
      const ticked = element.matches('[type=checkbox],[type=radio]');
      // The parent draws a checkbox.
      const bearers = [
        element,
        around,
        ticked ? element.parentElement : null,
        ticked ? element.nextElementSibling : null,
      ].filter((one) => one !== null);
      const marked =
        (!ticked && element.matches('input,textarea')) ||
        bearers.some((bearer) => outlined(bearer) || shadowed(bearer));
      return {
        name: element.getAttribute('aria-label') ?? labelled ?? element.textContent?.trim() ?? '',
        tag: element.tagName,
        visible: Boolean(box && box.width > 0 && box.height > 0),
        marked,
      };
    });
  const focused = async (): Promise<string> => unspaced((await focus()).name);

  /**
   * Moves by one key. The focus must not get lost, except after the last stop and before the first, where it belongs to
   * the browser.
   */
  async function step(key: 'Tab' | 'Shift+Tab', heard: string[]): Promise<void> {
    await pressToMove(page, key);
    const now = await focus();
    heard.push(now.name || now.tag);
    if (now.tag === 'BODY' && heard.indexOf('BODY') === heard.length - 1) return;
    // The focus ring may fade in.
    if (!now.visible || !now.marked)
      await expect
        .poll(focus, { message: `after ${heard.join(' › ')}` })
        .toMatchObject({ visible: true, marked: true });
  }

  /** Presses Tab until the focus is on the wanted element. */
  async function tabTo(wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const heard: string[] = [];
    while (heard.length < most) {
      await step(key, heard);
      if (wanted.test(await focused())) return;
    }
    throw new Error(`${String(wanted)} was not among ${heard.join(' › ')}`);
  }

  /** Presses Tab or Shift+Tab until the focus is on the target; leaves a grid by Escape. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    if (await isFocused(target)) return;
    if (await page.evaluate(() => document.activeElement?.closest('[role=grid]:has([data-entry-editor])') !== null))
      await page.keyboard.press('Escape');
    const back = await target.evaluate(
      (one) =>
        document.activeElement !== document.body &&
        ((document.activeElement?.compareDocumentPosition(one) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    );
    const heard: string[] = [];
    while (heard.length < most) {
      await step(back ? 'Shift+Tab' : 'Tab', heard);
      if (await isFocused(target)) return;
    }
    throw new Error(`${String(target)} was not among ${heard.join(' › ')}`);
  }

  async function press(target: Locator): Promise<void> {
    await reach(target);
    await page.keyboard.press('Enter');
  }

  /** Replaces the text of an input. */
  async function write(target: Locator, text: string): Promise<void> {
    await reach(target);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  }

  /** Chooses a reference by typing a search text. */
  async function pick(name: string, text: string): Promise<void> {
    await write(shown(page).getByRole('combobox', { name, exact: true }), text);
    const first = optionOf(page, text).first();
    await first.waitFor();
    await expect.poll(() => first.getAttribute('class')).toContain('ant-select-item-option-active');
    await page.keyboard.press('Enter');
  }

  /** Moves into a cell of an entry grid. */
  async function go(label: string, row: number, title: string): Promise<void> {
    const box = grid(page, label).locator('[data-entry-editor]');
    if (!(await page.evaluate(() => document.activeElement?.hasAttribute('data-entry-editor')))) await reach(box);
    const named = async () => (await box.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('Control+Home');
    for (const [key, there] of [
      ['ArrowRight', (name: string) => name.startsWith(title)],
      ['ArrowDown', (name: string) => name.includes(`第${row + 1}行`)],
    ] as const) {
      for (let moved = 0; moved < 30 && !there(await named()); moved += 1) {
        const before = await named();
        await page.keyboard.press(key);
        await expect.poll(named).not.toBe(before);
      }
      expect(await named()).toSatisfy(there);
    }
  }

  /** Opens a tab by name, from the selected one. */
  async function openTab(name: string | RegExp, within: Locator = shown(page)): Promise<void> {
    const wanted = within.getByRole('tab', { name });
    await reach(within.locator('[role=tab][aria-selected=true]').first());
    for (let moved = 0; moved < 9 && !(await isFocused(wanted)); moved += 1) await pressToMove(page, 'ArrowRight');
    expect(await isFocused(wanted)).toBe(true);
    await page.keyboard.press('Enter');
  }

  async function holdsFocus(asked: Locator): Promise<void> {
    await asked.waitFor();
    await expect.poll(() => asked.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  }
  const isThere = async (opener: Locator): Promise<boolean> => (await opener.isVisible()) && (await opener.isEnabled());
  /** Checks that the focus returns to the opener, stays near it if that is gone, or moves to a following dialog. */
  async function gone(asked: Locator, name: string, opener?: Locator): Promise<void> {
    await asked.waitFor({ state: 'hidden' });
    const other = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    const kept = async () =>
      (await focus()).visible && (!opener || (await other()) || !(await isThere(opener)) || (await isFocused(opener)));
    await expect.poll(kept, { message: `after the dialog ${name}` }).toBe(true);
  }

  /** Runs an action in a dialog opened by a button, which must take and return the focus. */
  async function inDialog(opener: Locator, name: string, act: (asked: Locator) => Promise<void>): Promise<void> {
    await press(opener);
    const asked = page.getByRole('dialog', { name });
    await holdsFocus(asked);
    await act(asked);
    await gone(asked, name, opener);
  }

  /** Closes by Escape a dialog that opened by itself and must have taken the focus. */
  async function closeDialog(name: string): Promise<void> {
    const asked = page.getByRole('dialog', { name });
    await holdsFocus(asked);
    await page.keyboard.press('Escape');
    await gone(asked, name);
  }

  /** The dialog asks for the password only. */
  const sign = (name: string): Promise<void> =>
    inDialog(button(shown(page), name), name, async (asked) => {
      await expect.poll(() => isFocused(asked.getByPlaceholder('登录密码'))).toBe(true);
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
    });

  return { focus, focused, tabTo, reach, press, write, pick, go, openTab, inDialog, closeDialog, sign };
}

/**
 * Counts keys and records violations: pointer presses, and keys that reached the body, except Tab where the browser
 * starts again.
 */
export async function watchHands(page: Page) {
  const slips: string[] = [];
  let keys = 0;
  await page.exposeBinding('pressed', () => void (keys += 1));
  await page.exposeBinding('slipped', (_, what: string) => void slips.push(`${what} at ${page.url()}`));
  await page.addInitScript(() => {
    const { pressed, slipped } = window as unknown as { pressed: () => void; slipped: (what: string) => void };
    const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt'].includes(key);
    let last = '';
    addEventListener('pointerdown', () => slipped('pointer'), { capture: true });
    addEventListener(
      'keydown',
      ({ key }) => {
        if (!isModifier(key)) pressed();
      },
      { capture: true },
    );
    // Listens last: by then the console has restored the focus of a disabled control.
    addEventListener('keydown', ({ key }) => {
      if (isModifier(key)) return;
      if (document.activeElement === document.body && !(key === 'Tab' && last === 'Tab')) slipped(key);
      last = key;
    });
  });
  return { slips: (): readonly string[] => slips, keys: (): number => keys };
}

import type { Page } from 'playwright-core';

/**
 * Names that two visible buttons of the shown page bear, one fault each. Buttons of rows and cards, of tabs and of a
 * list beside another are told apart by what they stand in.
 */
export const sameNames = (page: Page, pane: string): Promise<readonly string[]> =>
  page.evaluate((root) => {
    const apart =
      '[role=row],[role=listitem],[role=grid],[role=tablist],[role=search],li,td,nav,figure,.ant-pagination,.ant-picker,.ant-select,.ant-input-affix-wrapper';
    const found = new Map<string, number>();
    for (const button of document.querySelectorAll<HTMLButtonElement>(`${root} button, ${root} a.ant-btn`)) {
      if (button.closest(apart) || button.getClientRects().length === 0) continue;
      // A switch is named by the label of its field; a link has no labels.
      const label = button.labels?.[0]?.textContent;
      const name = (button.getAttribute('aria-label') ?? label ?? button.textContent ?? '').replace(/\s/g, '');
      const list = button.closest('section[aria-label]')?.getAttribute('aria-label') ?? '';
      // Two lists beside each other have the same tools; each is a region of its own name.
      const key = button.closest('[class*="toolbar"]') ? `${list} ${name}` : name;
      if (name) found.set(key, (found.get(key) ?? 0) + 1);
    }
    return [...found].filter(([, count]) => count > 1).map(([name, count]) => `${count} buttons named ${name}`);
  }, pane);

/** English names of the shown page's visible buttons, one fault each: a screen reader reads them out. */
export const englishNames = (page: Page, pane: string): Promise<readonly string[]> =>
  page.evaluate((root) => {
    const names = [...document.querySelectorAll<HTMLElement>(`${root} button[aria-label]`)]
      .filter((button) => button.getClientRects().length > 0)
      .map((button) => button.getAttribute('aria-label') ?? '');
    return [...new Set(names)].filter((name) => /^[A-Za-z ]{3,}$/.test(name)).map((name) => `button named ${name}`);
  }, pane);

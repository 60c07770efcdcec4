import type { Page } from 'playwright-core';

/** px (QUALITY A11Y). */
const side = 32;
/** px; WCAG 2.5.8. */
const least = 24;

/** Targets that are smaller by nature, each with an alternative. */
const exempt: Readonly<Record<string, string>> = {
  '[role=separator]': 'the edge between two columns: the arrow keys move it, and the column settings have the widths',
  '[data-fill]': 'the corner by which a cell is pulled down: Ctrl+D fills as well',
};

export interface Measured {
  readonly count: number;
  /** Targets that are too small, one text each with their number. */
  readonly small: readonly string[];
}

/**
 * Measures the targets in a part of the page by where a click arrives: on the element, its invisible area, its label,
 * the box around an input, or the cell that selects its row. Exceptions follow WCAG 2.5.8: links in a sentence, and
 * targets of at least 24 px with no other target within 32 px around their centre (its spacing exception, with our
 * number).
 */
export async function smallTargets(page: Page, scope = 'html'): Promise<Measured> {
  return page.evaluate(
    ([selector, leftOut, wanted, atLeast]) => {
      const roots = document.querySelectorAll(selector);
      if (!roots.length) throw new Error(`${selector} is not there`);
      const targets =
        'button, a[href], input:not([type=hidden]), textarea, select, summary, [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem], [role=option], [role=combobox], [role=link], .ant-pagination-item, .ant-select-item-option, .ant-picker-cell, [data-close]';
      const drawnAround =
        '.ant-tabs-tab, .ant-segmented-item, label, [class*=affix-wrapper], .ant-input-number, .ant-select, .ant-picker, .ant-upload, [role=gridcell]:has(> input[type=checkbox]), .ant-select-item-option';
      const within =
        'input, textarea, select, [role=combobox], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option]';
      const isShown = (one: Element): boolean => {
        const { width, height } = one.getBoundingClientRect();
        return (
          getComputedStyle(one).visibility === 'visible' &&
          width > 0 &&
          height > 0 &&
          one.closest('[inert], [aria-hidden=true]:not([data-close])') === null
        );
      };
      const isOpen = (one: Element): boolean =>
        !one.matches(
          ':disabled, [aria-disabled=true], .ant-select-item-option-disabled, .ant-picker-cell-disabled, .ant-pagination-disabled *',
        ) && getComputedStyle(one).pointerEvents !== 'none';
      const isInSentence = (one: Element): boolean => {
        if (!one.matches('a, button') || getComputedStyle(one).display !== 'inline') return false;
        return [...(one.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      };
      const areas = new Map<Element, Element>();
      for (const root of roots) {
        for (const one of root.querySelectorAll(targets)) {
          if (!isShown(one) || !isOpen(one) || one.matches(leftOut) || isInSentence(one)) continue;
          const area = (one.matches(within) ? one.closest(drawnAround) : null) ?? one;
          if (!areas.has(area)) areas.set(area, one);
        }
      }
      const found = new Map<string, number>();
      let count = 0;
      for (const [area, one] of areas) {
        area.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = area.getBoundingClientRect();
        const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        const takes = (x: number, y: number): boolean => area.contains(document.elementFromPoint(x, y));
        // Covered by a dialog or a pinned element.
        if (!takes(middle.x, middle.y)) continue;
        count += 1;
        const reach = (dx: number, dy: number): number => {
          let far = 0;
          while (far < wanted && takes(middle.x + dx * (far + 1), middle.y + dy * (far + 1))) far += 1;
          return far;
        };
        const width = Math.max(box.width, reach(-1, 0) + reach(1, 0) + 1);
        const height = Math.max(box.height, reach(0, -1) + reach(0, 1) + 1);
        // Half a pixel depends on the screen's raster.
        if (width >= wanted - 0.5 && height >= wanted - 0.5) continue;
        const isApart = [...areas.keys()].every((other) => {
          if (other === area || area.contains(other) || other.contains(area)) return true;
          const near = other.getBoundingClientRect();
          return (
            Math.hypot(
              Math.max(near.left - middle.x, 0, middle.x - near.right),
              Math.max(near.top - middle.y, 0, middle.y - near.bottom),
            ) >=
            wanted / 2
          );
        });
        if (isApart && width >= atLeast - 0.5 && height >= atLeast - 0.5) continue;
        const told = (it: Element | null): string =>
          it ? [it.tagName.toLowerCase(), ...it.classList].slice(0, 4).join('.') : '';
        const key = `${Math.round(width)}×${Math.round(height)} ${told(area.parentElement)} > ${told(area)} ${(one.getAttribute('aria-label') ?? area.textContent ?? '').trim().slice(0, 16)}`;
        found.set(key, (found.get(key) ?? 0) + 1);
      }
      return { count, small: [...found].map(([key, times]) => `${key} ×${times}`) };
    },
    [scope, Object.keys(exempt).join(','), side, least] as const,
  );
}

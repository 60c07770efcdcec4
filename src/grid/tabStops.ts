const controlSelector =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]';

/** Returns the focusable elements of a cell, in order. */
export const controlsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>(controlSelector)];

/** Returns the element of a row's cell by 0-based column, or null if it is not rendered. */
export const cellAt = (row: Element, column: number): HTMLElement | null =>
  row.querySelector<HTMLElement>(`:scope > [aria-colindex="${column + 1}"]`);

/**
 * Gives a row at most one tab stop: in the cursor's cell, its first control, or the cell itself if it has none. Works
 * on the elements, because cells render arbitrary content.
 * @param column the cursor's column in this row; null when the cursor is in another row or on the row itself
 */
export function setTabStops(row: HTMLElement, column: number | null): void {
  for (const element of controlsIn(row)) if (element.tabIndex !== -1) element.tabIndex = -1;
  if (column === null) return;
  const cell = cellAt(row, column);
  if (cell !== null) (controlsIn(cell)[0] ?? cell).tabIndex = 0;
}

/** Checks whether a key belongs to a text input, not to the grid. */
export const isTyping = (element: Element): boolean =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio') ||
  (element instanceof HTMLElement && element.isContentEditable);

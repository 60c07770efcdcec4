const controls =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]';

/** What can take the focus inside a cell, in order. */
export const controlsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>(controls)];

export const cellAt = (row: Element, column: number): HTMLElement | null =>
  row.querySelector<HTMLElement>(`:scope > [aria-colindex="${column + 1}"]`);

/**
 * The body has one tab stop: everything focusable in a row leaves the tab order, except – in the cursor's cell – its
 * first control, or the cell when it has none. Cells render what they like, so this is done on the elements.
 * @param column the cursor's column in this row; null when the cursor is elsewhere or on the row itself
 */
export function setTabStops(row: HTMLElement, column: number | null): void {
  for (const element of controlsIn(row)) if (element.tabIndex !== -1) element.tabIndex = -1;
  if (column === null) return;
  const cell = cellAt(row, column);
  if (cell !== null) (controlsIn(cell)[0] ?? cell).tabIndex = 0;
}

/** True when the key belongs to what is being typed into, not to the grid. */
export const isTyping = (element: Element): boolean =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio') ||
  (element instanceof HTMLElement && element.isContentEditable);

export type RowKey = number | string;

/**
 * Returns the state of the header's checkbox.
 * @param selected keys of the selected rows on all pages
 * @param page keys of the displayed rows; only these count
 */
export function pageSelection(selected: ReadonlySet<RowKey>, page: readonly RowKey[]): 'none' | 'some' | 'all' {
  if (selected.size === 0 || page.length === 0) return 'none';
  let count = 0;
  for (const key of page) if (selected.has(key)) count += 1;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
}

/**
 * Returns the selection with keys added or removed.
 * @param shouldSelect true adds the keys, false removes them
 */
export function withKeys(
  selected: ReadonlySet<RowKey>,
  keys: readonly RowKey[],
  shouldSelect: boolean,
): ReadonlySet<RowKey> {
  const newSelection = new Set(selected);
  for (const key of keys) {
    if (shouldSelect) newSelection.add(key);
    else newSelection.delete(key);
  }
  return newSelection;
}

/**
 * Returns the selection after Shift + click: all rows from one position to another get the new state of the clicked
 * row.
 * @param page keys of the displayed rows; both positions are 0-based and included
 */
export function withRange(
  selected: ReadonlySet<RowKey>,
  page: readonly RowKey[],
  from: number,
  to: number,
): ReadonlySet<RowKey> {
  const clickedKey = page[to];
  if (clickedKey === undefined) return selected;
  return withKeys(selected, page.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(clickedKey));
}

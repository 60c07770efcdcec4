export type RowKey = number | string;

/** Returns the state of the header's checkbox. It counts the rows of this page only. */
export function pageSelection(selected: ReadonlySet<RowKey>, page: readonly RowKey[]): 'none' | 'some' | 'all' {
  if (selected.size === 0 || page.length === 0) return 'none';
  let count = 0;
  for (const key of page) if (selected.has(key)) count += 1;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
}

/** Adds or removes keys. Keys of other pages stay. */
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

/** Sets all rows between two positions, both included, to the state of the clicked row. */
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

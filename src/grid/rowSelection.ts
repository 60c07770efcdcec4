export type RowKey = number | string;

/** State of the header's box: it speaks of this page's rows only, whatever else is selected. */
export function pageSelection(selected: ReadonlySet<RowKey>, page: readonly RowKey[]): 'none' | 'some' | 'all' {
  if (selected.size === 0 || page.length === 0) return 'none';
  let count = 0;
  for (const key of page) if (selected.has(key)) count += 1;
  return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
}

/** Adds or takes away the given keys; keys of other pages stay. */
export function withKeys(selected: ReadonlySet<RowKey>, keys: readonly RowKey[], on: boolean): ReadonlySet<RowKey> {
  const next = new Set(selected);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Everything between two places of the page, both included, gets the state that the clicked one gets. */
export function withRange(
  selected: ReadonlySet<RowKey>,
  page: readonly RowKey[],
  from: number,
  to: number,
): ReadonlySet<RowKey> {
  const clicked = page[to];
  if (clicked === undefined) return selected;
  return withKeys(selected, page.slice(Math.min(from, to), Math.max(from, to) + 1), !selected.has(clicked));
}

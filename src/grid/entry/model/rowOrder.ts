import type { EntryRow } from './entryTypes';

const step = 10;

/**
 * Assigns order numbers to the rows. If the existing numbers ascend, they stay, and new rows get numbers between
 * their neighbours or after the last. If there is no room or they do not ascend, all rows are numbered again.
 * @param name field that stores the number
 * @param most largest number that the field accepts
 */
export function ordered(rows: readonly EntryRow[], name: string, most: number): readonly EntryRow[] {
  const numberOf = (row: EntryRow): number | null => (typeof row.values[name] === 'number' ? row.values[name] : null);
  const held = rows.map(numberOf);
  const kept = held.filter((number) => number !== null);
  const ascends = kept.every((number, at) => at === 0 || number > (kept[at - 1] as number));
  const numbers = ascends ? between(held, most) : null;
  const next =
    numbers ??
    rows.map((_, at) =>
      Math.min(most, (at + 1) * Math.max(1, Math.min(step, Math.floor(most / Math.max(1, rows.length))))),
    );
  return rows.map((row, at) =>
    numberOf(row) === next[at] ? row : { ...row, values: { ...row.values, [name]: next[at] } },
  );
}

function between(held: readonly (number | null)[], most: number): number[] | null {
  const numbers: number[] = [];
  let last = 0;
  for (let at = 0; at < held.length;) {
    const own = held[at];
    if (typeof own === 'number') {
      numbers.push(own);
      last = own;
      at += 1;
      continue;
    }
    let end = at;
    while (end < held.length && held[end] === null) end += 1;
    const next = held[end];
    const gap = end - at;
    const space = typeof next === 'number' ? Math.min(step, Math.floor((next - last) / (gap + 1))) : step;
    if (space < 1 || last + space * gap > most) return null;
    for (; at < end; at += 1) numbers.push((last += space));
  }
  return numbers;
}

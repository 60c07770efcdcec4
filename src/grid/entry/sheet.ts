import { type CellContent, type EntryRow, isUnread } from './entryTypes';

export interface Write {
  readonly row: number;
  readonly name: string;
  readonly content: CellContent;
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** One cell changed; the same row where nothing changes. */
export function withCell(row: EntryRow, name: string, content: CellContent): EntryRow {
  const held = row.texts?.[name];
  const { [name]: _gone, ...others } = row.texts ?? {};
  if (isUnread(content)) {
    if (held?.text === content.text && held.message === content.message) return row;
    return { ...row, values: { ...row.values, [name]: null, [`${name}Name`]: null }, texts: { ...others, [name]: content } };
  }
  if (!held && same(row.values[name], content.value)) return row;
  const label = content.label === undefined ? (`${name}Name` in row.values ? { [`${name}Name`]: null } : {}) : { [`${name}Name`]: content.label };
  const changed: EntryRow = { key: row.key, values: { ...row.values, [name]: content.value, ...label } };
  return Object.keys(others).length ? { ...changed, texts: others } : changed;
}

/** Many cells at once; rows that none of the writes changes stay the same objects, and so does the list where none changes any. */
export function written(rows: readonly EntryRow[], writes: readonly Write[]): readonly EntryRow[] {
  const next = [...rows];
  let changed = false;
  for (const { row: index, name, content } of writes) {
    const row = next[index];
    if (!row) continue;
    const after = withCell(row, name, content);
    if (after === row) continue;
    next[index] = after;
    changed = true;
  }
  return changed ? next : rows;
}

export const inserted = (rows: readonly EntryRow[], at: number, fresh: readonly EntryRow[]): readonly EntryRow[] => (fresh.length ? [...rows.slice(0, at), ...fresh, ...rows.slice(at)] : rows);

export function without(rows: readonly EntryRow[], indexes: readonly number[]): readonly EntryRow[] {
  const gone = new Set(indexes);
  return gone.size ? rows.filter((_, index) => !gone.has(index)) : rows;
}

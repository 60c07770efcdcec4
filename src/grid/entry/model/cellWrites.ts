import { type CellContent, type EntryRow, isUnread, type UnreadText } from './entryTypes';

export interface Write {
  readonly row: number;
  readonly name: string;
  readonly content: CellContent;
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A row that is being changed. It is copied only once, however many of its cells change. */
interface OpenRow {
  readonly key: string;
  readonly values: Record<string, unknown>;
  readonly texts: Map<string, UnreadText>;
}

const openOf = ({ key, values, texts }: EntryRow): OpenRow => ({
  key,
  values: { ...values },
  texts: new Map(Object.entries(texts ?? {})),
});
const closed = ({ key, values, texts }: OpenRow): EntryRow =>
  texts.size ? { key, values, texts: Object.fromEntries(texts) } : { key, values };

/** Writes a content into a row. The row is copied only if the content differs. */
function put(row: EntryRow, open: OpenRow | undefined, name: string, content: CellContent): OpenRow | undefined {
  const held = open ? open.texts.get(name) : row.texts?.[name];
  const values = open ? open.values : row.values;
  if (
    isUnread(content)
      ? held?.text === content.text && held.message === content.message
      : !held && same(values[name], content.value)
  )
    return open;
  const own = open ?? openOf(row);
  if (isUnread(content)) {
    own.values[name] = null;
    own.values[`${name}Name`] = null;
    own.texts.set(name, content);
    return own;
  }
  own.values[name] = content.value;
  if (content.label !== undefined || `${name}Name` in own.values) own.values[`${name}Name`] = content.label ?? null;
  own.texts.delete(name);
  return own;
}

/** Returns the row with one cell changed, or the same row if nothing changes. */
export function withCell(row: EntryRow, name: string, content: CellContent): EntryRow {
  const open = put(row, undefined, name, content);
  return open ? closed(open) : row;
}

/**
 * Returns the rows with many cells changed. Unchanged rows keep their identity; if no row changes, so does the list.
 */
export function written(rows: readonly EntryRow[], writes: readonly Write[]): readonly EntryRow[] {
  const open = new Map<number, OpenRow>();
  for (const { row: index, name, content } of writes) {
    const row = rows[index];
    const after = row && put(row, open.get(index), name, content);
    if (after) open.set(index, after);
  }
  if (open.size === 0) return rows;
  const next = [...rows];
  for (const [index, row] of open) next[index] = closed(row);
  return next;
}

/** Returns the rows with new ones inserted before a 0-based index. */
export const inserted = (rows: readonly EntryRow[], at: number, fresh: readonly EntryRow[]): readonly EntryRow[] =>
  fresh.length ? [...rows.slice(0, at), ...fresh, ...rows.slice(at)] : rows;

/** Returns the rows without the rows at the given indexes. */
export function without(rows: readonly EntryRow[], indexes: readonly number[]): readonly EntryRow[] {
  const gone = new Set(indexes);
  return gone.size ? rows.filter((_, index) => !gone.has(index)) : rows;
}

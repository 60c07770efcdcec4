import { isSame } from './changedFields';
import { type CellContent, type EntryRow, isUnread, type UnreadText } from './entryTypes';

export interface Write {
  readonly row: number;
  readonly name: string;
  readonly content: CellContent;
}

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
const closeRow = ({ key, values, texts }: OpenRow): EntryRow =>
  texts.size ? { key, values, texts: Object.fromEntries(texts) } : { key, values };

/** Writes a content into a row. The row is copied only if the content differs. */
function writeContent(
  row: EntryRow,
  open: OpenRow | undefined,
  name: string,
  content: CellContent,
): OpenRow | undefined {
  const currentContent = open ? open.texts.get(name) : row.texts?.[name];
  const values = open ? open.values : row.values;
  if (
    isUnread(content)
      ? currentContent?.text === content.text && currentContent.message === content.message
      : !currentContent && isSame(values[name], content.value)
  )
    return open;
  const openRow = open ?? openOf(row);
  if (isUnread(content)) {
    openRow.values[name] = null;
    openRow.values[`${name}Name`] = null;
    openRow.texts.set(name, content);
    return openRow;
  }
  openRow.values[name] = content.value;
  if (content.label !== undefined || `${name}Name` in openRow.values)
    openRow.values[`${name}Name`] = content.label ?? null;
  openRow.texts.delete(name);
  return openRow;
}

/**
 * Returns the row with one cell changed, or the same row if nothing changes.
 * @param name name of the field
 * @param content value, or a text that could not be read
 */
export function withCell(row: EntryRow, name: string, content: CellContent): EntryRow {
  const open = writeContent(row, undefined, name, content);
  return open ? closeRow(open) : row;
}

/**
 * Returns the rows with many cells changed. Unchanged rows keep their identity; if no row changes, so does the list.
 */
export function withWrites(rows: readonly EntryRow[], writes: readonly Write[]): readonly EntryRow[] {
  const open = new Map<number, OpenRow>();
  for (const { row: index, name, content } of writes) {
    const row = rows[index];
    const changedRow = row && writeContent(row, open.get(index), name, content);
    if (changedRow) open.set(index, changedRow);
  }
  if (open.size === 0) return rows;
  const nextEntryRows = [...rows];
  for (const [index, row] of open) nextEntryRows[index] = closeRow(row);
  return nextEntryRows;
}

/**
 * Returns the rows with new ones inserted before a 0-based index.
 * @param index index before which they are inserted, from 0 to the number of rows
 */
export const withInserted = (
  rows: readonly EntryRow[],
  index: number,
  newRows: readonly EntryRow[],
): readonly EntryRow[] => (newRows.length ? [...rows.slice(0, index), ...newRows, ...rows.slice(index)] : rows);

/** Returns the rows without the rows at the given indexes. */
export function withoutRows(rows: readonly EntryRow[], indexes: readonly number[]): readonly EntryRow[] {
  const removedIndexes = new Set(indexes);
  return removedIndexes.size ? rows.filter((_, index) => !removedIndexes.has(index)) : rows;
}

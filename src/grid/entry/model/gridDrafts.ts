import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { draftName, draftLifetimeMs } from '@/outbox/draftTexts';
import { draftWritten } from '@/outbox/encryptUnsentWork';
import type { AnyRow, Entity } from '@contract/entity';
import { changedFields, type Changes } from './changedFields';
import type { Base, EntryRow, UnreadText, Values } from './entryTypes';
import { type GridState, keyOf, rowsIn } from './gridState';
import { pushStep } from './undoHistory';

/** The unsaved changes of a grid, small enough to be stored at every pause of typing. */
export interface GridDraft {
  /** Time of writing, ms since 1970. */
  readonly at: number;
  readonly rows: readonly DraftRow[];
  /** Removed rows in the version that was read. */
  readonly removed: readonly AnyRow[];
}

interface DraftRow {
  readonly key: string;
  /** Key of the row above; null for the first row. */
  readonly after: string | null;
  /** Server's version that a changed row is based on; null for a new row. */
  readonly base: AnyRow | null;
  readonly values: Values;
  readonly texts?: Readonly<Record<string, UnreadText>>;
}

const labelsOf = (row: EntryRow, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => (`${name}Name` in row.values ? [[`${name}Name`, row.values[`${name}Name`]]] : [])),
  );

function lastingKey(row: EntryRow, base: Base): string {
  const storedRow = base.get(row.key);
  return storedRow ? keyOf(storedRow) : row.key;
}

/**
 * Returns the draft of the changes. For a changed row it contains only the changed fields.
 * @param base rows as the server has them, by key
 * @param now time of the draft, ms since 1970
 */
export function draftOf(
  entity: Entity,
  rows: readonly EntryRow[],
  base: Base,
  { added, changed, removed }: Changes,
  now: number,
): GridDraft {
  const changedRows = new Set([...added, ...changed]);
  // Keys that the rows will have after the next load.
  const lasting = (row: EntryRow | undefined): string | null => (row ? lastingKey(row, base) : null);
  const keyAbove = new Map(rows.map((row, index) => [row.key, lasting(rows[index - 1])]));
  return {
    at: now,
    rows: rows
      .filter((row) => changedRows.has(row))
      .map((row): DraftRow => {
        const storedRow = base.get(row.key) ?? null;
        const fields = storedRow ? changedFields(entity, row, storedRow) : {};
        const values = storedRow ? { ...fields, ...labelsOf(row, Object.keys(fields)) } : row.values;
        return {
          key: row.key,
          after: keyAbove.get(row.key) ?? null,
          base: storedRow,
          values,
          ...(row.texts ? { texts: row.texts } : {}),
        };
      }),
    removed: removed.flatMap((key) => base.get(key) ?? []),
  };
}

/**
 * Returns the grid with the draft applied, as one step that can be undone. Values typed before in other rows stay. A
 * row that has changed on the server keeps the base version of the draft, so that saving reports the conflict. A row
 * that was deleted becomes a new row.
 */
export function withDraft(gridState: GridState, draft: GridDraft): GridState {
  const base = new Map(gridState.base);
  const removedKeys = new Set(draft.removed.map(keyOf).filter((key) => base.has(key)));
  for (const row of draft.removed) if (base.has(keyOf(row))) base.set(keyOf(row), row);
  let rows = rowsIn(gridState).filter(({ key }) => !removedKeys.has(key));
  // A row that was new when the draft was written may have been saved since, with another key.
  for (const { after, ...drafted } of draft.rows) {
    const key = drafted.base ? keyOf(drafted.base) : drafted.key;
    const row: EntryRow = {
      key,
      values: { ...drafted.base, ...drafted.values },
      ...(drafted.texts ? { texts: drafted.texts } : {}),
    };
    const existingIndex = rows.findIndex((existingRow) => existingRow.key === key);
    if (drafted.base && base.has(key)) base.set(key, drafted.base);
    if (existingIndex >= 0) rows = rows.map((existingRow, index) => (index === existingIndex ? row : existingRow));
    else {
      const indexAbove = after === null ? -1 : rows.findIndex((existingRow) => existingRow.key === after);
      rows =
        after !== null && indexAbove < 0
          ? [...rows, row]
          : [...rows.slice(0, indexAbove + 1), row, ...rows.slice(indexAbove + 1)];
    }
  }
  return { ...gridState, base, history: pushStep(gridState.history, { ...gridState.history.present, rows }) };
}

const isDraft = (value: unknown): value is GridDraft =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as GridDraft).rows) &&
  Array.isArray((value as GridDraft).removed) &&
  typeof (value as GridDraft).at === 'number';

/**
 * Returns the stored draft of a person and grid, or null if there is none, it is too old or invalid.
 * @param now ms since 1970
 */
export function readDraft(userId: number, gridKey: string, now: number): GridDraft | null {
  try {
    const value: unknown = JSON.parse(deobfuscate(localStorage.getItem(draftName(userId, gridKey))) ?? 'null');
    return isDraft(value) && now - value.at < draftLifetimeMs ? value : null;
  } catch {
    return null;
  }
}

/**
 * Stores a draft. Returns false if the browser has no space for it.
 * @param userId person whose draft it is
 * @param gridKey key of the grid, with the id of its page's row
 */
export function writeDraft(userId: number, gridKey: string, draft: GridDraft): boolean {
  try {
    localStorage.setItem(draftName(userId, gridKey), obfuscate(JSON.stringify(draft)));
    draftWritten(userId);
    return true;
  } catch {
    return false;
  }
}

/**
 * Deletes the stored draft of a person and grid.
 * @param gridKey key of the grid, as at `writeDraft`
 */
export function dropDraft(userId: number, gridKey: string): void {
  try {
    localStorage.removeItem(draftName(userId, gridKey));
  } catch {
    // Without storage there is no draft to delete.
  }
}

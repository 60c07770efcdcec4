import { draftName, draftsKept } from '@/outbox/draftTexts';
import { draftWritten } from '@/outbox/sealing';
import type { AnyRow, Entity } from '@contract/entity';
import { changedFields, type Changes } from './changes';
import type { Base, EntryRow, UnreadText, Values } from './entryTypes';
import { type GridState, keyOf, rowsIn } from './gridState';
import { push } from './history';

/** What is not saved yet, small enough to be written down at every pause. */
export interface GridDraft {
  /** ms since 1970 */
  readonly at: number;
  readonly rows: readonly DraftRow[];
  /** Removed rows with the version that was read. */
  readonly removed: readonly AnyRow[];
}

interface DraftRow {
  readonly key: string;
  /** The row that stood above it; null for the first. */
  readonly after: string | null;
  /** What a changed row was; null for a new one. */
  readonly base: AnyRow | null;
  readonly values: Values;
  readonly texts?: Readonly<Record<string, UnreadText>>;
}

const labelsOf = (row: EntryRow, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => (`${name}Name` in row.values ? [[`${name}Name`, row.values[`${name}Name`]]] : [])),
  );

function lastingKey(row: EntryRow, base: Base): string {
  const stored = base.get(row.key);
  return stored ? keyOf(stored) : row.key;
}

/** Of a changed row the changed fields alone. */
export function draftOf(
  entity: Entity,
  rows: readonly EntryRow[],
  base: Base,
  { added, changed, removed }: Changes,
  now: number,
): GridDraft {
  const wanted = new Set([...added, ...changed]);
  // Under the key that a row will have when it is loaded again.
  const lasting = (row: EntryRow | undefined): string | null => (row ? lastingKey(row, base) : null);
  const above = new Map(rows.map((row, index) => [row.key, lasting(rows[index - 1])]));
  return {
    at: now,
    rows: rows
      .filter((row) => wanted.has(row))
      .map((row): DraftRow => {
        const stored = base.get(row.key) ?? null;
        const fields = stored ? changedFields(entity, row, stored) : {};
        const values = stored ? { ...fields, ...labelsOf(row, Object.keys(fields)) } : row.values;
        return {
          key: row.key,
          after: above.get(row.key) ?? null,
          base: stored,
          values,
          ...(row.texts ? { texts: row.texts } : {}),
        };
      }),
    removed: removed.flatMap((key) => base.get(key) ?? []),
  };
}

/**
 * The grid with the draft on top, as one step that can be undone: what was typed in other rows before it was asked for
 * stays. A row that has changed since keeps the
 * version that the draft knew, so that saving compares; one that is gone is a new row.
 */
export function withDraft(state: GridState, draft: GridDraft): GridState {
  const base = new Map(state.base);
  const removed = new Set(draft.removed.map(keyOf).filter((key) => base.has(key)));
  for (const row of draft.removed) if (base.has(keyOf(row))) base.set(keyOf(row), row);
  let rows = rowsIn(state).filter(({ key }) => !removed.has(key));
  // A row may have been new when it was written down under its own key, and be stored under another now.
  for (const { after, ...drafted } of draft.rows) {
    const key = drafted.base ? keyOf(drafted.base) : drafted.key;
    const row: EntryRow = {
      key,
      values: { ...drafted.base, ...drafted.values },
      ...(drafted.texts ? { texts: drafted.texts } : {}),
    };
    const known = rows.findIndex((one) => one.key === key);
    if (drafted.base && base.has(key)) base.set(key, drafted.base);
    if (known >= 0) rows = rows.map((one, index) => (index === known ? row : one));
    else {
      const above = after === null ? -1 : rows.findIndex((one) => one.key === after);
      rows =
        after !== null && above < 0 ? [...rows, row] : [...rows.slice(0, above + 1), row, ...rows.slice(above + 1)];
    }
  }
  return { ...state, base, history: push(state.history, { ...state.history.present, rows }) };
}

const isDraft = (value: unknown): value is GridDraft =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as GridDraft).rows) &&
  Array.isArray((value as GridDraft).removed) &&
  typeof (value as GridDraft).at === 'number';

export function readDraft(userId: number, gridKey: string, now: number): GridDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(draftName(userId, gridKey)) ?? 'null');
    return isDraft(value) && now - value.at < draftsKept ? value : null;
  } catch {
    return null;
  }
}

/** False where the browser has no room for it. */
export function writeDraft(userId: number, gridKey: string, draft: GridDraft): boolean {
  try {
    localStorage.setItem(draftName(userId, gridKey), JSON.stringify(draft));
    draftWritten(userId);
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: number, gridKey: string): void {
  try {
    localStorage.removeItem(draftName(userId, gridKey));
  } catch {
    // Where nothing can be kept there is nothing to drop.
  }
}

import { inserted, without } from '../model/cellWrites';
import type { EntryRow } from '../model/entryTypes';
import { changed, newKey, rowsIn } from '../model/gridState';
import { at, rowsOf } from '../model/selection';
import type { GridAccess } from './gridAccess';

/** Inserts as many rows as are selected, above or below them. */
export function insertRows({ grid, rows, selection, blankAfter }: GridAccess, where: 'above' | 'below'): void {
  if (!grid().rights.add) return;
  const chosen = rowsOf(selection()).filter((row) => row < rows().length);
  const index = where === 'above' ? (chosen[0] ?? rows().length) : (chosen.at(-1) ?? rows().length - 1) + 1;
  const values = blankAfter(rows()[index - 1]);
  const fresh = Array.from({ length: Math.max(1, chosen.length) }, (): EntryRow => ({ key: newKey(), values }));
  grid().update((before) =>
    changed(before, inserted(rowsIn(before), index, fresh), at(index, selection().anchor.column)),
  );
}

/** Copies the selected rows below the last of them, without their order and their unique values. */
export function duplicateRows({ grid, rows, selection }: GridAccess): void {
  if (!grid().rights.add) return;
  const chosen = rowsOf(selection()).flatMap((row) => rows()[row] ?? []);
  const index = Math.min(rowsOf(selection()).at(-1) ?? -1, rows().length - 1) + 1;
  if (!chosen.length) return;
  const { order, entity, blank } = grid();
  const kept = [...Object.keys(blank), ...Object.keys(blank).map((name) => `${name}Name`)].filter(
    (name) => name !== order && !entity.fields[name]?.unique,
  );
  const fresh = chosen.map((row): EntryRow => ({
    key: newKey(),
    values: {
      ...blank,
      ...Object.fromEntries(kept.flatMap((name) => (name in row.values ? [[name, row.values[name]]] : []))),
    },
    ...(row.texts ? { texts: row.texts } : {}),
  }));
  const head = { row: index + fresh.length - 1, column: selection().anchor.column };
  grid().update((before) =>
    changed(before, inserted(rowsIn(before), index, fresh), { anchor: { ...head, row: index }, head, others: [] }),
  );
}

/**
 * Removes the selected rows that the person may remove: stored rows need the permission to delete, new rows the
 * permission to add.
 */
export function removeRows({ grid, now, rows, selection, extra }: GridAccess): void {
  const { base } = now();
  const { rights } = grid();
  const chosen = rowsOf(selection()).filter((index) => {
    const row = rows()[index];
    return row !== undefined && (base.has(row.key) ? rights.remove : rights.add);
  });
  if (!chosen.length) return;
  const left = rows().length - chosen.length + extra();
  grid().update((before) =>
    changed(
      before,
      without(rowsIn(before), chosen),
      at(Math.max(0, Math.min(chosen[0] ?? 0, left - 1)), selection().anchor.column),
    ),
  );
}

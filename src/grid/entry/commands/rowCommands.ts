import { withInserted, withoutRows } from '../model/cellWrites';
import type { EntryRow } from '../model/entryTypes';
import { selectCell, rowsOf } from '../model/gridSelection';
import { changeRows, newKey, rowsIn } from '../model/gridState';
import type { GridAccess } from './gridAccess';

/** Inserts as many rows as are selected, above or below them. */
export function insertRows({ grid, rows, selection, blankAfter }: GridAccess, side: 'above' | 'below'): void {
  if (!grid().rights.add) return;
  const chosenIndexes = rowsOf(selection()).filter((row) => row < rows().length);
  const index =
    side === 'above' ? (chosenIndexes[0] ?? rows().length) : (chosenIndexes.at(-1) ?? rows().length - 1) + 1;
  const values = blankAfter(rows()[index - 1]);
  const newRows = Array.from({ length: Math.max(1, chosenIndexes.length) }, (): EntryRow => ({
    key: newKey(),
    values,
  }));
  grid().update((previousGridState) =>
    changeRows(
      previousGridState,
      withInserted(rowsIn(previousGridState), index, newRows),
      selectCell(index, selection().anchor.column),
    ),
  );
}

/** Copies the selected rows below the last of them, without their order and their unique values. */
export function duplicateRows({ grid, rows, selection }: GridAccess): void {
  if (!grid().rights.add) return;
  const chosenRows = rowsOf(selection()).flatMap((row) => rows()[row] ?? []);
  const index = Math.min(rowsOf(selection()).at(-1) ?? -1, rows().length - 1) + 1;
  if (!chosenRows.length) return;
  const { order, entity, blank } = grid();
  const keptNames = [...Object.keys(blank), ...Object.keys(blank).map((name) => `${name}Name`)].filter(
    (name) => name !== order && !entity.fields[name]?.unique,
  );
  const newRows = chosenRows.map((row): EntryRow => ({
    key: newKey(),
    values: {
      ...blank,
      ...Object.fromEntries(keptNames.flatMap((name) => (name in row.values ? [[name, row.values[name]]] : []))),
    },
    ...(row.texts ? { texts: row.texts } : {}),
  }));
  const head = { row: index + newRows.length - 1, column: selection().anchor.column };
  grid().update((previousGridState) =>
    changeRows(previousGridState, withInserted(rowsIn(previousGridState), index, newRows), {
      anchor: { ...head, row: index },
      head,
      others: [],
    }),
  );
}

/**
 * Removes the selected rows that the person may remove: stored rows need the permission to delete, new rows the
 * permission to add.
 */
export function removeRows({ grid, now, rows, selection, extra: extraRows }: GridAccess): void {
  const { base } = now();
  const { rights } = grid();
  const chosenIndexes = rowsOf(selection()).filter((index) => {
    const row = rows()[index];
    return row !== undefined && (base.has(row.key) ? rights.remove : rights.add);
  });
  if (!chosenIndexes.length) return;
  const remainingCount = rows().length - chosenIndexes.length + extraRows();
  grid().update((previousGridState) =>
    changeRows(
      previousGridState,
      withoutRows(rowsIn(previousGridState), chosenIndexes),
      selectCell(Math.max(0, Math.min(chosenIndexes[0] ?? 0, remainingCount - 1)), selection().anchor.column),
    ),
  );
}

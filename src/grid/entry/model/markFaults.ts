import { type Derived, nothingDerived } from './entryColumns';
import type { Column, EntryRow } from './entryTypes';
import type { GridFault } from './faultList';

interface MarkSource {
  readonly rows: readonly EntryRow[];
  readonly columns: readonly Column[];
  readonly derived: Derived;
  /** Checks whether a row is new and empty. */
  readonly isUntouched: (row: EntryRow) => boolean;
}

/**
 * Returns the remarks that colour cells as wrong, so that the list of errors has all that is red. A remark that several
 * cells of a row show is one entry, at the first of them.
 */
export function markFaults({ rows, columns, derived, isUntouched }: MarkSource): GridFault[] {
  const markedColumns = columns.filter(({ mark }) => mark !== null);
  if (!markedColumns.length) return [];
  return rows.flatMap((row, index) => {
    if (isUntouched(row)) return [];
    const byMessage = new Map<string, GridFault>();
    for (const { mark, name, title } of markedColumns) {
      const remark = mark?.(row.values, derived.get(row.key) ?? nothingDerived);
      if (remark?.tone !== 'bad' || byMessage.has(remark.message)) continue;
      byMessage.set(remark.message, {
        key: row.key,
        row: index,
        name: name ?? '',
        title: name === null ? title : '',
        message: remark.message,
        isMissing: false,
      });
    }
    return [...byMessage.values()];
  });
}

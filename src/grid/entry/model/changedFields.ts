import type { AnyRow, Entity } from '@contract/entity';
import type { RowToSave, SavedTogether } from '@contract/workbook/saveMany';
import type { Base, EntryRow, Values } from './entryTypes';

/** Returns whether two values of a field are equal, lists and objects by their content. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const blankOf = (kind: string): unknown => (kind === 'refs' ? [] : kind === 'flag' ? false : null);

/** Returns the fields that a save may send. */
const editableNames = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => (field.readonly || field.kind === 'secret' ? [] : [name]));

/** Returns the values of a new row: the fields' initial values and the page's fixed ones. */
export function blankValues(entity: Entity, fixed: Values): Values {
  const defaultEntries = Object.entries(entity.fields)
    .filter(([, field]) => !field.readonly)
    .map(([name, field]) => [name, field.initial ?? blankOf(field.kind)]);
  return { ...Object.fromEntries(defaultEntries), ...fixed };
}

/**
 * Returns the fields in which a row differs from the server's version, with their new values.
 * @param base the row as the server has it
 */
export function changedFields(entity: Entity, row: EntryRow, base: AnyRow): Record<string, unknown> {
  return Object.fromEntries(
    editableNames(entity).flatMap((name) =>
      row.texts?.[name] || !isSame(row.values[name], base[name]) ? [[name, row.values[name] ?? null]] : [],
    ),
  );
}

export interface Changes {
  readonly added: readonly EntryRow[];
  readonly changed: readonly EntryRow[];
  /** Keys of removed rows that the server still has. */
  readonly removed: readonly string[];
}

/**
 * Returns a function that compares all rows with the server's. Results are cached per row and base, which are
 * immutable.
 */
export function changeFinder(
  entity: Entity,
): (rows: readonly EntryRow[], base: Base, isUntouched: (row: EntryRow) => boolean) => Changes {
  const cache = new WeakMap<EntryRow, { base: AnyRow; differs: boolean }>();
  const differs = (row: EntryRow, base: AnyRow): boolean => {
    const cached = cache.get(row);
    if (cached?.base === base) return cached.differs;
    const result = { base, differs: Object.keys(changedFields(entity, row, base)).length > 0 };
    cache.set(row, result);
    return result.differs;
  };
  return (rows, base, isUntouched) => {
    const keys = new Set(rows.map(({ key }) => key));
    return {
      added: rows.filter((row) => !base.has(row.key) && !isUntouched(row)),
      changed: rows.filter((row) => {
        const storedRow = base.get(row.key);
        return storedRow !== undefined && differs(row, storedRow);
      }),
      removed: [...base.keys()].filter((key) => !keys.has(key)),
    };
  };
}

/** Returns the number of rows to save. */
export const countOf = ({ added, changed, removed }: Changes): number => added.length + changed.length + removed.length;

/** Returns the changes without the rows of the given keys, which wait until they are corrected. */
export const changesWithout = ({ added, changed, removed }: Changes, keys: ReadonlySet<string>): Changes => ({
  added: added.filter(({ key }) => !keys.has(key)),
  changed: changed.filter(({ key }) => !keys.has(key)),
  removed,
});

export interface Request {
  readonly body: SavedTogether;
  /** The rows as they were when the body was built. */
  readonly sent: readonly EntryRow[];
  readonly removed: readonly string[];
}

/**
 * Builds the save request. Rows are sent in the order of the grid, so new rows get their position.
 * @param rows all rows, in the order of the grid
 * @param base rows as the server has them, by key
 */
export function requestFor(
  entity: Entity,
  rows: readonly EntryRow[],
  base: Base,
  { added, changed, removed }: Changes,
): Request {
  const changedRows = new Set([...added, ...changed]);
  const sentRows = rows.filter((row) => changedRows.has(row));
  const names = editableNames(entity);
  const body: RowToSave[] = sentRows.map((row) => {
    const storedRow = base.get(row.key);
    if (storedRow) return { ...changedFields(entity, row, storedRow), id: storedRow.id, version: storedRow.version };
    return { ...Object.fromEntries(names.map((name) => [name, row.values[name] ?? null])), clientId: row.key };
  });
  const removedRows = removed.flatMap((key) => {
    const storedRow = base.get(key);
    return storedRow ? [{ id: storedRow.id, version: storedRow.version }] : [];
  });
  return { body: { rows: body, removed: removedRows }, sent: sentRows, removed };
}

/**
 * Returns a row after its save: values typed meanwhile stay, all others are the server's.
 * @param row row now
 * @param sentRow row as it was sent
 * @param savedRow row as the server returned it
 */
export function afterSave(row: EntryRow, sentRow: EntryRow, savedRow: AnyRow): EntryRow {
  const typedText = Object.keys(row.values).filter((name) => !isSame(row.values[name], sentRow.values[name]));
  return {
    key: row.key,
    values: { ...savedRow, ...Object.fromEntries(typedText.map((name) => [name, row.values[name]])) },
    ...(row.texts ? { texts: row.texts } : {}),
  };
}

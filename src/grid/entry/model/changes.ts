import type { AnyRow, Entity } from '@contract/entity';
import type { RowToSave, SavedTogether } from '@contract/workbook/saveAll';
import type { Base, EntryRow, Values } from './entryTypes';

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const blankOf = (kind: string): unknown => (kind === 'refs' ? [] : kind === 'flag' ? false : null);

export const editableNames = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => (field.readonly || field.kind === 'secret' ? [] : [name]));

/** What a new row starts with: the fields' own beginnings and what the page fixes. */
export function blankValues(entity: Entity, fixed: Values): Values {
  const own = Object.entries(entity.fields)
    .filter(([, field]) => !field.readonly)
    .map(([name, field]) => [name, field.initial ?? blankOf(field.kind)]);
  return { ...Object.fromEntries(own), ...fixed };
}

/** The fields in which a row differs from what the server has. */
export function changedFields(entity: Entity, row: EntryRow, base: AnyRow): Record<string, unknown> {
  return Object.fromEntries(
    editableNames(entity).flatMap((name) =>
      row.texts?.[name] || !same(row.values[name], base[name]) ? [[name, row.values[name] ?? null]] : [],
    ),
  );
}

export interface Changes {
  readonly added: readonly EntryRow[];
  readonly changed: readonly EntryRow[];
  /** Keys of rows that the server still has. */
  readonly removed: readonly string[];
}

/** Compares once for a row and its base; both are never changed in place. */
export function changeFinder(
  entity: Entity,
): (rows: readonly EntryRow[], base: Base, isUntouched: (row: EntryRow) => boolean) => Changes {
  const known = new WeakMap<EntryRow, { base: AnyRow; differs: boolean }>();
  const differs = (row: EntryRow, base: AnyRow): boolean => {
    const held = known.get(row);
    if (held?.base === base) return held.differs;
    const found = { base, differs: Object.keys(changedFields(entity, row, base)).length > 0 };
    known.set(row, found);
    return found.differs;
  };
  return (rows, base, isUntouched) => {
    const keys = new Set(rows.map(({ key }) => key));
    return {
      added: rows.filter((row) => !base.has(row.key) && !isUntouched(row)),
      changed: rows.filter((row) => {
        const stored = base.get(row.key);
        return stored !== undefined && differs(row, stored);
      }),
      removed: [...base.keys()].filter((key) => !keys.has(key)),
    };
  };
}

export const countOf = ({ added, changed, removed }: Changes): number => added.length + changed.length + removed.length;

/** Without the rows of these keys: they wait until they are mended. */
export const changesWithout = ({ added, changed, removed }: Changes, keys: ReadonlySet<string>): Changes => ({
  added: added.filter(({ key }) => !keys.has(key)),
  changed: changed.filter(({ key }) => !keys.has(key)),
  removed,
});

export interface Request {
  readonly body: SavedTogether;
  /** The rows of the body as they were when it was made. */
  readonly sent: readonly EntryRow[];
  readonly removed: readonly string[];
}

/** In the order of the grid, so that new rows without an order of their own get one. */
export function requestFor(
  entity: Entity,
  rows: readonly EntryRow[],
  base: Base,
  { added, changed, removed }: Changes,
): Request {
  const wanted = new Set([...added, ...changed]);
  const sent = rows.filter((row) => wanted.has(row));
  const names = editableNames(entity);
  const body: RowToSave[] = sent.map((row) => {
    const stored = base.get(row.key);
    if (stored) return { ...changedFields(entity, row, stored), id: stored.id, version: stored.version };
    return { ...Object.fromEntries(names.map((name) => [name, row.values[name] ?? null])), clientId: row.key };
  });
  const gone = removed.flatMap((key) => {
    const stored = base.get(key);
    return stored ? [{ id: stored.id, version: stored.version }] : [];
  });
  return { body: { rows: body, removed: gone }, sent, removed };
}

/** A row after its save: what was typed meanwhile stays, everything else is as the server has it now. */
export function afterSave(row: EntryRow, sent: EntryRow, saved: AnyRow): EntryRow {
  const typed = Object.keys(row.values).filter((name) => !same(row.values[name], sent.values[name]));
  return {
    key: row.key,
    values: { ...saved, ...Object.fromEntries(typed.map((name) => [name, row.values[name]])) },
    ...(row.texts ? { texts: row.texts } : {}),
  };
}

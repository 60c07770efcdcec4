import { alignOf, cellText, widthOf } from '@/fields/cellText';
import { type Entity, fieldOf } from '@contract/entity';
import type { CellContent, Column, EntryColumn, EntryRow, Values } from './entryTypes';

export type Labels = (dict: string, value: string) => string;

/** Holds the columns of a grid to the entity's own fields. */
export const entryColumns = <E extends Entity>(
  _entity: E,
  columns: readonly EntryColumn<E>[],
): readonly EntryColumn[] => columns;

/** Kinds that have no place in a cell of a sheet. */
const unwritable = new Set(['refs', 'file', 'richText', 'keyed', 'secret']);

const never = (): boolean => false;
const always = (): boolean => true;

/** Pinned columns first; what the server alone writes, or no cell can take, is for reading. */
export function columnsFor(entity: Entity, given: readonly EntryColumn[]): Column[] {
  const columns = given.map((column): Column => {
    const shape = { fixed: column.pinned ? ('left' as const) : undefined };
    if ('computed' in column) {
      const { key, title, unit, computed, mark = null, align = 'right', width } = column;
      return {
        ...shape,
        key,
        title,
        unit,
        computed,
        mark,
        align,
        width: width ?? Math.max(96, [...title].length * 14 + (unit ? 40 : 0) + 24),
        name: null,
        field: null,
        isReadonly: always,
      };
    }
    const field = fieldOf(entity, column.field);
    if (!field) throw new Error(`${entity.name} has no field ${column.field}`);
    const { readonly = false } = column;
    const isReadonly =
      field.readonly || unwritable.has(field.kind) || readonly === true
        ? always
        : readonly === false
          ? never
          : readonly;
    return {
      ...shape,
      key: column.field,
      title: column.title ?? field.label,
      unit: column.unit ?? field.unit,
      align: alignOf(field),
      width: column.width ?? widthOf(field),
      name: column.field,
      field,
      computed: null,
      mark: column.mark ?? null,
      isReadonly,
    };
  });
  return [...columns.filter(({ fixed }) => fixed), ...columns.filter(({ fixed }) => !fixed)];
}

/** What `derive` made of the rows, by their keys. */
export type Derived = ReadonlyMap<string, Values>;
export const noDerived: Derived = new Map();
export const nothingDerived: Values = {};

/**
 * A cell as text: what is shown, copied and searched. An empty cell is empty, for a sheet has nothing else to tell
 * missing from 0.
 */
export function textOf(column: Column, row: EntryRow, labels: Labels, derived: Derived = noDerived): string {
  if (column.computed) return column.computed(row.values, derived.get(row.key) ?? nothingDerived);
  const { name, field } = column;
  if (name === null || field === null) return '';
  const unread = row.texts?.[name];
  if (unread) return unread.text;
  const value = row.values[name];
  if (value === null || value === undefined || value === '') return '';
  return cellText(field, value, row.values, name, labels);
}

/** What is copied from one cell of the grid into another of the same field. */
export function contentOf(row: EntryRow, name: string): CellContent {
  const unread = row.texts?.[name];
  if (unread) return unread;
  const label = row.values[`${name}Name`];
  return typeof label === 'string' ? { value: row.values[name] ?? null, label } : { value: row.values[name] ?? null };
}

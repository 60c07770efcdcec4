import { alignOf, cellText, widthOf } from '@/fields/cellText';
import { type Entity, fieldOf } from '@contract/entity';
import type { CellContent, Column, EntryColumn, EntryRow, Values } from './entryTypes';

export type Labels = (dict: string, value: string) => string;

/** Checks the columns of a grid against the entity's fields at compile time. Returns them unchanged. */
export const entryColumns = <E extends Entity>(
  _entity: E,
  columns: readonly EntryColumn<E>[],
): readonly EntryColumn[] => columns;

/** Kinds of field that a cell can't edit. */
const unwritableKinds = new Set(['refs', 'file', 'richText', 'keyed', 'secret']);

const isNever = (): boolean => false;
const isAlways = (): boolean => true;

interface HeadText {
  readonly title: string;
  readonly unit: string | undefined;
  readonly required?: boolean | undefined;
}

/** Returns the width in px of a head that shows title, unit and the mark of a required field. */
const headWidth = ({ title, unit, required = false }: HeadText): number =>
  [...title].length * 14 + (unit ? 40 : 0) + (required ? 12 : 0) + 24;

/**
 * Returns the grid's columns, pinned ones first. Fields that only the server writes or that no cell can edit are
 * read-only.
 * @throws Error for a column whose field the entity does not have
 */
export function columnsFor(entity: Entity, givenColumns: readonly EntryColumn[]): Column[] {
  const columns = givenColumns.map((column): Column => {
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
        width: Math.max(width ?? 96, headWidth({ title, unit })),
        name: null,
        field: null,
        offeredBy: null,
        isReadonly: isAlways,
      };
    }
    const field = fieldOf(entity, column.field);
    if (!field) throw new Error(`${entity.name} has no field ${column.field}`);
    const { readonly = false } = column;
    const isReadonly =
      field.readonly || unwritableKinds.has(field.kind) || readonly === true
        ? isAlways
        : readonly === false
          ? isNever
          : readonly;
    return {
      ...shape,
      key: column.field,
      title: column.title ?? field.label,
      unit: column.unit ?? field.unit,
      align: alignOf(field),
      width: Math.max(
        column.width ?? widthOf(field),
        headWidth({ title: column.title ?? field.label, unit: column.unit ?? field.unit, required: field.required }),
      ),
      name: column.field,
      field,
      offeredBy: field.kind === 'text' && entity.suggestions?.[column.field] ? entity.name : null,
      computed: null,
      mark: column.mark ?? null,
      isReadonly,
    };
  });
  return [...columns.filter(({ fixed }) => fixed), ...columns.filter(({ fixed }) => !fixed)];
}

/** Values that `derive` computed, by row key. */
export type Derived = ReadonlyMap<string, Values>;
export const noDerived: Derived = new Map();
export const nothingDerived: Values = {};

/**
 * Returns a cell's text as it is displayed, copied and searched. A missing value is an empty text.
 * @param labels returns the label of a dictionary value
 * @param derivedByRow values that `derive` calculated, by row key
 */
export function textOf(column: Column, row: EntryRow, labels: Labels, derivedByRow: Derived = noDerived): string {
  if (column.computed) return column.computed(row.values, derivedByRow.get(row.key) ?? nothingDerived);
  const { name, field } = column;
  if (name === null || field === null) return '';
  const unreadContent = row.texts?.[name];
  if (unreadContent) return unreadContent.text;
  const value = row.values[name];
  if (value === null || value === undefined || value === '') return '';
  return cellText(field, value, row.values, name, labels);
}

/** Returns a cell's content to be copied into another cell of the same field. */
export function contentOf(row: EntryRow, name: string): CellContent {
  const unreadContent = row.texts?.[name];
  if (unreadContent) return unreadContent;
  const label = row.values[`${name}Name`];
  return typeof label === 'string' ? { value: row.values[name] ?? null, label } : { value: row.values[name] ?? null };
}

import { projectDictionaries } from '@contract/dictionaries/projects';
import type { Entity } from '@contract/entity';
import { serviceKindOf } from '@contract/features/projects/serviceKind';
import { type FieldMap, integer } from '@contract/field';
import { checkDraft } from '@contract/schema';
import { serviceForm as stored } from '../entities/serviceForm';

/** A table of a form: rows with the same columns, e.g. table C.2 of appendix C. */
export interface FormTable {
  /** Key of the table's rows in `tables` of the form; it contains no dot. */
  readonly key: string;
  readonly columns: FieldMap;
  /** Columns that the standard requires for an evaluation only. */
  readonly evaluation?: readonly string[];
  /** The form may have no rows here without a reason. */
  readonly optional?: true;
  /** Further columns that follow from a row; shown and printed, never stored. */
  readonly computed?: readonly ComputedColumn[];
}

interface ComputedColumn {
  readonly key: string;
  readonly label: string;
  /** Text of a row; empty while its readings are missing. */
  of(row: TableRow): string;
}

/** Rows of all tables of a form: texts by `table.number`, each a JSON object of the columns. */
export type FormTables = Readonly<Record<string, string>>;

/** A row of a table. It keeps its number when other rows are removed. */
export interface TableRow {
  readonly id: number;
  readonly rowSort: number | null;
  readonly [column: string]: unknown;
}

/** Kinds of service of a form, as its item `service` states them. */
export const serviceKinds = ['定期检测', '现状评价', '防护设施与防护用品效果评价', '其他委托检测'] as const;

const kindLabels = new Map<string, string>(projectDictionaries.serviceKind.map(({ value, label }) => [value, label]));

/** Returns the kind of service for the type of a project, e.g. 现状评价 for 现状评价检测. */
export const serviceOfType = (typeLabel: string | null): (typeof serviceKinds)[number] =>
  kindLabels.get(serviceKindOf(typeLabel)) as (typeof serviceKinds)[number];

/** Returns whether a form with these answers belongs to an evaluation of the present state. */
const isEvaluation = ({ service }: Readonly<Record<string, string>>): boolean => service === '现状评价';

/** Returns the columns of a table that a form shows, in their order. */
export const columnsOf = (
  { columns, evaluation = [] }: FormTable,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, column: FieldMap[string]])[] =>
  Object.entries(columns).filter(([name]) => isEvaluation(values) || !evaluation.includes(name));

const rowKey = (table: string, id: number): string => `${table}.${id}`;

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the rows of a table in their order. A text that is not a valid row counts as an empty row. */
export function rowsOf(tables: FormTables, { key }: Pick<FormTable, 'key'>): TableRow[] {
  const rows = Object.entries(tables).flatMap(([name, text]) => {
    const id = name.startsWith(`${key}.`) ? Number(name.slice(key.length + 1)) : Number.NaN;
    if (!Number.isInteger(id)) return [];
    const row = parseRecord(text);
    const sort = row['rowSort'];
    return [{ ...row, id, rowSort: typeof sort === 'number' ? sort : null }];
  });
  const last = Number.MAX_SAFE_INTEGER;
  return rows.sort((a, b) => (a.rowSort ?? last) - (b.rowSort ?? last) || a.id - b.id);
}

/**
 * Returns the tables of a form with the rows of one table replaced.
 * @param tables rows of all tables, by key
 * @param rows new rows of this table
 */
export function withTableRows(
  tables: FormTables,
  { key }: Pick<FormTable, 'key'>,
  rows: readonly TableRow[],
): FormTables {
  const otherEntries = Object.entries(tables).filter(([name]) => !name.startsWith(`${key}.`));
  return Object.fromEntries([
    ...otherEntries,
    ...rows.map(({ id, ...row }) => {
      const filledEntries = Object.entries(row).filter(
        ([, value]) => value !== null && value !== undefined && value !== '',
      );
      return [rowKey(key, id), JSON.stringify(Object.fromEntries(filledEntries))] as const;
    }),
  ]);
}

/** Numbers rows in this order; rows copied from a survey have no number yet. */
export const withRowNumbers = (rows: readonly Readonly<Record<string, unknown>>[]): TableRow[] =>
  rows.map((row, index) => ({ ...row, id: index + 1, rowSort: index }));

const entityOfTable = new WeakMap<FormTable, Entity>();

/** Returns a table's rows as an entity, for the entry grid and the checks. The permissions are those of the form. */
export function entityOf(table: FormTable, title: string): Entity {
  const cachedEntity = entityOfTable.get(table);
  if (cachedEntity) return cachedEntity;
  const first = Object.keys(table.columns)[0] ?? 'rowSort';
  const newEntity: Entity = {
    name: stored.name,
    path: stored.path,
    label: title,
    titleField: first,
    scope: 'organization',
    fields: { ...table.columns, rowSort: integer('排序', { min: 0 }) },
  };
  entityOfTable.set(table, newEntity);
  return newEntity;
}

/**
 * Lists faults of a table's rows, e.g. 表C.2第3行：请填写名称.
 * @param title title of the table in the messages
 * @param tables rows of all tables, by key
 */
export const rowFaults = (table: FormTable, title: string, tables: FormTables): string[] =>
  rowsOf(tables, table).flatMap((row, index) => {
    const checkedRow = checkDraft(entityOf(table, title), row);
    return checkedRow.ok ? [] : checkedRow.errors.map(({ message }) => `${title}第${index + 1}行：${message}`);
  });

import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Entity } from '@contract/entity';
import type { Field, FieldMap, Kind, ValueOf } from '@contract/field';

/**
 * Converts `inspectUnit` to `inspect_unit`. Names are explicit, because two tools would have to share a casing
 * option.
 */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const madeTables = new Map<string, { id: AnyPgColumn }>();
/** Join tables by entity and field, e.g. `user.roles`. */
const madeJoins = new Map<string, JoinTable>();

/**
 * Returns a reference to another table. It is resolved at the first query, so that tables may reference each other.
 */
function idOf(name: string) {
  return (): AnyPgColumn => {
    const table = madeTables.get(name);
    if (!table) throw new Error(`no table for ${name}`);
    return table.id;
  };
}

/** Columns by kind of field; null where the value is stored elsewhere (join table, password hash). */
const columnBuilders: {
  [K in Kind]: ((name: string, field: Extract<Field, { kind: K }>) => PgColumnBuilderBase) | null;
} = {
  text: (name, field) => withNotNull(text(name), field),
  longText: (name, field) => withNotNull(text(name), field),
  richText: (name, field) => withNotNull(text(name), field),
  integer: (name, field) => withNotNull(integer(name), field),
  decimal: (name, field) => withNotNull(numeric(name), field),
  date: (name, field) => withNotNull(date(name, { mode: 'string' }), field),
  dateTime: (name, field) => withNotNull(timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }), field),
  dict: (name, field) => withNotNull(text(name), field),
  ref: (name, field) => withNotNull(integer(name).references(idOf(field.to)), field),
  refs: null,
  flag: (name) => boolean(name).notNull().default(false),
  file: (name, field) => withNotNull(uuid(name).references(idOf('storedFile')), field),
  region: (name, field) => withNotNull(text(name), field),
  keyed: (name, field) => withNotNull(jsonb(name), field),
  secret: null,
};

const withNotNull = <B extends { notNull(): PgColumnBuilderBase } & PgColumnBuilderBase>(
  builder: B,
  field: Field,
): PgColumnBuilderBase => (field.required && !field.readonly ? builder.notNull() : builder);

const housekeepingColumns = () => ({
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  organizationId: integer('organization_id').references(idOf('organization')),
  version: integer('version').notNull().default(1),
  createBy: integer('create_by'),
  createTime: timestamp('create_time', { withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow(),
  updateBy: integer('update_by'),
  updateTime: timestamp('update_time', { withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow(),
  deleteTime: timestamp('delete_time', { withTimezone: true, precision: 3, mode: 'date' }),
  deleteBy: integer('delete_by'),
  /**
   * Pinyin of the title or the `searchedField`; `initials` follows. They serve searching and sorting Chinese (the
   * embedded database has no ICU collation).
   */
  pinyin: text('pinyin').notNull().default(''),
  initials: text('initials').notNull().default(''),
});

/** Type of a column's builder, reduced to its data. */
type ColumnBuilder<D, NotNull extends boolean, HasDefault extends boolean> = PgColumnBuilderBase<{
  name: string;
  dataType: 'custom';
  columnType: 'PgCustomColumn';
  data: D;
  driverParam: unknown;
  enumValues: undefined;
}> & { _: { notNull: NotNull; hasDefault: HasDefault } };

type ColumnData<F extends Field> = F extends { kind: 'dateTime' } ? Date : NonNullable<ValueOf<F>>;
type IsNotNull<F extends Field> = F extends { kind: 'flag' }
  ? true
  : F extends { readonly: true }
    ? false
    : F extends { required: true }
      ? true
      : false;

type ColumnBuilders<F extends FieldMap> = {
  [K in keyof F & string as F[K] extends { kind: 'refs' | 'secret' } ? never : K]: ColumnBuilder<
    ColumnData<F[K]>,
    IsNotNull<F[K]>,
    F[K] extends { kind: 'flag' } ? true : false
  >;
};

/**
 * Creates the table of an entity: its fields, the housekeeping columns and internal `extraColumns` columns. Unique
 * values are unique among undeleted rows of one organization; default lists use the index (organization_id, id).
 */
export function tableOf<F extends FieldMap, const X extends Record<string, PgColumnBuilderBase> = Record<never, never>>(
  entity: Entity<F>,
  extraColumns?: X,
) {
  const ownBuilders: Record<string, PgColumnBuilderBase> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    const build = columnBuilders[field.kind] as ((name: string, field: Field) => PgColumnBuilderBase) | null;
    if (build) ownBuilders[name] = build(snakeCase(name), field);
  }
  const tableName = snakeCase(entity.name);
  const builders = { ...housekeepingColumns(), ...(ownBuilders as ColumnBuilders<F>), ...(extraColumns as X) };
  const table = pgTable(tableName, builders, (self) => {
    const column = self as unknown as Record<string, AnyPgColumn> & {
      organizationId: AnyPgColumn;
      id: AnyPgColumn;
      deleteTime: AnyPgColumn;
      pinyin: AnyPgColumn;
    };
    const isUndeleted = sql`${column.deleteTime} is null`;
    const organization = sql`coalesce(${column.organizationId}, 0)`;
    return [
      index(`${tableName}_list`)
        .on(column.organizationId, sql`${column.id} desc`)
        .where(isUndeleted),
      // Index that sorts by title.
      entity.searchedField
        ? index(`${tableName}_title`)
            .on(column.organizationId, column[entity.titleField] as AnyPgColumn)
            .where(isUndeleted)
        : index(`${tableName}_pinyin`).on(column.organizationId, column.pinyin).where(isUndeleted),
      ...Object.entries(entity.fields).flatMap(([name, field]) => {
        const targetColumn = column[name];
        if (!targetColumn) return [];
        if (field.unique === 'everywhere')
          return [
            uniqueIndex(`${tableName}_${snakeCase(name)}_key`)
              .on(targetColumn)
              .where(isUndeleted),
          ];
        if (field.unique)
          return [
            uniqueIndex(`${tableName}_${snakeCase(name)}_key`)
              .on(organization, targetColumn)
              .where(isUndeleted),
          ];
        if (field.kind !== 'ref') return [];
        const referring = index(`${tableName}_${snakeCase(name)}`).on(targetColumn);
        // Rows without the reference are not in the index, because nobody searches for them by it.
        return [field.required ? referring : referring.where(sql`${targetColumn} is not null`)];
      }),
    ];
  });
  madeTables.set(entity.name, table as unknown as { id: AnyPgColumn });
  return table;
}

/** Creates the join table of a `refs` field, which keeps the order of the ids. */
export function joinTableOf(entity: Pick<Entity, 'name'>, fieldName: string, to: string) {
  const table = buildJoinTable(entity, fieldName, to);
  madeJoins.set(`${entity.name}.${fieldName}`, table);
  return table;
}

function buildJoinTable(entity: Pick<Entity, 'name'>, fieldName: string, to: string) {
  const name = `${snakeCase(entity.name)}_${snakeCase(fieldName)}`;
  return pgTable(
    name,
    {
      ownerId: integer('owner_id').notNull().references(idOf(entity.name), { onDelete: 'cascade' }),
      targetId: integer('target_id').notNull().references(idOf(to), { onDelete: 'cascade' }),
      position: integer('position').notNull().default(0),
    },
    (self) => [primaryKey({ columns: [self.ownerId, self.targetId] }), index(`${name}_target`).on(self.targetId)],
  );
}

export type JoinTable = ReturnType<typeof buildJoinTable>;

/**
 * Returns the table of an entity and the join tables of its `refs` fields. Tables that no code refers to by name are
 * created here.
 */
export function tablesOf(entity: Entity): { table: PgTable; joins: Readonly<Record<string, JoinTable>> } {
  const table = (madeTables.get(entity.name) as PgTable | undefined) ?? tableOf(entity);
  const joinEntries = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'refs'
      ? [[name, madeJoins.get(`${entity.name}.${name}`) ?? joinTableOf(entity, name, field.to)] as const]
      : [],
  );
  return { table, joins: Object.fromEntries(joinEntries) };
}

/** Registers a hand-written table, so that `ref` and `file` columns can refer to it. */
export function registerTable<T>(name: string, table: T): T {
  madeTables.set(name, table as unknown as { id: AnyPgColumn });
  return table;
}

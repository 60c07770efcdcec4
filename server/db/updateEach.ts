import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './orm';

/** A table whose rows are known by a whole number. */
type Numbered = PgTable & { readonly id: PgColumn };

/**
 * Sets the same columns of many rows, each to its own values, by one statement: a record's five hundred results would else be as many
 * round trips. Nothing where there is nothing to set.
 */
export async function updateEach<T extends Numbered>(tx: Orm, table: T, rows: readonly { readonly id: number; readonly set: Partial<T['$inferInsert']> }[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table) as Readonly<Record<string, PgColumn>>;
  const named = Object.keys(first.set).flatMap((key) => (columns[key] ? [{ key, column: columns[key] }] : []));
  const given = JSON.stringify(rows.map(({ id, set }) => ({ id, ...Object.fromEntries(named.map(({ key, column }) => [column.name, (set as Record<string, unknown>)[key] ?? null])) })));
  const list = (part: (column: PgColumn) => ReturnType<typeof sql>) => sql.join(named.map(({ column }) => part(column)), sql`, `);
  await tx.execute(sql`
    update ${table} set ${list(({ name }) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`)}
    from jsonb_to_recordset(${given}::jsonb) as given(id integer, ${list((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`)})
    where ${table.id} = given.id`);
}

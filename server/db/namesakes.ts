import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { userTable } from './schema';

/** Columns by which rows of one name are told apart. */
interface NamedColumns {
  readonly id: AnyPgColumn;
  readonly title: AnyPgColumn;
  /** What stands behind the name of a row that has namesakes. */
  readonly apart: AnyPgColumn;
  readonly organizationId: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/**
 * Returns the name by which people know a row: its title, and for rows of one name in an organization what tells them
 * apart: `梁俊杰（liangjunjie2）`.
 * @param table the table or alias that the statement reads
 * @param all the same table under its own name
 */
export function nameApart(table: PgTable, { id, title, apart, organizationId, deleteTime }: NamedColumns, all = table) {
  // Columns are written with their table: bare names would be those of the inner one.
  const of = (from: SQL, column: AnyPgColumn) => sql`${from}.${sql.identifier(column.name)}`;
  const [own, other] = [sql`${table}`, sql`${sql.identifier('namesake')}`];
  return sql<string>`case when exists (select 1 from ${all} as ${other} where ${of(other, title)} = ${of(own, title)}
    and ${of(other, organizationId)} is not distinct from ${of(own, organizationId)}
    and ${of(other, deleteTime)} is null and ${of(other, id)} <> ${of(own, id)})
    then ${of(own, title)} || '（' || ${of(own, apart)} || '）' else ${of(own, title)} end`;
}

/** Returns a person's name as screens, choices and messages show it. Papers print the name alone (`nickName`). */
export function personName(people: typeof userTable = userTable): SQL<string> {
  const { id, nickName: title, userName: apart, organizationId, deleteTime } = people;
  return nameApart(people, { id, title, apart, organizationId, deleteTime }, userTable);
}

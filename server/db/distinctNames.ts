import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { userTable } from './schema';

/** Columns that distinguish rows of the same name. */
interface NamedColumns {
  readonly id: AnyPgColumn;
  readonly title: AnyPgColumn;
  /** Text in brackets after the name of a row whose name is not unique. */
  readonly apart: AnyPgColumn;
  readonly organizationId: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/**
 * Returns the display name of a row: its title. For rows with the same title in an organization it adds the value
 * that distinguishes them: `梁俊杰（liangjunjie2）`.
 * @param table table or alias that the statement reads
 * @param comparedTable same table under its own name
 */
export function distinctName(
  table: PgTable,
  { id, title, apart, organizationId, deleteTime }: NamedColumns,
  comparedTable = table,
) {
  // Columns are qualified with their table: bare names would refer to the inner one.
  const qualifiedColumn = (from: SQL, column: AnyPgColumn) => sql`${from}.${sql.identifier(column.name)}`;
  const [ownTable, otherTable] = [sql`${table}`, sql`${sql.identifier('namesake')}`];
  return sql<string>`case when exists (select 1 from ${comparedTable} as ${otherTable}
    where ${qualifiedColumn(otherTable, title)} = ${qualifiedColumn(ownTable, title)}
    and ${qualifiedColumn(otherTable, organizationId)} is not distinct from ${qualifiedColumn(ownTable, organizationId)}
    and ${qualifiedColumn(otherTable, deleteTime)} is null
    and ${qualifiedColumn(otherTable, id)} <> ${qualifiedColumn(ownTable, id)})
    then ${qualifiedColumn(ownTable, title)} || '（' || ${qualifiedColumn(ownTable, apart)} || '）' else ${qualifiedColumn(ownTable, title)} end`;
}

/**
 * Returns a person's name as displayed on screens, in selections and in messages. Papers print the name alone
 * (`nickName`).
 */
export function personName(people: typeof userTable = userTable): SQL<string> {
  const { id, nickName: title, userName: apart, organizationId, deleteTime } = people;
  return distinctName(people, { id, title, apart, organizationId, deleteTime }, userTable);
}

import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './orm';

// Many rows by one parameter, their JSON, which the database reads by the columns' own types: five hundred statements would be as many round trips, and one statement
// with a parameter for each value takes longer to write and to read than to carry out.

/** A table whose rows are known by a whole number. */
type Numbered = PgTable & { readonly id: PgColumn };

interface Named {
  readonly key: string;
  readonly column: PgColumn;
}

function namedOf(table: PgTable, keys: readonly string[]): Named[] {
  const columns = getTableColumns(table) as Readonly<Record<string, PgColumn>>;
  return keys.flatMap((key) => (columns[key] ? [{ key, column: columns[key] }] : []));
}

const list = (named: readonly Named[], part: (named: Named) => SQL): SQL => sql.join(named.map(part), sql`, `);
const nameOf = ({ column }: Named): SQL => sql`${sql.identifier(column.name)}`;

/** The rows as a table of the statement, called `given`. */
function givenOf(named: readonly Named[], rows: readonly object[]): SQL {
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(named.map(({ key, column }) => [column.name, (row as Record<string, unknown>)[key] ?? null]))));
  return sql`jsonb_to_recordset(${json}::jsonb) as given(${list(named, (one) => sql`${nameOf(one)} ${sql.raw(one.column.getSQLType())}`)})`;
}

/** Sets the same columns of many rows, each to its own values. Nothing where there is nothing to set. */
export async function updateEach<T extends Numbered>(tx: Orm, table: T, rows: readonly { readonly id: number; readonly set: Partial<T['$inferInsert']> }[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const named = namedOf(table, Object.keys(first.set));
  await tx.execute(sql`
    update ${table} set ${list(named, (one) => sql`${nameOf(one)} = given.${nameOf(one)}`)}
    from ${givenOf([...namedOf(table, ['id']), ...named], rows.map(({ id, set }) => ({ id, ...set })))}
    where ${table.id} = given.id`);
}

/** Rows that say the same columns, in runs of their order: what a row does not say is the column's own default. */
function runsOf<R extends object>(rows: readonly R[]): R[][] {
  const runs: R[][] = [];
  let said = '';
  for (const row of rows) {
    const keys = Object.keys(row).filter((key) => (row as Record<string, unknown>)[key] !== undefined).sort().join();
    if (runs.length && keys === said) runs.at(-1)?.push(row);
    else runs.push([row]);
    said = keys;
  }
  return runs;
}

/** Inserts many rows. @returns of each, in their order, the columns that are asked for */
export async function insertEach<T extends PgTable>(tx: Orm, table: T, rows: readonly T['$inferInsert'][], returning: Readonly<Record<string, PgColumn>> = {}): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  const wanted = Object.entries(returning);
  for (const run of runsOf(rows)) {
    const named = namedOf(table, Object.keys(run[0] ?? {}).filter((key) => (run[0] as Record<string, unknown>)[key] !== undefined));
    const asked = wanted.length ? sql`returning ${sql.join(wanted.map(([key, column]) => sql`${sql.identifier(column.name)} as ${sql.identifier(key)}`), sql`, `)}` : sql``;
    const answer = await tx.execute(sql`insert into ${table} (${list(named, nameOf)}) select ${list(named, (one) => sql`given.${nameOf(one)}`)} from ${givenOf(named, run)} ${asked}`);
    answers.push(...(answer as unknown as { rows: Record<string, unknown>[] }).rows);
  }
  return answers;
}

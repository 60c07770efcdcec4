import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './orm';

// Writes many rows with one parameter, their JSON, which the database parses by the types of the columns. Five
// hundred statements would be as many round trips. A statement with one parameter per value would take longer to
// format and parse than to run.

/** A table with a numeric id. */
type TableWithId = PgTable & { readonly id: PgColumn };

interface NamedColumn {
  readonly key: string;
  readonly column: PgColumn;
  /** Short name of the column in `given`, because every row repeats it. */
  readonly short: string;
}

function namedOf(table: PgTable, keys: readonly string[]): NamedColumn[] {
  const columns = getTableColumns(table) as Readonly<Record<string, PgColumn>>;
  return keys.flatMap((key, index) => (columns[key] ? [{ key, column: columns[key], short: `c${index}` }] : []));
}

const listColumns = (namedColumns: readonly NamedColumn[], part: (namedColumn: NamedColumn) => SQL): SQL =>
  sql.join(namedColumns.map(part), sql`, `);
const nameOf = ({ column }: NamedColumn): SQL => sql`${sql.identifier(column.name)}`;
const givenBy = ({ short }: NamedColumn): SQL => sql.raw(`given.${short}`);

/**
 * Returns the rows as a table `given` of the statement. It uses `json` instead of `jsonb`, because the value is read
 * only once.
 */
function givenOf(namedColumns: readonly NamedColumn[], rows: readonly object[]): SQL {
  const jsonNames = namedColumns.map(({ key, short }) => ({ key, name: `"${short}":` }));
  const json = rows
    .map(
      (row) =>
        `{${jsonNames.map(({ key, name }) => name + JSON.stringify((row as Record<string, unknown>)[key] ?? null)).join()}}`,
    )
    .join();
  return sql`json_to_recordset(${`[${json}]`}::json) as given(${listColumns(namedColumns, ({ short, column }) => sql.raw(`${short} ${column.getSQLType()}`))})`;
}

/** Sets the same columns of many rows, each to its own values. Without rows it does nothing. */
export async function updateEach<T extends TableWithId>(
  tx: Orm,
  table: T,
  rows: readonly { readonly id: number; readonly set: Partial<T['$inferInsert']> }[],
): Promise<void> {
  const [firstRow] = rows;
  if (!firstRow) return;
  const [id, ...namedColumns] = namedOf(table, ['id', ...Object.keys(firstRow.set)]);
  if (!id) throw new Error('the table has no column id');
  await tx.execute(sql`
    update ${table} set ${listColumns(namedColumns, (namedColumn) => sql`${nameOf(namedColumn)} = ${givenBy(namedColumn)}`)}
    from ${givenOf(
      [id, ...namedColumns],
      rows.map((row) => ({ id: row.id, ...row.set })),
    )}
    where ${table.id} = ${givenBy(id)}`);
}

/** Splits rows into runs with the same columns, in order; a missing value means the column's default. */
function runsOf<R extends object>(rows: readonly R[]): R[][] {
  const runs: R[][] = [];
  let previousKeys = '';
  for (const row of rows) {
    const keys = Object.keys(row)
      .filter((key) => (row as Record<string, unknown>)[key] !== undefined)
      .sort()
      .join();
    if (runs.length && keys === previousKeys) runs.at(-1)?.push(row);
    else runs.push([row]);
    previousKeys = keys;
  }
  return runs;
}

/** Returns statements that insert the rows in order, one for each run with the same columns. */
export function insertsOf<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL[] {
  return runsOf(rows).map((run) => {
    const [first = {}] = run;
    const namedColumns = namedOf(
      table,
      Object.keys(first).filter((key) => (first as Record<string, unknown>)[key] !== undefined),
    );
    return sql`insert into ${table} (${listColumns(namedColumns, nameOf)}) select ${listColumns(namedColumns, givenBy)}
      from ${givenOf(namedColumns, run)}`;
  });
}

/** Inserts many rows. */
export async function insertEach<T extends PgTable>(
  tx: Orm,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (const insert of insertsOf(table, rows)) await tx.execute(insert);
}

/** Returns a reference to a column of a row that the same statement inserted. */
export const storedColumn = (column: PgColumn): SQL => sql`stored.${sql.identifier(column.name)}`;

/**
 * Inserts rows and, for each in order, a row that describes it. The stored values are copied from one table to the
 * other inside the database.
 * @param insert a statement from `insertsOf`
 * @param cells columns of the describing row, from `storedColumn` and constants
 */
export async function insertDescribed(
  tx: Orm,
  insert: SQL,
  describingTable: PgTable,
  cells: Readonly<Record<string, unknown>>,
): Promise<void> {
  const namedColumns = namedOf(describingTable, Object.keys(cells));
  await tx.execute(sql`
    with stored as (${insert} returning *)
    insert into ${describingTable} (${listColumns(namedColumns, nameOf)}) select ${listColumns(namedColumns, ({ key, column }) => sql`(${cells[key]})::${sql.raw(column.getSQLType())}`)} from stored`);
}

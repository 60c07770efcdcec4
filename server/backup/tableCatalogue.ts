// Reads the catalogue of the database, so that a backup contains everything that a migration created, even if
// schema.ts does not declare it.
import { createHash, type Hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '@server/db/orm';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface FoundTable extends TableShape {
  /** SQL for the order of the rows, which is the same on every database. */
  readonly order: string;
}

/** Quotes an identifier for SQL. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes the transaction one read-only snapshot with a fixed text form of values and no time limit. It has to be the
 * first statement of its transaction.
 */
export async function startSnapshot(tx: Orm): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`);
  await fixTextFormat(tx);
}

/** Sets a fixed text form of values, independent of the server's settings, and switches time limits off. */
export async function fixTextFormat(tx: Orm): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    lock_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) await tx.execute(sql.raw(`set local ${name} = '${value}'`));
}

/** Returns the tables of the schema with their columns, types and primary keys. */
export async function tablesOf(orm: Orm): Promise<FoundTable[]> {
  const tableRows = await rowsOf<{
    name: string;
    columns: { name: string; type: string; collated: boolean; place: number | null }[];
  }>(
    orm,
    sql`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'collated', a.attcollation <> 0, 'place', array_position(i.indkey::int2[], a.attnum)) order by a.attnum) as columns
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    group by c.relname order by c.relname collate "C"`,
  );
  return tableRows.map(({ name, columns }) => {
    const key = columns.filter(({ place }) => place !== null).sort((a, b) => Number(a.place) - Number(b.place));
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      order: key.length
        ? key.map((column) => `${quoteIdentifier(column.name)}${column.collated ? ' collate "C"' : ''}`).join(', ')
        : '1',
    };
  });
}

export interface SequenceState {
  readonly name: string;
  /** Last value of the sequence; null before its first number. */
  readonly last: string | null;
}

/** Returns the last values of all sequences. */
export const sequencesOf = (orm: Orm): Promise<SequenceState[]> =>
  rowsOf<SequenceState>(
    orm,
    sql`select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()
      order by sequencename collate "C"`,
  );

const targetBytes = 2_000_000;
const maxRows = 2_000;

/**
 * Yields a table's rows as lines, some megabytes at a time. Each line is a JSON array of the texts of the columns.
 */
export async function* linesOf(
  tx: Orm,
  { name, columns, order }: FoundTable,
): AsyncGenerator<{ text: string; rows: number }> {
  const values = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(', ');
  await tx.execute(
    sql.raw(
      `declare backup_lines no scroll cursor for select array_to_json(array[${values}]::text[])::text as line
        from ${quoteIdentifier(name)} order by ${order}`,
    ),
  );
  for (let fetchSize = 50; ;) {
    const fetchedLines = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${fetchSize} from backup_lines`));
    if (fetchedLines.length === 0) break;
    const text = fetchedLines.map(({ line }) => `${line}\n`).join('');
    yield { text, rows: fetchedLines.length };
    // Adapts the number of rows per query to their length.
    fetchSize =
      [10, 50, 250, maxRows].findLast((count) => count * (text.length / fetchedLines.length) <= targetBytes) ?? 2;
  }
  await tx.execute(sql.raw('close backup_lines'));
}

interface TableDigest {
  rows: number;
  /** Hash of the lines. */
  content: Hash;
}

/** Returns the initial digest of a table without rows. */
export const newDigest = (): TableDigest => ({ rows: 0, content: createHash('sha256') });

/** Returns number and hash of a table's rows. */
export async function digestOf(tx: Orm, table: FoundTable): Promise<{ rows: number; sha256: string }> {
  const digest = newDigest();
  for await (const { text, rows } of linesOf(tx, table)) {
    digest.rows += rows;
    digest.content.update(text);
  }
  return { rows: digest.rows, sha256: digest.content.digest('hex') };
}

import { sql } from 'drizzle-orm';
import { backupTexts } from '@contract/features/system/backupTexts';
import { rowsOf } from '@server/db/orm';
import { type MigrationFile, migrationTable, migrationVersion, runStatements } from '../db/migrate';
import type { Orm } from '../db/orm';
import type { Archive } from './backupArchive';
import { BackupProblem } from './backupProblem';
import type { SequenceState, TableShape } from './tableCatalogue';
import { fixTextFormat, digestOf, quoteIdentifier, tablesOf } from './tableCatalogue';

const batchBytes = 1_000_000;
const batchRows = 1_000;

async function insertRows(tx: Orm, { name, columns }: TableShape, lines: AsyncIterable<string>): Promise<void> {
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  // The backup contains the ids, also for identity columns.
  const [head, tail] = [
    `insert into ${quoteIdentifier(name)} (${columns.map((column) => quoteIdentifier(column.name)).join(', ')})
      overriding system value select ${values} from jsonb_array_elements(`,
    '::text::jsonb) line',
  ];
  let [batch, length]: [string[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    if (batch.length) await tx.execute(sql`${sql.raw(head)}${`[${batch.join(',')}]`}${sql.raw(tail)}`);
    [batch, length] = [[], 0];
  };
  for await (const line of lines) {
    batch.push(line);
    length += line.length;
    if (length >= batchBytes || batch.length >= batchRows) await flush();
  }
  await flush();
}

/**
 * Drops references, runs the work, and adds the references again, which checks all rows at once. During the work,
 * tables can be filled in any order.
 */
export async function withoutReferences(tx: Orm, work: () => Promise<void>): Promise<void> {
  const constraints = await rowsOf<{ table: string; name: string; definition: string }>(
    tx,
    sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`,
  );
  for (const { table, name } of constraints) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  await work();
  for (const { table, name, definition } of constraints)
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
}

/**
 * Disables the triggers of audit trail, ledgers and signatures, because the backup already contains their links and
 * balances.
 */
export async function withoutTriggers(
  tx: Orm,
  tables: readonly Pick<TableShape, 'name'>[],
  work: () => Promise<void>,
): Promise<void> {
  for (const { name } of tables) await tx.execute(sql.raw(`alter table ${quoteIdentifier(name)} disable trigger user`));
  await work();
  for (const { name } of tables) await tx.execute(sql.raw(`alter table ${quoteIdentifier(name)} enable trigger user`));
}

async function setSequences(tx: Orm, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last } of sequences) {
    const next =
      last === null
        ? sql`(select start_value from pg_sequences
          where schemaname = current_schema() and sequencename = ${name}), false`
        : sql`${last}::bigint, true`;
    await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${next})`);
  }
}

/**
 * Checks that tables and columns equal those of the backup.
 * @throws BackupProblem where they differ
 */
function assertShapes(presentShapes: readonly TableShape[], wantedShapes: readonly TableShape[]): void {
  const shapeOf = ({ name, columns }: TableShape): string =>
    `${name}(${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`;
  const presentByName = new Map(presentShapes.map((table) => [table.name, shapeOf(table)]));
  const differentTable =
    wantedShapes.find((table) => presentByName.get(table.name) !== shapeOf(table)) ??
    presentShapes.find(({ name }) => !wantedShapes.some((table) => table.name === name));
  if (differentTable) throw new BackupProblem(backupTexts.different(differentTable.name));
}

/**
 * Creates the tables at the backup's migration level and fills them, in the caller's transaction on an empty
 * database. It reads each table back and compares it with the backup.
 * @param migrations migrations of the backup, in order
 */
export async function loadTables(
  tx: Orm,
  { manifest, lines }: Archive,
  migrations: readonly MigrationFile[],
): Promise<void> {
  await fixTextFormat(tx);
  await tx.execute(sql.raw(migrationTable));
  const migrationRows = manifest.tables.find(({ name }) => name === 'migration');
  if (migrationRows?.columns.some(({ name }) => name === 'version')) await tx.execute(sql.raw(migrationVersion));
  for (const file of migrations) await runStatements(tx, file);
  // Runs constraints that the rows of the migrations deferred, before tables are altered.
  await tx.execute(sql`set constraints all immediate`);
  const tables = await tablesOf(tx);
  assertShapes(tables, manifest.tables);
  await withoutReferences(tx, () =>
    withoutTriggers(tx, tables, async () => {
      for (const { name } of tables) await tx.execute(sql.raw(`delete from ${quoteIdentifier(name)}`));
      for (const table of tables) await insertRows(tx, table, lines(table.name));
    }),
  );
  await setSequences(tx, manifest.sequences);
  for (const table of tables) {
    const digest = await digestOf(tx, table);
    const manifestTable = manifest.tables.find(({ name }) => name === table.name);
    if (digest.rows !== manifestTable?.rows || digest.sha256 !== manifestTable.content)
      throw new BackupProblem(backupTexts.different(table.name));
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { prepareTexts } from '@contract/features/system/backupTexts';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { version } from '@server/base/version';
import { sqlStateOf } from './errorCode';
import type { Database } from './openDatabase';
import type { Orm } from './orm';

export const migrationsDirectory = join(root, 'server/db/migrations');

/** Separator between the statements of a file, because the embedded database runs one at a time. */
export const breakpoint = '--> statement-breakpoint';

/** Key of the advisory lock: an arbitrary number that is the same in every process. */
const advisoryKey = 7_204_118;

export interface MigrationFile {
  name: string;
  text: string;
  sha256: string;
}

/** Reads the committed files `NNNN_name.sql` in order. Line endings are normalised, because git may change them. */
export function readMigrations(directory: string): MigrationFile[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
      return { name: name.slice(0, -4), text, sha256: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Converts a missing right to a refusal. The owner grants a role its rights and applies its migrations
 * (`prepare-database`).
 */
const refusalOf =
  (denied: string) =>
  (error: unknown): never => {
    throw sqlStateOf(error) === '42501' ? new StartRefusal(denied) : error;
  };

/**
 * Checks that an empty database can be filled: the role may create tables in it. A start asks before it creates
 * anything.
 * @throws StartRefusal
 */
export async function assertMayCreate(database: Pick<Database, 'query'>): Promise<void> {
  const [rights] = await database.query<{ isEmpty: boolean; mayCreate: boolean | null }>(
    `select to_regclass('migration') is null as "isEmpty", has_schema_privilege(current_schema(), 'CREATE') as "mayCreate"`,
  );
  if (rights?.isEmpty && !rights.mayCreate) throw new StartRefusal(prepareTexts.noCreate);
}

async function readApplied(database: Database, denied: string): Promise<Map<string, string>> {
  const [table] = await database.query<{ name: string | null }>(`select to_regclass('migration')::text as name`);
  if (!table?.name) return new Map();
  const rows = await database
    .query<{ name: string; sha256: string }>('select name, sha256 from migration')
    .catch(refusalOf(denied));
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function assertKnown(appliedFiles: ReadonlyMap<string, string>, files: readonly MigrationFile[]): void {
  for (const [name, sha256] of appliedFiles) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file)
      throw new StartRefusal(`数据库比程序新：其中的升级 ${name} 是本程序没有的，请使用新版程序，或恢复升级前的备份。`);
    if (file.sha256 !== sha256)
      throw new StartRefusal(`升级文件 ${name}.sql 在执行之后被修改过，与数据库不一致，请恢复原文件。`);
  }
}

/** SQL of the table of applied migrations. */
export const migrationTable =
  'create table if not exists migration (name text primary key, sha256 text not null, time timestamptz not null default now())';

/** SQL of the column with the version of the program that applied a migration; null for a version before 1.0.0. */
export const migrationVersion = 'alter table migration add column if not exists version text';

/** Runs the statements of a file in the caller's transaction. */
export async function runStatements(tx: Orm, { text }: MigrationFile): Promise<void> {
  for (const statement of text.split(breakpoint)) if (statement.trim()) await tx.execute(sql.raw(statement));
}

/** Applies one file and records it in the same transaction; returns false where another process was faster. */
async function applyMigration(database: Database, file: MigrationFile): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (database.kind === 'postgres') await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKey})`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql.raw(migrationTable));
    await tx.execute(sql.raw(migrationVersion));
    // The row is inserted first, so that a conflict shows that another process has applied the file.
    const insertResult = await tx.execute(
      sql`insert into migration (name, sha256, version) values (${file.name}, ${file.sha256}, ${version})
        on conflict do nothing returning name`,
    );
    if ((insertResult as { rows: unknown[] }).rows.length === 0) return false;
    await runStatements(tx, file);
    return true;
  });
}

/**
 * Migrates the database to the code's state.
 * @param denied sentence for a role without the right; by default that of a server
 * @returns the names of the files that were applied now
 * @throws StartRefusal where the database is newer than the code, an applied file was changed, or the role may not
 * alter tables
 */
export async function migrate(
  database: Database,
  directory: string = migrationsDirectory,
  denied?: string,
): Promise<string[]> {
  const files = existsSync(directory) ? readMigrations(directory) : [];
  const appliedFiles = await readApplied(database, denied ?? prepareTexts.notGranted);
  assertKnown(appliedFiles, files);
  const deniedText = denied ?? (appliedFiles.size === 0 ? prepareTexts.noCreate : prepareTexts.due);
  const appliedNames: string[] = [];
  for (const file of files)
    if (!appliedFiles.has(file.name) && (await applyMigration(database, file).catch(refusalOf(deniedText))))
      appliedNames.push(file.name);
  return appliedNames;
}

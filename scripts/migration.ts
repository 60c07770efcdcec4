// npm run migration -- add_something: writes the next migration from the current entities and server/db/schema.ts.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { breakpoint, migrationsDirectory } from '../server/db/migrate';

// drizzle-kit adds an enumerable method to every array; pdf.js refuses to run beside it.
Reflect.deleteProperty(Array.prototype, 'random');

type Snapshot = ReturnType<typeof generateDrizzleJson>;
type Tables = Record<string, unknown>;

/** Returns the path of the snapshot of the tables after the last migration. */
const snapshotOf = (directory: string): string => join(directory, 'snapshot.json');

function lastSnapshot(directory: string): Snapshot {
  const file = snapshotOf(directory);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Snapshot) : generateDrizzleJson({});
}

/** Returns the statements from the last snapshot to the current tables; empty where no migration is missing. */
export async function pendingStatements(
  tables: Tables,
  directory: string = migrationsDirectory,
): Promise<{ snapshot: Snapshot; statements: string[] }> {
  const before = lastSnapshot(directory);
  const snapshot = generateDrizzleJson(tables, before.id);
  return { snapshot, statements: await generateMigration(before, snapshot) };
}

/**
 * Writes `NNNN_name.sql` and the new snapshot.
 * @param empty whether to write an empty file for handwritten statements
 * @returns the file name; undefined where no migration is needed
 */
export async function writeMigration(
  tables: Tables,
  name: string,
  directory: string = migrationsDirectory,
  empty = false,
): Promise<string | undefined> {
  const { snapshot, statements } = await pendingStatements(tables, directory);
  if (statements.length === 0 && !empty) return undefined;
  mkdirSync(directory, { recursive: true });
  const lastMigration = readdirSync(directory)
    .filter((file) => /^\d{4}_/.test(file))
    .sort()
    .at(-1);
  const base = `${String(lastMigration ? Number(lastMigration.slice(0, 4)) + 1 : 0).padStart(4, '0')}_${name}`;
  writeFileSync(join(directory, `${base}.sql`), `${statements.join(`\n${breakpoint}\n`) || '-- by hand'}\n`);
  if (statements.length > 0) writeFileSync(snapshotOf(directory), `${JSON.stringify(snapshot, null, 1)}\n`);
  return `${base}.sql`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name, option] = process.argv.slice(2);
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    console.error('usage: npm run migration -- name_in_snake_case [--empty]');
    process.exit(1);
  }
  const writtenFile = await writeMigration(
    Object.fromEntries((await import('../server/db/allTables')).allTables.entries()),
    name,
    migrationsDirectory,
    option === '--empty',
  );
  console.log(writtenFile ?? 'the tables and the last migration agree: nothing to write');
}

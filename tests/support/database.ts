import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { fingerprint, pgliteTemplate } from './pgliteTemplate';
import { reusedPglite } from './reusedPglite';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl?: string;
  }
}

/** Runs one statement on the maintenance database. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Returns the PostgreSQL that `npm test` has started or was given. */
export function postgresUrl(): string | undefined {
  return inject('postgresUrl') ?? (process.env['TEST_DATABASE_URL'] || undefined);
}

async function postgresTemplate(url: string): Promise<string> {
  const name = `occhealth_template_${fingerprint()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7204119)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // Renamed when complete, so that an aborted run leaves no incomplete template.
      await client.query(`drop database if exists ${name}_half`);
      await client.query(`create database ${name}_half template template0 encoding 'UTF8'`);
      const database = await openDatabase({ databaseUrl: withDatabaseName(url, `${name}_half`) });
      await migrate(database);
      await database.close();
      await client.query(`alter database ${name}_half rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

export interface PostgresDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the test PostgreSQL: migrated unless `empty`, or a copy of another one that nobody uses
 * meanwhile.
 *
 * @param encoding by default that of the template
 */
export async function createPostgresDatabase({
  empty = false,
  copyOf,
  encoding,
}: { empty?: boolean; copyOf?: PostgresDatabase; encoding?: string } = {}): Promise<PostgresDatabase> {
  const url = postgresUrl();
  if (!url) throw new Error('no PostgreSQL: run with TEST_POSTGRES=on or TEST_DATABASE_URL');
  const name = `occhealth_test_${randomUUID().replaceAll('-', '')}`;
  await administer(
    url,
    `create database ${name} template ${copyOf ? new URL(copyOf.url).pathname.slice(1) : empty ? 'template0' : await postgresTemplate(url)}${encoding ? ` encoding '${encoding}' locale 'C'` : ''}`,
  );
  return {
    url: withDatabaseName(url, name),
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  };
}

async function openPostgresClone(): Promise<Database> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ databaseUrl: url, poolSize: 5 });
  // Other members are inherited: a spread would read the guarded `orm`.
  return Object.assign(Object.create(database) as Database, {
    async close() {
      await database.close();
      await drop();
    },
  });
}

/**
 * Returns a migrated, empty database for one test file, on PGlite or – in the project `server-postgres` – on
 * PostgreSQL. Close it in `afterAll`, otherwise the process hangs.
 */
export async function testDatabase(): Promise<Database> {
  return process.env['TEST_DATABASE'] === 'postgres'
    ? openPostgresClone()
    : reusedPglite(() => pgliteTemplate('migrated'));
}

/** Returns a database for one test, closed when it ends. */
export async function databaseForTest(): Promise<Database> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  return database;
}

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '@server/db/client';
import { migrate, migrationsDirectory, readMigrations } from '@server/db/migrate';
import { dumpPglite } from '@server/db/pglite';
import { root } from '@server/root';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { dependencies } from '../../package.json';
import { reusedPglite } from './reusedPglite';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl?: string;
  }
}

const fingerprint = (): string =>
  createHash('sha256').update(readMigrations(migrationsDirectory).map(({ sha256 }) => sha256).join()).digest('hex').slice(0, 16);

/**
 * A PGlite as one file, made by the first test that asks and kept for later runs: `migrated` while the migrations stay the same,
 * `empty` for tests of opening and migrating, which save themselves initdb (2 s alone, 15 s on a busy machine).
 */
export async function pgliteTemplate(state: 'migrated' | 'empty'): Promise<Blob> {
  const directory = join(root, 'node_modules/.cache/occhealth-lab');
  const path = join(directory, `${state === 'migrated' ? fingerprint() : 'empty'}-${dependencies['@electric-sql/pglite']}.tar`);
  if (!existsSync(path)) {
    const database = await openDatabase({ dataDir: 'memory', ...(state === 'migrated' ? { template: await pgliteTemplate('empty') } : {}) });
    if (state === 'migrated') await migrate(database);
    const dump = Buffer.from(await (await dumpPglite(database)).arrayBuffer());
    await database.close();
    mkdirSync(directory, { recursive: true });
    const own = `${path}.${process.pid}.${randomUUID()}`;
    writeFileSync(own, dump);
    renameSync(own, path);
    for (const name of readdirSync(directory)) {
      // 40 MB each, of migrations that have changed since.
      const old = join(directory, name);
      if (Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 86_400_000) rmSync(old, { force: true });
    }
  }
  return new Blob([readFileSync(path)]);
}

/** One statement on the maintenance database. */
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

/** The PostgreSQL that `npm test` has started or was given. */
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
      // Renamed when complete, so that a run that dies here leaves no half-made template.
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

/** A database of one's own on the test PostgreSQL; migrated unless `empty`. */
export async function createPostgresDatabase({ empty = false } = {}): Promise<PostgresDatabase> {
  const url = postgresUrl();
  if (!url) throw new Error('no PostgreSQL: run with TEST_POSTGRES=on or TEST_DATABASE_URL');
  const name = `occhealth_test_${randomUUID().replaceAll('-', '')}`;
  await administer(url, `create database ${name} template ${empty ? 'template0' : await postgresTemplate(url)}`);
  return { url: withDatabaseName(url, name), drop: () => administer(url, `drop database if exists ${name} with (force)`) };
}

async function openPostgresClone(): Promise<Database> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ databaseUrl: url, poolSize: 5 });
  // The rest is inherited: a spread would read the guarded `orm` once.
  return Object.assign(Object.create(database) as Database, {
    async close() {
      await database.close();
      await drop();
    },
  });
}

/**
 * A migrated, empty database for one test file, on PGlite or – in the project `server-postgres` – on PostgreSQL.
 * Close it in `afterAll`, or the process hangs.
 */
export async function testDatabase(): Promise<Database> {
  return process.env['TEST_DATABASE'] === 'postgres' ? openPostgresClone() : reusedPglite(() => pgliteTemplate('migrated'));
}

/** The same for one test, closed when it ends. */
export async function databaseForTest(): Promise<Database> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  return database;
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparedDatabaseFile, unpackPreparedDatabase } from '@server/db/embedded/preparedDatabase';
import { migrate, migrationsDirectory, readMigrations } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { testDatabase } from '../support/database';
import { pgliteTemplate } from '../support/pgliteTemplate';

const folder = mkdtempSync(join(tmpdir(), 'occhealth-prepared-'));
const archive = join(folder, 'database.tar.gz');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const template = await pgliteTemplate('migrated');
  writeFileSync(archive, gzipSync(Buffer.from(await template.arrayBuffer()), { level: 1 }));
});

const shape = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
  where table_schema = 'public' order by 1, 2`;

test('a new embedded database starts from the prepared one: the same tables, every migration, applied now', async () => {
  const dataDir = join(folder, 'new');
  const before = Date.now();
  const prepared = await openDatabase({ dataDir, prepared: archive });
  try {
    const rows = await prepared.query<{ name: string; time: Date }>('select name, time from migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(readMigrations(migrationsDirectory).map(({ name }) => name));
    expect(rows.filter(({ time }) => time.getTime() < before)).toEqual([]);
    expect(await migrate(prepared)).toEqual([]);
    const migrated = await testDatabase();
    expect(await prepared.query(shape)).toEqual(await migrated.query(shape));
    await migrated.close();
  } finally {
    await prepared.close();
  }
  expect(existsSync(join(dataDir, 'pglite.new'))).toBe(false);
  expect(statSync(join(dataDir, 'pglite')).mode & 0o077).toBe(0);
});

test('an unpacking that was interrupted is repeated from the start', async () => {
  const directory = join(folder, 'interrupted/pglite');
  mkdirSync(`${directory}.new`, { recursive: true });
  writeFileSync(join(`${directory}.new`, 'PG_VERSION'), 'half');
  expect(await unpackPreparedDatabase(directory, archive)).toBe(true);
  expect(readFileSync(join(directory, 'PG_VERSION'), 'utf8')).not.toBe('half');
  expect(readdirSync(join(folder, 'interrupted'))).toEqual(['pglite']);
});

test('a prepared database that is damaged or missing is not used, and nothing of it remains', async () => {
  const damaged = join(folder, 'damaged.tar.gz');
  writeFileSync(damaged, readFileSync(archive).subarray(0, 100_000));
  mkdirSync(join(folder, 'other'));
  for (const file of [damaged, join(folder, 'missing.tar.gz')])
    expect(await unpackPreparedDatabase(join(folder, 'other/pglite'), file), file).toBe(false);
  expect(readdirSync(join(folder, 'other'))).toEqual([]);
});

test('a directory with a database is never filled from the prepared one', async () => {
  const directory = join(folder, 'existing/pglite');
  mkdirSync(directory, { recursive: true });
  expect(await unpackPreparedDatabase(directory, archive)).toBe(false);
  expect(readdirSync(directory)).toEqual([]);
});

test('the prepared database is named by its migrations, so that a program never takes another program’s', () => {
  expect(preparedDatabaseFile()).toMatch(/dist[\\/]database[\\/][0-9a-f]{16}\.tar\.gz$/);
});

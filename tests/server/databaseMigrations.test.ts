import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { version } from '@server/base/version';
import { allTables } from '@server/db/allTables';
import { breakpoint, migrate } from '@server/db/migrate';
import type { Database } from '@server/db/openDatabase';
import type { userTable } from '@server/db/schema';
import { pendingStatements, writeMigration } from '../../scripts/migration';
import { databaseForTest, testDatabase } from '../support/database';

function freshDirectory(files: Record<string, string> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

let scratch: Database | undefined;
/** One database for all tests here that create tables: a new one takes seconds. */
async function emptyDatabase(): Promise<Database> {
  scratch ??= await testDatabase();
  await scratch.execute('drop schema public cascade; create schema public');
  return scratch;
}
afterAll(() => scratch?.close());

describe('migrations', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('migrations create the tables that the entities and schema.ts describe', async () => {
    const { statements } = await pendingStatements(Object.fromEntries(allTables.entries()));
    expect(statements, 'run `npm run migration -- name`').toEqual([]);
  });

  it('the tool that writes migrations does not extend Array.prototype', () => {
    expect(Object.keys(Array.prototype)).toEqual([]);
  });

  it('running the migrations a second time changes nothing', async () => {
    expect(await migrate(database)).toEqual([]);
  });

  it('migrations create every table and column of the schema', async () => {
    const tables = allTables;
    for (const table of tables)
      await database.orm
        .select()
        .from(table as typeof userTable)
        .limit(1);
    expect(tables.length).toBeGreaterThan(10);
  });
});

describe('migrate', () => {
  const first = `create table first_one (id int primary key);\n${breakpoint}\ninsert into first_one values (1);\n`;

  it('migrate applies migration files in order, each once, and remembers them', async () => {
    const database = await emptyDatabase();
    const directory = freshDirectory({
      '0001_second.sql': 'insert into first_one values (2)',
      '0000_first.sql': first,
      'notes.txt': 'not one',
    });
    expect(await migrate(database, directory)).toEqual(['0000_first', '0001_second']);
    writeFileSync(join(directory, '0002_third.sql'), 'insert into first_one values (3)');
    expect(await migrate(database, directory)).toEqual(['0002_third']);
    expect(await database.query('select id from first_one order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('migrate stores the program version with each file, also in tables of earlier versions', async () => {
    const database = await emptyDatabase();
    const directory = freshDirectory({ '0000_first.sql': first });
    await database.query('create table migration (name text primary key, sha256 text not null, time timestamptz)');
    await database.query(`insert into migration (name, sha256) select '0000_first', '${sha256Of(first)}'`);
    writeFileSync(join(directory, '0001_second.sql'), 'create table second_one (id int)');
    expect(await migrate(database, directory)).toEqual(['0001_second']);
    expect(await database.query('select name, version from migration order by name')).toEqual([
      { name: '0000_first', version: null },
      { name: '0001_second', version },
    ]);
  });

  it('migrate applies a migration file completely or not at all', async () => {
    const database = await emptyDatabase();
    const directory = freshDirectory({ '0000_first.sql': `${first}\n${breakpoint}\nselect broken from nowhere` });
    await expect(migrate(database, directory)).rejects.toThrow();
    expect(await database.query(`select to_regclass('first_one') as there, to_regclass('migration') as log`)).toEqual([
      { there: null, log: null },
    ]);
  });

  it('migrate refuses a database that is newer than the code', async () => {
    const database = await databaseForTest();
    await database.query(`insert into migration (name, sha256) values ('9999_future', '')`);
    await expect(migrate(database)).rejects.toThrow('数据库比程序新：其中的升级 9999_future 是本程序没有的');
  });

  it('migrate refuses an applied migration file that has changed, except in its line ends', async () => {
    const database = await emptyDatabase();
    const directory = freshDirectory({ '0000_first.sql': first });
    await migrate(database, directory);
    writeFileSync(join(directory, '0000_first.sql'), first.replaceAll('\n', '\r\n'));
    expect(await migrate(database, directory)).toEqual([]);
    writeFileSync(join(directory, '0000_first.sql'), `${first}-- more`);
    await expect(migrate(database, directory)).rejects.toThrow('升级文件 0000_first.sql 在执行之后被修改过');
  });
});

describe('npm run migration', () => {
  it('npm run migration writes the changes of the tables since the last migration, and nothing without a change', async () => {
    const directory = freshDirectory();
    const before = { thing: pgTable('thing', { id: integer('id').primaryKey() }) };
    const after = { thing: pgTable('thing', { id: integer('id').primaryKey(), note: text('note') }) };
    expect(await writeMigration(before, 'start', directory)).toBe('0000_start.sql');
    expect(await writeMigration(before, 'again', directory)).toBeUndefined();
    expect(await writeMigration(after, 'note', directory)).toBe('0001_note.sql');
    expect(readFileSync(join(directory, '0001_note.sql'), 'utf8').trim()).toBe(
      'ALTER TABLE "thing" ADD COLUMN "note" text;',
    );

    const database = await emptyDatabase();
    expect(await migrate(database, directory)).toEqual(['0000_start', '0001_note']);
  });
});

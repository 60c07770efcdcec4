import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackup } from '@server/backup/makeBackup';
import { restoreBackup } from '@server/backup/restoreBackup';
import { quoteIdentifier, type TableShape, tablesOf } from '@server/backup/tableCatalogue';
import { parseEnv } from '@server/base/env';
import { migrate, migrationsDirectory, readMigrations } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { type Orm, rowsOf } from '@server/db/orm';
import { directoryStore } from '@server/files/directoryStore';
import { testDatabase } from '../support/database';
import { measured } from '../support/measured';
import { contentOf, intended } from '../support/tableContent';

// QUALITY FT11: a database of any earlier version, with a row in every table of that version, is upgraded by this one.

const files = readMigrations(migrationsDirectory);

let scratch: string;
let database: Database;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'occhealth-upgrade-'));
  database = await testDatabase();
  await database.execute('drop schema public cascade; create schema public');
});
afterAll(async () => {
  await database.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Returns a directory with the migrations of a version. */
function versionWith(count: number): string {
  const directory = mkdtempSync(join(scratch, 'version-'));
  for (const { name } of files.slice(0, count))
    copyFileSync(join(migrationsDirectory, `${name}.sql`), join(directory, `${name}.sql`));
  return directory;
}

/** Returns a value that makes references consistent: every number is 1, every uuid this one. */
function valueOf(column: string, type: string): string {
  if (column === 'delete_time') return 'null';
  if (/\[\]$/.test(type)) return `'{}'::${type}`;
  if (/^(integer|smallint|bigint|numeric|double precision|real)/.test(type)) return '1';
  if (type === 'uuid') return `'00000000-0000-4000-8000-000000000001'`;
  if (type === 'boolean') return 'true';
  if (/^(timestamp|date)/.test(type)) return `'2024-05-01 08:30:00+08'::${type}`;
  if (/^jsonb?$/.test(type)) return `'{"note":"旧值"}'`;
  return `'旧值'::${type}`;
}

/** Columns of which only one may be set. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stock_movement: { reagent: 'null', consumable: 'null', movement_kind: `'in'` },
};

/**
 * Tables in which a migration writes lines of its own. `audit_head` is the end of the chain, one row that each line
 * moves.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  '0046_signed_papers': ['audit_log', 'audit_chain', 'audit_head'],
};

/**
 * Holds that a migration keeps every row.
 * @param before rows by table before the migration
 * @param after rows by table after it; only the tables of `written` may hold others
 */
function expectKept(
  migration: string,
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [table, rows] of before) {
    const now = after.get(table);
    if (table === 'audit_head' && written[migration]?.includes(table)) expect(now).toHaveLength(rows.length);
    else if (written[migration]?.includes(table))
      expect(now, `${migration}: ${table}`).toEqual(expect.arrayContaining([...rows]));
    else expect(now, `${migration}: ${table}`).toEqual(rows);
  }
}

/** Moves the running numbers of a table past its rows, as an insert without given ids has left them. */
async function moveSequences(tx: Orm, { name, columns }: TableShape): Promise<void> {
  for (const column of columns)
    await tx.execute(
      sql`select setval(sequence, 1) from pg_get_serial_sequence(${quoteIdentifier(name)}, ${column.name}) sequence
        where sequence is not null`,
    );
}

/** Columns whose existing values a migration moves. */
const moved: Readonly<Record<string, readonly string[]>> = {
  // 手机号码 that is no mobile number becomes 座机 (`landline`).
  '0062_unit_landline': ['inspect_unit.mobile'],
  // 授权岗位 of a person is calculated from `duty_authorisation`.
  '0067_moving_in': ['user.duties'],
};

/** Adds a row to each empty table, past triggers and references: the content of old rows is not tested here. */
async function fill(tables: readonly TableShape[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of tables) {
      const { name, columns } = table;
      if ((await rowsOf(tx, sql.raw(`select from ${quoteIdentifier(name)} limit 1`))).length) continue;
      const values = columns.map((column) => given[name]?.[column.name] ?? valueOf(column.name, column.type));
      await tx.execute(
        sql.raw(
          `insert into ${quoteIdentifier(name)} (${columns.map((column) => quoteIdentifier(column.name)).join(', ')})
            overriding system value values (${values.join(', ')})`,
        ),
      );
      await moveSequences(tx, table);
    }
  });
}

it('an upgrade changes 0 rows of an older database except intentionally, version after version, and restores its backup (FT11)', async () => {
  const half = Math.floor(files.length / 2);
  const file = join(scratch, 'before-upgrade.tar');
  let compared = 0;
  for (let count = 1; count <= files.length; count += 1) {
    const before = (await tablesOf(database.orm)).filter(({ name }) => name !== 'migration');
    const migration = files[count - 1]?.name ?? '';
    const without = new Set([...intended, ...(moved[migration] ?? [])]);
    const rows = await contentOf(database, before, without);
    expect(await migrate(database, versionWith(count))).toEqual([migration]);
    expectKept(migration, rows, await contentOf(database, before, without));
    compared += before.length;
    await fill((await tablesOf(database.orm)).filter(({ name }) => name !== 'migration'));
    if (count === half) await makeBackup({ database, files: directoryStore(scratch), now: () => new Date() }, file);
  }
  expect(compared).toBeGreaterThan(1_000);
  expect(await migrate(database)).toEqual([]);

  // Rollback: the migrations of an older version refuse the newer database, and its own is restored from the backup.
  await expect(migrate(database, versionWith(half))).rejects.toThrow('数据库比程序新');
  const target = parseEnv({ DATA_DIR: mkdtempSync(join(scratch, 'data-')) });
  const { tables } = await restoreBackup(target, file, versionWith(half));
  const restored = await openDatabase({ dataDir: target.dataDir });
  try {
    expect(await migrate(restored, versionWith(half))).toEqual([]);
    expect(tables.filter(({ rows }) => rows > 0)).toHaveLength(tables.length);
    measured(
      `${files.length} 次升级共比较 ${compared} 张表，非预期改变 0 行；回退：第 ${half} 版的迁移拒绝较新的数据库，升级前的备份按第 ${half} 版的迁移恢复，${tables.length} 张表都有行（由今天的程序恢复和读取，不是当时的程序）`,
    );
  } finally {
    await restored.close();
  }
});

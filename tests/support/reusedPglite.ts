import { type Database, openDatabase } from '@server/db/openDatabase';

/**
 * Returns what a test may leave besides rows: tables, columns, indexes, triggers, functions, and the state of
 * `migrate`.
 */
async function shapeOf(database: Database): Promise<string> {
  const [found] = await database.query<{ shape: string }>(`select md5(concat(
    (select string_agg(concat(oid, relname, relnatts), ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
    (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger),
    (select string_agg(oid::text, ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(oid::text, ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(name || sha256, ',' order by name) from migration))) as shape`);
  return found?.shape ?? '';
}

/** Returns tables with rows in them. */
async function filledTables(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
  );
  const parts = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  return (await database.query<{ name: string }>(parts.join(' union all '))).map(({ name }) => name);
}

/**
 * Resets to the migrated state: no rows, no statistics, sequences from the start, no settings, listeners or statements
 * of a session.
 */
async function empty(database: Database): Promise<void> {
  const filled = await filledTables(database);
  // Runs as a replica, which bypasses the foreign keys and the trigger that protects the audit trail.
  await database.execute(
    [
      'set session_replication_role = replica',
      ...filled.map((name) => `delete from ${name}`),
      'reset session_replication_role',
    ].join(';'),
  );
  await database.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  );
  await database.execute('discard all');
  // Statistics of deleted rows survive an `analyze` that finds none.
  await database.execute(
    `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  if (filled.length) await database.execute(`vacuum analyze ${filled.join(', ')}`);
  database.statements.reset();
}

const idle: { database: Database; shape: string }[] = [];

/**
 * Returns an embedded database that the files of a worker pass on: opening one takes seconds, emptying one a tenth. A
 * test that changes its tables keeps it for good, and using it after `close` fails as with any closed database.
 */
export async function reusedPglite(template: () => Promise<Blob>): Promise<Database> {
  let held = idle.pop();
  if (!held) {
    const database = await openDatabase({ dataDir: 'memory', template: await template() });
    held = { database, shape: await shapeOf(database) };
  }
  const { database, shape } = held;
  let closed = false;
  const open = (): Database => {
    if (closed) throw new Error('the database of this test file is closed');
    return database;
  };
  return {
    kind: 'pglite',
    get statements() {
      return database.statements;
    },
    connections: () => database.connections(),
    read: (after, work) => open().read(after, work),
    writePosition: null,
    get orm() {
      return open().orm;
    },
    transaction: async (work) => open().transaction(work),
    query: async (sql, params) => open().query(sql, params),
    execute: async (sql) => open().execute(sql),
    listen: async (channel, heard) => open().listen(channel, heard),
    notify: async (channel, payload) => open().notify(channel, payload),
    runExclusively: async (name, work) => open().runExclusively(name, work),
    checkpoint: async () => (await open().checkpoint?.()) ?? null,
    vacuum: async () => open().vacuum?.(),
    async close() {
      if (closed) return;
      closed = true;
      if ((await shapeOf(database).catch(() => 'without migrations')) !== shape) return database.close();
      await empty(database);
      idle.push({ database, shape });
    },
  };
}

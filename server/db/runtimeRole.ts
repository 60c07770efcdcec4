import { prepareTexts } from '@contract/features/system/backupTexts';
import { StartRefusal } from '@server/base/startRefusal';
import type { Database } from './client';

/** What is only ever added to: the database refuses more by its triggers, and the role has no right to ask. */
const appendOnly = ['audit_log', 'audit_chain', 'signature', 'stock_movement', 'point_entry', 'report_paper'] as const;

export interface RuntimeRole {
  readonly name: string;
  readonly password: string;
}

/**
 * The role that a server's address names.
 * @param databaseUrl `postgres://name:password@host/database`
 * @throws StartRefusal without a name or a password that can be read
 */
export function roleOf(databaseUrl: string): RuntimeRole {
  const { username, password } = new URL(databaseUrl);
  try {
    if (username && password) return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // A % that stands for nothing.
  }
  throw new StartRefusal(prepareTexts.noRole);
}

/**
 * Makes the role that the server runs as, where it is missing, and gives it the rows of a migrated database and nothing
 * more: it owns no table and no function, so that it can neither
 * change what they are nor switch a trigger off (SEC-13). May be run again, and is after each migration.
 * @param owner opened as who owns the tables
 * @throws StartRefusal where the role owns something there, or is allowed everything
 */
export async function grantRuntimeRole(owner: Database, { name, password }: RuntimeRole): Promise<void> {
  const text = async (format: string, ...values: string[]): Promise<string> => {
    const [made] = await owner.query<{ statement: string }>(
      `select format($1, ${values.map((_, at) => `$${at + 2}::text`).join(', ')}) as statement`,
      [format, ...values],
    );
    return made?.statement ?? '';
  };
  const run = async (format: string, ...values: string[]): Promise<void> =>
    owner.execute(await text(format, ...values));
  const [known] = await owner.query<{ mighty: boolean }>(
    'select rolsuper or rolbypassrls as mighty from pg_roles where rolname = $1',
    [name],
  );
  if (known?.mighty) throw new StartRefusal(prepareTexts.mighty(name));
  const [self] = await owner.query<{ database: string; schema: string; name: string }>(
    'select current_database() as database, current_schema() as schema, current_user as name',
  );
  if (!self || self.name === name) throw new StartRefusal(prepareTexts.sameRole);
  await run(
    `${known ? 'alter' : 'create'} role %I login nosuperuser nocreatedb nocreaterole noinherit password %L`,
    name,
    password,
  );
  const [owned] = await owner.query(
    'select from pg_class where relnamespace = current_schema()::regnamespace and relowner = (select oid from pg_roles where rolname = $1) limit 1',
    [name],
  );
  if (owned) throw new StartRefusal(prepareTexts.owns(name));
  const { database, schema } = self;
  await run('revoke all on database %I from public', database);
  await run('grant connect on database %I to %I', database, name);
  await run('revoke create on schema %I from public', schema);
  await run('revoke all on schema %I from %I', schema, name);
  await run('grant usage on schema %I to %I', schema, name);
  await run('revoke all on all tables in schema %I from %I', schema, name);
  await run('grant select, insert, update, delete on all tables in schema %I to %I', schema, name);
  for (const table of appendOnly) await run('revoke update, delete on %I.%I from %I', schema, table, name);
  await run('revoke insert, update, delete on %I.migration from %I', schema, name);
  await run('grant usage, select, update on all sequences in schema %I to %I', schema, name);
}

import { prepareTexts } from '@contract/features/system/backupTexts';
import { StartRefusal } from '@server/base/startRefusal';
import type { Database } from './client';

/** Insert-only tables: triggers enforce it, and the role gets no right to update or delete. */
const appendOnly = [
  'audit_log',
  'audit_chain',
  'signature',
  'former_signature',
  'stock_movement',
  'point_entry',
  'report_paper',
] as const;

interface RuntimeRole {
  readonly name: string;
  readonly password: string;
}

/**
 * Parses the role in the server's database address.
 * @param databaseUrl `postgres://name:password@host/database`
 * @throws StartRefusal without a readable name or password
 */
export function roleOf(databaseUrl: string): RuntimeRole {
  const { username, password } = new URL(databaseUrl);
  try {
    if (username && password) return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // An invalid percent escape.
  }
  throw new StartRefusal(prepareTexts.noRole);
}

/**
 * Creates the server's role if missing and grants it the rows of a migrated database and nothing more. It owns no table
 * and no function, so it can't alter them or disable a trigger (SEC-13). Idempotent; run after each migration.
 * @param owner connection as the tables' owner
 * @throws StartRefusal where the role owns something there, or is a superuser
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

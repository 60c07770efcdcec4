import { prepareTexts } from '@contract/features/system/backupTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { sqlStateOf } from './errorCode';
import type { Database } from './openDatabase';

/** Insert-only tables. Triggers enforce this, and the role gets no right to update or delete. */
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
 * @throws StartRefusal without a valid name or password
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

/** An existing role, before it is granted its rights. */
interface ExistingRole {
  /**
   * Whether the role is a superuser, bypasses row security, or is a member of the owner's role. Such a role is not
   * restricted.
   */
  readonly isSuperuser: boolean;
  /** Whether the role may create roles or databases; this right can be revoked. */
  readonly mayCreate: boolean;
  readonly canLogIn: boolean;
}

const formatSql = async (owner: Database, pattern: string, ...values: string[]): Promise<string> => {
  const [statementRow] = await owner.query<{ statement: string }>(
    `select format($1, ${values.map((_, index) => `$${index + 2}::text`).join(', ')}) as statement`,
    [pattern, ...values],
  );
  return statementRow?.statement ?? '';
};

const existingRole = async (owner: Database, name: string): Promise<ExistingRole | undefined> =>
  (
    await owner.query<ExistingRole>(
      `select rolsuper or rolbypassrls or pg_has_role(oid, current_user, 'member') as "isSuperuser",
        rolcreaterole or rolcreatedb as "mayCreate", rolcanlogin as "canLogIn"
        from pg_roles where rolname = $1`,
      [name],
    )
  )[0];

/**
 * Creates the role, or sets the password of an existing one. Without that right an owner leaves an existing role
 * unchanged.
 * @throws StartRefusal where the owner may not create the role, or an existing role can't sign in or has further
 * rights
 */
async function makeRole(
  owner: Database,
  { name, password }: RuntimeRole,
  knownRole: ExistingRole | undefined,
): Promise<void> {
  const verb = knownRole ? 'alter' : 'create';
  try {
    await owner.execute(
      await formatSql(owner, `${verb} role %I login nocreatedb nocreaterole noinherit password %L`, name, password),
    );
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error;
    if (!knownRole) throw new StartRefusal(prepareTexts.mayNotCreate(name));
    if (knownRole.mayCreate) throw new StartRefusal(prepareTexts.tooPrivileged(name));
    if (!knownRole.canLogIn) throw new StartRefusal(prepareTexts.noLogin(name));
  }
}

/**
 * Creates the server's role if it is missing, and grants it access only to the rows of a migrated database. The role
 * owns no table and no function, so it can't alter them or disable a trigger (SEC-13). The function is idempotent and
 * runs after each migration.
 * @param owner connection as the tables' owner, who need not be a superuser
 * @throws StartRefusal where the role owns an object, has further rights than to read and write rows, or can't be
 * created
 */
export async function grantRuntimeRole(owner: Database, role: RuntimeRole): Promise<void> {
  const { name } = role;
  const runStatement = async (pattern: string, ...values: string[]): Promise<void> =>
    owner.execute(await formatSql(owner, pattern, ...values));
  const [session] = await owner.query<{ database: string; schema: string; name: string }>(
    'select current_database() as database, current_schema() as schema, current_user as name',
  );
  if (!session || session.name === name) throw new StartRefusal(prepareTexts.sameRole);
  const knownRole = await existingRole(owner, name);
  if (knownRole?.isSuperuser) throw new StartRefusal(prepareTexts.tooPrivileged(name));
  await makeRole(owner, role, knownRole);
  const [ownedObject] = await owner.query(
    'select from pg_class where relnamespace = current_schema()::regnamespace and relowner = (select oid from pg_roles where rolname = $1) limit 1',
    [name],
  );
  if (ownedObject) throw new StartRefusal(prepareTexts.owns(name));
  const { database, schema } = session;
  await runStatement('revoke all on database %I from public', database);
  await runStatement('grant connect on database %I to %I', database, name);
  await runStatement('revoke create on schema %I from public', schema);
  await runStatement('revoke all on schema %I from %I', schema, name);
  await runStatement('grant usage on schema %I to %I', schema, name);
  await runStatement('revoke all on all tables in schema %I from %I', schema, name);
  await runStatement('grant select, insert, update, delete on all tables in schema %I to %I', schema, name);
  for (const table of appendOnly) await runStatement('revoke update, delete on %I.%I from %I', schema, table, name);
  await runStatement('revoke insert, update, delete on %I.migration from %I', schema, name);
  await runStatement('grant usage, select, update on all sequences in schema %I to %I', schema, name);
}

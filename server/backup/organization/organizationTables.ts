import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '@server/db/orm';
import { quoteIdentifier, tablesOf } from '../tableCatalogue';

// Rules which rows of which tables belong to one organization. A table without a rule is refused, so that nobody
// forgets a new table.

/** Tables that remain in the installation: sign-ins, the audit chain, the product's own rows, and running work. */
const leftOut: ReadonlySet<string> = new Set([
  'app_package',
  'audit_chain',
  'audit_head',
  'audit_pending',
  'built_in',
  'captcha',
  'deadly_file',
  'export_run',
  'idempotency_key',
  'instrument_token',
  'installation_setting',
  'job_run',
  'library_update',
  'library_update_row',
  'login_failure',
  'login_place',
  'menu',
  'migration',
  'node',
  'remember_credential',
  'user_session',
]);

/** Columns that remain in the installation, because they contain its secrets. */
const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  user: ['password_hash', 'password_own', 'password_reset_time', 'password_own_since', 'seal_secret'],
  connector: ['api_key_stored'],
  signing_certificate: ['key_stored'],
};

/** Columns with the owner of a row, in tables without a column for the organization. */
const ownerColumnNames: readonly string[] = ['owner_id'];
const ownerColumns: Readonly<Record<string, string>> = {
  archive_content: 'project_id',
  archive_reason: 'project_id',
  former_signature: 'signature_id',
  import_run_row: 'run',
  preference: 'user_id',
  push_attempt: 'push_id',
  record_content: 'sheet_id',
  report_content: 'report_id',
  report_paper: 'report_id',
  submission_content: 'submission_id',
  user_signature: 'user_id',
};

export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly required: boolean;
}

export interface OrganizationTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly order: string;
  /** Returns the SQL condition for the rows of an organization. */
  readonly where: (organizationId: number) => string;
}

/** Returns the references between tables by single columns, except those to organizations. */
export async function referencesOf(orm: Orm): Promise<Reference[]> {
  return rowsOf<Reference>(
    orm,
    sql`
    select source.relname as "table", a.attname as "column", target.relname as target, a.attnotnull as required
    from pg_constraint c
      join pg_class source on source.oid = c.conrelid
      join pg_class target on target.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and target.relname <> 'organization'
    order by 1, 2`,
  );
}

/**
 * Returns the tables whose rows a trigger keeps from every change and that count their rows by `id`: the audit trail,
 * signatures, ledgers. Their rows are the same after a snapshot as in it.
 */
export async function appendOnlyTables(orm: Orm): Promise<ReadonlySet<string>> {
  const tables = await rowsOf<{ name: string }>(
    orm,
    sql`
    select c.relname as name
    from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indnatts = 1
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'id'
    where t.tgname = c.relname || '_append_only' and t.tgenabled <> 'D'
    and c.relnamespace = current_schema()::regnamespace
      and a.atttypid in ('int4'::regtype, 'int8'::regtype)`,
  );
  return new Set(tables.map(({ name }) => name));
}

type ConditionOf = (organizationId: number) => string;

/**
 * Returns the condition for files of the organization, and for files without an organization to which its rows refer.
 */
const fileWhere =
  (references: readonly Reference[], whereOf: (table: string) => ConditionOf): ConditionOf =>
  (id) => {
    const heldQueries = references
      .filter(({ target, table }) => target === 'stored_file' && !leftOut.has(table))
      .map(
        ({ table, column }) =>
          `select ${quoteIdentifier(column)} from ${quoteIdentifier(table)} where ${whereOf(table)(id)}`,
      );
    return `(organization_id = ${id} or (organization_id is null and id in (${heldQueries.join(' union ')})))`;
  };

/**
 * Returns the tables that may contain rows of an organization.
 * @throws Error for a table without a rule
 */
export async function organizationTables(orm: Orm, references: readonly Reference[]): Promise<OrganizationTable[]> {
  const tables = await tablesOf(orm);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const whereOf = (name: string): ConditionOf => {
    const table = byName.get(name);
    const hasColumn = (column: string): boolean =>
      table?.columns.some((tableColumn) => tableColumn.name === column) ?? false;
    if (name === 'organization') return (id) => `id = ${id}`;
    if (name === 'stored_file') return fileWhere(references, whereOf);
    // A platform administrator belongs to no organization, even if the row names one.
    if (name === 'user') return (id) => `organization_id = ${id} and not is_admin`;
    if (hasColumn('organization_id')) return (id) => `organization_id = ${id}`;
    const column = ownerColumns[name] ?? ownerColumnNames.find(hasColumn);
    const owner = references.find((reference) => reference.table === name && reference.column === column)?.target;
    if (!column || !owner) throw new Error(`no rule tells to whom the rows of ${name} belong`);
    const parent = whereOf(owner);
    return (id) => `${quoteIdentifier(column)} in (select id from ${quoteIdentifier(owner)} where ${parent(id)})`;
  };
  return tables
    .filter(({ name }) => !leftOut.has(name))
    .map(({ name, columns, order }) => ({
      name,
      columns: columns.filter((column) => !leftOutColumns[name]?.includes(column.name)),
      order,
      where: whereOf(name),
    }));
}

import { sql } from 'drizzle-orm';
import type { Orm } from '../../db/orm';
import { quoted, rowsOf, tablesOf } from '../tables';
import type { PublicRow, TextRow } from './format';
import type { OrganizationArchive } from './openOrganizationArchive';
import type { Reference } from './shares';

/** Ids of this installation by `table id` of the other installation; null where this one has no such row. */
export type Renumbered = Map<string, string | null>;

/** Tables whose common rows are never added: accounts and pages of the platform. */
const neverAdded: ReadonlySet<string> = new Set(['user', 'menu']);

/** Returns the row with its references replaced by ids of this installation. */
function referring(row: TextRow, references: readonly Reference[], renumbered: Renumbered): TextRow {
  const copy = { ...row };
  for (const { column, target } of references) {
    const value = copy[column];
    const other = value ? renumbered.get(`${target} ${value}`) : undefined;
    if (other !== undefined) copy[column] = other;
  }
  return copy;
}

async function idOfBuiltIn(tx: Orm, { table, builtIn }: PublicRow): Promise<string | undefined> {
  if (builtIn === null) return undefined;
  const found = await rowsOf<{ id: string }>(
    tx,
    sql`select row_id::text as id from built_in join ${sql.identifier(table)} there on there.id = row_id where key = ${builtIn}`,
  );
  return found[0]?.id;
}

async function idByKey(tx: Orm, { table, key }: PublicRow, row: TextRow, shared: boolean): Promise<string | undefined> {
  if (key.some((column) => row[column] === undefined)) return undefined;
  const same = key.map(
    (column) => sql`${sql.identifier(column)}::text is not distinct from ${row[column] ?? null}::text`,
  );
  const common = shared ? sql`and organization_id is null` : sql``;
  const found = await rowsOf<{ id: string }>(
    tx,
    sql`select id::text as id from ${sql.identifier(table)} where ${sql.join(same, sql` and `)} ${common} order by id limit 1`,
  );
  return found[0]?.id;
}

/** Returns the id for a common row that is added: its original id, where no row here has it. */
async function freeId(tx: Orm, { table, id }: PublicRow): Promise<string> {
  const [found] = await rowsOf<{ id: string }>(
    tx,
    sql.raw(
      `select case when exists (select from ${quoted(table)} where id = ${Number(id)}) then nextval(pg_get_serial_sequence('${quoted(table)}', 'id'))::text else '${Number(id)}' end as id`,
    ),
  );
  return found?.id ?? id;
}

/**
 * Finds the common rows of this installation for those to which an archive refers. A missing row is added as a row of
 * the organization.
 * @returns the number of added rows
 */
export async function findPublicRows(
  tx: Orm,
  archive: OrganizationArchive,
  references: readonly Reference[],
  renumbered: Renumbered,
): Promise<number> {
  const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
  const { house } = archive.manifest;
  let added = 0;
  for await (const common of archive.publicRows()) {
    const { table } = common;
    const shape = tables.get(table);
    const shared = table !== 'user' && (shape?.columns.some(({ name }) => name === 'organization_id') ?? false);
    const row = referring(
      common.row,
      references.filter((one) => one.table === table),
      renumbered,
    );
    let id = (await idOfBuiltIn(tx, common)) ?? (await idByKey(tx, common, row, shared));
    if (id === undefined && shape && shared && !neverAdded.has(table) && row['id']) {
      id = await freeId(tx, common);
      const own = { ...row, id, organization_id: String(house.id) };
      const columns = shape.columns.filter(({ name }) => name in own);
      const names = columns.map(({ name }) => quoted(name)).join(', ');
      const values = columns.map(({ name, type }) => `(line ->> '${name}')::${type}`).join(', ');
      await tx.execute(
        sql`${sql.raw(`insert into ${quoted(table)} (${names}) overriding system value select ${values} from (select `)}${JSON.stringify(own)}${sql.raw('::text::json as line) given')}`,
      );
      added += 1;
    }
    if (id !== common.id) renumbered.set(`${table} ${common.id}`, id ?? null);
  }
  return added;
}

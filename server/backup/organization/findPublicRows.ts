import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '@server/db/orm';
import { quoteIdentifier, tablesOf } from '../tableCatalogue';
import type { OrganizationArchive } from './openOrganizationArchive';
import type { PublicRow, TextRow } from './organizationFormat';
import type { Reference } from './organizationTables';

/** Ids of this installation by `table id` of the other installation; null where this one has no such row. */
export type NewIds = Map<string, string | null>;

/** Tables whose common rows are never added: accounts and pages of the platform. */
const neverAdded: ReadonlySet<string> = new Set(['user', 'menu']);

/** Returns the row with its references replaced by ids of this installation. */
function withNewReferences(row: TextRow, references: readonly Reference[], newIds: NewIds): TextRow {
  const copy = { ...row };
  for (const { column, target } of references) {
    const value = copy[column];
    const newId = value ? newIds.get(`${target} ${value}`) : undefined;
    if (newId !== undefined) copy[column] = newId;
  }
  return copy;
}

async function idOfBuiltIn(tx: Orm, { table, builtIn }: PublicRow): Promise<string | undefined> {
  if (builtIn === null) return undefined;
  const matchingRows = await rowsOf<{ id: string }>(
    tx,
    sql`select row_id::text as id from built_in join ${sql.identifier(table)} there on there.id = row_id
      where key = ${builtIn}`,
  );
  return matchingRows[0]?.id;
}

async function idByKey(
  tx: Orm,
  { table, key }: PublicRow,
  row: TextRow,
  isCommon: boolean,
): Promise<string | undefined> {
  if (key.some((column) => row[column] === undefined)) return undefined;
  const keyConditions = key.map(
    (column) => sql`${sql.identifier(column)}::text is not distinct from ${row[column] ?? null}::text`,
  );
  const commonCondition = isCommon ? sql`and organization_id is null` : sql``;
  const matchingRows = await rowsOf<{ id: string }>(
    tx,
    sql`select id::text as id from ${sql.identifier(table)}
      where ${sql.join(keyConditions, sql` and `)} ${commonCondition} order by id limit 1`,
  );
  return matchingRows[0]?.id;
}

/**
 * Returns the id for a common row that is added: its original id; the next id of the sequence if a row
 * here has that id.
 */
async function freeId(tx: Orm, { table, id }: PublicRow): Promise<string> {
  const [matchingRow] = await rowsOf<{ id: string }>(
    tx,
    sql.raw(
      `select case when exists (select from ${quoteIdentifier(table)} where id = ${Number(id)})
        then nextval(pg_get_serial_sequence('${quoteIdentifier(table)}', 'id'))::text else '${Number(id)}' end as id`,
    ),
  );
  return matchingRow?.id ?? id;
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
  newIds: NewIds,
): Promise<number> {
  const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
  const { house: organization } = archive.manifest;
  let addedCount = 0;
  for await (const publicRow of archive.publicRows()) {
    const { table } = publicRow;
    const shape = tables.get(table);
    const isShared = table !== 'user' && (shape?.columns.some(({ name }) => name === 'organization_id') ?? false);
    const row = withNewReferences(
      publicRow.row,
      references.filter((reference) => reference.table === table),
      newIds,
    );
    let id = (await idOfBuiltIn(tx, publicRow)) ?? (await idByKey(tx, publicRow, row, isShared));
    if (id === undefined && shape && isShared && !neverAdded.has(table) && row['id']) {
      id = await freeId(tx, publicRow);
      const ownRow = { ...row, id, organization_id: String(organization.id) };
      const columns = shape.columns.filter(({ name }) => name in ownRow);
      const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
      const values = columns.map(({ name, type }) => `(line ->> '${name}')::${type}`).join(', ');
      await tx.execute(
        sql`${sql.raw(`insert into ${quoteIdentifier(table)} (${names}) overriding system value select ${values} from (select `)}${JSON.stringify(ownRow)}${sql.raw('::text::json as line) given')}`,
      );
      addedCount += 1;
    }
    if (id !== publicRow.id) newIds.set(`${table} ${publicRow.id}`, id ?? null);
  }
  return addedCount;
}

import { sql } from 'drizzle-orm';
import type { Entity } from '@contract/entity';
import { entities } from '@contract/subjects';
import { rowsOf } from '@server/db/orm';
import type { Orm } from '../../db/orm';
import { snakeCase } from '../../db/tableOf';
import { quoteIdentifier, tablesOf } from '../tableCatalogue';
import type { PublicRow, TextRow } from './organizationFormat';
import type { Reference, OrganizationTable } from './organizationTables';

// Common rows (hazards, methods, menus) to which rows of an organization refer. Another installation has its own
// rows. They are found by the key of a built-in row, or by the columns that identify the row for people.

const builtInPrefixes: Readonly<Record<string, string>> = {
  dict: 'dict:',
  dict_detail: 'dict:',
  hazard: 'hazard:',
  hazard_limit: 'hazardLimit:',
  hazard_listing: 'hazardListing:',
  biological_limit: 'biologicalLimit:',
  industry_risk: 'industryRisk:',
  menu: 'menu:',
  role: 'role:',
};

const keyColumns: Readonly<Record<string, readonly string[]>> = {
  user: ['user_name'],
  menu: ['name', 'permission'],
  dict_detail: ['dict', 'value'],
  lab_method_item: ['method', 'hazard'],
};

const byTable = new Map<string, Entity>(entities.map((entity) => [snakeCase(entity.name), entity as Entity]));

/** Returns the columns that identify a row for people. */
function keyOf(table: string): readonly string[] {
  const entity = byTable.get(table);
  if (keyColumns[table]) return keyColumns[table];
  return entity ? (entity.key ?? [entity.sheet?.[0] ?? entity.titleField]).map(snakeCase) : ['id'];
}

/** Returns the SQL expression for a row as JSON, with each value as text. */
export const textRow = (columns: readonly { readonly name: string }[]): string =>
  `json_object(array[${columns.map(({ name }) => `'${name}'`).join(', ')}]::text[], array[${columns
    .map(({ name }) => `${quoteIdentifier(name)}::text`)
    .join(', ')}]::text[])::text`;

/** Returns the ids outside an organization to which its rows refer, by table. */
async function foreignIds(
  orm: Orm,
  organizationTables: readonly OrganizationTable[],
  references: readonly Reference[],
  organizationId: number,
): Promise<[table: string, id: string][]> {
  const byName = new Map(organizationTables.map((share) => [share.name, share]));
  const tableIds: [string, string][] = [];
  for (const { table, column, target } of references) {
    const tableShare = byName.get(table);
    if (!tableShare) continue;
    const ownShare = byName.get(target);
    const foreignCondition = ownShare
      ? `and ${quoteIdentifier(column)} not in (select id from ${quoteIdentifier(target)}
        where ${ownShare.where(organizationId)})`
      : '';
    const rows = await rowsOf<{ id: string }>(
      orm,
      sql.raw(
        `select distinct ${quoteIdentifier(column)}::text as id from ${quoteIdentifier(table)}
          where ${tableShare.where(organizationId)} and ${quoteIdentifier(column)} is not null ${foreignCondition}
          order by 1`,
      ),
    );
    tableIds.push(...rows.map(({ id }): [string, string] => [target, id]));
  }
  return tableIds;
}

/**
 * Returns the common rows to which the rows of an organization refer. Each row follows the rows to which it refers
 * itself. A row of another organization is described by its id alone, because no data of other organizations may
 * leave the installation.
 */
export async function publicRowsOf(
  orm: Orm,
  organizationTables: readonly OrganizationTable[],
  references: readonly Reference[],
  organizationId: number,
): Promise<PublicRow[]> {
  const tables = new Map((await tablesOf(orm)).map((table) => [table.name, table]));
  const publicRows = new Map<string, PublicRow>();
  const seenNames = new Set<string>();
  const describe = async (table: string, id: string): Promise<void> => {
    const name = `${table} ${id}`;
    const catalogueTable = tables.get(table);
    if (seenNames.has(name) || !catalogueTable || table === 'stored_file') return;
    seenNames.add(name);
    const hasOwner = catalogueTable.columns.some((column) => column.name === 'organization_id');
    const ownerCondition = table === 'user' ? 'and is_admin' : hasOwner ? 'and organization_id is null' : '';
    // Of an account only the name is included.
    const includedColumns =
      table === 'user'
        ? catalogueTable.columns.filter((column) => column.name === 'user_name')
        : catalogueTable.columns;
    const [line] = await rowsOf<{ line: string }>(
      orm,
      sql.raw(
        `select ${textRow(includedColumns)} as line from ${quoteIdentifier(table)}
          where id = ${Number(id)} ${ownerCondition}`,
      ),
    );
    const row = line ? (JSON.parse(line.line) as TextRow) : {};
    for (const { column, target } of references.filter((reference) => reference.table === table)) {
      const value = row[column];
      if (value) await describe(target, value);
    }
    const prefix = builtInPrefixes[table];
    const [builtInRow] = prefix
      ? await rowsOf<{ key: string }>(
          orm,
          sql`select key from built_in where row_id = ${Number(id)} and key like ${`${prefix}%`}
            and (${table} <> 'dict' or position('/' in key) = 0)
            and (${table} <> 'dict_detail' or position('/' in key) > 0) order by key limit 1`,
        )
      : [];
    publicRows.set(name, { table, id, builtIn: builtInRow?.key ?? null, key: keyOf(table), row });
  };
  for (const [table, id] of await foreignIds(orm, organizationTables, references, organizationId))
    await describe(table, id);
  return [...publicRows.values()];
}

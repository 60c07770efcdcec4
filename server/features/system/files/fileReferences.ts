import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { FileUse } from '@contract/features/system/entities/storedFile';
import type { Registry } from '@server/crud/resource';
import { allTables } from '@server/db/allTables';
import type { Orm } from '@server/db/orm';
import { auditLogTable, idempotencyTable, storedFileTable } from '@server/db/schema';

const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Labels of tables that no entity describes. */
const tableLabels: Readonly<Record<string, string>> = {
  user_signature: '用户签名',
  signature: '电子签名',
  report_paper: '已签发的报告',
};

interface ReferenceColumn {
  readonly table: PgTable;
  readonly column: AnyPgColumn;
  readonly title: AnyPgColumn | undefined;
  readonly label: Pick<FileUse, 'entity' | 'field'>;
  /** `key`: a foreign key to the file; `text`: text or data that may contain its id. */
  readonly kind: 'key' | 'text';
}

// Tables whose references do not keep a file: the audit trail and stored answers record the past.
const ignoredTables: readonly PgTable[] = [storedFileTable, auditLogTable, idempotencyTable];
const referringTables = allTables.filter((table) => !ignoredTables.includes(table));

let cachedSources: readonly ReferenceColumn[] | undefined;

/**
 * Returns every column that can refer to a file. Reads the columns from the tables, so that a new column is included
 * automatically.
 */
function sourcesOf(registry: Registry): readonly ReferenceColumn[] {
  cachedSources ??= referringTables.flatMap((table): ReferenceColumn[] => {
    const { name, columns, foreignKeys } = getTableConfig(table);
    const owner = registry.all.find((resource) => resource.table === table);
    const keys = new Set(
      foreignKeys
        .map((key) => key.reference())
        .filter(({ foreignTable }) => foreignTable === storedFileTable)
        .flatMap((reference) => reference.columns),
    );
    const fieldOf = (column: AnyPgColumn) =>
      Object.entries(owner?.entity.fields ?? {}).find(([field]) => owner?.columns[field] === column)?.[1];
    return columns.flatMap((column): ReferenceColumn[] => {
      const field = fieldOf(column);
      const kind = keys.has(column)
        ? 'key'
        : column.columnType === 'PgJsonb' || field?.kind === 'longText'
          ? 'text'
          : undefined;
      if (!kind) return [];
      const label = { entity: owner?.entity.label ?? tableLabels[name] ?? name, field: field?.label ?? '' };
      return [{ table, column, title: owner?.columns[owner.entity.titleField], label, kind }];
    });
  });
  return cachedSources;
}

const idIn = (column: AnyPgColumn): SQL => sql`regexp_matches(${column}::text, ${uuidPattern}, 'g')`;

/** Returns the condition that no row refers to a file; rows in the recycle bin count, since they can be restored. */
export function isUnreferenced(registry: Registry): SQL {
  const sources = sourcesOf(registry);
  const keys = sources
    .filter(({ kind }) => kind === 'key')
    .map(({ table, column }) => sql`not exists (select 1 from ${table} where ${column} = ${storedFileTable.id})`);
  const namingQueries = sources
    .filter(({ kind }) => kind === 'text')
    .map(({ table, column }) => sql`select (${idIn(column)})[1] as file from ${table} where ${column} is not null`);
  const texts = namingQueries.length
    ? [
        sql`not exists (select 1 from (${sql.join(namingQueries, sql` union all `)}) as named
          where named.file = ${storedFileTable.id}::text)`,
      ]
    : [];
  return sql.join([...keys, ...texts], sql` and `);
}

interface ReferenceRow extends Record<string, unknown> {
  file: string;
  source: number;
  title: string | null;
}

/**
 * Returns the uses of these files.
 * @param includesJson also searches data columns (jsonb), which have to be read completely
 */
export async function usesOf(
  orm: Orm,
  registry: Registry,
  ids: readonly string[],
  includesJson = false,
): Promise<ReadonlyMap<string, FileUse[]>> {
  const usesById = new Map<string, FileUse[]>();
  if (!ids.length) return usesById;
  const fileIds = sql`(${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`;
  const sources = sourcesOf(registry);
  const selects = sources.flatMap(({ table, column, title, kind }, index) => {
    const titleSql = title ? sql`${title}::text` : sql`null::text`;
    if (kind === 'key')
      return [
        sql`select ${column}::text as file, ${index}::int as source, ${titleSql} as title from ${table}
          where ${column}::text in ${fileIds}`,
      ];
    if (!includesJson && column.columnType === 'PgJsonb') return [];
    const mention = includesJson ? sql`true` : sql`${column}::text like '%api/file/%'`;
    return [
      sql`select named.file, ${index}::int as source, named.title
        from (select (${idIn(column)})[1] as file, ${titleSql} as title from ${table}
        where ${column} is not null and ${mention}) as named where named.file in ${fileIds}`,
    ];
  });
  if (!selects.length) return usesById;
  const { rows } = (await orm.execute(sql.join(selects, sql` union all `))) as unknown as { rows: ReferenceRow[] };
  for (const { file, source, title } of rows) {
    const label = sources[source]?.label;
    if (label) usesById.set(file, [...(usesById.get(file) ?? []), { ...label, title: title ?? '' }]);
  }
  return usesById;
}

/** Describes the uses in one line of a list. */
export const useText = (fileUses: readonly FileUse[] | undefined): string | null =>
  fileUses?.length
    ? fileUses
        .map(({ entity, field, title }) => `${entity}${title ? `“${title}”` : ''}${field ? `（${field}）` : ''}`)
        .join('、')
    : null;

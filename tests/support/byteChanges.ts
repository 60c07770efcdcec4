import type { Database } from '@server/db/openDatabase';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

// The state is changed by its machine, and pinyin is derived; neither is signed.
const unsigned = new Set([
  'state',
  'version',
  'update_by',
  'update_time',
  'pinyin',
  'initials',
  'delete_time',
  'delete_by',
]);
/** Of an upload its name and content are signed, not who may see it. */
const ofFiles = new Set(['name', 'mime', 'size', 'sha256']);

function changed({ name, type }: Column): string {
  const column = `"${name}"`;
  if (type === 'jsonb') return `coalesce(${column}, '{}'::jsonb) || '{"zz":"1"}'::jsonb`;
  if (type === 'boolean') return `not ${column}`;
  if (type === 'uuid') return `'00000000-0000-4000-8000-000000000000'::uuid`;
  if (type === 'date') return `coalesce(${column}, date '2026-01-01') + 1`;
  if (type.startsWith('timestamp')) return `coalesce(${column}, timestamptz '2026-01-01') + interval '1 millisecond'`;
  // Sets a bit that no other row has; adding one could give the number of the next.
  if (type === 'integer') return `coalesce(${column}, 0) # 65536`;
  if (type === 'numeric') return `coalesce(${column}, 0) + 1`;
  return `case when coalesce(${column}, '') = '' then 'x'
    else left(${column}, -1) || chr(ascii(right(${column}, 1)) # 1) end`;
}

export interface ByteChange {
  readonly table: string;
  readonly column: string;
  readonly statement: string;
}

/**
 * Returns for each signed column of these tables a statement that changes one byte of it in the row found by `rows`.
 */
export async function changesIn(
  database: Database,
  rows: Readonly<Record<string, string>>,
  isSigned: (table: string, column: string) => boolean = () => true,
): Promise<ByteChange[]> {
  const columns = await database.query<Column>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = any($1) order by table_name, ordinal_position`,
    [Object.keys(rows)],
  );
  return columns
    .filter(
      ({ table, name }) =>
        (table === 'stored_file' ? ofFiles.has(name) : table === 'signature' ? name !== 'id' : !unsigned.has(name)) &&
        isSigned(table, name),
    )
    .map((column) => ({
      table: column.table,
      column: column.name,
      statement: `update "${column.table}" set "${column.name}" = ${changed(column)}
        where ${rows[column.table] ?? 'false'}`,
    }));
}

/** Returns the changes for one record and everything signed with it. */
export const byteChanges = (
  database: Database,
  { sheet, curve, file }: { sheet: number; curve: number; file: string },
): Promise<ByteChange[]> =>
  changesIn(
    database,
    {
      lab_sheet: `id = ${sheet}`,
      record_content: `sheet_id = ${sheet}`,
      lab_sheet_row: `id = (select max(id) from lab_sheet_row where sheet = ${sheet})`,
      lab_check: `id = (select max(id) from lab_check where sheet = ${sheet})`,
      lab_detection: `id = (select max(id) from lab_detection where sheet = ${sheet})`,
      lab_attachment: `id = (select max(id) from lab_attachment where sheet = ${sheet})`,
      lab_curve: `id = ${curve}`,
      lab_curve_point: `id = (select max(id) from lab_curve_point where curve = ${curve})`,
      stored_file: `id = '${file}'`,
      signature: `id = (select max(id) from signature where machine = 'record' and row_id = ${sheet})`,
    },
    (table, column) => table !== 'record_content' || column === 'content',
  );

import { sql } from 'drizzle-orm';
import { fixTextFormat, quoteIdentifier, type TableShape } from '@server/backup/tableCatalogue';
import type { Database } from '@server/db/openDatabase';
import { rowsOf } from '@server/db/orm';

/**
 * Intended changes of existing rows by migrations, and drops (workings are calculated again; those of signed records
 * are in the frozen content).
 */
export const intended: ReadonlySet<string> = new Set([
  'incoming_sample.sample',
  'standard.balance',
  'reagent.balance',
  'lab_sheet_row.working',
]);

/**
 * Returns every row of the tables, by the columns named.
 * @param without columns to leave out, as `table.column`: those that migrations change intentionally
 */
export async function contentOf(
  database: Database,
  tables: readonly TableShape[],
  without = intended,
): Promise<Map<string, string[]>> {
  return database.transaction(async (tx) => {
    await fixTextFormat(tx);
    const content = new Map<string, string[]>();
    for (const { name, columns } of tables) {
      const kept = columns
        .filter((column) => !without.has(`${name}.${column.name}`))
        .map((column) => `${quoteIdentifier(column.name)}::text`);
      const rows = await rowsOf<{ row: string }>(
        tx,
        sql.raw(
          `select array_to_json(array[${kept.join(', ')}]::text[])::text as row from ${quoteIdentifier(name)}
            order by 1`,
        ),
      );
      content.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return content;
  });
}

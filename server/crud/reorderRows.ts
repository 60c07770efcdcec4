import { type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { orderTexts, sortNumbers } from '@contract/workbook/sortNumbers';
import { conflict, notFound } from '@server/http/errors';
import { type OperationContext, findVisibleRows, updateRow } from './operations';

const idSchema = z.int().positive().max(2_147_483_647);
export const orderBody = z.object({
  ids: z
    .array(idSchema, { error: () => '请求内容应为编号列表' })
    .min(1, '请先选择数据')
    .max(2000),
});

/**
 * Saves the order of a list by assigning new sort numbers. A row with a changed number is written like an edit.
 * @param siblings condition for the rows of the list; `ids` has to contain all of them
 * @throws Refusal 403 for rows that the viewer may not write; 404 for missing rows; 409 where the list has changed
 * meanwhile
 */
export async function reorderRows(
  context: OperationContext,
  field: string,
  ids: readonly number[],
  siblings: (row: AnyRow) => SQL | undefined,
): Promise<void> {
  const { resource, services } = context;
  await services.database.transaction(async (tx) => {
    const rows = await findVisibleRows(context, tx, ids, true);
    const [firstRow] = rows;
    const namedIds = new Set(ids);
    if (rows.length !== namedIds.size) throw notFound(failures.someGone);
    const storedRows = firstRow
      ? await tx.select({ id: resource.columns.id }).from(resource.table).where(siblings(firstRow))
      : [];
    const isComplete =
      namedIds.size === ids.length &&
      storedRows.length === ids.length &&
      storedRows.every((storedRow) => namedIds.has(storedRow.id as number));
    if (!isComplete) throw conflict(orderTexts.incomplete);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const numbers = sortNumbers(rows.map((row) => Number(row[field] ?? 0)));
    for (const [index, rowId] of ids.entries()) {
      const row = byId.get(rowId) as AnyRow;
      if (row[field] !== numbers[index])
        await updateRow(context, tx, row, { [field]: numbers[index] }, { action: 'edit' });
    }
  });
}

import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { Refusal } from '@server/http/errors';
import type { Resource } from './resource';

const idSchema = z
  .int({ error: () => '编号应为正整数' })
  .positive('编号应为正整数')
  .max(2_147_483_647, '编号应为正整数');
const shownRow = z.object(
  { id: idSchema, version: z.int({ error: () => signingTexts.noVersion }).min(0) },
  { error: () => signingTexts.noVersion },
);

/** Ids of rows to which the call refers without changing their content. */
export const idsBody = z
  .array(idSchema, { error: () => '请求内容应为编号列表' })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** A row in a call about several rows: its id, and the version that the person saw if the call contains it. */
export type RowReference = number | { readonly id: number; readonly version?: number | undefined };

/** Rows of a call about several rows, each with the version that the person saw. */
export const rowsBody = z
  .array(shownRow, { error: () => signingTexts.noVersion })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** Rows of a call for which SPEC §7 or PRODUCT §5 prescribes ids. Our pages also send versions. */
export const idsOrRowsBody = z
  .array(z.union([idSchema, shownRow]), { error: () => '请求内容应为编号列表' })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** Returns the id of a row that a body names by id, with or without the version. */
export const idOf = (requestedRow: RowReference): number =>
  typeof requestedRow === 'number' ? requestedRow : requestedRow.id;

/** Returns a function that gives the title of a row of a resource. */
export const titleIn =
  ({ entity }: Pick<Resource, 'entity'>) =>
  (row: AnyRow): string =>
    String(row[entity.titleField] ?? row.id);

/**
 * Compares the versions of locked rows with those that the person saw.
 * @param titleOf returns the title of a row, for the refusal
 * @throws Refusal 409 `stale` that names the first row that was changed meanwhile
 */
export function assertSeenVersion<R extends { readonly id: number; readonly version: number }>(
  rows: readonly R[],
  requestedRows: readonly RowReference[],
  titleOf: (row: R) => string,
): void {
  const seenVersions = new Map(
    requestedRows.flatMap((requestedRow) =>
      typeof requestedRow === 'number' ? [] : [[requestedRow.id, requestedRow.version] as const],
    ),
  );
  const staleRow = rows.find(({ id: row, version }) => (seenVersions.get(row) ?? version) !== version);
  if (staleRow)
    throw new Refusal(409, 'stale', signingTexts.oneOfMany(titleOf(staleRow), failures.stale), {
      current: { ...staleRow },
    });
}

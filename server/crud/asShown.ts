import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { signingTexts } from '@contract/workflow/signing';
import { Refusal } from '../http/errors';
import type { Resource } from './resource';

const id = z
  .int({ error: () => '编号应为正整数' })
  .positive('编号应为正整数')
  .max(2_147_483_647, '编号应为正整数');
const shownRow = z.object(
  { id, version: z.int({ error: () => signingTexts.noVersion }).min(0) },
  { error: () => signingTexts.noVersion },
);

/** Ids of rows that the call refers to and that keep their content. */
export const idsBody = z
  .array(id, { error: () => '请求内容应为编号列表' })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** A row of a call about several: its id, with the version that the person saw where the call carries it. */
export type Wanted = number | { readonly id: number; readonly version?: number | undefined };

/** Rows of a call about several, each as the person saw it. */
export const rowsBody = z
  .array(shownRow, { error: () => signingTexts.noVersion })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** Rows of a call whose body SPEC §7 or PRODUCT §5 fixes as ids. Our pages send versions with them. */
export const idsOrRowsBody = z
  .array(z.union([id, shownRow]), { error: () => '请求内容应为编号列表' })
  .min(1, '请先选择数据')
  .max(5000, '一次最多处理5000条');

/** Returns the id of a row that a body names by id alone or with the version that was seen. */
export const idOf = (wanted: Wanted): number => (typeof wanted === 'number' ? wanted : wanted.id);

/** Returns the title of a row of a resource. */
export const titleIn =
  ({ entity }: Pick<Resource, 'entity'>) =>
  (row: AnyRow): string =>
    String(row[entity.titleField] ?? row.id);

/**
 * Compares locked rows with what the person saw.
 * @param titleOf names a row in the refusal
 * @throws Refusal 409 `stale` that names the first row that was changed meanwhile
 */
export function assertAsShown<R extends { readonly id: number; readonly version: number }>(
  rows: readonly R[],
  wanted: readonly Wanted[],
  titleOf: (row: R) => string,
): void {
  const seen = new Map(wanted.flatMap((one) => (typeof one === 'number' ? [] : [[one.id, one.version] as const])));
  const old = rows.find(({ id: row, version }) => (seen.get(row) ?? version) !== version);
  if (old)
    throw new Refusal(409, 'stale', signingTexts.oneOfMany(titleOf(old), failures.stale), { current: { ...old } });
}

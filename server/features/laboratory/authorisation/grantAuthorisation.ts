import { and, inArray, isNull } from 'drizzle-orm';
import { type OperationContext, findVisibleRows, insertRow, updateRow } from '@server/crud/operations';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { methodAuthorisationTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { lockPerson } from './policy';

interface Grant {
  readonly persons: readonly number[];
  readonly methods: readonly number[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly certificateNo?: string | null | undefined;
}

/** Refuses ids that are deleted or not visible to the viewer. */
async function assertSeen(
  { registry, call }: OperationContext,
  tx: Orm,
  name: 'user' | 'labMethod',
  ids: readonly number[],
  message: string,
): Promise<void> {
  const resource = registry.named(name);
  const visibleRows = await tx
    .select({ id: resource.columns.id })
    .from(resource.table)
    .where(and(withIds(resource, ids), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (visibleRows.length !== ids.length) throw notFound(message);
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Authorises persons for methods, all or none. An existing authorisation gets the new days; it keeps its certificate
 * number unless another number is given.
 */
export async function authorisePersons(
  context: OperationContext,
  tx: Orm,
  { persons, methods, validFrom, validUntil, certificateNo }: Grant,
): Promise<number> {
  const [people, methodIds] = [inOrder(persons), inOrder(methods)];
  await assertSeen(context, tx, 'user', people, '部分人员不存在或已被删除，未做任何修改');
  await assertSeen(context, tx, 'labMethod', methodIds, '部分检测方法不存在或已被删除，未做任何修改');
  for (const person of people) await lockPerson(tx, person);
  const auth = methodAuthorisationTable;
  const presentRows = await tx
    .select({ id: auth.id })
    .from(auth)
    .where(and(inArray(auth.person, people), inArray(auth.method, methodIds), isNull(auth.deleteTime)));
  const rowByKey = new Map(
    (
      await findVisibleRows(
        context,
        tx,
        presentRows.map(({ id }) => id),
        true,
      )
    ).map((row) => [`${String(row.person)} ${String(row.method)}`, row]),
  );
  const grantedFields = { validFrom, validUntil, ...(certificateNo ? { certificateNo } : {}) };
  for (const person of people) {
    for (const method of methodIds) {
      const row = rowByKey.get(`${person} ${method}`);
      if (row) await updateRow(context, tx, row, grantedFields, { action: 'edit' });
      else
        await insertRow(
          context,
          tx,
          { person, method, remark: null, certificateNo: null, ...grantedFields },
          { action: 'add' },
          null,
        );
    }
  }
  return people.length * methodIds.length;
}

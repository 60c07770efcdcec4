import { and, inArray, isNull } from 'drizzle-orm';
import { type Desk, find, insertRow, updateRow } from '@server/crud/operations';
import { living, scopeOf, withIds } from '@server/crud/scope';
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
  { registry, call }: Desk,
  tx: Orm,
  name: 'user' | 'labMethod',
  ids: readonly number[],
  message: string,
): Promise<void> {
  const resource = registry.named(name);
  const found = await tx
    .select({ id: resource.columns.id })
    .from(resource.table)
    .where(and(withIds(resource, ids), living(resource), scopeOf(resource, call.viewer)));
  if (found.length !== ids.length) throw notFound(message);
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Authorises persons for methods, all or none. An existing authorisation gets the new days; it keeps its certificate
 * number unless another number is given.
 */
export async function grant(
  desk: Desk,
  tx: Orm,
  { persons, methods, validFrom, validUntil, certificateNo }: Grant,
): Promise<number> {
  const [people, wanted] = [inOrder(persons), inOrder(methods)];
  await assertSeen(desk, tx, 'user', people, '部分人员不存在或已被删除，未做任何修改');
  await assertSeen(desk, tx, 'labMethod', wanted, '部分检测方法不存在或已被删除，未做任何修改');
  for (const person of people) await lockPerson(tx, person);
  const auth = methodAuthorisationTable;
  const there = await tx
    .select({ id: auth.id })
    .from(auth)
    .where(and(inArray(auth.person, people), inArray(auth.method, wanted), isNull(auth.deleteTime)));
  const known = new Map(
    (
      await find(
        desk,
        tx,
        there.map(({ id }) => id),
        true,
      )
    ).map((row) => [`${String(row.person)} ${String(row.method)}`, row]),
  );
  const given = { validFrom, validUntil, ...(certificateNo ? { certificateNo } : {}) };
  for (const person of people) {
    for (const method of wanted) {
      const row = known.get(`${person} ${method}`);
      if (row) await updateRow(desk, tx, row, given, { action: 'edit' });
      else
        await insertRow(
          desk,
          tx,
          { person, method, remark: null, certificateNo: null, ...given },
          { action: 'add' },
          null,
        );
    }
  }
  return people.length * wanted.length;
}

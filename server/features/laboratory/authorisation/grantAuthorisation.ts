import { and, inArray, type SQL } from 'drizzle-orm';
import type { NamedDuty } from '@contract/features/laboratory/dutiesInText';
import { type OperationContext, findVisibleRows, insertRow, updateRow } from '@server/crud/operations';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { dutyAuthorisationTable, methodAuthorisationTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { tellDuties } from './dutiesOfPeople';
import { lockPerson } from './policy';

interface GrantedDays {
  readonly persons: readonly number[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly certificateNo?: string | null | undefined;
}

interface MethodGrant extends GrantedDays {
  readonly methods: readonly number[];
}

interface DutyGrant extends GrantedDays {
  readonly duties: readonly NamedDuty[];
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

/** What is granted: the fields of an item, and the key by which a row of the same item is found. */
interface GrantedItems {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly keyOf: (row: Readonly<Record<string, unknown>>) => string;
  /** Condition for the rows of these people and items. */
  readonly condition: SQL | undefined;
}

/**
 * Authorises persons for items, all or none. An existing authorisation gets the new days; it keeps its certificate
 * number unless another number is given. Of several authorisations of a person for one item the one that ends last is
 * changed.
 */
async function grantItems(
  context: OperationContext,
  tx: Orm,
  { persons, validFrom, validUntil, certificateNo }: GrantedDays,
  { items, keyOf, condition }: GrantedItems,
): Promise<number> {
  const personIds = inOrder(persons);
  await assertSeen(context, tx, 'user', personIds, '部分人员不存在或已被删除，未做任何修改');
  for (const personId of personIds) await lockPerson(tx, personId);
  const { table, columns } = context.resource;
  const presentRows = await tx
    .select({ id: columns.id })
    .from(table)
    .where(and(condition, undeletedRows(context.resource)));
  const rows = await findVisibleRows(
    context,
    tx,
    presentRows.map(({ id }) => Number(id)),
    true,
  );
  const rowByKey = new Map(
    [...rows]
      .sort((a, b) => String(a.validUntil).localeCompare(String(b.validUntil)))
      .map((row) => [`${String(row.person)} ${keyOf(row)}`, row]),
  );
  const grantedFields = { validFrom, validUntil, ...(certificateNo ? { certificateNo } : {}) };
  for (const personId of personIds) {
    for (const item of items) {
      const row = rowByKey.get(`${personId} ${keyOf(item)}`);
      if (row) await updateRow(context, tx, row, grantedFields, { action: 'edit' });
      else
        await insertRow(
          context,
          tx,
          { person: personId, ...item, remark: null, certificateNo: null, ...grantedFields },
          { action: 'add' },
          null,
        );
    }
  }
  return personIds.length * items.length;
}

/** Authorises persons for methods; returns the number of authorisations. */
export async function authorisePersons(
  context: OperationContext,
  tx: Orm,
  { methods, ...days }: MethodGrant,
): Promise<number> {
  const methodIds = inOrder(methods);
  await assertSeen(context, tx, 'labMethod', methodIds, '部分检测方法不存在或已被删除，未做任何修改');
  return grantItems(context, tx, days, {
    items: methodIds.map((methodId) => ({ method: methodId })),
    keyOf: ({ method }) => String(method),
    condition: and(
      inArray(methodAuthorisationTable.person, inOrder(days.persons)),
      inArray(methodAuthorisationTable.method, methodIds),
    ),
  });
}

/** Authorises persons for duties in one field or in all; returns the number of authorisations. */
export async function authoriseDuties(
  context: OperationContext,
  tx: Orm,
  { duties, ...days }: DutyGrant,
): Promise<number> {
  const keyOf = ({ duty, category }: Readonly<Record<string, unknown>>) => `${String(duty)} ${String(category ?? '')}`;
  const items = [
    ...new Map(duties.map(({ duty, category }) => [keyOf({ duty, category }), { duty, category }])).values(),
  ];
  // The text of a person's duties is updated once, and not for each authorisation.
  const { afterSave: _told, ...policy } = context.resource.policy;
  const count = await grantItems({ ...context, resource: { ...context.resource, policy } }, tx, days, {
    items,
    keyOf,
    condition: and(
      inArray(dutyAuthorisationTable.person, inOrder(days.persons)),
      inArray(
        dutyAuthorisationTable.duty,
        items.map(({ duty }) => duty),
      ),
    ),
  });
  await tellDuties({ ...context, tx }, inOrder(days.persons));
  return count;
}

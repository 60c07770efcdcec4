import { and, eq, isNull, ne } from 'drizzle-orm';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { Policy } from '@server/crud/policy';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { labMethodTable, methodAuthorisationTable, userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';

/**
 * Locks a person until the transaction ends, so that two authorisations of the same person are written one after the
 * other. Foreign-key checks are not blocked.
 */
export const lockPerson = (tx: Orm, id: number) =>
  tx.select({ name: userTable.nickName }).from(userTable).where(eq(userTable.id, id)).for('no key update');

async function assertOnly(tx: Orm, id: number, personId: number, methodId: number): Promise<void> {
  const auth = methodAuthorisationTable;
  const [duplicateRow] = await tx
    .select({ id: auth.id })
    .from(auth)
    .where(and(eq(auth.person, personId), eq(auth.method, methodId), ne(auth.id, id), isNull(auth.deleteTime)))
    .limit(1);
  if (!duplicateRow) return;
  const [analyst] = await tx.select({ name: personName() }).from(userTable).where(eq(userTable.id, personId));
  const [methodRow] = await tx
    .select({ title: labMethodTable.title })
    .from(labMethodTable)
    .where(eq(labMethodTable.id, methodId));
  const message = labTaskTexts.alreadyAuthorised(analyst?.name ?? '', methodRow?.title ?? '');
  throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'method', message }] });
}

/** Save rules of authorisations: one undeleted authorisation per person and method. */
export const methodAuthorisationPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'person',
  disabledOperations: ['copy', 'status'],
  async beforeSave(draft, { tx }) {
    const [person] = await lockPerson(tx, Number(draft.person));
    const [method] = await tx
      .select({ title: labMethodTable.title })
      .from(labMethodTable)
      .where(eq(labMethodTable.id, Number(draft.method)));
    return { authorisedFor: `${person?.name ?? ''} ${method?.title ?? ''}`.slice(0, 300) };
  },
  async afterSave(row, { tx }) {
    await assertOnly(tx, row.id, Number(row.person), Number(row.method));
  },
  async afterRestore(rows, { tx }) {
    for (const row of rows) {
      await lockPerson(tx, Number(row.person));
      await assertOnly(tx, row.id, Number(row.person), Number(row.method));
    }
  },
};

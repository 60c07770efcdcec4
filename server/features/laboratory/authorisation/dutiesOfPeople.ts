import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { dutiesIn, dutiesText, type NamedDuty } from '@contract/features/laboratory/dutiesInText';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { user } from '@contract/features/system/entities/user';
import { mayAny, permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { groupByKey } from '@server/base/groupByKey';
import { formatDay } from '@server/base/zone';
import { insertRow, removeRows, type OperationContext, findVisibleRows } from '@server/crud/operations';
import type { DeleteContext } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import type { Orm } from '@server/db/orm';
import { dutyAuthorisationTable, userTable } from '@server/db/schema';
import { conflict, forbidden } from '@server/http/errors';

const authorisationTable = dutyAuthorisationTable;

const rowsOf = (tx: Orm, personIds: readonly number[]) =>
  tx
    .select({
      id: authorisationTable.id,
      person: authorisationTable.person,
      duty: authorisationTable.duty,
      category: authorisationTable.category,
    })
    .from(authorisationTable)
    .where(and(inArray(authorisationTable.person, [...personIds]), isNull(authorisationTable.deleteTime)))
    .orderBy(asc(authorisationTable.id));

/** Checks that a text names exactly these duties. */
function namesExactly(text: string | null, ownDuties: readonly NamedDuty[]): boolean {
  const { duties, others } = dutiesIn(text ?? '');
  return dutiesText(duties, others) === dutiesText(ownDuties, others);
}

/**
 * Returns people, locked, whose text of duties names other duties than their authorisations, with the text to write.
 * Words in the text that name no duty of this system stay.
 */
async function outdatedTexts(tx: Orm, personIds: readonly number[]) {
  const persons = await tx
    .select({
      id: userTable.id,
      nickName: userTable.nickName,
      organizationId: userTable.organizationId,
      version: userTable.version,
      duties: userTable.duties,
    })
    .from(userTable)
    .where(inArray(userTable.id, [...personIds]))
    .orderBy(asc(userTable.id))
    .for('update');
  const rows = groupByKey(await rowsOf(tx, personIds), ({ person }) => person);
  return persons.flatMap((person) => {
    const ownDuties = rows.get(person.id) ?? [];
    if (namesExactly(person.duties, ownDuties)) return [];
    return [{ person, text: dutiesText(ownDuties, dutiesIn(person.duties ?? '').others).slice(0, 300) || null }];
  });
}

/**
 * Updates the text of people's duties after a change of their authorisations. The person gets a new version, so that a
 * form that was opened before cannot write the old text and thereby undo the change, and an audit line.
 */
export async function tellDuties({ tx, call, services }: DeleteContext, personIds: readonly number[]): Promise<void> {
  for (const { person, text } of await outdatedTexts(tx, personIds)) {
    await tx
      .update(userTable)
      .set({
        duties: text,
        version: person.version + 1,
        updateBy: call.maybeViewer?.user.id ?? null,
        updateTime: services.now(),
      })
      .where(eq(userTable.id, person.id));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: user,
        entityId: person.id,
        title: person.nickName,
        organizationId: person.organizationId,
        before: { duties: person.duties },
        after: { duties: text },
      },
    ]);
  }
}

/**
 * Writes the text of duties that were saved with their person in the usual form. It is part of that save, which has
 * given the person a new version and an audit line.
 */
async function normalizeDuties(tx: Orm, personIds: readonly number[]): Promise<void> {
  for (const { person, text } of await outdatedTexts(tx, personIds))
    await tx.update(userTable).set({ duties: text }).where(eq(userTable.id, person.id));
}

const yearsLater = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/**
 * Updates authorisations to the text of people's duties. A missing authorisation is granted from today to the end of
 * the certificate, else of the account. An authorisation that the text no longer names is withdrawn.
 * @throws Refusal 403 if authorisations would change and the viewer may not grant them
 */
export async function dutiesOfPeople(ids: readonly number[], context: DeleteContext): Promise<void> {
  const { services, registry, tx, call } = context;
  if (!call.maybeViewer) return;
  const resource = registry.named(dutyAuthorisation.name);
  // The text is updated once, at the end, and not for each authorisation.
  const { afterSave: _told, afterDelete: _gone, ...policy } = resource.policy;
  const operationContext: OperationContext = { services, registry, resource: { ...resource, policy }, call };
  const people = await tx
    .select()
    .from(userTable)
    .where(inArray(userTable.id, [...ids]));
  const rows = groupByKey(await rowsOf(tx, ids), ({ person }) => person);
  const today = formatDay(services.now(), services.env.zone);
  const touchedIds: number[] = [];
  for (const person of people) {
    const ownDuties = rows.get(person.id) ?? [];
    const { duties } = dutiesIn(person.duties ?? '');
    if (person.organizationId === null || namesExactly(person.duties, ownDuties)) continue;
    touchedIds.push(person.id);
    const isSameDuty = (
      firstDuty: { duty: string; category: string | null },
      otherDuty: { duty: string; category: string | null },
    ) => firstDuty.duty === otherDuty.duty && firstDuty.category === otherDuty.category;
    const removedDuties = ownDuties.filter((row) => !duties.some((duty) => isSameDuty(duty, row)));
    const addedDuties = duties.filter((duty) => !ownDuties.some((row) => isSameDuty(duty, row)));
    if (!removedDuties.length && !addedDuties.length) continue;
    if (!mayAny(call.viewer.permissions, [permissionOf(dutyAuthorisation, 'add')]))
      throw forbidden(dutyAuthorisationTexts.mayNotGive);
    await removeRows(
      operationContext,
      tx,
      await findVisibleRows(
        operationContext,
        tx,
        removedDuties.map(({ id }) => id),
        true,
      ),
    );
    const end =
      [person.certUntil, person.expiryDate].find((day) => day !== null && day >= today) ?? yearsLater(today, 3);
    for (const { duty, category } of addedDuties)
      await insertRow(
        operationContext,
        tx,
        {
          person: person.id,
          duty,
          category,
          validFrom: today,
          validUntil: end,
          certificateNo: person.certNo,
          remark: null,
        },
        { action: 'add' },
        person.organizationId,
      );
  }
  if (touchedIds.length) await normalizeDuties(tx, touchedIds);
}

/**
 * Withdraws the authorisations that an import of people granted, so that the import can be undone.
 * @param at time of the import
 * @throws Refusal 409 if a person was authorised after the import, or an authorisation was changed
 */
export async function withdrawImportedDuties(
  people: readonly AnyRow[],
  context: DeleteContext & { readonly at: Date },
): Promise<string[]> {
  const ids = people.map(({ id }) => id);
  const [laterGrant] = await context.tx
    .select({ title: authorisationTable.authorisedFor })
    .from(authorisationTable)
    .where(
      and(
        inArray(authorisationTable.person, ids),
        isNull(authorisationTable.deleteTime),
        or(gt(authorisationTable.createTime, context.at), gt(authorisationTable.version, 1)),
      ),
    )
    .limit(1);
  if (laterGrant) throw conflict(dutyAuthorisationTexts.givenSince(String(laterGrant.title)), 'importUsed');
  await removeParts(
    context,
    { entity: dutyAuthorisation, table: authorisationTable, parentColumn: authorisationTable.person },
    ids,
  );
  return [dutyAuthorisation.name];
}

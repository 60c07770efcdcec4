import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { dutyTexts } from '@contract/features/laboratory/dutyTexts';
import { dutiesIn, dutiesText, type NamedDuty } from '@contract/features/laboratory/dutyWords';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { mayAny, permissionOf } from '@contract/permissions';
import { byKey } from '@server/base/byKey';
import { formatDay } from '@server/base/zone';
import { insertRow, removeRows, type Desk, find } from '@server/crud/operations';
import type { DeleteContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { dutyAuthorisationTable, userTable } from '@server/db/schema';
import { forbidden } from '@server/http/errors';

const held = dutyAuthorisationTable;

const rowsOf = (tx: Orm, people: readonly number[]) =>
  tx
    .select({ id: held.id, person: held.person, duty: held.duty, category: held.category })
    .from(held)
    .where(and(inArray(held.person, [...people]), isNull(held.deleteTime)))
    .orderBy(asc(held.id));

/** Checks that a text names exactly these duties. */
function says(text: string | null, own: readonly NamedDuty[]): boolean {
  const { duties, others } = dutiesIn(text ?? '');
  return dutiesText(duties, others) === dutiesText(own, others);
}

/**
 * Updates the text of people's duties if it names other duties than their authorisations. Words in the text that name
 * no duty of this system stay.
 */
export async function tellDuties(tx: Orm, people: readonly number[]): Promise<void> {
  const rows = byKey(await rowsOf(tx, people), ({ person }) => person);
  const texts = await tx
    .select({ id: userTable.id, duties: userTable.duties })
    .from(userTable)
    .where(inArray(userTable.id, [...people]));
  for (const { id, duties } of texts) {
    const own = rows.get(id) ?? [];
    if (says(duties, own)) continue;
    const text = dutiesText(own, dutiesIn(duties ?? '').others).slice(0, 300) || null;
    await tx.update(userTable).set({ duties: text }).where(eq(userTable.id, id));
  }
}

const later = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

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
  const desk: Desk = { services, registry, resource: { ...resource, policy }, call };
  const people = await tx
    .select()
    .from(userTable)
    .where(inArray(userTable.id, [...ids]));
  const rows = byKey(await rowsOf(tx, ids), ({ person }) => person);
  const today = formatDay(services.now(), services.env.zone);
  const touched: number[] = [];
  for (const person of people) {
    const own = rows.get(person.id) ?? [];
    const { duties } = dutiesIn(person.duties ?? '');
    if (person.organizationId === null || says(person.duties, own)) continue;
    touched.push(person.id);
    const same = (one: { duty: string; category: string | null }, other: { duty: string; category: string | null }) =>
      one.duty === other.duty && one.category === other.category;
    const gone = own.filter((row) => !duties.some((duty) => same(duty, row)));
    const added = duties.filter((duty) => !own.some((row) => same(duty, row)));
    if (!gone.length && !added.length) continue;
    if (!mayAny(call.viewer.permissions, [permissionOf(dutyAuthorisation, 'add')]))
      throw forbidden(dutyTexts.mayNotGive);
    await removeRows(
      desk,
      tx,
      await find(
        desk,
        tx,
        gone.map(({ id }) => id),
        true,
      ),
    );
    const end = [person.certUntil, person.expiryDate].find((day) => day !== null && day >= today) ?? later(today, 3);
    for (const { duty, category } of added)
      await insertRow(
        desk,
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
  if (touched.length) await tellDuties(tx, touched);
}

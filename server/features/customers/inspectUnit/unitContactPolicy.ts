import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { contactTexts } from '@contract/features/customers/contactTexts';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, unitContactTable } from '@server/db/schema';
import { conflict, Refusal } from '@server/http/errors';
import { otherContactsText } from './contactsOfUnits';

const contactTable = unitContactTable;

const contactsOfUnit = (tx: Orm, unitId: number) =>
  tx
    .select()
    .from(contactTable)
    .where(and(eq(contactTable.unit, unitId), isNull(contactTable.deleteTime)))
    .orderBy(contactTable.id);

/** Locks a unit, so that two of its people are written one after the other. */
const lockUnit = (tx: Orm, id: number) =>
  tx.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, id)).for('update');

/** Writes the main person, and the text about the others, to the unit's own columns. */
async function writeUnit({ tx, call, services }: DeleteContext, id: number): Promise<void> {
  const [unit] = await lockUnit(tx, id);
  if (!unit) return;
  const rows = await contactsOfUnit(tx, id);
  const mainContact = rows.find(({ isMain }) => isMain);
  const to = {
    contact: mainContact?.contactName ?? null,
    mobile: mainContact?.mobile ?? null,
    landline: mainContact?.landline ?? null,
    email: mainContact?.email ?? null,
    otherContacts: otherContactsText(rows),
  };
  const changedNames = (Object.keys(to) as (keyof typeof to)[]).filter((name) => to[name] !== unit[name]);
  if (!changedNames.length) return;
  await tx
    .update(inspectUnitTable)
    .set({ ...to, version: unit.version + 1, updateBy: call.maybeViewer?.user.id ?? null, updateTime: services.now() })
    .where(eq(inspectUnitTable.id, id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: inspectUnit,
      entityId: id,
      title: unit.unitName,
      organizationId: unit.organizationId,
      before: Object.fromEntries(changedNames.map((name) => [name, unit[name]])),
      after: Object.fromEntries(changedNames.map((name) => [name, to[name]])),
    },
  ]);
}

/** Refuses a second person with the same name, because forms would show two equal choices. */
async function assertOnly(tx: Orm, row: AnyRow): Promise<void> {
  const rows = await contactsOfUnit(tx, Number(row.unit));
  const isDuplicate = rows.some(({ id, contactName }) => id !== row.id && contactName === row.contactName);
  const message = contactTexts.sameName(String(row.contactName));
  if (isDuplicate) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'contactName', message }] });
}

/** Save rules of a unit's people. One of them is the main person, whom the unit's columns repeat. */
export const unitContactPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'unit',
  disabledOperations: ['copy', 'status', 'import'],
  async beforeSave(draft, { tx, before }) {
    const unitId = Number(before?.unit ?? draft.unit);
    await lockUnit(tx, unitId);
    const hasMain = (await contactsOfUnit(tx, unitId)).some(({ isMain, id }) => isMain && id !== before?.id);
    if (before?.isMain === true && draft.isMain !== true)
      throw conflict(contactTexts.mainNeeded(String(before.contactName)), 'mainNeeded');
    // A person stays with their unit; the first person of a unit is the main one.
    return { unit: unitId, ...(hasMain ? {} : { isMain: true }) };
  },
  async afterSave(row, context) {
    const { tx } = context;
    await assertOnly(tx, row);
    if (row.isMain === true)
      await tx
        .update(contactTable)
        .set({ isMain: false })
        .where(
          and(eq(contactTable.unit, Number(row.unit)), ne(contactTable.id, row.id), eq(contactTable.isMain, true)),
        );
    await writeUnit(context, Number(row.unit));
  },
  async beforeDelete(rows, { tx }) {
    const deletedIds = new Set(rows.map(({ id }) => id));
    for (const row of rows.filter(({ isMain }) => isMain === true))
      if ((await contactsOfUnit(tx, Number(row.unit))).some(({ id }) => !deletedIds.has(id)))
        throw conflict(contactTexts.mainStays(String(row.contactName)), 'mainNeeded');
  },
  async afterDelete(rows, context) {
    for (const unitId of new Set(rows.map((row) => Number(row.unit)))) await writeUnit(context, unitId);
  },
  async afterRestore(rows, context) {
    for (const row of rows) {
      await assertOnly(context.tx, row);
      const unitId = Number(row.unit);
      const otherContacts = (await contactsOfUnit(context.tx, unitId)).filter(({ id }) => id !== row.id);
      const isMain = !otherContacts.some((otherContact) => otherContact.isMain);
      await context.tx.update(contactTable).set({ isMain }).where(eq(contactTable.id, row.id));
      await writeUnit(context, unitId);
    }
  },
};

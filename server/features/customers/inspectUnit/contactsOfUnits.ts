import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { type NamedPerson, peopleIn, peopleText } from '@contract/fields/peopleInCell';
import { actorOf, recordAudit, recordInserted } from '@server/audit/auditTrail';
import { groupByKey } from '@server/base/groupByKey';
import { pinyinOf } from '@server/base/pinyin';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import type { DeleteContext } from '@server/crud/policy';
import { insertedRowAudit } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, projectTable, unitContactTable } from '@server/db/schema';
import { insertsOf } from '@server/db/writeMany';

type StoredContact = typeof unitContactTable.$inferSelect;
type ContactPerson = Pick<StoredContact, 'contactName' | 'post' | 'mobile' | 'landline' | 'email' | 'remark'>;

interface UnitWithContact {
  readonly id: number;
  readonly organizationId: number | null;
  readonly contact: string | null;
  readonly mobile: string | null;
  readonly landline: string | null;
  readonly email: string | null;
  readonly otherContacts: string | null;
}

/** Rows of people that a unit's columns require. */
interface ContactChanges {
  readonly add: readonly (ContactPerson & { readonly isMain: boolean })[];
  readonly change: readonly {
    readonly row: StoredContact;
    readonly to: Partial<ContactPerson & { readonly isMain: boolean }>;
  }[];
  readonly drop: readonly StoredContact[];
}

const otherPhones = '其他电话：';

const namedOf = ({ contactName, post, mobile, landline, email, remark }: ContactPerson): NamedPerson => ({
  name: contactName,
  post: post ?? '',
  mobile: mobile ?? '',
  landline: landline ?? '',
  email: email ?? '',
  morePhones: remark?.startsWith(otherPhones) ? remark.slice(otherPhones.length).split('、') : [],
});

const personOf = ({ name, post, mobile, landline, email, morePhones }: NamedPerson): ContactPerson => ({
  contactName: name.slice(0, 50),
  post: post.slice(0, 50) || null,
  mobile: mobile || null,
  landline: landline.slice(0, 30) || null,
  email: email.slice(0, 100) || null,
  remark: morePhones.length ? `${otherPhones}${morePhones.join('、')}`.slice(0, 200) : null,
});

/** Returns all people except the main one, in the form of the unit's column. */
export const otherContactsText = (rows: readonly StoredContact[]): string | null =>
  peopleText(rows.filter(({ isMain }) => !isMain).map(namedOf)).slice(0, 1000) || null;

const differingFields = <T extends object>(row: StoredContact, to: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(to).filter(([name, value]) => row[name as keyof StoredContact] !== value),
  ) as Partial<T>;

/**
 * Compares a unit's columns with its people. The main person has the name, numbers and mail of the columns; the other
 * people are those in `otherContacts`.
 * @param heldIds ids of people to whom projects refer; they are never removed
 */
function wantedOf(unit: UnitWithContact, rows: readonly StoredContact[], heldIds: ReadonlySet<number>): ContactChanges {
  const add: (ContactPerson & { isMain: boolean })[] = [];
  const changes = new Map<StoredContact, Partial<ContactPerson & { isMain: boolean }>>();
  const change = (row: StoredContact, to: Partial<ContactPerson & { isMain: boolean }>) =>
    changes.set(row, { ...changes.get(row), ...differingFields(row, to) });
  const { mobile, landline, email } = unit;
  const name = unit.contact?.trim() ?? '';
  const formerMain = rows.find(({ isMain }) => isMain);
  const mainContact = name === '' ? undefined : (rows.find(({ contactName }) => contactName === name) ?? formerMain);
  for (const row of rows) if (row.isMain && row !== mainContact) change(row, { isMain: false });
  if (mainContact) change(mainContact, { contactName: name, mobile, landline, email, isMain: true });
  else if (name) add.push({ contactName: name, post: null, mobile, landline, email, remark: null, isMain: true });

  const droppedContacts: StoredContact[] = [];
  const otherRows = rows.filter((row) => row !== mainContact);
  // The text is generated from the rows, so only a text that a person changed leads to changes.
  if ((unit.otherContacts ?? '') !== (otherContactsText(rows) ?? '')) {
    const personByName = new Map(
      peopleIn(unit.otherContacts ?? '').map((namedPerson) => [namedPerson.name.slice(0, 50), personOf(namedPerson)]),
    );
    personByName.delete(name);
    for (const row of otherRows) {
      const person = personByName.get(row.contactName);
      personByName.delete(row.contactName);
      // The row's own remark is not part of the text, so it stays.
      if (person) change(row, { ...person, remark: person.remark ?? row.remark });
      else if (!heldIds.has(row.id) && !row.isMain) droppedContacts.push(row);
    }
    add.push(...[...personByName.values()].map((person) => ({ ...person, isMain: false })));
  }
  return {
    add,
    change: [...changes].flatMap(([row, to]) => (Object.keys(to).length ? [{ row, to }] : [])),
    drop: droppedContacts,
  };
}

/**
 * Returns the contacts of units, by id. It searches the index of the units once per unit, then the rows by id, and
 * leaves the deleted ones out at last. One statement would read all contacts for each batch of a large import: the
 * planner has no statistics of rows that the transaction has written, and assumes that few rows are undeleted.
 */
async function rowsOf(tx: Orm, unitIds: readonly number[]): Promise<StoredContact[]> {
  const { id, unit } = unitContactTable;
  // `offset 0` keeps the planner from joining the two, which would read all contacts as well.
  const contactIds = sql`select ${id} as id from ${unitContactTable} where ${unit} = given.unit offset 0`;
  const foundContacts = await tx
    .select({ id: sql<number>`own.id` })
    .from(sql`unnest(${sql.param([...unitIds])}::int[]) as given(unit), lateral (${contactIds}) as own`);
  if (!foundContacts.length) return [];
  const rows = await tx
    .select()
    .from(unitContactTable)
    .where(
      inArray(
        unitContactTable.id,
        foundContacts.map(({ id }) => id),
      ),
    )
    .orderBy(asc(unitContactTable.id));
  return rows.filter(({ deleteTime }) => deleteTime === null);
}

async function heldBy(tx: Orm, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!ids.length) return new Set();
  const projectRows = await tx
    .selectDistinct({ id: projectTable.contact })
    .from(projectTable)
    .where(and(inArray(projectTable.contact, [...ids]), isNull(projectTable.deleteTime)));
  return new Set(projectRows.flatMap(({ id }) => id ?? []));
}

async function changeRows({ tx, call, services }: DeleteContext, { change, drop }: ContactChanges): Promise<void> {
  const updateStamp = { updateBy: call.maybeViewer?.user.id ?? null, updateTime: services.now() };
  for (const { row, to } of change) {
    const name = to.contactName ?? row.contactName;
    await tx
      .update(unitContactTable)
      .set({ ...to, ...pinyinOf(name), ...updateStamp, version: row.version + 1 })
      .where(eq(unitContactTable.id, row.id));
  }
  if (drop.length)
    await tx
      .update(unitContactTable)
      .set({ deleteTime: services.now(), deleteBy: call.maybeViewer?.user.id ?? null })
      .where(
        inArray(
          unitContactTable.id,
          drop.map(({ id }) => id),
        ),
      );
  await recordAudit(
    tx,
    actorOf(call),
    [
      ...change.map(({ row, to }) => ({
        action: 'edit' as const,
        row,
        before: Object.fromEntries(Object.keys(to).map((name) => [name, row[name as keyof StoredContact]])),
        after: { ...to },
      })),
      ...drop.map((row) => ({
        action: 'del' as const,
        row,
        before: { contactName: row.contactName },
        after: undefined,
      })),
    ].map(({ row, after, ...contactRest }) => ({
      ...contactRest,
      ...(after ? { after } : {}),
      entity: unitContact,
      entityId: row.id,
      title: row.contactName,
      organizationId: row.organizationId,
    })),
  );
}

/** Number of units per statement. The embedded database runs in this thread, so a long statement blocks everybody. */
const batchSize = 80;

/** Inserts people of units, each with an audit line. */
async function addContacts(
  { tx, call, services, registry }: DeleteContext,
  changes: readonly (ContactChanges & { readonly unit: UnitWithContact })[],
): Promise<void> {
  const userId = call.maybeViewer?.user.id ?? null;
  const now = services.now();
  const contacts = changes.flatMap(({ unit, add }) =>
    add.map((person) => ({
      ...person,
      ...pinyinOf(person.contactName),
      unit: unit.id,
      organizationId: unit.organizationId,
      createBy: userId,
      updateBy: userId,
      createTime: now,
      updateTime: now,
    })),
  );
  const trailValues = insertedRowAudit(registry.named(unitContact.name), services.env.zone);
  for (const insert of insertsOf(unitContactTable, contacts))
    await recordInserted(tx, actorOf(call), { action: 'add', entity: unitContact }, insert, trailValues);
}

/**
 * Updates the people of units from the units' columns, each with an audit line.
 * @param areNew whether the transaction has inserted the units, so that they have no people yet
 */
export async function contactsOfUnits(ids: readonly number[], context: DeleteContext, areNew: boolean): Promise<void> {
  const { tx } = context;
  const u = inspectUnitTable;
  for (let from = 0; from < ids.length; from += batchSize) {
    await yieldToEventLoop();
    const batchIds = ids.slice(from, from + batchSize);
    const units = await tx
      .select({
        id: u.id,
        organizationId: u.organizationId,
        contact: u.contact,
        mobile: u.mobile,
        landline: u.landline,
        email: u.email,
        otherContacts: u.otherContacts,
      })
      .from(u)
      .where(inArray(u.id, [...batchIds]));
    const rows = groupByKey(areNew ? [] : await rowsOf(tx, batchIds), ({ unit }) => unit);
    const heldIds = await heldBy(
      tx,
      [...rows.values()].flat().map(({ id }) => id),
    );
    const changes = units.map((unit) => ({ unit, ...wantedOf(unit, rows.get(unit.id) ?? [], heldIds) }));
    await addContacts(context, changes);
    for (const unitChange of changes)
      if (unitChange.change.length || unitChange.drop.length) await changeRows(context, unitChange);
    const touchedUnits = changes.filter(
      ({ unit, change, drop }) => unit.otherContacts !== null || rows.has(unit.id) || change.length || drop.length,
    );
    if (touchedUnits.length)
      await writeOthers(
        tx,
        touchedUnits.map(({ unit }) => unit),
      );
  }
}

/** Writes the text about the other people to units where it differs. */
async function writeOthers(tx: Orm, units: readonly Pick<UnitWithContact, 'id' | 'otherContacts'>[]): Promise<void> {
  const rows = groupByKey(
    await rowsOf(
      tx,
      units.map(({ id }) => id),
    ),
    ({ unit }) => unit,
  );
  for (const { id, otherContacts } of units) {
    const text = otherContactsText(rows.get(id) ?? []);
    if (text !== (otherContacts ?? null))
      await tx.update(inspectUnitTable).set({ otherContacts: text }).where(eq(inspectUnitTable.id, id));
  }
}
